"""The layouts of Documentation/protocol.md, in the page's own notation; for make_vectors.py."""
from __future__ import annotations

import re
import struct

FORMATS = {'u8': 'B', 'u16': 'H', 'u32': 'I', 'u64': 'Q', 'i32': 'i', 'f32': 'f'}
SAMPLE = ('24 u32 tool · 28 u32 attachment · 32 u32 stroke · 36 u32 index · 40 u8 phase · 41 u8 estimated · '
          '42 u8 expecting · 43 u8 toolType · 44 u16 available · 46 u16 flags · 48 u32 buttons · 52 i32 rawPressure · '
          '56 f32 x · 60 f32 y · 64 f32 nx · 68 f32 ny · 72 f32 force · 76 f32 altitude · 80 f32 azimuth · 84 f32 roll · '
          '88 f32 hover · 92 f32 slider')
RANGES = ' · '.join(f'{at + 4 * i} i32 {axis}{part}'
                    for at, axis in ((40, 'x'), (52, 'y'), (64, 'pressure'), (76, 'tiltX'), (88, 'tiltY'))
                    for i, part in enumerate(('Minimum', 'Maximum', 'Resolution')))
GESTURE = ('24 u32 tool · 28 u32 attachment · 32 u32 number · 36 u32 stroke · 40 u8 gesture · 41 u8 phase · '
           '42 u8 button · 43 u8 action · 44 u8 toolType · 45 u8 presses · 46 u16 available · 48 u64 press0 · '
           '56 u64 press1 · 64 u64 press2 · 72 f32 x · 76 f32 y · 80 f32 nx · 84 f32 ny · 88 f32 altitude · '
           '92 f32 azimuth · 96 f32 roll · 100 f32 hover · 104 u32 buttons')

