"""A Wacom Intuos Pro M (PTH-660) at its HID interface: what it says of itself, and its pen report.

The descriptor is the real device's (firmware 1.45).  The kernel's wacom driver has no table entry for this tablet and
works from the descriptor alone.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

NAME = "Wacom Co.,Ltd. Intuos Pro M"
BUS, VENDOR, PRODUCT, VERSION = 3, 0x056A, 0x0357, 0x0110
PEN_NODE = NAME + " Pen"  # as the wacom driver names it
X_MAX, Y_MAX, UNITS_PER_MM = 44800, 29600, 200
PRESSURE_MAX, DISTANCE_MAX = 8191, 63
TILT_MIN, TILT_MAX = -64, 63  # degrees
OFFSETS_REPORT = 0x0C  # a feature: how far the active area lies inside; the driver asks for it

# fmt: off
_MOUSE = """
05 01 09 02 a1 01 85 01 09 01 a1 00
  05 09 19 01 29 03 15 00 25 01 75 01 95 03 81 02   75 01 95 05 81 03
  05 01 09 30 09 31 15 81 25 7f 75 08 95 02 81 06
c0 c0
"""
_PEN = """
06 0d ff 09 01 a1 01
85 10 09 20 a1 00
  09 42 09 44 09 5a 09 45 09 3c 09 32 09 36           # tip, barrel 1 and 2, eraser, invert, in range, in proximity
  15 00 25 01 75 01 95 07 81 02   95 01 81 03
  0a 30 01 65 11 55 0d 35 00 47 80 57 00 00 15 00 27 00 af 00 00 75 18 95 01 81 02   # x: 24 bits, 224 mm, 0…44800
  0a 31 01 47 d0 39 00 00 27 a0 73 00 00 81 02                                       # y: 24 bits, 148 mm, 0…29600
  09 30 55 00 65 00 15 00 26 ff 1f 75 10 81 02                                       # pressure: 16 bits, 0…8191
  09 3d 09 3e 65 14 55 00 35 c0 45 3f 15 c0 25 3f 75 08 95 02 81 02                  # tilt x, y: 8 bits, −64…63°
  09 41 65 14 55 00 36 4c ff 46 b3 00 16 7c fc 26 83 03 75 10 95 01 81 0a            # twist: 16 bits, −900…899
  0a 03 0d 65 00 55 00 15 00 26 ff 07 75 10 95 01 81 02                              # finger wheel: 16 bits
  0a 32 01 15 00 25 3f 75 08 95 01 81 02                                             # distance: 8 bits, 0…63
  09 5b 09 5c 17 00 00 00 80 27 ff ff ff 7f 75 20 95 02 81 02                        # serial, low and high
  09 77 15 00 26 ff 0f 75 10 95 01 81 02                                             # tool type: 16 bits
c0
"""
_PAD = """
85 11 09 39 a1 00
  1a 10 09 2a 17 09 15 00 25 01 75 01 95 08 81 02   1a 40 09 2a 47 09 81 02
  0a 95 09 95 01 81 02   95 07 81 03
  0a 38 01 65 14 55 00 35 00 46 67 01 15 00 25 47 75 07 95 01 81 0a
  0a 39 01 65 00 55 00 25 01 75 01 95 01 81 02   75 08 95 04 81 03
c0
85 13 0a 13 10 a1 00
  0a 3b 04 15 00 25 64 75 07 95 01 81 02   0a 04 04 25 01 75 01 81 02
  0a 52 04 15 00 25 01 75 01 95 01 81 02   95 06 81 03
  0a 54 04 95 01 81 02   75 08 95 06 81 03
c0
"""
_FEATURES = """
09 0e a1 02 15 00
  85 02 09 01 75 08 25 01 95 01 b1 02
  85 03 0a 03 10 26 ff 00 95 01 b1 02
  85 04 0a 04 10 25 01 95 01 b1 02
  85 07 0a 09 10 25 02 95 01 b1 02   95 01 b1 03
     0a 07 10 09 00 0a 08 10 09 00 09 00 09 00 27 ff ff 00 00 75 10 95 06 b1 02   75 08 95 01 b1 03
  85 0c 0a 30 0d 0a 31 0d 0a 32 0d 0a 33 0d 65 11 55 0d 75 10 95 04 b1 03
  85 0d 65 00 55 00 0a 0d 10 15 00 25 01 75 08 95 01 b1 02
  85 14 0a 14 10 26 ff 00 95 0d b1 02
  85 31 0a 31 10 25 64 95 05 b1 02
  85 32 0a 31 10 25 64 95 01 b1 02   0a 32 10 25 03 b1 02
  85 34 0a 34 10 25 01 95 04 b1 02
  85 35 0a 35 10 26 ff 00 95 0a b1 02
  85 36 0a 35 10 26 ff 00 96 01 01 b1 02
  85 cc 0a cc 10 26 ff 00 95 02 b1 02
