"""The JSON line of an item, by Documentation/json.md alone; for make_vectors.py."""
from __future__ import annotations

import json
import struct
from decimal import ROUND_HALF_UP, Decimal

TOOLS = dict(enumerate(('pen', 'eraser', 'brush', 'pencil', 'airbrush', 'mouse', 'lens'), start=1))
PHASES = 'hoverEntered hoverMoved hoverExited began moved ended cancelled'.split()
PROPERTIES = 'force azimuth altitude location roll'.split()
AXES = 'position millimetres force tilt roll hover slider'.split()
FLAGS = ('afterGap touchWithoutPressure synthetic tiltUnitGuessed barrelTouch timeHeld wornPen '
         'contactByPressure acrossRestart').split()
BUTTONS = 'stylus stylus2 stylus3 left right middle side extra'.split()
CONTENTS = 'contact hover buttons strokes updates gestures pads raw reasons'.split()
CAUSES = dict(enumerate('measured interpolated expired lifted lost superseded'.split(), start=1))
GAPS = {1: 'kernelOverrun', 2: 'lapped', 3: 'notHeld', 4: 'notPermitted', 5: 'crash'}
CONTROLS = dict(enumerate('button ring strip dial key mode'.split(), start=1))
GESTURES = dict(enumerate('doublePress triplePress hold contactPress'.split(), start=1))
GESTURE_PHASES = 'began changed ended cancelled'.split()
ACTIONS = ('ignore switchEraser switchPrevious showColorPalette showInkAttributes showContextualPalette '
           'runSystemShortcut').split()
PACES = 'everyReport displayFrames display onRequest'.split()
# The kernel's names of the few events in the vectors.
EVENTS = {(3, 0): 'ABS_X', (3, 1): 'ABS_Y', (3, 24): 'ABS_PRESSURE', (1, 330): 'BTN_TOUCH', (1, 256): 'BTN_0',
          (1, 148): 'KEY_PROG1'}


class Line:
    """Members in the order in which they are given."""

    def __init__(self) -> None:
        self.members: list[str] = []

    def text(self, name: str, value: str) -> None:
        self.members.append(f'"{name}":{json.dumps(value, ensure_ascii=False)}')

    def number(self, name: str, value: int | None) -> None:
        if value is not None:
            self.members.append(f'"{name}":{value}')

    def decimal(self, name: str, value: float | None, places: int) -> None:
        if value is not None:
            exact = Decimal(struct.unpack('<f', struct.pack('<f', value))[0])
            rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
            self.members.append(f'"{name}":{abs(rounded) if rounded == 0 else rounded:f}')

    def truth(self, name: str, value: object) -> None:
        self.members.append(f'"{name}":{"true" if value else "false"}')

    def names(self, name: str, bits: int, names: list[str]) -> None:
        self.members.append(f'"{name}":' + json.dumps([word for i, word in enumerate(names) if bits >> i & 1],
                                                      separators=(',', ':')))

    def numbers(self, name: str, *words: int) -> None:
        self.members.append(f'"{name}":' + json.dumps([64 * i + bit for i, word in enumerate(words) for bit in range(64)
                                                       if word >> bit & 1], separators=(',', ':')))

    def __str__(self) -> str:
        return '{' + ','.join(self.members) + '}'


def as_json(kind: str, tablet: int, seq: int, t: int, v: dict, rows: list) -> str | None:
    """The line, or None where json.md has none."""
    kind = 'gesture' if kind == 'gestureWithoutPose' else kind
    write = globals().get(f'_{kind}')
    if write is None:
        return None
    line = Line()
    line.text('type', kind)
    line.number('seq', seq or None)
    line.number('t', t)
    line.number('tablet', tablet or None)
    write(line, v, rows)
    return str(line)


def _sample(line: Line, v: dict, rows: list) -> None:
    line.number('attachment', v['attachment'])
    line.number('tool', v['tool'])
    line.text('toolType', TOOLS[v['toolType']])
    if v['stroke']:
        line.number('stroke', v['stroke'])
        line.number('index', v['index'])
    line.text('phase', PHASES[v['phase']])
    for name in ('x', 'y'):
        line.decimal(name, v[name], 4)
    for name in ('nx', 'ny', 'force', 'altitude', 'azimuth', 'roll', 'hover', 'slider'):
        line.decimal(name, v[name], 6)
    if v['force'] is not None:
        line.number('rawPressure', v['rawPressure'])
    line.names('buttons', v['buttons'], BUTTONS)
    line.names('estimated', v['estimated'], PROPERTIES)
    line.names('expecting', v['expecting'], PROPERTIES)
    line.names('flags', v['flags'], FLAGS)


def _predicted(line: Line, v: dict, rows: list) -> None:
    _sample(line, v, rows)
    line.decimal('confidence', v['confidence'], 3)


