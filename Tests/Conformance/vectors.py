"""Reads vectors.txt, and says what a value of the Python client is in its words."""
from __future__ import annotations

import re
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / 'Sources/Clients/Python'))

import pencil  # noqa: E402


@dataclass
class Vector:
    section: str
    name: str
    data: bytes = b''
    lines: dict[str, str] = field(default_factory=dict)  # what isn't an item's
    items: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    json: list[str] = field(default_factory=list)


def read() -> list[Vector]:
    found: list[Vector] = []
    for block in re.sub(r'^#.*\n', '', (HERE / 'vectors.txt').read_text(), flags=re.M).strip().split('\n\n'):
        head, *lines = block.split('\n')
        vector = Vector(*head.split(' ', 1))
        for line in lines:
            name, _, value = line.partition(' ')
            if name == 'hex':
                vector.data = bytes.fromhex(value)
            elif name == 'item':
                vector.items.append((value, {}))
            elif name == 'json':
                vector.json.append(value)
            else:
                (vector.items[-1][1] if vector.items else vector.lines)[name] = value
        found.append(vector)
    return found


def parsed(line: str, like: object) -> object:
    """The value of a line, as the type of `like`; of a float its binary32."""
    if line == '-':
        return None
    if isinstance(like, float):
        return struct.unpack('<f', struct.pack('<f', float(line)))[0]
    return line if isinstance(like, str) else int(line)


def _pose(value: pencil.Sample | pencil.Gesture) -> dict[str, Any]:
    return {name: getattr(value, name) for name in ('nx', 'ny', 'x', 'y', 'altitude', 'azimuth', 'roll', 'hover')}


def _numbers(value: object, *names: str) -> dict[str, Any]:
    """Those attributes, under the names of the protocol's page."""
    return {re.sub(r'_(\w)', lambda match: match[1].upper(), name): getattr(value, name) for name in names}


def _types(types: frozenset[pencil.ToolType]) -> int:
    return sum(1 << kind for kind in types)


def _subscription(s: pencil.Subscription) -> dict[str, Any]:
    return {'onlyTablet': s.tablet, 'onlyTool': s.tool, 'onlyToolTypes': _types(s.tool_types), 'flags': int(s.beats_only),
            **_numbers(s, 'pace', 'rate', 'contents', 'phase', 'lead', 'predict')}


def words(item: pencil.Item, value: pencil.Decoded) -> tuple[str, dict[str, Any]]:
    """The item's name and its fields."""
    name, fields = _words(item, value)
    return name, {'tablet': item.tablet, 'sequence': item.sequence, 'time': item.time, **fields}


