#!/usr/bin/env python3
"""Makes written-word.yml: the word "pencil" in a pen's input frames, as `libinput record` would write them.

The word is drawn, not recorded: strokes are splines, and pace, pressure, tilt and time are modelled. The same
program always makes the same file; `make-written-word.py > written-word.yml`.
"""

import math

# Event codes of linux/input-event-codes.h.
SYN, KEY, ABS, MSC = 0, 1, 3, 4
X, Y, PRESSURE, DISTANCE, TILT_X, TILT_Y, ABS_MISC = 0, 1, 24, 25, 26, 27, 40
TOOL_PEN, TOOL_RUBBER, TOUCH, STYLUS, STYLUS2 = 320, 321, 330, 331, 332
MSC_SERIAL = 0

INTERVAL = 5000  # µs: 200 Hz
UNITS = 200  # a millimetre
SERIAL = 0x10C0A11E  # pen and eraser are ends of one tool
TOOL_ID = {TOOL_PEN: 0x802, TOOL_RUBBER: 0x80A}

# Letters as points of splines: x to the right, y up from the base line, 1 is the height of an x.
LETTERS = [
    ("p", 1.00, [[(0.0, 0.95), (0.0, 0.0), (-0.02, -0.9), (0.03, -0.3), (0.08, 0.6), (0.38, 1.0), (0.74, 0.8),
                  (0.74, 0.25), (0.38, 0.0), (0.06, 0.14)]]),
    ("e", 0.92, [[(0.06, 0.48), (0.40, 0.50), (0.66, 0.66), (0.58, 0.94), (0.34, 1.02), (0.07, 0.75), (0.04, 0.32),
                  (0.32, 0.0), (0.72, 0.2)]]),
    ("n", 1.06, [[(0.0, 1.0), (0.02, 0.5), (0.0, 0.0), (0.06, 0.55), (0.32, 0.98), (0.60, 0.85), (0.64, 0.4),
                  (0.70, 0.02), (0.84, 0.12)]]),
    ("c", 0.90, [[(0.66, 0.82), (0.40, 1.02), (0.08, 0.75), (0.05, 0.30), (0.34, 0.0), (0.70, 0.2)]]),
    ("i", 0.46, [[(0.0, 1.0), (0.0, 0.5), (0.03, 0.1), (0.14, 0.0), (0.28, 0.14)]]),
    ("l", 0.50, [[(0.0, 1.9), (-0.02, 1.0), (0.0, 0.2), (0.12, 0.0), (0.30, 0.14)]]),
]
DOT_OF = "i"
HEIGHT = 13.0  # mm of an x
LEFT, BASE = 74.0, 78.0  # mm
SLANT = 0.16


