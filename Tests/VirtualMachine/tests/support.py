"""What the tests in the machine share: device makers, the daemon, subscribers, and the running of tests.

Whatever depends on the daemon's command line, its JSON or its protocol is in this file only.
"""

from __future__ import annotations

import json
import math
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
DEVICES = HERE.parent / "devices"
sys.path.insert(0, str(DEVICES))

PENCILD = os.environ.get("PENCILD", str(ROOT / ".build/release/pencild"))
PROGRAMS = Path("/scratch/programs")
"""The C programs, built."""
DECODER_FOLDER = str(ROOT / "Tests/Decoder")
DECODER = DECODER_FOLDER + "/pencil_decoder.py"
KEEPS_TIMES = tuple(int(n) for n in os.uname().release.split("-")[0].split(".")[:2]) >= (6, 4)
"""Whether uinput keeps the times of injected events, so that a frame can be known by its time."""

Record = dict[str, Any]


def recording(name: str) -> str | None:
    """A recording of someone else's, which is not part of the project."""
    folder = os.environ.get("PENCIL_DATA", str(ROOT.parent / "shared/data"))
    path = Path(folder) / "recordings" / name
    return str(path) if path.exists() else None


# Waiting and cleaning up

_at_end: list[Callable[[], object]] = []
_folder = Path(tempfile.mkdtemp(prefix="pencil-test-"))
_count = 0


def fresh(name: str) -> str:
    """A path that no one has used."""
    global _count
    _count += 1
    return str(_folder / f"{_count}-{name}")


def at_end(action: Callable[[], object]) -> None:
    """Does it when the test is over, however it ends."""
    _at_end.append(action)


def clean_up() -> None:
    """Ends what was started, the last first."""
    while _at_end:
        _at_end.pop()()


def until(what: str, condition: Callable[[], bool], timeout: float = 10) -> None:
    """Waits for the condition; the test fails when it does not come true."""
    end = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {timeout} s: {what}")
        time.sleep(0.005)


