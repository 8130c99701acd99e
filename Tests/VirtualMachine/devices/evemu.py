"""evemu recordings: reading versions 1.0 to 1.3, and writing 1.3."""

from __future__ import annotations

import re
from pathlib import Path

from evdev import ABS_COUNT, EV_ABS, EV_SYN, SYN_REPORT, Axis, Description, Frame

_EVENT = re.compile(r"E: (\d+)\.(\d{6}) ([0-9a-fA-F]{4}) ([0-9a-fA-F]{4}) (-?\d+)")


def read(path: str) -> tuple[Description, list[Frame]]:
    """The device and its frames, whose times count from the first one."""
    device = Description(name="")
    frames: list[Frame] = []
    events: list[tuple[int, int, int]] = []
    bits: dict[int, list[int]] = {}
    start: int | None = None
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        line = line.split("#")[0].strip() if not line.startswith("N:") else line
        words = line.split()
        if not words:
            continue
        if words[0] == "N:":
            device.name = line[3:]
        elif words[0] == "I:":
            device.bus, device.vendor, device.product, device.version = (int(w, 16) for w in words[1:5])
        elif words[0] == "P:":
            device.properties += _set_bits(words[1:], 8 * len(device.properties))
        elif words[0] == "B:":
            bits.setdefault(int(words[1], 16), []).extend(int(w, 16) for w in words[2:])
        elif words[0] == "A:":
            code, values = int(words[1], 16), [int(w) for w in words[2:]]
            device.axes[code] = Axis(*values)
        elif words[0] == "E:":
            match = _EVENT.match(line)
            if match is None:
                raise ValueError(f"{path}:{number}: not an event: {line}")
            time = int(match[1]) * 1_000_000 + int(match[2])
            start = time if start is None else start
            event = (int(match[3], 16), int(match[4], 16), int(match[5]))
            if event[:2] == (EV_SYN, SYN_REPORT):
                frames.append(Frame(time - start, events))
                events = []
            elif event[0] != EV_SYN:
                events.append(event)
    for kind, values in bits.items():
        if kind not in (EV_SYN, EV_ABS):
            codes = [8 * byte + bit for byte, value in enumerate(values) for bit in range(8) if value >> bit & 1]
            if codes:
                device.codes[kind] = codes
    return device, frames


def _set_bits(words: list[str], first: int) -> list[int]:
    return [first + 8 * byte + bit for byte, word in enumerate(words) for bit in range(8) if int(word, 16) >> bit & 1]


def write(path: str, device: Description, frames: list[Frame]) -> None:
    """Writes a recording that evemu-play and every reader of evemu files takes."""
    lines = ["# EVEMU 1.3", f"N: {device.name}"]
    lines.append(f"I: {device.bus:04x} {device.vendor:04x} {device.product:04x} {device.version:04x}")
    lines += _byte_lines("P:", device.properties, 32)
    types = [EV_SYN, *device.codes, *([EV_ABS] if device.axes else [])]
    lines += _byte_lines("B: 00", types, 32)
    for kind, codes in device.codes.items():
        lines += _byte_lines(f"B: {kind:02x}", codes, 768 if kind == 1 else 32)
    lines += _byte_lines(f"B: {EV_ABS:02x}", list(device.axes), ABS_COUNT)
    for code, axis in device.axes.items():
        lines.append(f"A: {code:02x} {axis.minimum} {axis.maximum} {axis.fuzz} {axis.flat} {axis.resolution}")
    for frame in frames:
        stamp = f"E: {frame.time // 1_000_000:06d}.{frame.time % 1_000_000:06d}"
        lines += [f"{stamp} {kind:04x} {code:04x} {value:d}" for kind, code, value in frame.events]
        lines.append(f"{stamp} 0000 0000 0")
    Path(path).write_text("\n".join(lines) + "\n")


def _byte_lines(prefix: str, numbers: list[int], count: int) -> list[str]:
    data = bytearray(count // 8)
    for number in numbers:
        data[number // 8] |= 1 << number % 8
    return [f"{prefix} {data[i : i + 8].hex(' ')}" for i in range(0, len(data), 8)]