class Random:
    """Numerical Recipes' linear congruential generator: the same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (1664525 * self.state + 1013904223) % 2**32
        return self.state / 2**32

    def around(self, width):
        """Bell-like around 0, at most `width`."""
        return width * (self.next() + self.next() + self.next() - 1.5) / 1.5


def place(x, y, left):
    return (LEFT + HEIGHT * (left + x + SLANT * y), BASE - HEIGHT * y)


def spline(points):
    """A centripetal-like curve (Catmull-Rom) through the points, dense."""
    ends = [points[0]] + points + [points[-1]]
    curve = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
        for k in range(40):
            t = k / 40
            curve.append(tuple(
                0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)
                for p, q, r, s in zip(a, b, c, d)))
    return curve + [points[-1]]


def paced(curve, speed):
    """Points of the curve every INTERVAL: hands slow down in bends (the two-thirds law), at the start and at the end."""
    lengths = [math.dist(a, b) for a, b in zip(curve, curve[1:])]
    total, done = sum(lengths), 0.0
    times = [0.0]
    for i, length in enumerate(lengths):
        j = min(max(i, 3), len(curve) - 4)
        (ax, ay), (bx, by), (cx, cy) = curve[j - 3], curve[j], curve[j + 3]
        turn = abs(math.remainder(math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax), 2 * math.pi))
        radius = (math.dist((ax, ay), (bx, by)) + 1e-6) / (turn + 0.02)
        bend = min(max((radius / 5) ** (1 / 3), 0.4), 1.5)
        share = (done + length / 2) / total
        ends = min(1, 0.25 + 6 * share, 0.35 + 5 * (1 - share))
        times.append(times[-1] + length / (speed * bend * ends))
        done += length
    count = max(2, round(times[-1] * 1e6 / INTERVAL))
    points, i = [], 0
    for n in range(count + 1):
        t = times[-1] * n / count
        while i + 2 < len(times) and times[i + 1] < t:
            i += 1
        part = (t - times[i]) / max(times[i + 1] - times[i], 1e-9)
        points.append(tuple(a + (b - a) * min(part, 1) for a, b in zip(curve[i], curve[i + 1])))
    return points


class Pen:
    """What the tablet's kernel driver sends: a frame each INTERVAL, and in it what has changed."""

    def __init__(self):
        self.random = Random(20240607)
        self.lines = []
        self.values = {}
        self.frame = 0
        self.at = (0.0, 0.0)
        self.tool = None
        self.height = 0.0

    def time(self):
        """On the grid, with an interrupt's jitter, and now and then a late one."""
        if not self.lines:
            return 0
        late = 400 * self.random.next() if self.random.next() < 0.02 else 0
        return int(self.frame * INTERVAL + 40 + self.random.around(40) + late)

    def send(self, events):
        now = self.time()
        self.frame += 1
        rows = []
        for kind, code, value in events:
            if kind != MSC and self.values.get((kind, code), 0) == value:
                continue  # as the kernel's input core does
            self.values[(kind, code)] = value
            rows.append((kind, code, value))
        self.lines.append("    - evdev:")
        for kind, code, value in rows + [(SYN, 0, 0)]:
            self.lines.append(f"      - [{now // 10**6:3d}, {now % 10**6:6d}, {kind:3d}, {code:3d}, {value:7d}]")

    def tilt(self):
        """The hand's slow turning: leaning right and toward the writer, never upright."""
        t = self.frame * INTERVAL / 1e6
        if self.tool == TOOL_RUBBER:
            return (-22 + 4 * math.sin(2.1 * t), 30 + 3 * math.sin(1.3 * t + 1))
        return (27 + 5 * math.sin(0.9 * t) + 1.5 * math.sin(3.1 * t + 2), 21 + 4 * math.sin(0.7 * t + 0.6))

    def state(self, point, force, height, buttons=()):
        self.at, self.height = point, height
        tilt_x, tilt_y = self.tilt()
        pressure = round(8191 * min(max(force, 0), 1))
        self.send([
            (KEY, self.tool, 1),
            (ABS, X, round(point[0] * UNITS + self.random.around(1.4))),
            (ABS, Y, round(point[1] * UNITS + self.random.around(1.4))),
            (ABS, PRESSURE, pressure),
            (ABS, DISTANCE, round(height)),
            (ABS, TILT_X, round(tilt_x + self.random.around(0.5))),
            (ABS, TILT_Y, round(tilt_y + self.random.around(0.5))),
            (KEY, TOUCH, int(pressure > 0)),
            (KEY, STYLUS, int(STYLUS in buttons)),
            (ABS, ABS_MISC, TOOL_ID[self.tool]),
            (MSC, MSC_SERIAL, SERIAL),
        ])

    def enter(self, tool, point, height):
        self.tool = tool
        self.state(point, 0, height)

    def leave(self):
        """The driver zeroes everything; a reader must not take the zeros for a position."""
        self.send([(ABS, code, 0) for code in (X, Y, PRESSURE, DISTANCE, TILT_X, TILT_Y)]
                  + [(KEY, code, 0) for code in (TOUCH, STYLUS, self.tool)]
                  + [(ABS, ABS_MISC, 0), (MSC, MSC_SERIAL, SERIAL)])
        self.tool = None

    def hover(self, target, seconds, low, high):
        """An arc through the air, from where it is to the target, ending at height `low`."""
        start, before = self.at, self.height
        count = max(2, round(seconds * 1e6 / INTERVAL))
        for n in range(1, count + 1):
            t = n / count
            s = t * t * (3 - 2 * t)
            arc = before + (low - before) * s + (high - low) * math.sin(math.pi * t)
            self.state(tuple(a + (b - a) * s for a, b in zip(start, target)), 0, max(arc, 5))

    def wait(self, seconds, buttons=()):
        """The hand isn't still, even if it means to be."""
        for _ in range(round(seconds * 1e6 / INTERVAL)):
            drift = tuple(a + self.random.around(0.04) for a in self.at)
            self.state(drift, 0, min(max(self.height + self.random.around(1), 12), 22), buttons)

    def draw(self, curve, speed, weight):
        points = paced(curve, speed)
        last = len(points) - 1
        for n, point in enumerate(points[:-1]):
            down = point[1] - points[max(n - 2, 0)][1]  # down strokes press more
            ramp = min(1, ((n + 0.6) / 9) ** 0.8) * min(1, ((last - n) / 12) ** 0.7)
            force = weight * (1 + min(max(0.16 * down, -0.22), 0.3)) + 0.02 * math.sin(n / 7)
            self.state(point, max(ramp * force + self.random.around(0.004), 0.001), 0)
        self.state(points[-1], 0, 5)


