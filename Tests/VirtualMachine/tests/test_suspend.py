#!/usr/bin/env python3
"""The machine really sleeps, to memory and to idle, in the middle of a stroke, and is woken by its clock."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path

from support import Record, Subscriber, at_end, check, main, until, wake_in  # first: it finds the next ones

import wacom_pth660
from evdev import (
    ABS_DISTANCE, ABS_PRESSURE, ABS_X, ABS_Y, BTN_STYLUS, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, EV_MSC, MSC_SERIAL, Frame,
    find_node,
)
from strokes import SERIAL, intuos
from test_hotplug import WatchingDaemon, tablets, waiting_dump
from test_losses import check_consistent
from timed_paces import Client
from timed_paces import Frame as Beat
from uhid_wacom import Device, find_pen
from uinput_pen import Pen, pack

PERIOD = 1_000_000 / 60  # of the beats, µs


def now() -> int:
    """µs of CLOCK_MONOTONIC."""
    return time.monotonic_ns() // 1000


class Hands:
    """Two pens that draw at once: one made by uinput, one by the kernel's wacom driver out of HID reports."""

    def __init__(self, between: Callable[[float], object] = time.sleep) -> None:
        self.between = between  # reports: takes s
        self.device = intuos(fuzz=0)
        self.plain = Pen(self.device)
        self.hid = Device()
        self.is_plugged_in = True
        at_end(self.unplug)
        find_node(self.device.name)
        find_pen(self.hid)
        self.place = 1000
        self.sent: list[tuple[int, int]] = []  # µs, x of the first pen

    def draw(self, count: int, down: bool = True, near: bool = True) -> None:
        """Reports as drivers make them: each says all, and the kernel drops what changes nothing."""
        for _ in range(count):
            self.place += 40
            moment = now()
            keys = [(EV_KEY, BTN_TOOL_PEN, int(near)), (EV_KEY, BTN_TOUCH, int(down)), (EV_KEY, BTN_STYLUS, int(down))]
            axes = [(EV_ABS, ABS_X, self.place), (EV_ABS, ABS_Y, 5000), (EV_ABS, ABS_PRESSURE, 900 if down else 0),
                    (EV_ABS, ABS_DISTANCE, 0 if down else 20)]
            self.plain.send(pack(Frame(0, [*keys, *axes, (EV_MSC, MSC_SERIAL, SERIAL)]), moment))
            self.sent.append((moment, self.place))
            report = wacom_pth660.PenReport(
                x=self.place, y=5000, pressure=900 if down else 0, distance=0 if down else 30, tip=down, barrel=down)
            if not near:
                report = wacom_pth660.PenReport(in_range=False, serial=0, tool=0)
            self.hid.answer()
            self.hid.send(report.pack())
            self.between(0.002)

    def unplug(self) -> None:
        if self.is_plugged_in:
            self.is_plugged_in = False
            self.plain.unplug()
            self.hid.unplug()


@dataclasses.dataclass
class Sleep:
    """When the machine fell asleep and awoke, µs of CLOCK_MONOTONIC, which stands still in memory alone; and how long that
    was in truth."""

    began: int
    ended: int
    length: float


def sleep(state: str) -> Sleep:
    """Has the machine sleep."""
    wake_in(2)
    began, before = now(), time.clock_gettime(time.CLOCK_BOOTTIME)
    Path("/sys/power/state").write_text(state)
    slept = Sleep(began, now(), time.clock_gettime(time.CLOCK_BOOTTIME) - before)
    check(slept.length > 1, f"it slept for {slept.length} s")
    return slept


def by_tablet(dump: Subscriber) -> list[list[Record]]:
    """The records of each tablet."""
    records = [r for r in dump.records() if r.get("seq")]
    return [[r for r in records if r.get("tablet") == t["tablet"]] for t in tablets(dump)[:2]]


def phases(records: list[Record]) -> list[str]:
    return [r["phase"] for r in records if r["type"] == "sample"]


