#!/usr/bin/env python3
"""Makes vectors.txt: datagrams and requests as bytes, and what a client must make of them.

Written from Documentation/protocol.md and json.md alone. The same program always makes the same file:
`make_vectors.py > vectors.txt`. README.md says what is in it.
"""
from __future__ import annotations

import struct

from vector_json import as_json
from vector_layouts import AXES, AXIS, FORMATS, ITEMS, RAW, REQUESTS, RULE, fields, put

U32, U64 = 2**32 - 1, 2**64 - 1


def plain(form: str, value: object) -> str:
    """A value as a line shows it: of a f32 the shortest decimal that gives it back."""
    if form != 'f32':
        return str(value)
    single = struct.unpack('<f', struct.pack('<f', value))[0]
    return next(text for text in (f'{single:.{n}g}' for n in range(1, 10))
                if struct.unpack('<f', struct.pack('<f', float(text)))[0] == single)


def item(kind: str, tablet: int = 0, seq: int = 0, t: int = 0, *, rows: list = (), longer: int = 0, known: bool = True,
         **values: object) -> tuple[bytes, list[str]]:
    """The bytes of an item, and its lines. `longer`: so many bytes of a later minor version behind it. `known`: it is;
    else it is skipped, and has no lines."""
    code, size, layout = ITEMS[kind]
    data = bytearray(size)
    if kind in ('raw', 'description', 'preferences'):
        values['n'] = len(rows)
    put(data, layout, values)
    for row in rows:
        if kind == 'preferences':
            one = bytearray(168)
            put(one, RULE, row)
            data += one
        else:
            data += (RAW if kind == 'raw' else AXIS).pack(*row, *[0] * (kind == 'description'))
    data += b'\xFF' * longer
    struct.pack_into('<HHIQQ', data, 0, len(data), code, tablet, seq, t)
    if not known:
        return bytes(data), []
    lines = [f'item {kind}', f'tablet {tablet}', f'sequence {seq}', f'time {t}']
    shown = {}
    for _, form, name in fields(layout):
        value = values.get(name, '' if form.startswith('text') else 0)
        pose = kind in ('sample', 'predicted', 'gesture', 'gestureWithoutPose')
        if pose and name in AXES and not values.get('available', 0) & AXES[name]:
            value = None
        if kind == 'tablet' and name in ('width', 'height') and value == 0:
            value = None
        if kind == 'pad' and name == 'value' and not values.get('flags', 0) & 4:
            value = None
        shown[name] = value
        lines.append(f'{name} ' + ('-' if value is None else plain(form, value)))
    for i, row in enumerate(rows):
        if kind == 'preferences':
            lines += [f'rule{i}.{name} {row.get(name, "" if form.startswith("text") else 0)}'
                      for _, form, name in fields(RULE)]
        else:
            lines.append(f'row{i} ' + ' '.join(map(str, row)))
    line = as_json(kind, tablet, seq, t, shown, rows)
    return bytes(data), [text.rstrip() for text in lines] + ([f'json {line}'] if line else [])


def other(code: int, size: int, seq: int = 0) -> tuple[bytes, list[str]]:
    """An item of a type that no one knows yet: it is skipped."""
    return struct.pack('<HHIQQ', size, code, 1, seq, 9).ljust(size, b'\xEE'), []


def request(kind: str, token: int, **values: object) -> tuple[bytes, list[str]]:
    code, size, layout = REQUESTS[kind]
    data = bytearray(size)
    put(data, layout, values)
    struct.pack_into('<HHI', data, 0, size, code, token)
    lines = [f'kind {kind}', f'token {token}']
    for _, form, name in fields(layout):
        if name not in ('magic', 'major', 'minor'):
            lines.append(f'{name} {values.get(name, "" if form.startswith("text") else 0)}'.rstrip())
    return bytes(data), lines


def show(section: str, name: str, data: bytes, lines: list[str]) -> None:
    print(f'{section} {name}', f'hex {data.hex()}', *lines, '', sep='\n')


def datagram(name: str, *items: tuple[bytes, list[str]]) -> None:
    show('datagram', name, b''.join(data for data, _ in items), [line for _, lines in items for line in lines])


def cut(made: tuple[bytes, list[str]], size: int) -> bytes:
    """An item that says itself that it is shorter than its type."""
    data = bytearray(made[0][:size])
    struct.pack_into('<H', data, 0, size)
    return bytes(data)


