#!/usr/bin/env python3
"""Tablets that come and go on a real kernel with udev, while a client stays connected."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator

from support import PENCILD, Daemon, Maker, Record, Subscriber, at_end, check, fresh, main, of_type, start, until  # first

from evdev import BTN_TOOL_PEN, BTN_TOUCH, EV_KEY, EV_SYN, EVENT
from strokes import HOVER, intuos, strokes
from uinput_pen import Pen, pack

ROUNDS = 50


class WatchingDaemon(Daemon):
    """`pencild` as it is started without a node: it finds tablets by itself."""

    def __init__(self) -> None:
        self.socket = fresh("pencil.sock")
        self.process = start([PENCILD, "--socket", self.socket])
        until("the daemon listens", self._listens)


def waiting_dump(daemon: Daemon) -> Subscriber:
    """A subscriber that is there before any tablet."""
    output = fresh("dump.json")
    subscriber = Subscriber([PENCILD, "--dump", "--format", "json", "--socket", daemon.socket], output, True)
    until("the dump has a snapshot", lambda: any(r["type"] == "snapshotEnd" for r in subscriber.records()))
    return subscriber


def tablets(subscriber: Subscriber) -> list[Record]:
    return [r for r in subscriber.records() if r["type"] == "tablet"]


def resident(process_id: int) -> int:
    """KiB of memory."""
    with open(f"/proc/{process_id}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def is_out(sample: Record, attachment: int) -> bool:
    """Whether the pen is away, in this life of its tablet."""
    return (sample["phase"], sample["attachment"]) == ("hoverExited", attachment)


def test_plugged_in_fifty_times() -> None:
    daemon = WatchingDaemon()
    subscriber = waiting_dump(daemon)
    early = descriptors = 0
    for n in range(ROUNDS):
        pen = Pen(intuos())
        until(f"tablet of round {n}", lambda: len(tablets(subscriber)) == 2 * n + 1)
        for frame in strokes(10):
            pen.send(pack(frame, 0))
        until(f"samples of round {n}", lambda: subscriber.samples()[-1:] != [] and is_out(subscriber.samples()[-1], n + 1))
        pen.unplug()
        until(f"the end of round {n}", lambda: len(tablets(subscriber)) == 2 * n + 2)
        if n == 4:
            early, descriptors = resident(daemon.process.pid), len(os.listdir(f"/proc/{daemon.process.pid}/fd"))
    seen = tablets(subscriber)
    check({r["tablet"] for r in seen} == {1}, "it is one tablet, always the same")
    check([r["attachment"] for r in seen] == [n // 2 + 1 for n in range(2 * ROUNDS)], "attachments are counted")
    check([r["present"] for r in seen] == [True, False] * ROUNDS, "it comes and goes in turns")
    check(len({r["identity"] for r in seen}) == 1, "its identity stays")
    check(not of_type(subscriber.records(), "gap"), "nothing is lost")
    samples = of_type(subscriber.records(), "sample")
    per_attachment = [sum(s["attachment"] == n + 1 for s in samples) for n in range(ROUNDS)]
    check(set(per_attachment) == {10}, f"samples of each round: {per_attachment}")
    now = resident(daemon.process.pid)
    check(now <= early + 1024, f"memory grew from {early} to {now} KiB")
    open_now = len(os.listdir(f"/proc/{daemon.process.pid}/fd"))
    check(open_now == descriptors, f"open files grew from {descriptors} to {open_now}")
    check(daemon.stop() == 0, "the daemon ends well")


def letting_go() -> bytes:
    """What the kernel sends before a tablet goes (input_dev_release_keys)."""
    stamp = divmod(time.monotonic_ns() // 1000, 1_000_000)
    return b"".join(EVENT.pack(*stamp, *event) for event in ((EV_KEY, BTN_TOUCH, 0), (EV_KEY, BTN_TOOL_PEN, 0), (EV_SYN, 0, 1)))


def touch(pen: Pen) -> None:
    for frame in strokes(1000)[: HOVER + 5]:
        pen.send(pack(frame, 0))


def go_on(pen: Pen) -> None:
    """Its keys are let go of, but it stays."""
    pen.send(letting_go())
    touch(pen)


def let_go_before_it_goes(earlier: Callable[[Pen, Pen], None]) -> None:
    """A tablet goes 0.7 s after its keys: soon enough to break the stroke off, whatever was waited for before."""
    daemon = WatchingDaemon()
    subscriber = waiting_dump(daemon)
    pens: list[Pen] = []
    for _ in range(2):
        pens.append(Pen(intuos()))
        at_end(pens[-1].unplug)
        until("the tablet", lambda: len(tablets(subscriber)) == len(pens))
    first, second = (r["tablet"] for r in tablets(subscriber))

    def phases(tablet: int) -> list[str]:
        return [sample["phase"] for sample in subscriber.samples() if sample["tablet"] == tablet]

    for pen in pens:
        touch(pen)
    until("they write", lambda: "moved" in phases(first) and "moved" in phases(second))
    earlier(*pens)
    time.sleep(0.6)
    pens[1].send(letting_go())
    time.sleep(0.7)
    pens[1].unplug()
    until("it is gone", lambda: any(r["tablet"] == second and not r["present"] for r in tablets(subscriber)))
    check(phases(second)[-2:] == ["cancelled", "hoverExited"], f"{phases(second)[-3:]}")
    check(daemon.stop() == 0, "the daemon ends well")


def test_let_go_after_another_has_gone() -> None:
    let_go_before_it_goes(lambda first, second: first.unplug())


def test_let_go_after_another_was() -> None:
    let_go_before_it_goes(lambda first, second: first.send(letting_go()))


def test_let_go_twice() -> None:
    let_go_before_it_goes(lambda first, second: go_on(second))


def test_several_at_once() -> None:
    daemon = WatchingDaemon()
    subscriber = waiting_dump(daemon)
    makers = [Maker("uinput_pen.py", "--frames", "20") for _ in range(8)]
    until("all tablets", lambda: len([r for r in tablets(subscriber) if r["present"]]) == 8)
    check(len({r["tablet"] for r in tablets(subscriber)}) == 8, "equal tablets have numbers of their own")
    check(len({r["identity"] for r in tablets(subscriber)}) == 8, "and identities")
    for maker in makers:
        maker.play()
    for maker in makers:
        maker.log()
        maker.stop()
    until("all are gone", lambda: len(tablets(subscriber)) == 16)


def change(node: str) -> None:
    """udev looks at the node again, and says so."""
    path = f"/sys/class/input/{os.path.basename(node)}"
    subprocess.run(["udevadm", "trigger", "--action=change", path], check=True)
    subprocess.run(["udevadm", "settle"], check=True)


@contextlib.contextmanager
def rule(text: str) -> Iterator[None]:
    """udev has one rule more."""
    path = "/run/udev/rules.d/99-pencil-test.rules"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(text + "\n")
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    try:
        yield
    finally:
        os.unlink(path)
        subprocess.run(["udevadm", "control", "--reload"], check=True)


def test_attached_to_another_seat() -> None:
    """As `loginctl attach` does it: the node stays, and udev says that it has changed."""
    daemon = WatchingDaemon()
    subscriber = waiting_dump(daemon)
    maker = Maker("uinput_pen.py", "--frames", "20")

    def story() -> list[tuple[str, int, bool]]:
        return [(r["seat"], r["attachment"], r["present"]) for r in tablets(subscriber)]

    until("the tablet", lambda: story() == [("seat0", 1, True)])
    with rule('SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_SEAT}="seat-test"'):
        change(maker.node)
        moved = [("seat0", 1, True), ("seat0", 1, False), ("seat-test", 2, True)]
        until("it has moved", lambda: story() == moved)
        change(maker.node)
    maker.play()
    maker.log()
    maker.stop()
    until("it is gone", lambda: story() == [*moved, ("seat-test", 2, False)])
    check(any(r["type"] == "sample" and r["attachment"] == 2 for r in subscriber.records()), "it is read there")


def test_an_unreadable_node_is_retried() -> None:
    """The daemon may not read it; then it gets the permission, and udev says that the node changed."""
    maker = Maker("uinput_pen.py", "--frames", "20")
    log = fresh("log")
    folder = fresh("run")
    os.mkdir(folder)
    os.chmod(os.path.dirname(folder), 0o755)
    os.chown(folder, 65534, 65534)
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PENCILD, "--socket", f"{folder}/socket"]

    def text() -> str:
        with open(log, encoding="utf-8") as file:
            return file.read()

    with open(log, "wb") as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
    try:
        until("the refusal is told", lambda: maker.node in text())
        check("join the node's group" in text(), f"with its remedy: {text()}")
        change(maker.node)
        time.sleep(0.3)
        check(text().count("can't be opened") == 1, f"told once: {text()}")
        with rule('SUBSYSTEM=="input", KERNEL=="event*", MODE="0666"'):
            change(maker.node)
            until("it is read", lambda: "reading" in text())
    finally:
        process.kill()
        process.wait()
        maker.play()
        maker.log()
        maker.stop()


def test_pen_and_pad_of_one_tablet() -> None:
    """The kernel's wacom driver makes a node of each; they are one tablet."""
    daemon = WatchingDaemon()
    subscriber = waiting_dump(daemon)
    maker = Maker("uhid_wacom.py")

    def pads() -> list[Record]:
        return [r for r in subscriber.records() if r["type"] == "padDescription"]

    until("pen and pad", lambda: len(tablets(subscriber)) == 1 and any(r.get("tablet") for r in pads()))
    pad, tablet = pads()[-1], tablets(subscriber)[-1]
    check(pad["tablet"] == tablet["tablet"] and pad["present"], f"the pad is the tablet's: {pad}")
    check(pad["buttons"] == 9 and pad["rings"] == 1, f"what the pad has: {pad}")
    maker.play()
    maker.log()
    maker.stop()
    until("both are gone", lambda: not pads()[-1]["present"] and not tablets(subscriber)[-1]["present"])


if __name__ == "__main__":
    main()
