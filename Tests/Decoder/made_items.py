"""Items of the protocol put together by hand from Documentation/protocol.md: what the tests of the decoder decode."""
from __future__ import annotations

import struct


def item(code: int, body: bytes, *, tablet: int = 0, seq: int = 0, t: int = 1_000_000,
         size: int | None = None) -> bytes:
    return struct.pack('<HHIQQ', size if size is not None else 24 + len(body), code, tablet, seq, t) + body


def text(value: str, size: int) -> bytes:
    return value.encode().ljust(size, b'\0')


def welcome(minor: int = 0, head: int = 10, reserved: int = 0) -> bytes:
    return item(0x0101, struct.pack('<IHHQQQQ', 1, 1, minor, 77, head, 1, reserved) + text('1.0.0', 32))


def error(code: int = 3, flags: int = 1, reason: bytes = text('no', 160)) -> bytes:
    return item(0x0102, struct.pack('<IHH', 1, code, flags) + reason)


def subscribed(pace: int = 0, millihertz: int = 0, contents: int = 0x1FF) -> bytes:
    return item(0x0103, struct.pack('<IIB3xIIIIIQ', 2, 0, pace, millihertz, contents, 0, 0, 0, 10)
                + struct.pack('<QIIII', 0, 0, 0, 0, 0))


def frame(beat: int, due: int, records: int, flags: int = 0, predicted: int = 0) -> bytes:
    return item(0x0104, struct.pack('<QQIHHQ', beat, due, records, flags, predicted, 0))


def predicted(estimated: int = 9, expecting: int = 0, confidence: float = 0.5) -> bytes:
    body = sample(index=0, estimated=estimated, expecting=expecting)[24:]
    return item(0x0109, body + struct.pack('<fI', confidence, 0), tablet=1)


def snapshot(head: int = 10, end: bool = False) -> bytes:
    return item(0x0106 if end else 0x0105, struct.pack('<Q', head))


def tablet(seq: int = 0, name: bytes = text('Stift', 80), flags: int = 3) -> bytes:
    axes = struct.pack('<15i', 0, 100, 5, 0, 200, 6, 0, 8191, 0, -60, 60, 57, -61, 61, 58)
    return item(0x0201, struct.pack('<IHHHHI', 4, 3, 0x56A, 0x357, 1, flags) + axes
                + struct.pack('<HHff', 0x0F, 0x06, 20.0, 40.0) + name + text('id', 64) + text('seat0', 16)
                + text('/dev/input/event3', 32), tablet=1, seq=seq)


def tool(seq: int = 0, kind: int = 1, reserved: int = 0) -> bytes:
    return item(0x0202, struct.pack('<IBBHII', 9, kind, reserved, 0x0F, 1234, 5678), tablet=1, seq=seq)


def sample(seq: int = 0, *, index: int = 1, stroke: int = 5, phase: int = 4, estimated: int = 9, expecting: int = 1,
           kind: int = 1, available: int = 0x0F, flags: int = 2, buttons: int = 3, force: float = 0.5,
           roll: float = 0.0, **header: int) -> bytes:
    body = struct.pack('<IIIIBBBBHHIi10f', 9, 4, stroke, index, phase, estimated, expecting, kind, available, flags,
                       buttons, 4096, 10.0, 20.0, 0.5, 0.25, force, 1.0, 2.0, roll, 0.0, 0.0)
    return item(0x0203, body, tablet=1, seq=seq, **header)


def update(seq: int = 0, *, index: int = 1, stroke: int = 5, prop: int = 1, cause: int = 2, expecting: int = 0,
           estimated: int = 9, value: float = 0.25, reserved: int = 0, **header: int) -> bytes:
    return item(0x0204, struct.pack('<IIIIBBBBffBBH', 4, index, 9, stroke, prop, cause, expecting, estimated, value, 0.0,
                                    1, reserved, 0), tablet=1, seq=seq, **header)


def gap(cause: int, first: int = 0, last: int = 0, seq: int = 0) -> bytes:
    return item(0x0208, struct.pack('<H6xQQ', cause, first, last), tablet=1, seq=seq)


def suspended(head: int = 10, reason: int = 1) -> bytes:
    return item(0x0107, struct.pack('<IIQ', reason, 0, head))


def resumed(head: int = 20, reserved: int = 0) -> bytes:
    return item(0x0108, struct.pack('<IIQ', reserved, 0, head))


def gesture(presses: tuple[int, int, int] = (3, 4, 0), action: int = 1, seq: int = 0) -> bytes:
    return item(0x0207, struct.pack('<4I6BH3Q8fII', 9, 4, 5, 0, 1, 2, 0, action, 1, 2, 3, *presses, 1.5, 2.5, 0.25, 0.5,
                                    0, 0, 0, 0, 0, 0), tablet=1, seq=seq)