CONTACT = dict(tablet=1, seq=812, t=1234567, attachment=1, tool=1, stroke=4, index=55, phase=4, toolType=1, available=0x2F,
               rawPressure=4194, x=74.12, y=65.685, nx=0.330893, ny=0.469179, force=0.512, altitude=0.98311,
               azimuth=0.663225, hover=0)
TABLET = dict(tablet=1, seq=1, t=1000, attachment=1, bus=3, vendor=0x56A, product=0x357, version=0x110, flags=2,
              xMinimum=0, xMaximum=44800, xResolution=200, yMinimum=0, yMaximum=29600, yResolution=200,
              pressureMinimum=0, pressureMaximum=8191, tiltXMinimum=-64, tiltXMaximum=63, tiltXResolution=57,
              tiltYMinimum=-64, tiltYMaximum=63, tiltYResolution=57, available=0x2F, toolTypes=6, width=224, height=148,
              name='Wacom Intuos Pro M Pen', identity='usb-056a-0357', seat='seat0', node='/dev/input/event7')
WELCOME = dict(t=77, token=1, major=1, minor=0, epoch=0x0123456789ABCDEF, head=12, oldest=3, version='1.2.3')
SUBSCRIBED = dict(t=78, token=2, contents=0x7F, head=12)


def samples() -> None:
    datagram('sample in contact', item('sample', **CONTACT))
    datagram('sample in hover, that a snapshot has', item(
        'sample', tablet=1, t=5, attachment=1, tool=1, phase=1, toolType=2, available=0x23, x=1, y=2, nx=0.25, ny=0.5,
        hover=0.75))
    datagram('sample with nothing available', item('sample', tablet=1, seq=3, t=5, attachment=1, tool=1, phase=0,
                                                   toolType=6, buttons=0xFF, flags=0x1FF))
    datagram('sample at its extremes', item(
        'sample', tablet=U32, seq=U64, t=U64, attachment=U32, tool=U32, stroke=U32, index=U32, phase=6, toolType=7,
        estimated=31, expecting=31, available=127, flags=511, buttons=0x80, rawPressure=-2**31, x=-3.4e4, y=3.4e4,
        nx=-0.125, ny=1.125, force=1, altitude=1.5707963, azimuth=6.283185, roll=6.283185, hover=1, slider=1))
    datagram('sample at its smallest', item(
        'sample', tablet=1, seq=1, t=0, attachment=0, tool=1, stroke=1, index=1, phase=3, toolType=5, estimated=1,
        expecting=1, available=0x7F, rawPressure=2**31 - 1, x=1e-4, y=-1e-4, force=1.1920929e-07, slider=0.5))
    for phase in range(7):
        contact = phase >= 3
        datagram(f'phase {phase}', item('sample', tablet=2, seq=20 + phase, t=9, attachment=3, tool=2, phase=phase,
                                        toolType=1 + phase, stroke=8 * contact, index=(7 + phase) * contact))
    datagram('predicted sample', item('predicted', **CONTACT | {'seq': 0, 'index': 0, 'estimated': 8, 'flags': 4},
                                      confidence=0.625))
    datagram('update of a force', item('update', tablet=1, seq=9, t=10, attachment=1, index=55, tool=1, stroke=4,
                                       property=1, cause=2, expecting=0, estimated=1, value=0.4375, toolType=1))
    datagram('update of a location', item('update', tablet=1, seq=9, t=10, attachment=1, index=55, tool=1, stroke=4,
                                          property=8, cause=1, expecting=31, estimated=31, value=-1.5, second=250.25,
                                          toolType=7))
    for cause in range(1, 7):
        datagram(f'update of cause {cause}', item('update', tablet=1, seq=cause, t=1, attachment=1, index=1, tool=1,
                                                  stroke=1, property=(4, 2, 16, 1, 1, 1)[cause - 1], cause=cause,
                                                  value=0.5, toolType=1))