def _tablet(line: Line, v: dict, rows: list) -> None:
    line.number('attachment', v['attachment'])
    for name, bit in (('present', 2), ('direct', 1), ('replayed', 4)):
        line.truth(name, v['flags'] & bit)
    for name in ('name', 'identity', 'seat', 'node'):
        line.text(name, v[name])
    for name in ('bus', 'vendor', 'product', 'version'):
        line.number(name, v[name])
    for name in ('width', 'height'):
        line.decimal(name, v[name], 4)
    for axis in ('x', 'y', 'pressure', 'tiltX', 'tiltY'):
        low, high, resolution = (v[axis + part] for part in ('Minimum', 'Maximum', 'Resolution'))
        if low != high:
            inner = Line()
            inner.number('minimum', low)
            inner.number('maximum', high)
            inner.number('resolution', resolution or None)
            line.members.append(f'"{axis}Range":{inner}')
    line.names('available', v['available'], AXES)
    line.names('toolTypes', v['toolTypes'] >> 1, list(TOOLS.values()))


def _tool(line: Line, v: dict, rows: list) -> None:
    line.number('tool', v['tool'])
    line.text('toolType', TOOLS[v['toolType']])
    line.number('serial', v['serial'] or None)
    line.number('hardwareID', v['hardwareID'] or None)
    line.names('available', v['available'], AXES)


def _update(line: Line, v: dict, rows: list) -> None:
    line.number('attachment', v['attachment'])
    line.number('tool', v['tool'])
    line.text('toolType', TOOLS[v['toolType']])
    line.number('stroke', v['stroke'])
    line.number('index', v['index'])
    place = v['property'].bit_length() - 1
    line.text('property', PROPERTIES[place] if place < len(PROPERTIES) else 'unknown')
    if v['property'] == 8:
        line.decimal('x', v['value'], 4)
        line.decimal('y', v['second'], 4)
    else:
        line.decimal('value', v['value'], 6)
    line.text('cause', CAUSES.get(v['cause'], 'unknown'))
    line.names('expecting', v['expecting'], PROPERTIES)
    line.names('estimated', v['estimated'], PROPERTIES)


def _stroke(line: Line, v: dict, rows: list) -> None:
    line.number('tool', v['tool'])
    line.text('toolType', TOOLS[v['toolType']])
    for name in ('stroke', 'began', 'samples'):
        line.number(name, v[name])
    line.truth('cancelled', v['flags'] & 1)
    if v['flags'] & 2:
        line.truth('restart', True)


def _button(line: Line, v: dict, rows: list) -> None:
    line.number('tool', v['tool'])
    line.text('toolType', TOOLS[v['toolType']])
    line.number('stroke', v['stroke'] or None)
    line.text('button', BUTTONS[v['button']] if v['button'] < len(BUTTONS) else 'unknown')
    line.truth('pressed', v['flags'] & 1)
    line.truth('synthetic', v['flags'] & 2)
    line.names('buttons', v['buttons'], BUTTONS)


def _gesture(line: Line, v: dict, rows: list) -> None:
    line.number('attachment', v['attachment'])
    line.number('tool', v['tool'])
    line.text('toolType', TOOLS[v['toolType']])
    line.number('stroke', v['stroke'] or None)
    line.number('number', v['number'])
    line.text('gesture', GESTURES[v['gesture']])
    line.text('phase', GESTURE_PHASES[v['phase']])
    line.text('button', BUTTONS[v['button']])
    line.text('action', ACTIONS[v['action']])
    line.members.append(f'"presses":[{",".join(str(v[f"press{i}"]) for i in range(v["presses"]))}]')
    for name in ('x', 'y'):
        line.decimal(name, v[name], 4)
    for name in ('nx', 'ny', 'altitude', 'azimuth', 'roll', 'hover'):
        line.decimal(name, v[name], 6)
    line.names('buttons', v['buttons'], BUTTONS)


def _gap(line: Line, v: dict, rows: list) -> None:
    line.text('cause', GAPS.get(v['cause'], 'unknown'))
    if v['last']:
        line.number('first', v['first'])
        line.number('last', v['last'])


def _event(kind: int, code: int) -> Line:
    inner = Line()
    if (kind, code) in EVENTS:
        inner.text('name', EVENTS[kind, code])
    return inner


def _raw(line: Line, v: dict, rows: list) -> None:
    events = []
    for kind, code, value in rows:
        inner = _event(kind, code)
        inner.number('type', kind)
        inner.number('code', code)
        inner.number('value', value)
        events.append(str(inner))
    line.members.append(f'"events":[{",".join(events)}]')
    line.names('flags', v['flags'], ['truncated', 'afterGap'])


def _reason(line: Line, v: dict, rows: list) -> None:
    line.number('tool', v['tool'] or None)
    line.number('stage', v['stage'])
    line.number('code', v['code'])
    line.members.append(f'"values":[{",".join(str(v[f"value{i}"]) for i in range(4))}]')


