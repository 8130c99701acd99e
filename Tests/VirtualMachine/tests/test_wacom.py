#!/usr/bin/env python3
"""A Wacom tablet at its HID interface, the kernel's wacom driver, the daemon: samples are what the reports said."""

from __future__ import annotations

import math

from support import Daemon, Maker, Record, Subscriber, angles, buttons, check, clean_up, is_near, main

import wacom_pth660 as tablet

UNITS_PER_RADIAN = 57  # what the driver makes of degrees


def phase(report: Record, before: Record | None) -> str:
    was_there, was_down = (before["in_range"], before["tip"]) if before else (False, False)
    if not report["in_range"]:
        return "hoverExited"
    if report["tip"]:
        return "moved" if was_down else "began"
    if was_down:
        return "ended"
    return "hoverMoved" if was_there else "hoverEntered"


def check_sample(sample: Record, report: Record, before: Record | None) -> None:
    where = f"report {report['frame']}: "
    check(sample["phase"] == phase(report, before), f"{where}{phase(report, before)} became {sample['phase']}")
    said = report
    if not report["in_range"]:
        # The driver's zeros say nothing: the last place known is told again.
        assert before is not None
        said = before
    place = {
        "x": said["x"] / tablet.UNITS_PER_MM, "y": said["y"] / tablet.UNITS_PER_MM,
        "nx": said["x"] / tablet.X_MAX, "ny": said["y"] / tablet.Y_MAX,
    }
    for name, value in place.items():
        check(is_near(sample.get(name), value, 1e-3), f"{where}{name} {value} became {sample.get(name)}")
    if not report["in_range"]:
        return
    altitude, azimuth = angles(report["tilt_x"] / UNITS_PER_RADIAN, report["tilt_y"] / UNITS_PER_RADIAN)
    # A leap of the tilt in hover is held for one frame, and says so.
    for name, value in (("altitude", altitude), ("azimuth", azimuth)):
        if name not in sample.get("estimated", []):
            check(is_near(sample.get(name), value, 1e-3), f"{where}{name} {value} became {sample.get(name)}")
    # The driver turns the twist by a quarter for the sake of other drivers, and we turn it back.
    turn = report["twist"] / 1800 * 2 * math.pi
    off = (sample.get("roll", math.nan) - turn) % (2 * math.pi)
    check(min(off, 2 * math.pi - off) < 1e-3, f"{where}roll {turn} became {sample.get('roll')}")
    held = {name for name, key in (("stylus", "barrel"), ("stylus2", "barrel2")) if report[key]}
    if len(held) == 2:
        held = {"stylus3"}  # the driver takes both bits for the third button of a pen that has three
    check(buttons(sample) == held, f"{where}buttons {held} became {buttons(sample)}")
    if report["tip"]:
        force = report["pressure"] / tablet.PRESSURE_MAX
        check(is_near(sample.get("force"), force), f"{where}force {force} became {sample.get('force')}")
    elif before is not None and not before["tip"]:
        hover = report["distance"] / tablet.DISTANCE_MAX
        check(is_near(sample.get("hover"), hover), f"{where}hover height {hover} became {sample.get('hover')}")


def test_wacom_samples_are_what_the_reports_said() -> None:
    for _ in range(5):
        maker = Maker("uhid_wacom.py", "--rate", "200", "--frames", "600")
        daemon = Daemon(maker.node)
        subscriber = Subscriber.dump(daemon)
        maker.play()
        log = maker.log()
        subscriber.settle()
        # The driver takes a pen of which it has heard nothing for so long for gone.
        if max(b["t"] - a["t"] for a, b in zip(log, log[1:])) < 90_000:
            break
        clean_up()
    samples = subscriber.samples()
    check(len(samples) == len(log), f"{len(samples)} samples of {len(log)} reports")
    before: Record | None = None
    for sample, report in zip(samples, log):
        check_sample(sample, report, before)
        before = report
    # Of the time at which the kernel got the report: after it was begun to be sent, and before the next one was.
    for sample, report, following in zip(samples, log, [*log[1:], {"t": math.inf}]):
        check(report["t"] <= sample["t"] <= following["t"], f"report {report['frame']} of {report['t']} became {sample['t']}")
    estimates = [s for s in samples if "altitude" in s.get("estimated", [])]
    check(len(estimates) <= 3, f"the tilt of {len(estimates)} samples is estimated")
    tools = [r for r in subscriber.records() if r["type"] == "tool"]
    serials = {r.get("serial") for r in tools} - {None, 0}
    check(serials == {log[0]["serial"]}, f"serial numbers {serials} instead of {log[0]['serial']}")


if __name__ == "__main__":
    main()
