#!/usr/bin/env python3
"""What is lost is told: the kernel's buffer runs over, the tablet goes away in the middle of a stroke."""

from __future__ import annotations

import time

from support import Daemon, Maker, Record, Subscriber, check, is_after_gap, is_near, is_pressed, main, of_type

from strokes import intuos


def check_consistent(records: list[Record]) -> None:
    """Phases follow one another as they may, and strokes begin and end, gap or not."""
    may_follow: dict[str | None, set[str]] = {
        None: {"hoverEntered", "began"},
        "hoverEntered": {"hoverMoved", "hoverExited", "began"}, "hoverMoved": {"hoverMoved", "hoverExited", "began"},
        "began": {"moved", "ended", "cancelled"}, "moved": {"moved", "ended", "cancelled"},
        "ended": {"hoverMoved", "hoverExited", "began"}, "cancelled": {"hoverMoved", "hoverExited", "began"},
        "hoverExited": {"hoverEntered", "began"},
    }
    last: str | None = None
    stroke = 0
    held: set[object] = set()
    for record in records:
        if record["type"] == "button":
            (held.add if is_pressed(record) else held.discard)(record["button"])
        if record["type"] != "sample":
            continue
        phase, number = record["phase"], record.get("stroke", 0)
        check(phase in may_follow[last], f"{phase} follows {last} at {record['seq']}")
        if phase == "began":
            check(number > stroke, f"stroke {number} follows stroke {stroke}")
            stroke = number
        elif phase in ("moved", "ended", "cancelled"):
            check(number == stroke, f"a sample of stroke {number} within stroke {stroke}")
        last = phase
    check(last == "hoverExited", f"the last sample is {last}")
    check(not held, f"never released: {held}")


def overrun(frames: int, pause: float) -> tuple[list[Record], list[Record]]:
    """Stops the daemon for a while in the middle of a 1000 Hz pen: records, and the log of what was sent."""
    maker = Maker("uinput_pen.py", "--frames", str(frames))
    daemon = Daemon(maker.node)
    subscriber = Subscriber.dump(daemon)
    maker.play()
    time.sleep(0.6)
    daemon.pause()
    time.sleep(pause)
    daemon.resume()
    log = maker.log()
    subscriber.settle()
    return subscriber.records(), log


def check_gap(records: list[Record], log: list[Record]) -> None:
    records = [r for r in records if r.get("seq")]
    gaps = of_type(records, "gap")
    check(bool(gaps), "no gap record")
    sent = [entry["t"] for entry in log]
    # Samples made of the state read anew may bear the time of a frame that is lost.
    anew = {gap["t"] for gap in gaps}
    got = {s["t"] for s in of_type(records, "sample") if not is_after_gap(s)} - anew
    lost = [n for n, t in enumerate(sent) if t not in got]
    check(len(lost) > 20, f"only {len(lost)} frames are missing: the buffer did not run over")
    # One gap record a hole, and nothing is missing elsewhere.
    holes = sum(1 for n in lost if n - 1 not in lost)
    check(holes <= len(gaps), f"{holes} holes, {len(gaps)} gap records")
    check_consistent(records)


def test_overrun_in_the_middle() -> None:
    records, log = overrun(2500, 1.0)
    check_gap(records, log)
    # Afterwards the axes are the device's again.
    x = intuos().axes[0]
    place = next(value for kind, code, value in log[-2]["events"] if (kind, code) == (3, 0))
    last = [s for s in of_type(records, "sample") if s["t"] == log[-2]["t"]]
    check(len(last) == 1 and is_near(last[0].get("nx"), place / x.maximum), f"the last place is {last}")


def test_overrun_until_the_pen_is_gone() -> None:
    records, log = overrun(1000, 1.5)
    check_gap(records, log)


def test_unplugged_in_the_middle_of_a_stroke() -> None:
    # Frame 110: the tip is down and the barrel button is held.
    maker = Maker("uinput_pen.py", "--unplug-at-frame", "110", "--frames", "500")
    daemon = Daemon(maker.node)
    subscriber = Subscriber.dump(daemon)
    maker.play()
    log = maker.log()
    subscriber.settle()
    records = [r for r in subscriber.records() if r.get("seq")]
    samples = of_type(records, "sample")
    got = {s["t"] for s in samples}
    missing = [entry["frame"] for entry in log[:-5] if entry["t"] not in got]
    # The kernel throws away what has not been read when the device goes, so the very last frames may be missing.
    check(not missing, f"frames {missing} are missing")
    phases = [s["phase"] for s in samples]
    check("cancelled" in phases, f"the stroke is not cancelled: {phases[-3:]}")
    check("ended" not in phases, "the stroke ended, though the pen was not lifted")
    check_consistent(records)
    strokes = of_type(records, "stroke")
    check(len(strokes) == 1 and strokes[0]["samples"] == len(samples) - phases.index("began") - phases.count("hoverExited"),
          f"stroke records {strokes}")
    changes = of_type(records, "button")
    check([is_pressed(c) for c in changes] == [True, False], f"the button's changes {changes}")
    check(len(of_type(records, "tablet")) >= 1, "no record says that the tablet is gone")


if __name__ == "__main__":
    main()
