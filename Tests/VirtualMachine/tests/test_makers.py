#!/usr/bin/env python3
"""The device makers themselves, seen by a plain reader: what the other tests stand on."""

from __future__ import annotations

import errno
import os
import subprocess
import time
from pathlib import Path

from support import KEEPS_TIMES, Maker, Record, check, fresh, main, recording, start

from evdev import ABS_X, BTN_TOUCH, EV_ABS, EV_KEY, EV_MSC, Frame, Reader


def read_all(maker: Maker, reader: Reader) -> list[Frame]:
    """Everything that comes until the maker is done, or the device gone."""
    frames: list[Frame] = []
    while not maker.is_done():
        frames += reader.frames()
        time.sleep(0.001)
    return frames + reader.frames()


def check_arrived(log: list[Record], frames: list[Frame]) -> None:
    """Every frame that the kernel passes on arrived, as it was sent."""
    sent = [(e["t"], [tuple(event) for event in e["kept"]]) for e in log if e["kept"]]
    got = [(frame.time, frame.events) for frame in frames]
    check(len(sent) == len(got), f"{len(sent)} frames sent, {len(got)} read")
    for number, (one, other) in enumerate(zip(sent, got)):
        same = one[1] == other[1] and (one[0] == other[0] or not KEEPS_TIMES)
        check(same, f"frame {number} was sent as {one} and read as {other}")


def play(*options: str) -> tuple[list[Record], list[Frame]]:
    maker = Maker("uinput_pen.py", *options)
    reader = Reader(maker.node)
    maker.play()
    frames = read_all(maker, reader)
    reader.close()
    return maker.log(), frames


def test_maker_pen_at_1000_hz() -> None:
    log, frames = play("--frames", "1000")
    check(all(entry["kept"] for entry in log), "a generated frame changes nothing")
    check_arrived(log, frames)


def test_maker_pen_with_the_kernels_filter() -> None:
    check_arrived(*play("--frames", "1000", "--keep-fuzz"))


def test_maker_pen_from_a_recording() -> None:
    path = fresh("pen.evemu")
    start(["python3", str(Path(__file__).parent.parent / "devices/uinput_pen.py"), "--write", path,
           "--frames", "200", "--uneven"]).wait()
    log, frames = play("--recording", path)
    check(len(log) == 200, f"{len(log)} frames")
    check_arrived(log, frames)
    if other := recording("wacom-intuos4-6x9-stylus-tap.evemu"):
        check_arrived(*play("--recording", other))


def test_maker_pen_is_a_tablet_for_udev() -> None:
    maker = Maker("uinput_pen.py")
    properties = subprocess.run(
        ["udevadm", "info", "--query=property", maker.node], capture_output=True, text=True, check=True).stdout
    check("ID_INPUT_TABLET=1" in properties.split(), "udev does not take it for a tablet")


def test_maker_pen_unplugged() -> None:
    maker = Maker("uinput_pen.py", "--unplug-at-frame", "110")
    reader = Reader(maker.node)
    maker.play()
    try:
        read_all(maker, reader)
        check(False, "the node can still be read")
    except OSError as error:
        check(error.errno == errno.ENODEV, f"reading fails with {os.strerror(error.errno or 0)}")
    check(len(maker.log()) == 110, "not unplugged before the frame")


def test_maker_wacom_bound_by_its_driver() -> None:
    maker = Maker("uhid_wacom.py", "--rate", "200", "--frames", "300")
    event = Path("/sys/class/input") / Path(maker.node).name
    driver = (event / "device/device/driver").resolve().name
    check(driver == "wacom", f"bound by {driver}")
    reader = Reader(maker.node)
    maker.play()
    frames = read_all(maker, reader)
    log = maker.log()
    check(len(frames) == len(log) == 300, f"{len(log)} reports, {len(frames)} frames")
    for report, frame in zip(log, frames):
        values = {(kind, code): value for kind, code, value in frame.events if kind != EV_MSC}
        check(values.get((EV_ABS, ABS_X)) == report["x"], f"report {report['frame']} is not frame {frame}")
    touches = [value for frame in frames for kind, code, value in frame.events if (kind, code) == (EV_KEY, BTN_TOUCH)]
    check(touches == [1, 0, 1, 0], f"the tip went {touches}")


if __name__ == "__main__":
    main()