def write(pen):
    curves, left, dot = [], 0.0, None
    for name, advance, strokes in LETTERS:
        for stroke in strokes:
            curves.append((spline([place(x, y, left) for x, y in stroke]), 78))
        if name == DOT_OF:
            dot = spline([place(x, y, left) for x, y in [(0.0, 1.44), (0.03, 1.41), (0.04, 1.38), (0.02, 1.36)]])
        left += advance
    curves.append((dot, 9))
    begin = curves[0][0][0]
    pen.enter(TOOL_PEN, (begin[0] - 9, begin[1] - 14), 48)
    for i, (curve, speed) in enumerate(curves):
        pen.hover(curve[0], 0.26 if i == 0 else 0.17, 6, 30 if i == 0 else 15)
        pen.draw(curve, speed, 0.52 if speed > 10 else 0.44)
    # Aside, a double press of the barrel button, and away.
    pen.hover((pen.at[0] + 18, pen.at[1] + 6), 0.2, 15, 24)
    for buttons, seconds in [((STYLUS,), 0.09), ((), 0.16), ((STYLUS,), 0.09), ((), 0.12)]:
        pen.wait(seconds, buttons)
    pen.hover((pen.at[0] + 8, pen.at[1] - 12), 0.12, 52, 52)
    pen.leave()


def erase(pen):
    pen.frame += 130  # turned round in the hand: nothing is in range
    points = [place(x, y, 4.33) for x, y in
              [(-0.2, 1.8), (0.5, 1.6), (-0.2, 1.3), (0.5, 1.0), (-0.2, 0.7), (0.55, 0.35), (-0.1, 0.0)]]
    pen.enter(TOOL_RUBBER, (points[0][0] + 6, points[0][1] - 10), 44)
    pen.hover(points[0], 0.18, 6, 20)
    pen.draw(spline(points), 135, 0.68)
    pen.hover((pen.at[0] + 12, pen.at[1] - 8), 0.12, 50, 40)
    pen.leave()


HEAD = """\
# libinput record
# Made by make-written-word.py, no recording of anyone's hand.
version: 1
ndevices: 1
libinput:
  version: "1.22.1"
system:
  os: "pencild"
  kernel: "none"
devices:
  - node: /dev/input/event0
    evdev:
      name: "pencild example pen tablet"
      id: [6, 0, 1, 0]
      codes:
        0: [0, 1, 2, 3] # EV_SYN
        1: [320, 321, 330, 331, 332] # EV_KEY
        3: [0, 1, 24, 25, 26, 27, 40] # EV_ABS
        4: [0] # EV_MSC
      # No fuzz: played through uinput, the kernel gives out what stands here.
      absinfo:
        0: [0, 44800, 0, 0, 200]
        1: [0, 28000, 0, 0, 200]
        24: [0, 8191, 0, 0, 0]
        25: [0, 63, 0, 0, 0]
        26: [-64, 63, 0, 0, 57]
        27: [-64, 63, 0, 0, 57]
        40: [0, 0, 0, 0, 0]
      properties: [0]
    udev:
      properties:
      - ID_INPUT=1
      - ID_INPUT_TABLET=1
      virtual: true
    events:"""

if __name__ == "__main__":
    pen = Pen()
    write(pen)
    erase(pen)
    print("\n".join([HEAD] + pen.lines))
