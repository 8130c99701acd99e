#!/usr/bin/env python3
"""Makes a pen tablet through /dev/uinput, plays frames on it and logs what it sent.

The device is an Intuos-like pen, or what the header of --recording says.  Each line of the log is one frame:
{"frame": n, "t": µs of CLOCK_MONOTONIC, "events": [[type, code, value]…], "kept": [[…]…]}, where "kept" are the events
that the kernel passes on (it drops what changes nothing); a frame without any never reaches a reader.
"""

from __future__ import annotations

import argparse
import fcntl
import gc
import os
import struct
import sys
from typing import Any

import evemu
import player
from evdev import EV_ABS, EV_KEY, EV_MSC, EV_REL, EVENT, Description, Frame, KernelState, find_node
from strokes import intuos, smallest, split, strokes, uneven

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP = 0x405C5503  # struct uinput_setup: input_id, name[80], ff_effects_max
UI_ABS_SETUP = 0x401C5504  # struct uinput_abs_setup: code, input_absinfo
UI_SET_EVBIT, UI_SET_PROPBIT = 0x40045564, 0x4004556E
UI_SET_BIT = {EV_KEY: 0x40045565, EV_REL: 0x40045566, EV_MSC: 0x40045568}


class Pen:
    """The device, from the making to the unplugging."""

    def __init__(self, device: Description) -> None:
        self.name = device.name
        self.descriptor = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        for kind, codes in device.codes.items():
            if kind not in UI_SET_BIT:
                continue  # switches, lights and sounds: nothing of a pen
            self._control(UI_SET_EVBIT, kind)
            for code in codes:
                self._control(UI_SET_BIT[kind], code)
        self._control(UI_SET_EVBIT, EV_ABS)
        for number in device.properties:
            self._control(UI_SET_PROPBIT, number)
        for code, axis in device.axes.items():
            absinfo = (0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution)
            fcntl.ioctl(self.descriptor, UI_ABS_SETUP, struct.pack("Hxx6i", code, *absinfo))
        identity = (device.bus, device.vendor, device.product, device.version)
        setup = struct.pack("4H80sI", *identity, device.name.encode()[:79], 0)
        fcntl.ioctl(self.descriptor, UI_DEV_SETUP, setup)
        self._control(UI_DEV_CREATE)
        self.is_plugged_in = True

    def send(self, frame: bytes) -> None:
        """One write a frame: a frame that came in two halves would be two readings for whoever is quick."""
        os.write(self.descriptor, frame)

    def unplug(self) -> None:
        """Once: then there is nothing to unplug."""
        if self.is_plugged_in:
            self.is_plugged_in = False
            self._control(UI_DEV_DESTROY)
            os.close(self.descriptor)

    def _control(self, request: int, argument: int = 0) -> None:
        fcntl.ioctl(self.descriptor, request, argument)


def pack(frame: Frame, micros: int) -> bytes:
    """The frame's events and its SYN_REPORT at one time; time 0 leaves the stamping to the kernel."""
    stamp = divmod(micros, 1_000_000)
    events = [*frame.events, (0, 0, 0)]
    return b"".join(EVENT.pack(*stamp, *event) for event in events)


class Playing:
    """Sends frames at their times and remembers it."""

    def __init__(self, pen: Pen, device: Description, options: argparse.Namespace) -> None:
        self.pen, self.options = pen, options
        self.state = KernelState(device.axes)
        self.log: list[dict[str, Any]] = []
        self.unplugged = False

    def play(self, frames: list[Frame], paced: bool) -> None:
        sent: list[int] = []
        packed = [pack(frame, 0) for frame in frames] if self.options.kernel_time else []
        gc.disable()  # a collection would be a gap in the pen's line
        start = player.now() + 20_000
        for n, frame in enumerate(frames):
            if len(self.log) + n == self.options.unplug_at_frame:
                self.pen.unplug()
                self.unplugged = True
                break
            if paced:
                player.sleep_until(start + frame.time)
            moment = player.now()
            if self.options.no_hurry:
                start = max(start, moment - frame.time)
            self.pen.send(packed[n] if packed else pack(frame, moment))
            sent.append(moment)
        gc.enable()
        for moment, frame in zip(sent, frames):
            kept = self.state.kept(frame.events)
            self.log.append({"frame": len(self.log), "t": moment, "events": frame.events, "kept": kept})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    player.add_arguments(parser)
    parser.add_argument("--recording", help="an evemu recording: its device, its frames, its timing")
    parser.add_argument("--max-rate", action="store_true", help="play --recording's frames at --rate instead")
    parser.add_argument("--uneven", action="store_true", help="made frames at an Intuos4's own pace instead of --rate")
    parser.add_argument("--split", action="store_true", help="made frames as an art pen sends them: half without pressure")
    parser.add_argument("--long", type=int, default=0, metavar="EVENTS",
                        help="made frames of so many events each, SYN_REPORT included, from a pen with few axes")
    parser.add_argument("--no-hurry", action="store_true",
                        help="a frame that is late makes the next one late, too: never two at once")
    parser.add_argument("--keep-fuzz", action="store_true",
                        help="let the kernel filter jitter (else fuzz 0, so that every value arrives as sent)")
    parser.add_argument("--unplug-at-frame", type=int, default=-1, help="take the device away before this frame")
    parser.add_argument("--kernel-time", action="store_true",
                        help="events are stamped when they reach the kernel, not just before they are written")
    parser.add_argument("--write", help="do nothing but write the frames to this file as an evemu recording")
    options = parser.parse_args()

    interval = 1_000_000 // options.rate if options.rate else 0
    if options.recording:
        device, frames = evemu.read(options.recording)
        if options.max_rate:
            frames = [Frame(n * interval, frame.events) for n, frame in enumerate(frames)]
    else:
        device, frames = intuos(), strokes(options.frames, interval)
        if options.split:
            frames = split(frames)
        if options.long:
            device, frames = smallest(frames, options.long)
        if options.uneven:
            frames = uneven(frames)
    if options.write:
        evemu.write(options.write, device, frames)
        return 0
    if not options.keep_fuzz:
        for axis in device.axes.values():
            axis.fuzz = 0

    pen = Pen(device)
    playing = Playing(pen, device, options)
    player.perform(options, find_node(device.name), lambda: playing.play(frames, paced=options.rate > 0))
    player.finish(options, playing.log)
    if not playing.unplugged:
        pen.unplug()
    return 0


if __name__ == "__main__":
    sys.exit(main())
