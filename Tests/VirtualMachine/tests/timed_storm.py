#!/usr/bin/env python3
"""Two pens at 2000 Hz at once: every report is passed on, at the time at which it came.

In virtual time, so that it is 2000 Hz on any machine.
"""

from __future__ import annotations

from support import Maker, Subscriber, check, main, of_type, until  # first: it finds the next ones

from evdev import ABS_X, EV_ABS
from strokes import intuos
from test_hotplug import WatchingDaemon, tablets, waiting_dump
from test_losses import check_consistent

RATE, SECONDS, PENS = 2000, 1, 2


def test_storm_of_2000_hz() -> None:
    daemon = WatchingDaemon()
    dump = waiting_dump(daemon)
    checker = Subscriber.decoder(daemon)
    makers = [Maker("uinput_pen.py", "--rate", str(RATE), "--frames", str(RATE * SECONDS)) for _ in range(PENS)]
    until("the tablets", lambda: len(tablets(dump)) == PENS)
    for maker in makers:
        maker.play()
    logs = [maker.log() for maker in makers]
    dump.settle()
    for log in logs:
        took = log[-1]["t"] - log[0]["t"]
        check(took <= (SECONDS + 0.1) * 1_000_000, f"{len(log)} frames took {took} µs, which is no storm")
    records = [record for record in dump.records() if record.get("seq")]
    check(not of_type(records, "gap"), f"{len(of_type(records, 'gap'))} gaps")
    samples = of_type(records, "sample")
    # Frames of two pens may have one time: the place tells which is whose.
    got = {(sample["t"], round(sample["nx"] * intuos().axes[ABS_X].maximum)) for sample in samples}
    for log in logs:
        lost = [entry["frame"] for entry in log[:-1] for kind, code, value in entry["events"]
                if (kind, code) == (EV_ABS, ABS_X) and (entry["t"], value) not in got]
        check(not lost, f"{len(lost)} frames are missing: {lost[:5]}")
    for number in range(1, PENS + 1):
        check_consistent([record for record in records if record.get("tablet") == number])
    checker.settle()
    check(len(checker.samples()) == len(samples), f"the other client has {len(checker.samples())} samples of {len(samples)}")
    check(daemon.stop() == 0, "the daemon ends well")
    check(checker.process.wait(10) == 0, "the decoder found the protocol violated")


if __name__ == "__main__":
    main()
