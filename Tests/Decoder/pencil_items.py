"""The items of pencild's binary protocol, version 1, from Documentation/protocol.md alone.

`items` decodes as leniently as the page asks of every reader; `parse` keeps what a strict one needs.
"""
from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_DATAGRAM = 65_536
HEADER = struct.Struct('<HHIQQ')
EVERYTHING = 0x1FF
DRAWING = 0x7F
TAIL = '…'  # the field that holds the n entries behind the fixed part

TOOL_TYPES = {1: 'pen', 2: 'eraser', 3: 'brush', 4: 'pencil', 5: 'airbrush', 6: 'mouse', 7: 'lens'}
PHASES = dict(enumerate(('hoverEntered', 'hoverMoved', 'hoverExited', 'began', 'moved', 'ended', 'cancelled')))
CONTROLS = {1: 'button', 2: 'ring', 3: 'strip', 4: 'dial', 5: 'key', 6: 'mode'}
PACES = {0: 'report', 1: 'frames', 2: 'display', 3: 'request'}
ESTIMABLE = {1: 'force', 2: 'azimuth', 4: 'altitude', 8: 'location', 16: 'roll'}
CAUSES = dict(enumerate(('measured', 'interpolated', 'expired', 'lifted', 'lost', 'superseded'), start=1))
ENUMERATIONS = {'toolType': TOOL_TYPES, 'phase': PHASES, 'pace': PACES, 'control': CONTROLS}
AVAILABLE = {1: ('nx', 'ny'), 2: ('x', 'y'), 4: ('force',), 8: ('altitude', 'azimuth'), 16: ('roll',), 32: ('hover',),
             64: ('slider',)}


class Layout:
    """The fields of one item type behind its header. A name that starts with "_" is reserved, and so 0."""

    def __init__(self, code: int, name: str, fields: str, tail: tuple[str, str] | None = None) -> None:
        pairs = re.findall(r'(\w+) (\w+)', fields)
        self.code, self.name = code, name
        self.fields = [(field, int(form[:-1] or 1), form[-1]) for form, field in pairs]
        self.struct = struct.Struct('<' + ''.join(form for form, _ in pairs))
        self.size = HEADER.size + self.struct.size
        self.entry = struct.Struct('<' + tail[0]) if tail else None
        self.entry_names = tail[1].split() if tail else []

    def unpack(self, data: bytes, offset: int, size: int) -> dict[str, Any]:
        """The raw fields of the item at `offset`; raises ValueError if its size cannot hold them."""
        if size < self.size:
            raise ValueError(f'offset {offset}: {self.name} of {size} bytes, {self.size} needed')
        flat = iter(self.struct.unpack_from(data, offset + HEADER.size))
        fields: dict[str, Any] = {}
        for field, count, kind in self.fields:
            fields[field] = next(flat) if kind == 's' or count == 1 else [next(flat) for _ in range(count)]
        if self.entry:
            start, length = offset + self.size, fields['n'] * self.entry.size
            if size < self.size + length:
                raise ValueError(f'offset {offset}: {self.name} of {size} bytes cannot hold {fields["n"]} entries')
            fields[TAIL] = [dict(zip(self.entry_names, values))
                            for values in self.entry.iter_unpack(data[start:start + length])]
        return fields


SAMPLE = ('I tool, I attachment, I stroke, I index, B phase, B estimated, B expecting, B toolType, H available, '
          'H flags, I buttons, i rawPressure, f x, f y, f nx, f ny, f force, f altitude, f azimuth, f roll, f hover, '
          'f slider')

GESTURE = ('I tool, I attachment, I number, I stroke, B gesture, B phase, B button, B action, B toolType, B n, '
           'H available, 3Q presses, f x, f y, f nx, f ny, f altitude, f azimuth, f roll, f hover, I buttons, I claimant')