def records() -> None:
    datagram('tablet', item('tablet', **TABLET))
    datagram('tablet that went, without resolution, its texts full', item(
        'tablet', tablet=U32, seq=5, t=6, attachment=U32, bus=65535, vendor=65535, product=65535, version=65535, flags=5,
        xMinimum=-2**31, xMaximum=2**31 - 1, xResolution=-1, available=1, toolTypes=0xFE, name='ü' * 39 + 'x',
        identity='i' * 63, seat='s' * 15, node='n' * 31))
    datagram('tablet with odd texts', item('tablet', **TABLET | {'name': 'a "pen" \\ of Mäx 🖊', 'seat': ''}))
    datagram('tool', item('tool', tablet=1, seq=2, t=3, tool=1, toolType=1, available=0x2F, serial=0x10C0A11E,
                          hardwareID=0x802))
    datagram('tool of which little is known', item('tool', tablet=1, seq=2, t=3, tool=U32, toolType=7))
    datagram('stroke', item('stroke', tablet=1, seq=2, t=300, tool=1, stroke=4, began=100, samples=60, toolType=1))
    datagram('stroke that is cancelled', item('stroke', tablet=1, seq=2, t=U64, tool=U32, stroke=U32, began=U64,
                                              samples=U32, flags=1, toolType=2))
    datagram('stroke that a restart has cut', item('stroke', tablet=1, seq=2, t=300, tool=1, stroke=4, began=100,
                                                   samples=60, flags=3, toolType=1))
    datagram('button down', item('button', tablet=1, seq=2, t=3, tool=1, stroke=4, button=0, flags=1, toolType=1,
                                 buttons=3))
    datagram('button up, synthetic, in hover', item('button', tablet=1, seq=2, t=3, tool=1, button=7, flags=2, toolType=6))
    for name, values in (('kernel', dict(tablet=1, seq=2, cause=1)), ('lapped', dict(cause=2, first=3, last=U64)),
                         ('not held', dict(cause=3)), ('not permitted', dict(cause=4, first=5, last=9)),
                         ('crash', dict(tablet=1, seq=2, cause=5))):
        datagram(f'gap: {name}', item('gap', t=3, **values))
    datagram('raw without events', item('raw', tablet=1, seq=2, t=3, flags=3))
    datagram('raw of 64 events', item('raw', tablet=1, seq=2, t=3, rows=[
        (3, 0, -2**31), (3, 1, 2**31 - 1), (3, 24, 4194), (1, 330, 1), (4, 65535, 0), *((3, 0, n) for n in range(59))]))
    datagram('reason', item('reason', tablet=1, seq=2, t=3, stage=60000, code=60001, tool=4, value0=-2**31, value1=-1,
                            value2=0, value3=2**31 - 1))
    datagram('description', item(
        'description', tablet=1, seq=2, t=3, properties=3, keys0=1, keys5=1 << 63 | 1 << 10, keys11=1 << 63, relative=256,
        miscellaneous=16, attachment=1, rows=[(0, 0, 44800, 4, 0, 200, 100), (24, -1, 8191, 0, 1, 0, -2**31)]))
    datagram('pad button', item('pad', tablet=1, seq=2, t=3, pad=1, attachment=1, control=1, index=2, mode=1, flags=1,
                                code=256, buttons=1 << 63 | 4))
    datagram('pad ring', item('pad', tablet=1, seq=2, t=3, pad=1, attachment=1, control=2, index=1, flags=4, code=8,
                              value=3.25))
    datagram('pad strip, left', item('pad', tablet=1, seq=2, t=3, pad=1, attachment=1, control=3, flags=2, code=3))
    datagram('pad dial', item('pad', tablet=0, seq=2, t=3, pad=U32, attachment=U32, control=4, index=255, mode=255,
                              code=11, delta=-240))
    datagram('pad key', item('pad', tablet=1, seq=2, t=3, pad=1, attachment=1, control=5, flags=3, code=148))
    datagram('pad mode', item('pad', tablet=1, seq=2, t=3, pad=1, attachment=1, control=6, mode=3))
    datagram('pad description', item(
        'padDescription', tablet=1, seq=2, t=3, pad=1, attachment=1, flags=2, buttons=9, rings=1, strips=2, dials=3,
        modes=4, mode=1, name='Wacom Intuos Pro M Pad', node='/dev/input/event8'))