def start(command: list[str], output: str | None = None, errors: str | None = None) -> subprocess.Popen[bytes]:
    """A process that does not outlive the test."""
    with open(output or os.devnull, "wb") as file, open(errors or os.devnull, "wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=log if errors else None)

    def end() -> None:
        if process.poll() is None:
            process.kill()
        process.wait()

    at_end(end)
    return process


class Maker:
    """A device maker that waits for the word."""

    def __init__(self, program: str, *options: str) -> None:
        self._ready, self._start, self._done = fresh("ready"), fresh("start"), fresh("done")
        self._stop, self._log = fresh("stop"), fresh("log")
        self.repeat = int(options[options.index("--repeat") + 1]) if "--repeat" in options else 1
        self.process = start([
            sys.executable, str(DEVICES / program), "--ready-file", self._ready, "--start-file", self._start,
            "--done-file", self._done, "--stop-file", self._stop, "--log", self._log, *options])
        until(f"{program} has made its device", lambda: self._exists(self._ready), 20)
        self.node = Path(self._ready).read_text().strip()

    def play(self, round_number: int = 0) -> None:
        """Gives the word (of a repetition, from 1 on)."""
        Path(self._start if round_number == 0 else f"{self._start}.{round_number}").touch()

    def is_done(self, round_number: int | None = None) -> bool:
        """Whether everything (or this round, from 0 on, of several) has been played."""
        return self._exists(self._done if round_number is None else f"{self._done}.{round_number}")

    def log(self) -> list[Record]:
        """Waits for the end and tells what was sent."""
        until("everything is played", self.is_done, 60)
        return [json.loads(line) for line in Path(self._log).read_text().splitlines()]

    def stop(self) -> None:
        """Takes the device away."""
        Path(self._stop).touch()
        self.process.wait(10)

    def _exists(self, path: str) -> bool:
        if self.process.poll() not in (None, 0):
            raise AssertionError(f"the device maker ended with {self.process.returncode}")
        return os.path.exists(path)


class Daemon:
    """`pencild`, on one node."""

    def __init__(self, node: str, *options: str, log: str | None = None) -> None:
        self.socket = fresh("pencil.sock")
        self.process = start([PENCILD, "--device", node, "--socket", self.socket, *options], errors=log)
        until("the daemon listens", self._listens)

    def _listens(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"the daemon ended with {self.process.returncode}")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
            return probe.connect_ex(self.socket) == 0

    def pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Ends it as a service manager does; its status."""
        self.process.terminate()
        return self.process.wait(5)


class Subscriber:
    """A program that writes the records that it gets into a file, one JSON object a line."""

    def __init__(self, command: list[str], output: str, takes_stdout: bool) -> None:
        self.output = output
        self._records: list[Record] = []
        self._read = 0  # bytes
        self.process = start(command, output if takes_stdout else None)

    @classmethod
    def dump(cls, daemon: Daemon) -> Subscriber:
        """The daemon's own command, and PencilClient with it."""
        command = [PENCILD, "--dump", "--format", "json", "--socket", daemon.socket]
        subscriber = cls(command, fresh("dump.json"), takes_stdout=True)
        until("the dump has told of the tablet", lambda: any(r["type"] == "tablet" for r in subscriber.records()))
        return subscriber

    @classmethod
    def decoder(cls, daemon: Daemon) -> Subscriber:
        """The decoder in Python, written from the protocol's description alone; it fails on any violation of it.  It ends
        with the daemon."""
        output, ready = fresh("decoder.json"), fresh("ready")
        command = [sys.executable, DECODER, daemon.socket, "--until-closed", "--json", output, "--check", "--ready-file", ready]
        subscriber = cls(command, output, takes_stdout=False)
        until("the decoder has subscribed", lambda: os.path.exists(ready))
        return subscriber

    def records(self) -> list[Record]:
        """What has come so far."""
        if os.path.exists(self.output):
            with open(self.output, "rb") as file:
                file.seek(self._read)
                lines = file.read()
            lines = lines[: lines.rfind(b"\n") + 1]
            self._read += len(lines)
            self._records += [json.loads(line) for line in lines.splitlines()]
        return list(self._records)

    def samples(self) -> list[Record]:
        return [r for r in self.records() if r["type"] == "sample" and not is_note(r)]

    def settle(self, quiet: float = 0.3, timeout: float = 20) -> None:
        """Waits until nothing more comes, or for the program's own end."""
        size, since, end = -1, time.monotonic(), time.monotonic() + timeout
        while time.monotonic() < end and self.process.poll() is None:
            now = os.path.getsize(self.output) if os.path.exists(self.output) else 0
            if now != size:
                size, since = now, time.monotonic()
            elif size > 0 and time.monotonic() - since > quiet:
                return
            time.sleep(0.02)


# Sleep

def wake_in(seconds: int) -> None:
    """Has the machine's clock wake it."""
    alarm = Path("/sys/class/rtc/rtc0/wakealarm")
    alarm.write_text("0")
    alarm.write_text(f"+{seconds}")


# The daemon's JSON

BUTTONS = ("stylus", "stylus2", "stylus3", "left", "right", "middle", "side", "extra")


def is_note(record: Record) -> bool:
    """Notes, and copies in a snapshot, have no number."""
    return not record.get("seq")


def buttons(sample: Record) -> set[str]:
    """The names of the buttons held, whether written as a list of names or as the wire's number."""
    held = sample.get("buttons", [])
    if isinstance(held, int):
        return {name for bit, name in enumerate(BUTTONS) if held >> bit & 1}
    return set(held)


def is_after_gap(sample: Record) -> bool:
    """Whether the sample is flagged as the first one after a loss, in words or in the wire's bits."""
    flags = sample.get("flags", 0)
    return bool(flags & 1) if isinstance(flags, int) else "afterGap" in flags


def is_pressed(change: Record) -> bool:
    """Whether a button record tells of a press, in the dump's words or in the wire's flags."""
    return bool(change["pressed"] if "pressed" in change else change["flags"] & 1)


def of_type(records: list[Record], kind: str) -> list[Record]:
    return [r for r in records if r["type"] == kind and not is_note(r)]


def angles(tilt_x: float, tilt_y: float) -> tuple[float, float]:
    """Altitude and azimuth of tilt angles in radians that are not both 0."""
    across, along = math.tan(tilt_x), math.tan(tilt_y)
    return math.atan(1 / math.hypot(across, along)), math.atan2(along, across) % (2 * math.pi)


def is_near(a: float | None, b: float, tolerance: float = 1e-4) -> bool:
    return a is not None and abs(a - b) <= tolerance


# The binary protocol, for the measuring subscriber

SAMPLE_ITEM = 0x0203
ALL_CONTENTS = 0x7F


def hello() -> bytes:
    return struct.pack("<HHI4sHH64s", 80, 0x0001, 1, b"PNCL", 1, 0, b"test")


def subscribe() -> bytes:
    """Every report of everything, from now on."""
    return struct.pack("<HHIB3xIIIIIQQ", 48, 0x0002, 2, 0, 0, ALL_CONTENTS, 0, 0, 0, 0, 0)


# Running

def check(condition: bool, message: str) -> None:
    """An assertion that says what was found."""
    if not condition:
        raise AssertionError(message)


def main() -> None:
    """Runs the functions named test_* of the script, one after the other; exits with 2 when one has failed."""
    script = sys.modules["__main__"]
    tests = {name: f for name, f in vars(script).items() if name.startswith("test_") and callable(f)}
    wanted = os.environ.get("PENCIL_VM_ONLY", "")
    failed = False
    for name, function in tests.items():
        label = name[5:].replace("_", "-")
        if wanted not in label:
            continue
        begin = time.monotonic()
        try:
            function()
            print(f"ok {label} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:  # whatever it is, the test has failed and the next one must run
            failed = True
            if not isinstance(error, AssertionError):
                traceback.print_exc()
            print(f"not ok {label}: {error or type(error).__name__}", flush=True)
        finally:
            clean_up()
    sys.exit(2 if failed else 0)