def _words(item: pencil.Item, v: pencil.Decoded) -> tuple[str, dict[str, Any]]:
    match v:
        case pencil.Sample():
            fields = {**_pose(v), **_numbers(
                v, 'tool', 'attachment', 'stroke', 'index', 'phase', 'estimated', 'expecting', 'tool_type', 'available',
                'flags', 'buttons', 'raw_pressure', 'force', 'slider')}
            return ('sample', fields) if v.confidence is None else ('predicted', fields | {'confidence': v.confidence})
        case pencil.Update():
            return 'update', _numbers(v, 'attachment', 'index', 'tool', 'stroke', 'property', 'cause', 'expecting',
                                      'estimated', 'value', 'second', 'tool_type')
        case pencil.StrokeSummary():
            return 'stroke', {**_numbers(v, 'tool', 'stroke', 'began', 'samples', 'tool_type'), 
                              'flags': v.is_cancelled + 2 * v.is_cut_by_restart}
        case pencil.ButtonChange():
            return 'button', {**_numbers(v, 'tool', 'stroke', 'button', 'tool_type', 'buttons'),
                              'flags': v.is_pressed + 2 * v.is_synthetic}
        case pencil.Gesture():
            return ('gesture' if item.type == 0x0207 else 'gestureWithoutPose'), {
                **_pose(v), **_numbers(v, 'tool', 'attachment', 'number', 'stroke', 'phase', 'button', 'action',
                                       'tool_type', 'available', 'buttons'),
                'gesture': v.kind, 'presses': len(v.presses),
                **{f'press{i}': press for i, press in enumerate((*v.presses, 0, 0, 0)[:3])}}
        case pencil.Gap():
            return 'gap', _numbers(v, 'cause', 'first', 'last')
        case pencil.Tablet():
            ranges = {f'{axis}{part.capitalize()}': getattr(getattr(v, attribute), part)
                      for axis, attribute in (('x', 'x'), ('y', 'y'), ('pressure', 'pressure'), ('tiltX', 'tilt_x'),
                                              ('tiltY', 'tilt_y')) for part in ('minimum', 'maximum', 'resolution')}
            return 'tablet', {**ranges, **_numbers(v, 'attachment', 'bus', 'vendor', 'product', 'version', 'available',
                                                   'width', 'height', 'name', 'identity', 'seat', 'node'),
                              'flags': v.is_direct + 2 * v.is_present + 4 * v.is_replayed,
                              'toolTypes': _types(v.tool_types)}
        case pencil.Tool():
            return 'tool', {'tool': v.id, 'toolType': v.type, 'available': v.available, 'serial': v.serial,
                            'hardwareID': v.hardware_id}
        case pencil.Pad():
            return 'padDescription', {**_numbers(v, 'attachment', 'buttons', 'rings', 'strips', 'dials', 'modes', 'mode',
                                                 'name', 'node'), 'pad': v.id,
                                      'flags': 2 * v.is_present + 4 * v.is_replayed}
        case pencil.PadEvent():
            return 'pad', {**_numbers(v, 'pad', 'attachment', 'control', 'index', 'mode', 'code', 'value', 'delta',
                                      'buttons'),
                           'flags': v.is_pressed + 2 * v.is_synthetic + 4 * (v.value is not None)}
        case pencil.Raw():
            return 'raw', {'n': len(v.events), 'flags': v.flags,
                           **{f'row{i}': ' '.join(map(str, event)) for i, event in enumerate(v.events)}}
        case pencil.Reason():
            return 'reason', {**_numbers(v, 'stage', 'code', 'tool'), **{f'value{i}': n for i, n in enumerate(v.values)}}
        case pencil.Description():
            return 'description', {**_numbers(v, 'attachment', 'properties', 'relative', 'miscellaneous'),
                                   'n': len(v.axes), **{f'keys{i}': word for i, word in enumerate(v.keys)},
                                   **{f'row{i}': ' '.join(map(str, axis)) for i, axis in enumerate(v.axes)}}
        case pencil.Welcome():
            return 'welcome', _numbers(v, 'token', 'major', 'minor', 'epoch', 'head', 'oldest', 'version')
        case pencil.Refusal():
            return 'error', {**_numbers(v, 'token', 'code', 'text'), 'flags': int(v.is_fatal)}
        case pencil.Subscribed():
            return 'subscribed', {'token': v.token, 'head': v.head, **_subscription(v.granted)}
        case pencil.FrameHeader():
            return 'frame', {**_numbers(v, 'due', 'records', 'flags', 'predicted'), 'beat': v.number}
        case pencil.Snapshot():
            return ('snapshotEnd' if v.is_end else 'snapshot'), {'head': v.head}
        case pencil.Suspended() | pencil.Resumed():
            return type(v).__name__.lower(), _numbers(v, 'reason', 'head')
        case pencil.Interaction():
            return 'interaction', {'token': v.token, 'gestures': int(v.is_enabled), 'claim': v.claim}
        case pencil.Preferences():
            return 'preferences', {'token': v.token, 'n': len(v.lines), 'off': sum(1 << kind for kind in v.off), **{
                f'rule{i}.{name}': value for i, line in enumerate(v.lines) for name, value in {
                    'gesture': line.gesture, 'button': 255 if line.button is None else line.button,
                    'action': line.action, 'toolType': line.tool_type or 0, 'serial': line.serial,
                    'source': line.source, 'tabletPattern': line.tablet}.items()}}


def encoded(lines: dict[str, str]) -> bytes:
    """The request of a vector's lines, made by the Python client."""
    number = {name: int(value) for name, value in lines.items() if value.isdigit()}
    token = number['token']
    match lines['kind']:
        case 'hello':
            return pencil.encode_hello(token, lines['name'])
        case 'subscribe':
            types = frozenset(kind for kind in pencil.ToolType if number['onlyToolTypes'] >> kind & 1)
            subscription = pencil.Subscription(
                pencil.Pace(number['pace']), number['rate'], pencil.Contents(number['contents']), number['onlyTablet'],
                number['onlyTool'], types, number['phase'], number['lead'], number['predict'], bool(number['flags']))
            return pencil.encode_subscribe(token, subscription, number['epoch'], number['sequence'])
        case 'pace' if number['what'] == 1:
            return pencil.encode_frame_request(token)
        case 'pace':
            return pencil.encode_display(token, number['period'], number['phase'], number['lead'])
        case 'interaction':
            return pencil.encode_interaction(token, number['what'])
        case 'prefer':
            forget = number['action'] == 255
            preference = pencil.Preference(
                pencil.GestureKind(number['gesture']), pencil.Action(0 if forget else number['action']),
                None if number['button'] == 255 else number['button'],
                pencil.ToolType(number['toolType']) if number['toolType'] else None, number['serial'],
                lines['tabletPattern'])
            return pencil.encode_prefer(token, preference, forget)
        case kind:
            raise ValueError(kind)
