#!/usr/bin/env python3
"""What else happens to a daemon: its node is taken away, the clock is set back, the tablet is away for a while."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from support import PROGRAMS, Maker, Record, Subscriber, check, main, of_type, until  # first: it finds the next ones

from evdev import (
    ABS_DISTANCE, ABS_PRESSURE, ABS_X, ABS_Y, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, Event, Frame, find_node,
)
from strokes import SERIAL, intuos
from test_hotplug import WatchingDaemon, change, tablets, waiting_dump
from test_losses import check_consistent
from uinput_pen import Pen, pack


def records(dump: Subscriber) -> list[Record]:
    return [record for record in dump.records() if record.get("seq")]


def missing(dump: Subscriber, log: list[Record]) -> list[int]:
    """The frames of the log of which there is no sample."""
    got = {sample["t"] for sample in dump.samples()}
    return [entry["frame"] for entry in log if entry["t"] not in got]


def written(dump: Subscriber) -> int:
    """How many samples have come; unread, as the machine has one processor, which reading them would take from the daemon."""
    return Path(dump.output).read_bytes().count(b'"type":"sample"')


def test_revoked_in_the_middle_of_a_stroke() -> None:
    daemon = WatchingDaemon()
    dump = waiting_dump(daemon)
    pen = Pen(intuos())
    node = find_node(intuos().name)
    until("the tablet", lambda: len(tablets(dump)) == 1)

    def send(*events: Event) -> None:
        pen.send(pack(Frame(0, list(events)), 0))

    def phases() -> list[str]:
        return [sample["phase"] for sample in dump.samples()]

    send((EV_KEY, BTN_TOOL_PEN, 1), (EV_ABS, ABS_X, 5000), (EV_ABS, ABS_Y, 5000), (EV_ABS, ABS_DISTANCE, 20))
    send((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 700), (EV_ABS, ABS_X, 5010), (EV_ABS, ABS_DISTANCE, 0))
    send((EV_ABS, ABS_X, 5020))
    until("the pen writes", lambda: phases() == ["hoverEntered", "began", "moved"])
    subprocess.run([f"{PROGRAMS}/revoke", str(daemon.process.pid), node], check=True)
    until("it is told", lambda: len(tablets(dump)) == 2 and not tablets(dump)[1]["present"])
    check(phases()[3:] == ["cancelled", "hoverExited"], f"the stroke is cancelled: {phases()}")
    # The node is still there, and udev has no news of it: whoever took it away will say when it may be had again.
    for place in range(5030, 5100, 10):
        send((EV_ABS, ABS_X, place))
    time.sleep(0.3)
    check(len(phases()) == 5 and daemon.process.poll() is None, f"the daemon waits, and hears nothing: {phases()}")
    change(node)
    until("it is read again", lambda: len(tablets(dump)) == 3 and tablets(dump)[2]["present"])
    send((EV_ABS, ABS_X, 6000))
    send((EV_KEY, BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0), (EV_ABS, ABS_DISTANCE, 20), (EV_ABS, ABS_X, 6010))
    send((EV_KEY, BTN_TOOL_PEN, 0))
    until("the pen is out of reach", lambda: phases()[-1] == "hoverExited" and len(phases()) > 5)
    check("began" in phases()[5:] and "ended" in phases()[5:], f"the pen that is down is in a stroke of its own: {phases()[5:]}")
    places = [round(sample["nx"] * intuos().axes[ABS_X].maximum) for sample in dump.samples()[5:]]
    check({5090, 6000, 6010} >= set(places) >= {6000, 6010}, f"from where it is now: {places}")
    check(tablets(dump)[2]["attachment"] == 2 and tablets(dump)[2]["tablet"] == tablets(dump)[0]["tablet"], "the same tablet")
    check_consistent(records(dump))
    pen.unplug()
    until("it is gone", lambda: len(tablets(dump)) == 4)
    check(daemon.stop() == 0, "the daemon ends well")


def test_clock_set_back_and_forth() -> None:
    daemon = WatchingDaemon()
    dump = waiting_dump(daemon)
    maker = Maker("uinput_pen.py", "--frames", "1500", "--no-hurry")
    until("the tablet", lambda: len(tablets(dump)) == 1)
    maker.play()
    for change_of_clock in (-86400.0, 2 * 86400.0):
        before = written(dump)
        until("the pen writes", lambda before=before: written(dump) > before + 200)
        time.clock_settime(time.CLOCK_REALTIME, time.time() + change_of_clock)
    log = maker.log()
    dump.settle()
    check(not missing(dump, log), f"frames {missing(dump, log)} are missing")
    times = [sample["t"] for sample in dump.samples()]
    check(times == sorted(times) and times[-1] - times[0] < 60_000_000, "the pen's time is not the wall's")
    check(not any(sample.get("flags") for sample in dump.samples()), "no sample is out of the ordinary")
    check_consistent(records(dump))


def test_gone_for_a_while_in_the_middle_of_a_stroke() -> None:
    """A tablet that goes and comes back, such as one that the kernel can't keep over a suspend: the same one, with the same pen."""
    daemon = WatchingDaemon()
    dump = waiting_dump(daemon)
    maker = Maker("uinput_pen.py", "--unplug-at-frame", "110", "--frames", "500")
    until("the tablet", lambda: len(tablets(dump)) == 1)
    maker.play()
    maker.log()
    until("it is gone", lambda: len(tablets(dump)) == 2)
    again = Maker("uinput_pen.py", "--frames", "500", "--no-hurry")
    until("it is back", lambda: len(tablets(dump)) == 3)
    again.play()
    log = again.log()
    dump.settle()
    check(not missing(dump, log), f"frames {missing(dump, log)} are missing")
    seen = tablets(dump)
    check(len({t["tablet"] for t in seen}) == 1 and len({t["identity"] for t in seen}) == 1, f"it is the same tablet: {seen}")
    check([t["present"] for t in seen] == [True, False, True], "it goes and comes")
    check([t["attachment"] for t in seen] == [1, 1, 2], "its lives are told apart")
    samples = dump.samples()
    check(len({s["tool"] for s in samples}) == 1, f"it is the same pen: {({s['tool'] for s in samples})}")
    check([s["phase"] for s in samples].count("cancelled") == 1, "the stroke of before is cancelled, no other")
    check_consistent(records(dump))
    check(SERIAL in {record.get("serial") for record in of_type(dump.records(), "tool")}, "the pen has its number")


if __name__ == "__main__":
    main()
