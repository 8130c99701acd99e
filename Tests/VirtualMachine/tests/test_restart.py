#!/usr/bin/env python3
"""The daemon is started anew in the middle of a stroke, and its descriptors survive, as with systemd's store: a client
that connects again misses nothing that the kernel's queue could hold, and is told of what it could not."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from support import (
    DECODER, PENCILD, ROOT, Maker, Record, _at_end, check, fresh, main, of_type, start, until,
)
from test_losses import check_consistent

sys.path.insert(0, str(Path(DECODER).parent))
import pencil_decoder as pencil  # noqa: E402

ACROSS_RESTART, AFTER_GAP = 1 << 8, 1
CUT = 3
EVERYTHING = 0x1FF  # so that every number comes


class Manager:
    """The stand-in for the service manager, with a daemon that finds its tablets by itself."""

    def __init__(self) -> None:
        self.folder = Path(fresh("manager"))
        self.folder.mkdir()
        self.socket = str(self.folder / "pencil.sock")
        self.process = start([
            sys.executable, str(ROOT / "Tests/Support/service_manager.py"), "--folder", str(self.folder),
            "--listen", f"seqpacket:pencil:{self.socket}", "--", PENCILD])
        self.wait_for_start(1)

    def starts(self) -> int:
        path = self.folder / "starts"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def wait_for_start(self, number: int) -> None:
        until(f"start {number} of the daemon", lambda: self.process.poll() is None and self.starts() == number, 20)

    def stored(self) -> list[str]:
        return (self.folder / "stored").read_text().splitlines()

    def order(self, name: str, pause: float = 0) -> None:
        """Gives an order, and waits until the daemon is there again."""
        number = self.starts()
        self.give(name, pause)
        self.wait_for_start(number + 1)

    def give(self, name: str, pause: float = 0) -> None:
        temporary = self.folder / "order"
        temporary.write_text(str(pause))
        temporary.rename(self.folder / name)


class Follower:
    """A client that connects again by itself and goes on after the last record that it has."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.items: list[Record] = []
        self.problems: list[str] = []
        self.connections = 0
        self.is_over = False
        _at_end.append(self.end)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        until("the follower has a snapshot", lambda: any(i["type"] == "snapshotEnd" for i in self.items))

    def records(self) -> list[Record]:
        return [i for i in self.items if i.get("seq")]

    def end(self) -> None:
        """Of the test: it connects to no daemon of the next one."""
        self.is_over = True

    def _run(self) -> None:
        epoch = last = 0
        while not self.is_over:
            checker = pencil.Checker()
            try:
                with pencil.connect(self.path, timeout=None) as sock:
                    welcome = pencil.hello(sock, "follower", checker)
                    pencil.subscribe(sock, contents=EVERYTHING, epoch=epoch, after=last)
                    self.connections += 1
                    epoch = welcome["epoch"]
                    while data := pencil.receive(sock):
                        checker.datagram(data)
                        for item in pencil.items(data):
                            last = max(last, item.get("seq", 0), item.get("head", 0) if item["type"] == "snapshot" else 0)
                            self.items.append(item)
            except (OSError, pencil.Refused):
                pass
            self.problems += checker.problems
            time.sleep(0.02)


def restart(order: str, rate: int, frames: int, at: int, pause: float = 0) -> tuple[list[Record], list[Record]]:
    """Records and what was sent, with an order given about that many frames after the beginning."""
    maker = Maker("uinput_pen.py", "--rate", str(rate), "--frames", str(frames), "--kernel-time")
    manager = Manager()
    until("its descriptor is kept", lambda: manager.stored() == ["journal", "tablet-1.1"])
    follower = Follower(manager.socket)
    maker.play()
    until("the pen is so far", lambda: len(of_type(follower.records(), "sample")) >= at, 30)
    manager.order(order, pause)
    log = maker.log()
    until("the pen has left", lambda: of_type(follower.records(), "sample")[-1]["phase"] == "hoverExited"
          and follower.connections == 2, 20)
    check(manager.stored() == ["journal", "tablet-1.1"], f"kept is {manager.stored()}")
    records = follower.records()
    numbers = [r["seq"] for r in records]
    check(numbers == list(range(numbers[0], numbers[0] + len(numbers))), "a hole, or something twice")
    check(not follower.problems, f"{follower.problems[:3]}")
    check(sum(1 for i in follower.items if i["type"] == "snapshot") == 1, "there was a second snapshot")
    check(all(r["flags"] & 2 for r in of_type(records, "tablet")), "the tablet is said to have gone")
    check({r["attachment"] for r in of_type(records, "sample")} == {1}, "the attachment has changed")
    return records, log