def gestures() -> None:
    pose = dict(available=0x2B, x=12.5, y=13.5, nx=0.0625, ny=0.125, altitude=0.75, azimuth=5.5, hover=0.25)
    datagram('double press in hover', item(
        'gesture', tablet=1, seq=40, t=500, tool=1, attachment=1, number=7, gesture=1, phase=2, button=0, action=1,
        toolType=1, presses=2, press0=30, press1=36, **pose, buttons=1))
    datagram('triple press with roll, at its extremes', item(
        'gesture', tablet=U32, seq=U64, t=U64, tool=U32, attachment=U32, number=U32, stroke=U32, gesture=2, phase=3,
        button=7, action=6, toolType=7, presses=3, press0=U64, press1=U64, press2=U64, **pose | {'available': 0x3B},
        roll=6.25, buttons=0xFF))
    datagram('hold without a pose', item('gesture', tablet=1, seq=41, t=501, tool=1, attachment=1, number=8, gesture=3,
                                         button=1, action=3, toolType=1, presses=1, press0=39, buttons=2))
    datagram('press in contact, without its pose for this user', item(
        'gestureWithoutPose', tablet=1, seq=42, t=502, tool=1, attachment=1, number=9, stroke=4, gesture=4, phase=2, button=2,
        action=0, toolType=1, presses=1, press0=39, buttons=4))


def notes() -> None:
    datagram('welcome', item('welcome', **WELCOME))
    datagram('welcome at its extremes', item('welcome', t=U64, token=U32, major=1, minor=65535, epoch=U64, head=U64,
                                             oldest=U64, version='v' * 31))
    datagram('error', item('error', t=1, token=9, code=2, flags=0, text='the field at byte 12 can’t be 5'))
    datagram('error of a later version, without a text', item('error', t=1, code=65535, flags=1))
    datagram('subscribed to every report', item('subscribed', **SUBSCRIBED))
    datagram('subscribed to display frames', item(
        'subscribed', **SUBSCRIBED | {'contents': 0x1FF}, pace=1, rate=59940, onlyTablet=1, onlyTool=2, onlyToolTypes=6,
        predict=U32, flags=1))
    datagram('subscribed at a display’s pace', item('subscribed', **SUBSCRIBED, pace=2, rate=16_666_667, phase=U64,
                                                    lead=4_000_000, predict=16_000))
    datagram('subscribed on request', item('subscribed', **SUBSCRIBED, pace=3))
    datagram('frame', item('frame', t=5, beat=8, due=4, records=1), item('sample', **CONTACT))
    datagram('frame at its extremes', item('frame', t=U64, beat=U64, due=U64, records=U32, flags=7, predicted=65535))
    datagram('snapshot', item('snapshot', t=5, head=812), item('tablet', **TABLET | {'seq': 0}),
             item('sample', **CONTACT | {'seq': 0}), item('snapshotEnd', t=5, head=812))
    datagram('suspended', item('suspended', tablet=1, t=9, reason=1, head=U64))
    datagram('resumed', item('resumed', tablet=1, t=9, head=11))
    datagram('interaction', item('interaction', t=9, token=4, gestures=1, claim=1))
    datagram('interaction, unasked', item('interaction', t=9, gestures=0, claim=3))
    datagram('welcome with preferences', item('welcome', **WELCOME), item('preferences', t=77, rows=[
        dict(gesture=1, button=0, action=4, toolType=1, serial=U32, source=2, tabletPattern='Wacom Intuos*'),
        dict(gesture=4, button=255, action=6, source=0, toolType=7)]))
    rule = dict(gesture=1, action=1, button=255, source=0)
    data = item('preferences', t=77, known=False, rows=[
        rule, dict(rule, gesture=5), dict(rule, action=7), dict(rule, source=3), dict(rule, toolType=8)])[0]
    datagram('preferences with rules of a later version', (data, item('preferences', t=77, rows=[rule])[1]))
    datagram('preferences without rules', item('preferences', t=77, token=5, off=0b11010))


