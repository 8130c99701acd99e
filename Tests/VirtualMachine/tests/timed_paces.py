#!/usr/bin/env python3
"""Paces on a real node, where sleeping costs no time and computing none either: beats, numbers and delays are exact."""

from __future__ import annotations

import signal
import socket
import sys
import time
from dataclasses import dataclass, field

from support import DECODER_FOLDER, Daemon, Maker, Record, Subscriber, check, is_near, main, of_type

sys.path.insert(0, DECODER_FOLDER)

import pencil_decoder  # noqa: E402
from pencil_checker import Checker  # noqa: E402

PRESSURE = 2047
ROUNDING = 1  # µs: times are told in whole ones, rounded down
LATE = 50  # µs: what a beat may take though computing costs nothing; it is 4 at most


@dataclass
class Frame:
    """A display frame: its head, its records, its predicted samples; and the time at which it was read."""

    head: Record
    read: int
    records: list[Record] = field(default_factory=list)
    predicted: list[Record] = field(default_factory=list)

    @property
    def samples(self) -> list[Record]:
        return [r for r in self.records if r["type"] == "sample"]

    @property
    def is_flushed(self) -> bool:
        return bool(self.head["flags"] & 4)


class Client:
    """A subscriber at some pace of display frames, which keeps to the protocol or fails."""

    def __init__(self, daemon: Daemon, **subscription: object) -> None:
        self.checker = Checker()
        self.socket: socket.socket = pencil_decoder.connect(daemon.socket)
        pencil_decoder.hello(self.socket, "timed", self.checker)
        pencil_decoder.subscribe(self.socket, **subscription)  # type: ignore[arg-type]
        self.frames: list[Frame] = []
        self.records: list[Record] = []

    def read(self, seconds: float) -> list[Frame]:
        """What comes within so long."""
        end = time.monotonic() + seconds
        new: list[Frame] = []
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                data = pencil_decoder.receive(self.socket)
            except TimeoutError:
                break
            if not data:
                break
            new += self._take(data)
        self.frames += new
        check(not self.checker.problems, f"the protocol: {self.checker.problems[:3]}")
        return new

    def _take(self, data: bytes) -> list[Frame]:
        self.checker.datagram(data)
        frames: list[Frame] = []
        for item in pencil_decoder.items(data):
            if item["type"] == "frame":
                frames.append(Frame(item, time.monotonic_ns() // 1000))
            elif item["type"] == "predicted":
                frames[-1].predicted.append(item)
            elif item["seq"]:
                self.records.append(item)
                if frames:
                    frames[-1].records.append(item)
        return frames


def pen(*options: str) -> tuple[Maker, Daemon]:
    maker = Maker("uinput_pen.py", "--rate", "1000", *options)
    return maker, Daemon(maker.node)


def check_all_there(client: Client, maker: Maker) -> None:
    """Every frame that the pen sent, once, in order."""
    sent = [entry["t"] for entry in maker.log()]
    got = list(dict.fromkeys(r["t"] for r in client.records if r["type"] == "sample"))
    check(got == sent, f"{len(got)} of {len(sent)} frames")


def check_grid(frames: list[Frame], period: float, end: int, origin: int | None = None) -> None:
    """While the pen moves, beats follow one another without a gap, at their times exactly, and come without delay."""
    frames = [f for f in frames if f.head["due"] <= end]
    beats = [f for f in frames if not f.is_flushed]
    check(len(beats) > 10, f"only {len(beats)} beats")
    first = beats[0].head
    # One that has nothing left has gone out early with its number.
    numbers = list(dict.fromkeys(f.head["beat"] for f in frames))
    check(numbers == list(range(numbers[0], numbers[0] + len(numbers))), f"beats are left out: {numbers}")
    for frame in beats:
        head = frame.head
        exact = (head["beat"] - first["beat"]) * period / 1000
        check(abs(head["due"] - first["due"] - exact) <= ROUNDING, f"beat {head['beat']} is due at {head['due']}")
        check(head["t"] - head["due"] <= LATE, f"beat {head['beat']} is {head['t'] - head['due']} µs late")
        # The last sample is not older than the pen's own interval.
        age = head["due"] - frame.samples[-1]["t"]
        check(age <= 1000 + LATE, f"beat {head['beat']} has a last sample that is {age} µs old")
    if origin is not None:
        rest = (first["due"] * 1000 - origin) % period
        check(min(rest, period - rest) <= 1000, f"beat {first['beat']} is {rest} ns off the display's grid")


def test_beats_at_three_rates() -> None:
    maker, daemon = pen("--frames", "2500")
    clients = {hertz: Client(daemon, pace=hertz, predict=16_000) for hertz in (60, 120, 144)}
    maker.play()
    # All are read in turn, each for less than one of its beats.
    for _ in range(900):
        for client in clients.values():
            client.read(0.001)
    for hertz, client in clients.items():
        check_all_there(client, maker)
        check_grid(client.frames, 1e9 / hertz, maker.log()[-1]["t"])
        guesses = [g for f in client.frames for g in f.predicted]
        check(len(guesses) > 100, f"{len(guesses)} predicted samples")


def test_the_clients_own_display() -> None:
    """59.94 Hz with a phase and a lead, then 144 Hz by a correction without a new subscription."""
    maker, daemon = pen("--frames", "2500")
    period, phase, lead = 16_683_350, 123_456_789, 4_000_000
    client = Client(daemon, pace="display", period=period, phase=phase, lead=lead)
    client.read(0.05)
    maker.play()
    before = client.read(1.0)
    check_grid(before, period, before[-1].head["due"], origin=phase - lead)
    other, later = 6_944_444, time.monotonic_ns() + 3_000_000
    pencil_decoder.correct(client.socket, period=other, phase=later, lead=1_000_000)
    after = client.read(2.5)
    check_all_there(client, maker)
    end = maker.log()[-1]["t"]
    check_grid(after[2:], other, end, origin=later - 1_000_000)
    beats = list(dict.fromkeys(f.head["beat"] for f in before + after if f.head["due"] <= end))
    check(beats == list(range(beats[0], beats[0] + len(beats))), "the correction left a beat out")
    dues = [f.head["due"] for f in before + after if not f.is_flushed]
    gaps = [b - a for a, b in zip(dues, dues[1:])]
    check(min(gaps) >= other / 2000 - 1, f"two beats are {min(gaps)} µs apart")


def test_on_request() -> None:
    """As an app asks that is told by its compositor when to draw: each time all since the last, and nothing unasked."""
    maker, daemon = pen("--frames", "1500")
    client = Client(daemon, pace="request")
    client.read(0.05)
    maker.play()
    unasked = client.read(0.3)
    check(not unasked, f"{len(unasked)} frames that nobody asked for")
    for n in range(30):
        pencil_decoder.request_frame(client.socket)
        frames = client.read(0.05)
        check(len(frames) == 1, f"{len(frames)} frames for request {n}")
        check(frames[0].head["beat"] == n + 1, f"frame {frames[0].head['beat']} for request {n}")
        # All that came within the 50 ms before, and what begins or ends makes a sample more.
        wanted = 50 if n else 280
        count = len(frames[0].samples)
        late = n > 22  # the pen has gone, or goes
        check(late or wanted - 2 <= count <= wanted + 4, f"{count} samples for request {n}")
        if frames[0].samples and frames[0].samples[-1]["phase"] == "hoverExited":
            break
    check_all_there(client, maker)


def test_a_sleeper() -> None:
    """Who sleeps for 500 ms finds one old frame, then one with everything since, its prediction of now."""
    maker, daemon = pen("--frames", "2500")
    client = Client(daemon, pace=60, predict=16_000, beats_only=True)
    client.read(0.05)
    maker.play()
    client.read(0.5)
    asleep = time.monotonic_ns() // 1000
    time.sleep(0.5)
    awake = time.monotonic_ns() // 1000
    frames = client.read(0.04)
    old, new = frames[0], frames[1]
    check(old.samples[-1]["t"] <= asleep + 17_000, "the old frame is not old")
    check(len(new.samples) >= 480, f"the frame after the sleep has {len(new.samples)} samples")
    check(new.samples[-1]["t"] >= awake - 1000, "the frame after the sleep ends before it")
    check(new.head["due"] >= awake, "the frame after the sleep is of a beat within it")
    main = new.samples[-1]
    check(main["phase"] != "moved" or bool(new.predicted), "no prediction")
    check(all(main["t"] < g["t"] <= main["t"] + 16_000 for g in new.predicted), "the prediction is old")
    client.read(2.0)
    check_all_there(client, maker)


def test_split_reports_are_corrected() -> None:
    """An art pen: every other report has no pressure.  Its samples are estimates, and an update comes with the next report."""
    maker, daemon = pen("--frames", "1000", "--split")
    client = Client(daemon)
    client.read(0.05)
    maker.play()
    client.read(1.5)
    truth = true_forces(maker.log())
    check_all_there(client, maker)
    expecting = {r["index"]: r for r in of_type(client.records, "sample") if r["expecting"]}
    updates = of_type(client.records, "update")
    check(len(expecting) >= 380, f"{len(expecting)} samples expect their force")
    check([u["index"] for u in updates] == list(expecting), "one update for each, in order")
    for update in updates:
        sample, force = expecting[update["index"]], truth[expecting[update["index"]]["t"]]
        check(sample["expecting"] == ["force"] and not update["expecting"], f"what {update['index']} expects")
        check(update["t"] - sample["t"] <= 1100, f"the update of {update['index']} is {update['t'] - sample['t']} µs late")
        check(update["cause"] in ("interpolated", "lifted"), f"{update['index']} is {update['cause']}")
        if update["cause"] == "interpolated":
            check(is_near(update["value"], force, 0.002), f"{update['index']} became {update['value']}, it was {force}")
    lifted = [u["index"] for u in updates if u["cause"] == "lifted"]
    check(len(lifted) == 4, f"{len(lifted)} of 4 strokes end with a report without pressure")
    strokes = of_type(client.records, "stroke")
    check(len(strokes) == 4, f"{len(strokes)} strokes are final")
    # Final behind the last update.
    for stroke in strokes:
        last = max(u["seq"] for u in updates if u["stroke"] == stroke["stroke"])
        check(stroke["seq"] > last, f"stroke {stroke['stroke']} is final before its last update")


def true_forces(log: list[Record]) -> dict[int, float]:
    """By the time of the frame: what the pressure was on the pen's own ramp, whether it was sent or not."""
    known = [(n, value) for n, entry in enumerate(log) for kind, code, value in entry["events"] if (kind, code) == (3, 0x18)]
    forces: dict[int, float] = {}
    for (a, before), (b, after) in zip(known, known[1:]):
        for n in range(a, b):
            forces[log[n]["t"]] = (before + (after - before) * (n - a) / (b - a)) / PRESSURE
    return forces


def test_the_daemon_ends_in_the_middle_of_a_stroke() -> None:
    """SIGTERM while an estimate is open: it is closed with its cause, the stroke is broken off, then the end."""
    maker, daemon = pen("--frames", "2000", "--split")
    client = Client(daemon)
    beats = Client(daemon, pace=60)
    client.read(0.05)
    maker.play()
    # Until a report without pressure is the last one.
    end = time.monotonic() + 5
    while time.monotonic() < end:
        client.read(0.0007)
        samples = of_type(client.records, "sample")
        if len(samples) > 300 and samples[-1]["expecting"]:
            break
    last = of_type(client.records, "sample")[-1]
    check(last["expecting"] == ["force"], "no estimate is open")
    daemon.process.send_signal(signal.SIGTERM)
    client.read(1.0)
    check(daemon.process.wait(5) == 0, "the daemon does not end cleanly on SIGTERM")
    tail = [r for r in client.records if r["seq"] > last["seq"]]
    closed = [r for r in tail if r["type"] == "update" and r["index"] == last["index"]]
    check(len(closed) == 1 and not closed[0]["expecting"], f"the open estimate: {closed}")
    kinds = [(r["type"], r.get("phase") or r.get("cause")) for r in tail]
    opened = sum(1 for r in client.records if r["type"] == "sample" and r["expecting"])
    check(opened == len(of_type(client.records, "update")), "an estimate is left open")
    check(("sample", "cancelled") in kinds and ("sample", "hoverExited") in kinds, f"how it ended: {kinds}")
    check(kinds.index(("sample", "cancelled")) < kinds.index(("sample", "hoverExited")), f"how it ended: {kinds}")
    check([r["type"] for r in tail].count("stroke") == 1, f"how it ended: {kinds}")
    check(tail[-1]["type"] == "tablet", f"the last word is {tail[-1]['type']}")
    if kinds[0][0] == "update":
        check(closed[0]["cause"] == "lost", f"the open estimate is {closed[0]['cause']}")
    # Display frames get the end, too, whatever their beat, even who has not read the last one.
    beats.read(0.5)
    theirs = [r["seq"] for r in beats.records]
    check(theirs == [r["seq"] for r in client.records], "display frames do not have the end of the stream")


if __name__ == "__main__":
    main()