def _description(line: Line, v: dict, rows: list) -> None:
    line.number('attachment', v['attachment'])
    line.numbers('properties', v['properties'])
    line.numbers('keys', *(v[f'keys{i}'] for i in range(12)))
    line.numbers('relative', v['relative'])
    line.numbers('miscellaneous', v['miscellaneous'])
    axes = []
    for row in rows:
        inner = _event(3, row[0])
        for name, value in zip(('code', 'minimum', 'maximum', 'fuzz', 'flat', 'resolution', 'value'), row):
            inner.number(name, value)
        axes.append(str(inner))
    line.members.append(f'"axes":[{",".join(axes)}]')


def _pad(line: Line, v: dict, rows: list) -> None:
    line.number('pad', v['pad'])
    line.number('attachment', v['attachment'])
    control = CONTROLS[v['control']]
    line.text('control', control)
    line.number('index', v['index'])
    line.number('mode', v['mode'])
    if control in ('button', 'key'):
        line.text('name', EVENTS.get((1, v['code']), ''))
        line.truth('pressed', v['flags'] & 1)
    if control in ('ring', 'strip'):
        line.decimal('value', v['value'], 6)
    if control in ('button', 'key', 'ring', 'strip'):
        line.truth('synthetic', v['flags'] & 2)
    if control == 'dial':
        line.number('delta', v['delta'])
    line.numbers('buttons', v['buttons'])


def _padDescription(line: Line, v: dict, rows: list) -> None:
    line.number('pad', v['pad'])
    line.number('attachment', v['attachment'])
    line.truth('present', v['flags'] & 2)
    line.truth('replayed', v['flags'] & 4)
    line.text('name', v['name'])
    line.text('node', v['node'])
    for name in ('buttons', 'rings', 'strips', 'dials', 'modes', 'mode'):
        line.number(name, v[name])


def _welcome(line: Line, v: dict, rows: list) -> None:
    line.number('major', v['major'])
    line.number('minor', v['minor'])
    line.text('epoch', str(v['epoch']))
    line.number('head', v['head'])
    line.number('oldest', v['oldest'])
    line.text('version', v['version'])


def _error(line: Line, v: dict, rows: list) -> None:
    line.number('code', v['code'])
    line.truth('fatal', v['flags'] & 1)
    line.text('text', v['text'])


def _subscribed(line: Line, v: dict, rows: list) -> None:
    line.text('pace', PACES[v['pace']] if v['pace'] < len(PACES) else 'unknown')
    if v['pace'] == 1:
        line.members.append(f'"rate":{v["rate"] / 1000:.3f}')
    if v['pace'] == 2:
        line.number('period', v['rate'])
        line.number('phase', v['phase'])
        line.number('lead', v['lead'])
    if v['predict'] == 2**32 - 1:
        line.text('predict', 'oneBeat')
    else:
        line.number('predict', v['predict'] or None)
    if v['flags'] & 1:
        line.truth('beatsOnly', True)
    line.names('contents', v['contents'], CONTENTS)
    line.number('onlyTablet', v['onlyTablet'] or None)
    line.number('onlyTool', v['onlyTool'] or None)
    if v['onlyToolTypes']:
        line.names('onlyToolTypes', v['onlyToolTypes'] >> 1, list(TOOLS.values()))
    line.number('head', v['head'])


def _frame(line: Line, v: dict, rows: list) -> None:
    for name in ('beat', 'due', 'records'):
        line.number(name, v[name])
    line.names('flags', v['flags'], ['more', 'continued', 'flushed'])
    line.number('predicted', v['predicted'] or None)


def _snapshot(line: Line, v: dict, rows: list) -> None:
    line.number('head', v['head'])


_snapshotEnd = _snapshot
_resumed = _snapshot


def _suspended(line: Line, v: dict, rows: list) -> None:
    line.text('reason', 'notActive' if v['reason'] == 1 else 'unknown')
    line.number('head', v['head'])


def _interaction(line: Line, v: dict, rows: list) -> None:
    line.text('gestures', 'on' if v['gestures'] else 'off')
    line.text('claim', dict(enumerate(('none', 'held', 'lost', 'lapsed'))).get(v['claim'], 'unknown'))


def _preferences(line: Line, v: dict, rows: list) -> None:
    rules = []
    for row in rows:
        rule = Line()
        rule.text('gesture', GESTURES[row['gesture']])
        rule.text('action', ACTIONS[row['action']])
        if row['button'] != 255:
            rule.text('button', BUTTONS[row['button']])
        if row.get('toolType'):
            rule.text('toolType', TOOLS[row['toolType']])
        rule.number('serial', row.get('serial') or None)
        if row.get('tabletPattern'):
            rule.text('tablet', row['tabletPattern'])
        rule.text('source', ('builtIn', 'configuration', 'user')[row['source']])
        rules.append(str(rule))
    line.members.append(f'"lines":[{",".join(rules)}]')
    if v['off']:
        line.names('off', v['off'], ['', *GESTURES.values()])