def later() -> None:
    """What a later minor version sends."""
    datagram('longer items', *(item(kind, longer=16, **values) for kind, values in (
        ('welcome', WELCOME), ('subscribed', SUBSCRIBED), ('frame', dict(beat=1)), ('sample', CONTACT),
        ('tablet', TABLET), ('error', dict(text='x')), ('tool', dict(tablet=1, tool=1, toolType=1)),
        ('snapshotEnd', dict(head=1)))))
    tool = dict(tablet=1, tool=1, toolType=1)
    datagram('more longer items', *(item(kind, longer=8, **values) for kind, values in (
        ('update', dict(tool, property=1, cause=1, stroke=1, index=1)), ('stroke', dict(tool, stroke=1)),
        ('button', tool), ('gap', dict(cause=1)), ('raw', dict(tablet=1, rows=[(3, 0, 1)])), ('reason', {}),
        ('pad', dict(pad=1, control=6)), ('padDescription', dict(pad=1)), ('predicted', CONTACT | {'index': 0}),
        ('gesture', dict(tool, gesture=1, number=1)),
        ('interaction', {}), ('suspended', {}), ('preferences', {}))))
    datagram('unknown types between known ones', other(0x0180, 24), item('sample', **CONTACT), other(0x0280, 32, seq=813),
             other(0x0300, 48), item('stroke', tablet=1, seq=814, t=300, tool=1, stroke=1, toolType=1))
    datagram('unknown types alone', other(0x0180, 24), other(0xFFFF, 65512))
    skipped = [('sample', dict(CONTACT, phase=7)), ('sample', dict(CONTACT, toolType=8)),
               ('sample', dict(CONTACT, toolType=0)), ('predicted', dict(CONTACT, phase=7)), ('tool', dict(toolType=9)),
               ('update', dict(cause=1)), ('stroke', {}), ('button', dict(flags=1)),
               ('pad', dict(control=7)), ('gesture', dict(gesture=5, toolType=1)),
               ('gesture', dict(gesture=0, toolType=1)), ('gesture', dict(gesture=1, phase=4, toolType=1)),
               ('gesture', dict(gesture=1, action=7, toolType=1)), ('gestureWithoutPose', dict(gesture=1))]
    datagram('unknown enumeration values', *(item(kind, known=False, **values) for kind, values in skipped),
             item('stroke', tablet=1, seq=814, t=300, tool=1, stroke=1, toolType=1))
    # A loss is told whatever its cause, and what a subscription came to, too.
    datagram('gaps of a later version', item('gap', t=3, cause=6, first=4, last=5),
             item('gap', tablet=1, seq=9, t=3, cause=65535), item('gap', t=3, cause=0))
    datagram('subscribed at a pace of a later version', item('subscribed', **SUBSCRIBED, pace=4, rate=77))
    # So is what closes an estimate, why nothing comes, and what became of a claim.
    final = dict(tablet=1, t=10, attachment=1, index=55, tool=1, stroke=4, value=0.5, toolType=1)
    datagram('updates of a cause of a later version', *(item('update', seq=9 + i, property=1, cause=cause, **final)
                                                        for i, cause in enumerate((7, 255, 0))))
    datagram('update of a property of a later version', item('update', seq=9, property=32, cause=1, expecting=1,
                                                             estimated=0x41, **final))
    datagram('button of a later version', item('button', tablet=1, seq=9, t=10, tool=1, button=9, flags=1, toolType=1,
                                               buttons=1 << 9))
    datagram('suspended and a claim of a later version', item('suspended', t=9, reason=2, head=1),
             item('interaction', t=9, gestures=1, claim=4), item('interaction', t=9, gestures=0, claim=255))
    datagram('unknown bits', item('sample', **CONTACT | {'flags': 0x8001, 'buttons': 1 << 31 | 1, 'estimated': 0x81,
                                                        'available': 0x802F}))
    datagram('raw that has not the events that it says', (cut(item('raw', tablet=1, seq=5, rows=[(3, 0, 1)] * 2), 40), []),
             item('stroke', tablet=1, seq=6, t=300, tool=1, stroke=1, toolType=1))


def requests() -> None:
    for name, token, text in (('hello', 1, 'sketch'), ('hello without a name', 0, ''), ('hello in UTF-8', 7, 'Zeichnen für Kinder'),
                              ('hello with a name that is cut', U32, 'ab' + 'ü' * 40)):
        show('request', name, *request('hello', token, magic=0x4C434E50, major=1, minor=0, name=text))
    ask = dict(contents=0x7F)
    for name, values in (
        ('every report', ask), ('display frames', dict(ask, pace=1, rate=59_940, predict=U32, flags=1)),
        ('a display', dict(ask, pace=2, rate=10**9, phase=U64, lead=10**9, predict=50_000)),
        ('on request', dict(ask, pace=3, predict=16_667)),
        ('a part, to go on', dict(contents=0x101, onlyTablet=1, onlyTool=U32, onlyToolTypes=0xFE, epoch=U64, sequence=812)),
    ):
        show('request', f'subscribe: {name}', *request('subscribe', 2, **values))
    show('request', 'pace: a frame, please', *request('pace', 3, what=1))
    show('request', 'pace: the display', *request('pace', U32, what=2, period=16_666_667, phase=U64, lead=16_666_667))
    for what in range(1, 5):
        show('request', f'interaction {what}', *request('interaction', 4, what=what))
    show('request', 'prefer', *request('prefer', 5, gesture=1, button=255, action=1, toolType=1, serial=0x10C0A11E,
                                       tabletPattern='Wacom*'))
    show('request', 'prefer: forget', *request('prefer', 5, gesture=4, button=0, action=255))