LAYOUTS = {layout.code: layout for layout in (
    Layout(0x0101, 'welcome', 'I token, H major, H minor, Q epoch, Q head, Q oldest, Q _56, 32s version'),
    Layout(0x0102, 'error', 'I token, H code, H flags, 160s text'),
    Layout(0x0103, 'subscribed', 'I token, I _28, B pace, 3B _33, I millihertz, I contents, I onlyTablet, I onlyTool, '
                                 'I onlyToolTypes, Q head, Q phase, I lead, I predict, I options, I _84'),
    Layout(0x0104, 'frame', 'Q beat, Q due, I records, H flags, H predicted, Q _48'),
    Layout(0x0105, 'snapshot', 'Q head'),
    Layout(0x0106, 'snapshotEnd', 'Q head'),
    Layout(0x0107, 'suspended', 'I reason, I _28, Q head'),
    Layout(0x0108, 'resumed', 'I _24, I _28, Q head'),
    Layout(0x0109, 'predicted', SAMPLE + ', f confidence, I _100'),
    Layout(0x010A, 'interaction', 'I token, B on, B claim, H _30'),
    Layout(0x010B, 'preferences', 'I token, H n, H off',
           ('BBBBIBBHI128sQQQ', 'gesture button action toolType serial source _9 _10 _12 tablet _144 _152 _160')),
    Layout(0x010C, 'daemonStatus', 'I token, I clients, Q started, Q epoch, Q head, Q oldest, Q capacity, Q used, '
                                   'Q inputFrames, Q memory, Q flags, 32s version'),
    Layout(0x010D, 'tabletStatus', 'I token, I attachment, Q inputFrames, Q last, I millihertz, I overruns, Q _56, '
                                   '80s name, 32s node'),
    Layout(0x010E, 'clientStatus', 'I token, I number, i pid, I uid, B pace, 3B _41, I rate, I contents, H flags, H _54, '
                                   'Q connected, Q lag, Q lost, I gaps, I _84, Q _88, 64s name'),
    Layout(0x010F, 'statusEnd', 'I token, I _28'),
    Layout(0x0201, 'tablet', 'I attachment, H bus, H vendor, H product, H version, I flags, 3i x, 3i y, 3i pressure, '
                             '3i tiltX, 3i tiltY, H axes, H toolTypes, f width, f height, 80s name, 64s identity, '
                             '16s seat, 32s node'),
    Layout(0x0202, 'tool', 'I tool, B toolType, B _29, H axes, I serial, I hardware'),
    Layout(0x0203, 'sample', SAMPLE),
    Layout(0x0204, 'update', 'I attachment, I index, I tool, I stroke, B property, B cause, B expecting, B estimated, '
                             'f value, f second, B toolType, B _53, H _54'),
    Layout(0x0205, 'stroke', 'I tool, I stroke, Q began, I samples, H flags, B toolType, B _47'),
    Layout(0x0206, 'button', 'I tool, I stroke, B button, B flags, B toolType, B _35, I buttons'),
    Layout(0x0207, 'gesture', GESTURE),
    Layout(0x020E, 'gestureWithoutPose', GESTURE),
    Layout(0x0208, 'gap', 'H cause, 6B _26, Q first, Q last'),
    Layout(0x0209, 'raw', 'H n, H flags, I _28', ('HHi', 'type code value')),
    Layout(0x020A, 'reason', 'H stage, H code, I tool, 4i values'),
    Layout(0x020B, 'description', 'I n, I properties, 12Q keys, I relative, I misc, I attachment, I _140',
           ('I7i', 'code minimum maximum fuzz flat resolution value _28')),
    Layout(0x020C, 'pad', 'I pad, I attachment, B control, B index, B mode, B flags, H code, H _38, f value, i delta, '
                          'Q buttons'),
    Layout(0x020D, 'padDescription', 'I pad, I attachment, I flags, B buttons, B rings, B strips, B dials, B modes, '
                                     'B mode, 6B _42, 80s name, 32s node'),
)}
TAIL_NAMES = {'raw': 'events', 'description': 'absolutes', 'preferences': 'lines'}
GESTURE_PHASES = dict(enumerate(('began', 'changed', 'ended', 'cancelled')))

@dataclass(frozen=True)
class Item:
    """One item with its fields as they stand in the datagram."""

    offset: int
    size: int
    code: int
    tablet: int
    seq: int
    t: int
    fields: dict[str, Any]

    @property
    def layout(self) -> Layout | None:
        return LAYOUTS.get(self.code)

    @property
    def name(self) -> str:
        return self.layout.name if self.layout else 'unknown'

    @property
    def is_record(self) -> bool:
        return self.code >> 8 == 2


def parse(datagram: bytes) -> Iterator[Item]:
    """The items of a datagram; raises ValueError, with the offset, where it is malformed."""
    offset = 0
    if not datagram:
        raise ValueError('offset 0: the datagram is empty')
    while offset < len(datagram):
        left = len(datagram) - offset
        if left < HEADER.size:
            raise ValueError(f'offset {offset}: {left} bytes left, a header needs {HEADER.size}')
        size, code, tablet, seq, t = HEADER.unpack_from(datagram, offset)
        if not HEADER.size <= size <= left:
            raise ValueError(f'offset {offset}: item 0x{code:04x} has size {size}, {left} bytes are left')
        fields = LAYOUTS[code].unpack(datagram, offset, size) if code in LAYOUTS else {}
        yield Item(offset, size, code, tablet, seq, t, fields)
        offset += size


def _text(value: Any) -> Any:
    return value.split(b'\0')[0].decode(errors='replace') if isinstance(value, bytes) else value


def _public(item: Item) -> dict[str, Any]:
    """The fields for a person or a test: names instead of numbers where the page has names, nothing reserved."""
    result: dict[str, Any] = {'type': item.name, 'seq': item.seq, 't': item.t, 'tablet': item.tablet}
    if not item.layout:
        return result | {'code': item.code, 'size': item.size}
    unavailable = {name for bit, names in AVAILABLE.items() if not item.fields.get('available', ~0) & bit
                   for name in names} if item.name in ('sample', 'gesture', 'gestureWithoutPose') else set()
    if item.name == 'pad' and not item.fields['flags'] & 4:
        unavailable = {'value'}
    for field, value in item.fields.items():
        if field.startswith('_') or field in unavailable:
            continue
        if field == TAIL:
            result[TAIL_NAMES[item.name]] = [{k: _text(v) for k, v in entry.items() if k[0] != '_'} for entry in value]
        elif isinstance(value, bytes):
            result[field] = _text(value)
        elif item.name.startswith('gesture') and field == 'phase':
            result[field] = GESTURE_PHASES.get(value, value)
        elif item.name == 'update' and field == 'cause':
            result[field] = CAUSES.get(value, value)
        elif item.name == 'update' and field == 'property':
            result[field] = ESTIMABLE.get(value, value)
        elif field in ENUMERATIONS:
            result[field] = ENUMERATIONS[field].get(value, value)
        elif field in ('estimated', 'expecting'):
            result[field] = [ESTIMABLE.get(1 << n, f'bit{n}') for n in range(8) if value >> n & 1]
        else:
            result[field] = value
    return result


def items(datagram: bytes) -> Iterator[dict[str, Any]]:
    """Decodes a datagram, item by item; raises ValueError, with the offset, where it is malformed."""
    return map(_public, parse(datagram))