def check_cut(records: list[Record], strokes: int) -> None:
    """The first stroke is cut and goes on, and all have numbers in turn."""
    summaries = of_type(records, "stroke")
    check([s["stroke"] for s in summaries] == list(range(1, strokes + 1)), f"strokes {summaries}")
    check([s["flags"] for s in summaries] == [CUT] + [0] * (strokes - 1), f"strokes {summaries}")
    crossing = [(s["phase"], s["stroke"]) for s in of_type(records, "sample") if s["flags"] & ACROSS_RESTART]
    check(crossing == [("cancelled", 1), ("began", 2)], f"across the restart: {crossing}")
    indices = [s["index"] for s in of_type(records, "sample") if s["stroke"]]
    check(indices == sorted(set(indices)), "indices don't increase")
    check_consistent(records)


def places(records: list[Record]) -> list[int]:
    """The x of each frame in device units, which names it; what the daemon made up has none."""
    return [round(s["nx"] * 44704) for s in of_type(records, "sample") if not s["flags"] & 4]


def sent_places(log: list[Record]) -> list[int]:
    return [value for entry in log for kind, code, value in entry["events"] if (kind, code) == (3, 0)]


def test_every_report_arrives() -> None:
    records, log = restart("restart", rate=50, frames=250, at=100)
    check(not of_type(records, "gap"), f"a gap {of_type(records, 'gap')}")
    check_cut(records, 2)
    missing = set(sent_places(log)[:-1]) - set(places(records))
    check(not missing, f"{len(missing)} of {len(log)} reports are missing")


def test_an_overflow_is_a_gap() -> None:
    records, log = restart("restart", rate=500, frames=1000, at=100, pause=0.6)
    gaps = of_type(records, "gap")
    check([g["cause"] for g in gaps] == [1], f"gaps {gaps}")
    missing = set(sent_places(log)[:-1]) - set(places(records))
    check(len(missing) > 50, f"only {len(missing)} reports are missing: the queue did not run over")
    after = [s for s in of_type(records, "sample") if s["flags"] & AFTER_GAP]
    check(len(after) >= 1, "no sample is marked as after the gap")
    numbers = [s["stroke"] for s in of_type(records, "stroke")]
    check(len(numbers) > 2 and numbers == list(range(1, len(numbers) + 1)), f"strokes {numbers}")
    check_consistent(records)


def test_a_crash_goes_on() -> None:
    records, log = restart("kill", rate=50, frames=250, at=100)
    check([g["cause"] for g in of_type(records, "gap")] == [5], f"gaps {of_type(records, 'gap')}")
    check_cut(records, 2)
    missing = set(sent_places(log)[:-1]) - set(places(records))
    check(len(missing) <= 1, f"{len(missing)} of {len(log)} reports are missing")


def test_unplugged_meanwhile() -> None:
    maker = Maker("uinput_pen.py", "--rate", "50", "--frames", "1000", "--unplug-at-frame", "120", "--no-hurry")
    manager = Manager()
    follower = Follower(manager.socket)
    maker.play()
    until("the pen draws", lambda: len(of_type(follower.records(), "sample")) >= 60, 30)
    manager.order("restart", 2.5)
    until("the tablet has gone", lambda: not of_type(follower.records(), "tablet")[-1:] == []
          and not of_type(follower.records(), "tablet")[-1]["flags"] & 2, 20)
    check(manager.stored() == ["journal"], f"kept is {manager.stored()}")
    numbers = [r["seq"] for r in follower.records()]
    check(numbers == list(range(numbers[0], numbers[0] + len(numbers))), "a hole, or something twice")
    check(not follower.problems, f"{follower.problems[:3]}")


def test_restarts_without_a_tablet_that_moves() -> None:
    """A pen that rests tells nothing: all that comes is that the tablet is still there."""
    maker = Maker("uinput_pen.py", "--rate", "50", "--frames", "20")
    manager = Manager()
    follower = Follower(manager.socket)
    for number in range(2, 6):
        manager.order("restart")
        until("the follower is there again", lambda: follower.connections == number, 20)
    until("all is told", lambda: len(of_type(follower.records(), "tablet")) >= 4)
    tablets = [(r["attachment"], r["flags"]) for r in of_type(follower.records(), "tablet")]
    check(tablets == [(1, 2)] * 4, f"{tablets}")
    pid = int((manager.folder / "starts").read_text().split()[-1])
    check(len(os.listdir(f"/proc/{pid}/fd")) < 32, "descriptors pile up")
    maker.play()
    until("the pen draws", lambda: bool(of_type(follower.records(), "sample")), 10)


if __name__ == "__main__":
    main()