c0
0a ac 10 a1 02 15 00 26 ff 00 75 08
  85 ac 09 00 95 bf 81 02
"""
# fmt: on
# Further features of single bytes: report and count, inside and behind the last collection.
_BYTES = {0x33: 18, 0x64: 12, 0x15: 14, 0x12: 4, 0x16: 14, 0x40: 1, 0x41: 1, 0x42: 4, 0x43: 13, 0x44: 63, 0x45: 32,
          0x60: 63, 0x61: 62, 0x62: 62}
_MORE_BYTES = {0xD0: 8, 0xD1: 260, 0xD2: 260, 0xD3: 4, 0xD4: 4, 0xD5: 4, 0xD6: 4, 0xD7: 8, 0xD8: 12, 0xD9: 2560,
               0xDA: 1028, 0xDB: 6, 0xDC: 2, 0xDD: 4, 0xDE: 4, 0xDF: 34, 0xE0: 1, 0xE1: 2, 0xE2: 2, 0xE3: 2, 0xE4: 511}


def descriptor() -> bytes:
    """The HID report descriptor."""
    texts = (_MOUSE, _PEN, _PAD, _FEATURES)
    lines = [line.split("#")[0] for text in texts for line in text.splitlines()]
    data = bytearray.fromhex(" ".join(lines))
    for report, count in _BYTES.items():
        data += bytes([0x85, report, 0x09, 0x00, 0x95, count, 0xB1, 0x02])
    data.append(0xC0)
    for report, count in _MORE_BYTES.items():
        data += bytes([0x85, report, 0x09, 0x01, 0x96, *count.to_bytes(2, "little"), 0xB1, 0x02])
    data.append(0xC0)
    return bytes(data)


@dataclass
class PenReport:
    """What one report of the pen says."""

    x: int = 0
    y: int = 0
    pressure: int = 0
    tilt_x: int = 0
    tilt_y: int = 0
    twist: int = 0  # fifths of a degree, −900…899
    distance: int = 0
    tip: bool = False
    barrel: bool = False
    barrel2: bool = False
    eraser: bool = False  # the far end is held to the tablet
    in_range: bool = True
    serial: int = 0x50C0FFEE
    tool: int = 0x0804  # an art pen, which tells its twist

    def pack(self) -> bytes:
        """The report's bytes, its number first."""
        flags = (self.tip, self.barrel, self.barrel2, self.eraser and self.tip, self.eraser, self.in_range, self.in_range)
        return (
            bytes([0x10, sum(bit << n for n, bit in enumerate(flags))])
            + self.x.to_bytes(3, "little")
            + self.y.to_bytes(3, "little")
            + struct.pack("<HbbhHB", self.pressure, self.tilt_x, self.tilt_y, self.twist, 0, self.distance)
            + struct.pack("<IIH", self.serial, 0, self.tool)
        )


def strokes(count: int) -> list[PenReport]:
    """`count` reports: into range, strokes with presses of both barrel buttons in each, out of range.

    Steps of X are above twice the driver's fuzz of 4, or the kernel would smooth them; Y stays within one stroke."""
    stroke, hover = 250, 25
    step = min(40, 42000 // count)
    if count < 10 or step <= 8:
        raise ValueError("from 10 to 4600 reports")
    reports: list[PenReport] = []
    for n in range(count - 1):
        place = n % stroke
        down = hover <= place < stroke - hover and n < count - 3
        reports.append(PenReport(
            x=1000 + n * step, y=3000 + n // stroke * 1000, tip=down, pressure=300 + place * 20 if down else 0,
            tilt_x=(place * 7 // 25) - 35, tilt_y=30 - place // 5, distance=0 if down else 30,
            twist=(n * 7) % 1800 - 900, barrel=100 <= place < 120 and down, barrel2=110 <= place < 140 and down))
    reports.append(PenReport(in_range=False, serial=0, tool=0))
    return reports
