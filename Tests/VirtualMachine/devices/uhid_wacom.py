#!/usr/bin/env python3
"""Makes a Wacom Intuos Pro M through /dev/uhid, for the kernel's wacom driver to bind, sends pen reports and logs them.

Each line of the log is one report: {"frame": n, "t": µs of CLOCK_MONOTONIC just before it was sent, and what it says:
"x", "y", "pressure", "tilt_x", "tilt_y", "twist", "distance", "tip", "barrel", "barrel2", "eraser", "in_range", "serial", "tool"}.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import os
import struct
import sys
from typing import Any

import player
import wacom_pth660 as tablet
from evdev import find_node

UHID_DESTROY = 1
UHID_GET_REPORT, UHID_GET_REPORT_REPLY = 9, 10
UHID_CREATE2, UHID_INPUT2 = 11, 12
UHID_SET_REPORT, UHID_SET_REPORT_REPLY = 13, 14
UHID_EVENT_SIZE = 4380  # struct uhid_event: what the kernel hands out whole
EIO = 5


class Device:
    """The HID device, from the making to the unplugging."""

    def __init__(self) -> None:
        self.descriptor = os.open("/dev/uhid", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        rdesc = tablet.descriptor()
        create = struct.pack(
            "<I128s64s64sHHIIII", UHID_CREATE2, tablet.NAME.encode(), b"vm/pen", b"", len(rdesc),
            tablet.BUS, tablet.VENDOR, tablet.PRODUCT, tablet.VERSION, 0)
        os.write(self.descriptor, create + rdesc)

    def answer(self) -> None:
        """Answers what the driver has asked meanwhile: a question left open holds its probing up for 5 s."""
        while True:
            try:
                event = os.read(self.descriptor, UHID_EVENT_SIZE)
            except BlockingIOError:
                return
            kind, number, report = struct.unpack_from("<IIB", event)
            if kind == UHID_GET_REPORT:
                # All offsets 0: the active area is the whole of it.
                data = bytes([report]) + bytes(8) if report == tablet.OFFSETS_REPORT else b""
                reply = struct.pack("<IIHH", UHID_GET_REPORT_REPLY, number, 0 if data else EIO, len(data))
                os.write(self.descriptor, reply + data)
            elif kind == UHID_SET_REPORT:
                os.write(self.descriptor, struct.pack("<IIH", UHID_SET_REPORT_REPLY, number, 0))

    def send(self, report: bytes) -> None:
        os.write(self.descriptor, struct.pack("<IH", UHID_INPUT2, len(report)) + report)

    def unplug(self) -> None:
        os.write(self.descriptor, struct.pack("<I", UHID_DESTROY))
        os.close(self.descriptor)


def find_pen(device: Device) -> str:
    """The node of the pen, answering the driver until it is there."""
    end = player.now() + 10_000_000
    while True:
        device.answer()
        try:
            return find_node(tablet.PEN_NODE, timeout=0.02)
        except TimeoutError:
            if player.now() > end:
                raise


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    player.add_arguments(parser)
    parser.add_argument("--unplug-at-frame", type=int, default=-1, help="take the device away before this report")
    options = parser.parse_args()

    reports = tablet.strokes(options.frames)
    device = Device()
    log: list[dict[str, Any]] = []
    unplugged = False

    def play() -> None:
        nonlocal unplugged
        gc.disable()
        start = player.now() + 20_000
        for n, report in enumerate(reports):
            if n == options.unplug_at_frame:
                device.unplug()
                unplugged = True
                break
            if options.rate:
                player.sleep_until(start + n * 1_000_000 // options.rate)
            device.answer()
            log.append({"frame": len(log), "t": player.now(), **dataclasses.asdict(report)})
            device.send(report.pack())
        gc.enable()

    player.perform(options, find_pen(device), play, device.answer)
    if unplugged:
        player.finish(options, log)
    else:
        player.finish(options, log, device.answer)
        device.unplug()
    return 0


if __name__ == "__main__":
    sys.exit(main())