# name: (type, bytes, fields)
ITEMS = {
    'welcome': (0x0101, 96, '24 u32 token · 28 u16 major · 30 u16 minor · 32 u64 epoch · 40 u64 head · 48 u64 oldest · '
                            '64 text32 version'),
    'error': (0x0102, 192, '24 u32 token · 28 u16 code · 30 u16 flags · 32 text160 text'),
    'subscribed': (0x0103, 88, '24 u32 token · 32 u8 pace · 36 u32 rate · 40 u32 contents · 44 u32 onlyTablet · '
                               '48 u32 onlyTool · 52 u32 onlyToolTypes · 56 u64 head · 64 u64 phase · 72 u32 lead · '
                               '76 u32 predict · 80 u32 flags'),
    'frame': (0x0104, 56, '24 u64 beat · 32 u64 due · 40 u32 records · 44 u16 flags · 46 u16 predicted'),
    'snapshot': (0x0105, 32, '24 u64 head'),
    'snapshotEnd': (0x0106, 32, '24 u64 head'),
    'suspended': (0x0107, 40, '24 u32 reason · 32 u64 head'),
    'resumed': (0x0108, 40, '24 u32 reason · 32 u64 head'),
    'predicted': (0x0109, 104, SAMPLE + ' · 96 f32 confidence'),
    'interaction': (0x010A, 32, '24 u32 token · 28 u8 gestures · 29 u8 claim'),
    'preferences': (0x010B, 32, '24 u32 token · 28 u16 n · 30 u16 off'),
    'tablet': (0x0201, 304, '24 u32 attachment · 28 u16 bus · 30 u16 vendor · 32 u16 product · 34 u16 version · '
                            f'36 u32 flags · {RANGES} · 100 u16 available · 102 u16 toolTypes · 104 f32 width · '
                            '108 f32 height · 112 text80 name · 192 text64 identity · 256 text16 seat · 272 text32 node'),
    'tool': (0x0202, 40, '24 u32 tool · 28 u8 toolType · 30 u16 available · 32 u32 serial · 36 u32 hardwareID'),
    'sample': (0x0203, 96, SAMPLE),
    'update': (0x0204, 56, '24 u32 attachment · 28 u32 index · 32 u32 tool · 36 u32 stroke · 40 u8 property · '
                           '41 u8 cause · 42 u8 expecting · 43 u8 estimated · 44 f32 value · 48 f32 second · '
                           '52 u8 toolType'),
    'stroke': (0x0205, 48, '24 u32 tool · 28 u32 stroke · 32 u64 began · 40 u32 samples · 44 u16 flags · 46 u8 toolType'),
    'button': (0x0206, 40, '24 u32 tool · 28 u32 stroke · 32 u8 button · 33 u8 flags · 34 u8 toolType · 36 u32 buttons'),
    'gesture': (0x0207, 112, GESTURE),
    'gap': (0x0208, 48, '24 u16 cause · 32 u64 first · 40 u64 last'),
    'raw': (0x0209, 32, '24 u16 n · 26 u16 flags'),
    'reason': (0x020A, 48, '24 u16 stage · 26 u16 code · 28 u32 tool · 32 i32 value0 · 36 i32 value1 · 40 i32 value2 · '
                           '44 i32 value3'),
    'description': (0x020B, 144, '24 u32 n · 28 u32 properties · ' + ' · '.join(f'{32 + 8 * i} u64 keys{i}'
                                                                               for i in range(12))
                                 + ' · 128 u32 relative · 132 u32 miscellaneous · 136 u32 attachment'),
    'pad': (0x020C, 56, '24 u32 pad · 28 u32 attachment · 32 u8 control · 33 u8 index · 34 u8 mode · 35 u8 flags · '
                        '36 u16 code · 40 f32 value · 44 i32 delta · 48 u64 buttons'),
    'padDescription': (0x020D, 160, '24 u32 pad · 28 u32 attachment · 32 u32 flags · 36 u8 buttons · 37 u8 rings · '
                                    '38 u8 strips · 39 u8 dials · 40 u8 modes · 41 u8 mode · 48 text80 name · '
                                    '128 text32 node'),
    'gestureWithoutPose': (0x020E, 112, GESTURE),
}
REQUESTS = {
    'hello': (0x0001, 80, '8 u32 magic · 12 u16 major · 14 u16 minor · 16 text64 name'),
    'subscribe': (0x0002, 72, '8 u8 pace · 12 u32 rate · 16 u32 contents · 20 u32 onlyTablet · 24 u32 onlyTool · '
                              '28 u32 onlyToolTypes · 32 u64 epoch · 40 u64 sequence · 48 u64 phase · 56 u32 lead · '
                              '60 u32 predict · 64 u32 flags'),
    'pace': (0x0003, 32, '8 u32 what · 12 u32 period · 16 u64 phase · 24 u32 lead'),
    'interaction': (0x0004, 16, '8 u32 what'),
    'prefer': (0x0005, 152, '8 u8 gesture · 9 u8 button · 10 u8 action · 11 u8 toolType · 12 u32 serial · '
                            '24 text128 tabletPattern'),
}
RAW = struct.Struct('<HHi')
AXIS = struct.Struct('<I7i')
RULE = '0 u8 gesture · 1 u8 button · 2 u8 action · 3 u8 toolType · 4 u32 serial · 8 u8 source · 16 text128 tabletPattern'

# Which bit of `available` a value has.
AXES = {'nx': 1, 'ny': 1, 'x': 2, 'y': 2, 'force': 4, 'altitude': 8, 'azimuth': 8, 'roll': 16, 'hover': 32, 'slider': 64}


def fields(layout: str) -> list[tuple[int, str, str]]:
    return [(int(at), form, name) for at, form, name in re.findall(r'(\d+) (\w+) (\w+)', layout)]


def put(data: bytearray, layout: str, values: dict) -> None:
    for at, form, name in fields(layout):
        value = values.get(name, '' if form.startswith('text') else 0)
        if form.startswith('text'):
            length = int(form[4:])
            text = value.encode()
            if len(text) >= length:
                text = text[:length - 1].decode(errors='ignore').encode()
            data[at:at + length] = text.ljust(length, b'\0')
        else:
            struct.pack_into('<' + FORMATS[form], data, at, value)
    assert values.keys() <= {name for _, _, name in fields(layout)}, values
