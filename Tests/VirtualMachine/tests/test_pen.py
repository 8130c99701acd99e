#!/usr/bin/env python3
"""A pen made by uinput, and three subscribers: each gets every input frame, in order, once."""

from __future__ import annotations

from pathlib import Path

from support import DEVICES, KEEPS_TIMES, Daemon, Maker, Record, Subscriber, buttons, check, fresh, is_near, main
from support import recording, start

import evemu
from evdev import ABS_X, BTN_STYLUS, EV_ABS, EV_KEY, Axis
from strokes import intuos

TOOLS = range(0x140, 0x148)  # BTN_TOOL_PEN … BTN_TOOL_LENS


def expected(log: list[Record]) -> list[Record]:
    """What a subscriber should get: {t, x, stylus} of each frame that the kernel passes on while a tool is there, and
    of the one with which it leaves; x is None there, since the driver's zeros are no position."""
    samples: list[Record] = []
    state: dict[tuple[int, int], int] = {}
    was_there = False
    for entry in log:
        for kind, code, value in entry["kept"]:
            state[kind, code] = value
        is_there = any(state.get((EV_KEY, code)) for code in TOOLS)
        if entry["kept"] and (is_there or was_there):
            x = state.get((EV_ABS, ABS_X), 0) if is_there else None
            samples.append({"t": entry["t"], "x": x, "stylus": bool(state.get((EV_KEY, BTN_STYLUS)))})
        was_there = is_there
    return samples


def check_samples(who: str, samples: list[Record], wanted: list[Record], x: Axis) -> None:
    """Every frame, in order, once, with its values."""
    numbers = [s["seq"] for s in samples]
    check(numbers == sorted(set(numbers)), f"{who}: sequence numbers do not rise")
    check(len(samples) == len(wanted), f"{who}: {len(samples)} samples of {len(wanted)} frames")
    for n, (sample, frame) in enumerate(zip(samples, wanted)):
        if KEEPS_TIMES:
            check(sample["t"] == frame["t"], f"{who}: frame {n} is of {frame['t']}, its sample of {sample['t']}")
        if frame["x"] is not None:
            nx = (frame["x"] - x.minimum) / (x.maximum - x.minimum)
            check(is_near(sample.get("nx"), nx), f"{who}: frame {n} is at {nx}, its sample at {sample.get('nx')}")
            check(("stylus" in buttons(sample)) == frame["stylus"], f"{who}: the button of frame {n}")


def with_three_subscribers(x: Axis, *options: str) -> list[list[Record]]:
    """Plays, compares, and hands out what each subscriber got."""
    maker = Maker("uinput_pen.py", *options)
    daemon = Daemon(maker.node)
    subscribers = {
        "dump 1": Subscriber.dump(daemon), "dump 2": Subscriber.dump(daemon),
        "decoder": Subscriber.decoder(daemon),
    }
    maker.play()
    wanted = expected(maker.log())
    for subscriber in subscribers.values():
        subscriber.settle()
    for name, subscriber in subscribers.items():
        check_samples(name, subscriber.samples(), wanted, x)
    check(daemon.stop() == 0, "the daemon does not end cleanly on SIGTERM")
    check(subscribers["decoder"].process.wait(10) == 0, "the decoder found the protocol violated")
    return [subscriber.records() for subscriber in subscribers.values()]


def test_pen_at_1000_hz() -> None:
    records = with_three_subscribers(intuos().axes[0], "--frames", "3000", "--no-hurry")
    for one in records:
        phases = [r["phase"] for r in one if r["type"] == "sample"]
        check(phases.count("began") == phases.count("ended") == 12, f"{phases.count('began')} strokes began")


def test_pen_from_a_recording_at_its_own_timing() -> None:
    path = fresh("pen.evemu")
    start(["python3", str(DEVICES / "uinput_pen.py"), "--write", path, "--frames", "400", "--uneven"]).wait()
    with_three_subscribers(intuos().axes[0], "--recording", path)


def test_pen_from_a_real_recording() -> None:
    path = recording("wacom-intuos4-6x9-stylus-tap.evemu")
    if path is None:
        print(f"# {Path(__file__).name}: PENCIL_DATA is not there, so no real recording is played")
        return
    device, _ = evemu.read(path)
    with_three_subscribers(device.axes[ABS_X], "--recording", path)


if __name__ == "__main__":
    main()