def go_to_sleep(state: str) -> None:
    """Asleep with both pens down and a button held; they go on afterwards."""
    daemon = WatchingDaemon()
    dump = waiting_dump(daemon)
    beats = Client(daemon, pace=60)
    hands = Hands(beats.read)  # it would get no beat before it has read the last one
    until("both tablets", lambda: len(tablets(dump)) == 2)
    hands.draw(3, down=False)
    hands.draw(60)
    until("the pens write", lambda: all("moved" in phases(each) for each in by_tablet(dump)))
    early, last_report = len(beats.frames), hands.sent[-1][0]
    slept = sleep(state)
    hands.draw(60)
    hands.draw(3, down=False)
    hands.draw(1, down=False, near=False)
    beats.read(0.3)
    dump.settle()
    check(daemon.process.poll() is None, "the daemon goes on")
    check([t["present"] for t in tablets(dump)] == [True, True], f"the tablets stay: {tablets(dump)}")
    plain, hid = by_tablet(dump)
    check(phases(plain).count("began") == phases(plain).count("ended") == 2, f"two strokes: {phases(plain)}")
    # The kernel lets go of keys when it falls asleep. The wacom driver does so already when no report has come for 100 ms.
    for records, earliest in ((plain, slept.began), (hid, last_report)):
        check_consistent(records)
        check(not any(r["type"] == "gap" or r.get("flags") for r in records if r["type"] in ("gap", "sample")), "nothing is lost")
        samples = [r for r in records if r["type"] == "sample"]
        times = [s["t"] for s in samples]
        check(times == sorted(times), "times rise")
        # Whether it leaves in between is no matter: no time has passed for a clock that stands still.
        contact = [s for s in samples if s["phase"] in ("began", "moved", "ended")]
        before = [s for s in contact if s["t"] <= slept.ended]
        check(before[-1]["phase"] == "ended", f"the stroke ends: {before[-1]}")
        check(before[-1]["t"] >= earliest, f"when the machine falls asleep: {before[-1]}, {slept}")
        check(contact[len(before)]["phase"] == "began", f"another one begins: {contact[len(before)]}")
        check("cancelled" not in phases(records), "and none is cancelled")
    check_all(plain, hands, slept)
    check_beats(beats.frames[:early], beats.frames[early:], slept)
    check(daemon.stop() == 0, "the daemon ends well")


def check_all(records: list[Record], hands: Hands, slept: Sleep) -> None:
    """Each report of the first pen is there with its time, once."""
    span = hands.device.axes[ABS_X].maximum
    found: dict[int, set[int]] = {}
    for sample in records:
        if sample["type"] == "sample" and not slept.began <= sample["t"] <= slept.ended:
            found.setdefault(sample["t"], set()).add(round(sample["nx"] * span))
    wanted = {time: {place} for time, place in hands.sent}
    # Of the last one the place is not said again.
    del wanted[hands.sent[-1][0]], found[hands.sent[-1][0]]
    check(found == wanted, f"missing {sorted(wanted.keys() - found.keys())}, too much {sorted(found.keys() - wanted.keys())}")
    twice = [s["t"] for s in records if s["type"] == "sample" and s["phase"] in ("moved", "hoverMoved")]
    check(len(twice) == len(set(twice)), "nothing comes twice")


def check_beats(early: list[Beat], late: list[Beat], slept: Sleep) -> None:
    """After the sleep beats go on, and none of those slept through is made up for."""
    check(len(early) > 3 and len(late) > 3, f"{len(early)} frames before, {len(late)} after")
    dues = [frame.head["due"] for frame in late if not frame.is_flushed]
    old = sum(due < slept.began for due in dues)
    check(old <= 1, f"{old} beats of before the sleep, of which one at most can wait to be read: {dues}, {slept}")
    inside = [due for due in dues if slept.began + PERIOD < due < slept.ended - PERIOD]
    check(not inside, f"beats within the sleep: {inside}")
    gaps = [b - a for a, b in zip(dues, dues[1:])]
    check(min(gaps) >= PERIOD - 2, f"two beats are {min(gaps)} µs apart")


def test_asleep_to_memory_in_the_middle_of_a_stroke() -> None:
    go_to_sleep("mem")


def test_asleep_to_idle_in_the_middle_of_a_stroke() -> None:
    go_to_sleep("freeze")


def test_unplugged_while_asleep() -> None:
    """Two sleeps: after one the pens are gone for good, after the other they are there and say nothing more."""
    daemon = WatchingDaemon()
    dump = waiting_dump(daemon)
    hands = Hands()
    until("both tablets", lambda: len(tablets(dump)) == 2)
    hands.draw(3, down=False)
    hands.draw(30)
    until("the pens write", lambda: all("moved" in phases(each) for each in by_tablet(dump)))
    slept = sleep("mem")
    # Nothing comes any more that would show that they are still there.
    until("the strokes end", lambda: all(phases(each)[-1] == "hoverExited" for each in by_tablet(dump)))
    for records in by_tablet(dump):
        check(phases(records)[-2:] == ["ended", "hoverExited"], f"{phases(records)[-3:]}")
        ends = [r["t"] for r in records if r["type"] == "sample"][-2:]
        check(all(slept.began <= end <= slept.ended for end in ends), f"at {ends}, asleep from {slept}")
        check_consistent(records)
    hands.draw(30)
    until("the pens write", lambda: all(phases(each)[-1] == "moved" for each in by_tablet(dump)))
    daemon.pause()  # so that it sees nothing before all has happened
    sleep("mem")
    hands.unplug()
    daemon.resume()
    until("both are gone", lambda: len(tablets(dump)) == 4)
    for records in by_tablet(dump):
        check(phases(records)[-2:] == ["cancelled", "hoverExited"], f"{phases(records)[-3:]}")
        check_consistent(records)
    check(daemon.stop() == 0, "the daemon ends well")


if __name__ == "__main__":
    main()
