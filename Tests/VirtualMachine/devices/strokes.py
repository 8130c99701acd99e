"""A pen of the tests' own making: the device, and strokes in which every frame can be told from every other."""

from __future__ import annotations

import math

from evdev import (
    ABS_DISTANCE, ABS_MISC, ABS_PRESSURE, ABS_TILT_X, ABS_TILT_Y, ABS_WHEEL, ABS_X, ABS_Y, ABS_Z, BTN_STYLUS,
    BTN_STYLUS2, BTN_TOOL_AIRBRUSH, BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, EV_ABS, EV_KEY, EV_MSC, MSC_SERIAL,
    PROP_POINTER, Axis, Description, Event, Frame,
)

SERIAL, HARDWARE_ID, ART_PEN = 0x1234567, 0x802, 0x804
STROKE = 250  # frames of one stroke, hovering at both ends included
HOVER = 25


def intuos(fuzz: int = 4) -> Description:
    """An Intuos as the kernel shows it."""
    return Description(
        name="Wacom Intuos Test Pen", vendor=0x056A, product=0x0027, version=0x0110, properties=[PROP_POINTER],
        codes={
            EV_KEY: [BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_AIRBRUSH, BTN_TOUCH, BTN_STYLUS, BTN_STYLUS2],
            EV_MSC: [MSC_SERIAL],
        },
        axes={
            ABS_X: Axis(0, 44704, fuzz, 0, 200),
            ABS_Y: Axis(0, 27940, fuzz, 0, 200),
            ABS_Z: Axis(-900, 899, 0, 0, 287),
            ABS_WHEEL: Axis(0, 1023),
            ABS_PRESSURE: Axis(0, 2047),
            ABS_DISTANCE: Axis(0, 63),
            ABS_TILT_X: Axis(-64, 63, 0, 0, 57),
            ABS_TILT_Y: Axis(-64, 63, 0, 0, 57),
            ABS_MISC: Axis(0, 0),
        },
    )


def strokes(count: int, interval: int = 1000) -> list[Frame]:
    """`count` frames, `interval` µs apart: into range, strokes with hovering between them and a press of the barrel
    button in each, out of range.  X grows in every frame by the same step, so each frame arrives and names itself."""
    step = 42000 // count
    if count < 10 or step == 0:
        raise ValueError("from 10 to 42000 frames")
    frames: list[Frame] = []
    touching = False
    for n in range(count - 1):
        place = n % STROKE
        events: list[Event] = []
        if n == 0:
            events += [(EV_KEY, BTN_TOOL_PEN, 1), (EV_ABS, ABS_MISC, HARDWARE_ID)]
        events += [
            (EV_ABS, ABS_X, 1000 + n * step),
            (EV_ABS, ABS_Y, 14000 + round(9000 * math.sin(n / 40))),
            (EV_ABS, ABS_TILT_X, round(30 * math.sin(n / 90))),
            (EV_ABS, ABS_TILT_Y, round(40 * math.cos(n / 70))),
        ]
        down = HOVER <= place < STROKE - HOVER and n < count - 3
        if down:
            events += [(EV_ABS, ABS_PRESSURE, 200 + place * 7), (EV_ABS, ABS_DISTANCE, 0)]
        else:
            events += [(EV_ABS, ABS_PRESSURE, 0), (EV_ABS, ABS_DISTANCE, 20)]
        if down != touching:
            touching = down
            events.append((EV_KEY, BTN_TOUCH, int(down)))
        if place in (100, 120):
            events.append((EV_KEY, BTN_STYLUS, int(place == 100)))
        events.append((EV_MSC, MSC_SERIAL, SERIAL))
        frames.append(Frame(n * interval, events))
    # The kernel's wacom driver leaves the range with every axis at 0.
    out: list[Event] = [(EV_ABS, code, 0) for code in (ABS_X, ABS_Y, ABS_TILT_X, ABS_TILT_Y, ABS_DISTANCE, ABS_MISC)]
    out += [(EV_KEY, BTN_STYLUS, 0), (EV_KEY, BTN_TOOL_PEN, 0), (EV_MSC, MSC_SERIAL, SERIAL)]
    frames.append(Frame((count - 1) * interval, out))
    return frames


def smallest(frames: list[Frame], size: int) -> tuple[Description, list[Frame]]:
    """A pen with as few axes as there can be, since the kernel makes its buffer by their number; and the frames, each
    of `size` events (the kernel divides those that are longer than it expects).  What fills them up is the serial number again and again: the kernel drops no EV_MSC."""
    device = intuos()
    kept = (ABS_X, ABS_Y, ABS_PRESSURE)
    device.name = "Test Pen With Few Axes"
    device.axes = {code: axis for code, axis in device.axes.items() if code in kept}
    filled: list[Frame] = []
    for frame in frames:
        events = [event for event in frame.events if event[0] != EV_ABS or event[1] in kept]
        events += [(EV_MSC, MSC_SERIAL, SERIAL)] * (size - 1 - len(events))
        filled.append(Frame(frame.time, events))
    return device, filled


def split(frames: list[Frame]) -> list[Frame]:
    """The same frames as an art pen sends them: in a stroke every other report has the rotation in place of pressure
    and tilt, the one with which it begins being whole."""
    result: list[Frame] = []
    down, whole = False, True
    for n, frame in enumerate(frames):
        events = [(kind, code, ART_PEN if code == ABS_MISC and value else value) for kind, code, value in frame.events]
        for kind, code, value in events:
            if (kind, code) == (EV_KEY, BTN_TOUCH):
                down, whole = bool(value), True
        if down and not whole:
            events = [event for event in events if event[1] not in (ABS_PRESSURE, ABS_TILT_X, ABS_TILT_Y)]
            events.insert(0, (EV_ABS, ABS_Z, n % 900))
        whole = not whole
        result.append(Frame(frame.time, events))
    return result


def uneven(frames: list[Frame]) -> list[Frame]:
    """The same frames at an Intuos4's own pace: 4 ms, with every fifth slot left out."""
    return [Frame(4000 * (n + n // 4), frame.events) for n, frame in enumerate(frames)]
