"""The kernel's input interface, as far as the tests need it: constants, structures, finding and reading nodes."""

from __future__ import annotations

import fcntl
import os
import struct
import time
from dataclasses import dataclass, field
from pathlib import Path

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC = 0, 1, 2, 3, 4
SYN_REPORT, SYN_DROPPED = 0, 3
ABS_X, ABS_Y, ABS_Z, ABS_WHEEL, ABS_PRESSURE, ABS_DISTANCE = 0x00, 0x01, 0x02, 0x08, 0x18, 0x19
ABS_TILT_X, ABS_TILT_Y, ABS_MISC, ABS_MT_SLOT, ABS_COUNT = 0x1A, 0x1B, 0x28, 0x2F, 0x40
BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_AIRBRUSH = 0x140, 0x141, 0x144
BTN_TOUCH, BTN_STYLUS, BTN_STYLUS2 = 0x14A, 0x14B, 0x14C
MSC_SERIAL = 0
PROP_POINTER, PROP_DIRECT = 0, 1

EVENT = struct.Struct("qqHHi")  # struct input_event with 64-bit time
EVIOCSCLOCKID = 0x400445A0


@dataclass
class Axis:
    """struct input_absinfo, without the value."""

    minimum: int
    maximum: int
    fuzz: int = 0
    flat: int = 0
    resolution: int = 0


@dataclass
class Description:
    """What an input device is and can do."""

    name: str
    bus: int = 3
    vendor: int = 0
    product: int = 0
    version: int = 0
    properties: list[int] = field(default_factory=list)
    codes: dict[int, list[int]] = field(default_factory=dict)  # by event type; axes are below
    axes: dict[int, Axis] = field(default_factory=dict)


Event = tuple[int, int, int]  # type, code, value


@dataclass
class Frame:
    """The events up to a SYN_REPORT, which is not among them, and when they came, in µs from some start."""

    time: int
    events: list[Event]


class KernelState:
    """Which of the events that are put into a device come out: the kernel drops what does not change anything."""

    def __init__(self, axes: dict[int, Axis]) -> None:
        self.axes = axes
        self.values: dict[tuple[int, int], int] = {}

    def kept(self, events: list[Event]) -> list[Event]:
        """The events that a reader will see; an empty list: not even the SYN_REPORT."""
        kept: list[Event] = []
        for kind, code, value in events:
            if kind == EV_ABS:
                value = self._defuzz(code, value)
            if kind in (EV_KEY, EV_ABS):
                if self.values.get((kind, code), 0) == value:
                    continue
                self.values[kind, code] = value
            elif kind == EV_REL and value == 0:
                continue
            kept.append((kind, code, value))
        return kept

    def _defuzz(self, code: int, value: int) -> int:
        """input_defuzz_abs_event() of the kernel; C's division rounds toward zero."""
        fuzz, old = self.axes[code].fuzz, self.values.get((EV_ABS, code), 0)
        if fuzz == 0:
            return value
        if abs(value - old) < fuzz // 2:
            return old
        if abs(value - old) < fuzz:
            return int((old * 3 + value) / 4)
        if abs(value - old) < fuzz * 2:
            return int((old + value) / 2)
        return value


def find_node(name: str, timeout: float = 10) -> str:
    """The node of the newest device of this name, when udev is through with it."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        found = [e for e in Path("/sys/class/input").glob("event*") if _text(e / "device/name") == name]
        for event in sorted(found, key=lambda e: -int(e.name[5:])):
            node = Path("/dev/input") / event.name
            number = _text(event / "dev")
            if node.exists() and Path(f"/run/udev/data/c{number}").exists():
                return str(node)
        time.sleep(0.005)
    raise TimeoutError(f"no input device is named {name!r}")


def _text(path: Path) -> str | None:
    try:
        return path.read_text().rstrip("\n")
    except OSError:
        return None


class Reader:
    """Reads a node, as plainly as can be, so that it can judge other readers."""

    def __init__(self, node: str) -> None:
        self.descriptor = os.open(node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(self.descriptor, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        self._open: list[Event] = []

    def frames(self) -> list[Frame]:
        """The frames that have come; OSError(ENODEV) when there is nothing left of a device that is gone."""
        frames: list[Frame] = []
        while True:
            try:
                data = os.read(self.descriptor, EVENT.size * 1024)
            except OSError as error:
                if frames or isinstance(error, BlockingIOError):
                    return frames
                raise
            for seconds, micros, kind, code, value in EVENT.iter_unpack(data):
                if (kind, code) == (EV_SYN, SYN_REPORT):
                    frames.append(Frame(seconds * 1_000_000 + micros, self._open))
                    self._open = []
                else:
                    self._open.append((kind, code, value))

    def close(self) -> None:
        os.close(self.descriptor)