def refusals() -> None:
    """Answers to a hello, and what a client then says."""
    same = 'install an app and a daemon of the same version'
    show('answer', 'welcome', item('welcome', **WELCOME)[0], ['error none'])
    show('answer', 'welcome of a later minor version', item('welcome', **WELCOME | {'minor': 7}, longer=64)[0], ['error none'])
    for major in (0, 2, 65535):
        show('answer', f'welcome of major version {major}', item('welcome', **WELCOME | {'major': major})[0], [
            'error unsupportedVersion',
            f'text the daemon (pencild 1.2.3) speaks version {major} of the protocol and this app version 1: {same}'])
    for code, error, text in (
        (1, 'refused', 'the daemon refused what this app sent: so it says'),
        (2, 'badSubscription', 'the daemon refused the subscription: so it says'),
        (3, 'unsupportedVersion', f'the daemon doesn\'t speak version 1 of the protocol (so it says): {same}'),
        (4, 'refused', 'the daemon refused what this app sent: so it says'),
        (5, 'timedOut', 'the daemon dropped this client for its silence (so it says): try again'),
        (6, 'busy', 'the daemon has no room for another client (so it says): close one, or try again'),
        (7, 'notPermitted', 'so it says'),
        (8, 'refused', 'the daemon is too old for this request (so it says): install a newer one'),
        (9, 'refused', 'the daemon refused what this app sent: so it says'),
    ):
        show('answer', f'error {code}', item('error', token=1, code=code, flags=1, text='so it says')[0],
             [f'error {error}', f'text {text}'])
    show('answer', 'error without a text', item('error', token=1, code=1, flags=1)[0],
         ['error refused', 'text the daemon refused what this app sent: error 1'])
    for name, data, what in (
        ('a sample', item('sample', **CONTACT)[0], 'no answer to the hello'),
        ('a short welcome', cut(item('welcome', **WELCOME), 88), 'no answer to the hello'),
        ('half an item', item('welcome', **WELCOME)[0][:40], 'an item at byte 0 doesn\'t end with its datagram of 40'),
    ):
        show('answer', name, data, ['error protocolViolation', f'text {violation(what)}'])


def violation(what: str) -> str:
    return (f'what the daemon sent isn\'t version 1 of the protocol ({what}): is the socket pencild\'s? If it is, report a '
            'bug of it')


def malformed() -> None:
    """Datagrams that no version sends."""
    good = item('sample', **CONTACT)[0]
    def torn(length: int) -> list[str]:
        return ['text ' + violation(f"an item at byte 96 doesn't end with its datagram of {length}")]

    for size, name in ((0, 'size 0'), (16, 'a size below a header'), (28, 'an odd size'), (40, 'a size beyond the end')):
        bad = struct.pack('<HHIQQQ', size, 0x0280, 1, 5, 9, 0)
        show('malformed', name, good + bad, torn(128))
    show('malformed', 'half a header', good + bytes(8), torn(104))
    for kind, values, words in (
        ('sample', CONTACT, 'a short sample'), ('update', dict(cause=1, toolType=1), 'a short update'),
        ('button', dict(toolType=1), 'a short button'), ('stroke', dict(toolType=1), 'a short stroke'),
        ('gap', dict(cause=1), 'a short gap'), ('tablet', TABLET, 'a short tablet'), ('tool', dict(toolType=1), 'a short tool'),
        ('pad', dict(control=1), 'a short pad event'), ('padDescription', {}, 'a short pad'),
        ('frame', {}, 'a short frame header'), ('error', {}, 'a short error'),
        ('gesture', dict(gesture=1, toolType=1), 'a short gesture'), ('interaction', {}, 'a short interaction'),
        ('preferences', dict(rows=[dict(gesture=1)]), 'short preferences'),
    ):
        made = item(kind, known=False, **values | ({'seq': 9} if ITEMS[kind][0] >= 0x0200 else {}))
        show('malformed', f'cut {kind}', cut(made, ITEMS[kind][1] - 8), [f'text {violation(words)}'])


if __name__ == '__main__':
    print('# Made by make_vectors.py; README.md says what is in it.\n')
    for part in (samples, records, gestures, notes, later, requests, refusals, malformed):
        part()
