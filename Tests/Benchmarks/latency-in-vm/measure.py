#!/usr/bin/env python3
"""Measures the daemon on a real node: latency beside a C forwarder's, a plain reader's and libinput's, and allocations.

Runs in the machine.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
MACHINE = HERE.parents[1] / "VirtualMachine"
sys.path.insert(0, str(MACHINE / "tests"))

import support  # noqa: E402

FRAMES, SKIP = 2000, 200
ROUNDS = int(os.environ.get("ROUNDS", "10"))
SUBSCRIBERS = 8
BUDGET = {"p50": 1.25, "p99": 1.5}
# On the node itself: a plain reader, as evtest is, and libinput.  With a socket behind it: the floor, and ours.
MODES = ("evtest", "libinput", "forwarder", "pencild")
PROGRAMS = Path(tempfile.mkdtemp(prefix="pencil-bench-"))


def build() -> None:
    """Compiles the C programs and the counting library."""
    subprocess.run([str(MACHINE / "programs/build"), str(PROGRAMS)], check=True)
    library = [os.environ.get("CC", "cc"), "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror"]
    library += ["-shared", "-fPIC", "-o", str(PROGRAMS / "count_allocations.so"), str(HERE / "count_allocations.c")]
    subprocess.run(library, check=True)


def meter(mode: str, place: str, hertz: int = 0) -> tuple[subprocess.Popen[str], str]:
    """A program that notes how old each frame is when it has read it, from a socket or, "evtest" and "libinput", a node."""
    ready = support.fresh("meter-ready")
    if mode == "libinput":
        command = ["libinput_latency", "--node", place]
    elif mode == "evtest":
        command = ["latency", "--mode", "raw", "--node", place]
    elif mode == "forwarder":
        command = ["latency", "--mode", "raw", "--socket", place]
    else:
        command = ["latency", "--mode", "pencil", "--socket", place, "--item", hex(support.SAMPLE_ITEM)]
        command += ["--send", support.hello().hex(), "--send", subscribe(hertz).hex()]
    command[0] = str(PROGRAMS / command[0])
    return subprocess.Popen([*command, "--skip", str(SKIP), "--ready", ready], stdout=subprocess.PIPE, text=True), ready


def subscribe(hertz: int) -> bytes:
    """Every report, or display frames at this rate."""
    request = bytearray(support.subscribe())
    if hertz:
        struct.pack_into("<B3xI", request, 8, 1, hertz * 1000)
    return bytes(request)


def measure(mode: str, node: str, play: support.Maker, round_number: int) -> dict[str, int]:
    """One round: the server on the node, if it is one, a subscriber, the frames."""
    place, server = node, None
    if mode == "forwarder":
        place = support.fresh("raw.sock")
        server = subprocess.Popen([str(PROGRAMS / "forwarder"), node, place])
        support.until("the forwarder listens", lambda: os.path.exists(place))
    elif mode == "pencild":
        daemon = support.Daemon(node)
        place, server = daemon.socket, daemon.process
    time.sleep(0.1)
    subscriber, ready = meter(mode, place)
    support.until("the subscriber is ready", lambda: os.path.exists(ready))
    play.play(round_number)
    support.until("the round is played", lambda: play.is_done(round_number), 60)
    time.sleep(0.1)
    subscriber.send_signal(signal.SIGTERM)
    result: dict[str, int] = json.loads(subscriber.communicate(timeout=10)[0])
    if server is not None:
        server.send_signal(signal.SIGTERM)
        server.wait(5)
    # A machine that stands still for long overruns the kernel's buffer, which is no matter of latency.
    if result["count"] < (FRAMES - SKIP) / 2:
        raise AssertionError(f"{mode}: frames are missing: {result}")
    return result


def latency() -> None:
    """Rounds in turn, so that what changes on the machine changes for all."""
    pen = support.Maker("uinput_pen.py", "--frames", str(FRAMES), "--rate", "1000", "--kernel-time",
                        "--repeat", str(len(MODES) * ROUNDS + 1))
    results: dict[str, list[dict[str, int]]] = {mode: [] for mode in MODES}
    print("round" + "".join(f"{mode:>12} p50    p99    max" for mode in MODES) + "   µs")
    for n in range(ROUNDS):
        # Each is first once in a while.
        for k in range(len(MODES)):
            mode = MODES[(n + k) % len(MODES)]
            results[mode].append(measure(mode, pen.node, pen, len(MODES) * n + k))
        print(f"{n + 1:>5}" + "".join("{p50:16}{p99:7}{max:7}".format(**results[mode][-1]) for mode in MODES), flush=True)
    for key, budget in BUDGET.items():
        for floor in MODES[:-1]:
            ratios = [ours[key] / max(theirs[key], 1) for ours, theirs in zip(results["pencild"], results[floor])]
            median = statistics.median(ratios)
            said = f", budget ≤ {budget:.2f}{'' if median <= budget else '  over'}" if floor == "forwarder" else ""
            print(f"latency {key}: to {floor}, median of the ratios {median:.2f}, from {min(ratios):.2f} to {max(ratios):.2f}{said}")
    pen.process.kill()  # it waits for one more round, which keeps the ends of all that are measured alike
    pen.process.wait()


def allocations() -> bool:
    """Whether the daemon allocates nothing between two moments of the steady state."""
    pen = support.Maker("uinput_pen.py", "--frames", "4000", "--rate", "1000", "--kernel-time")
    counter = support.fresh("count")
    os.environ.update(ALLOCATION_COUNT=counter, LD_PRELOAD=str(PROGRAMS / "count_allocations.so"))
    daemon = support.Daemon(pen.node)
    for name in ("ALLOCATION_COUNT", "LD_PRELOAD"):
        del os.environ[name]
    meters = [meter("pencild", daemon.socket, 60 * (n % 2)) for n in range(SUBSCRIBERS)]
    for _, ready in meters:
        support.until("the subscriber is ready", lambda ready=ready: os.path.exists(ready))
    pen.play()
    time.sleep(1)
    before = count(counter)
    time.sleep(2)
    made = count(counter) - before
    pen.log()
    for process, _ in meters:
        process.send_signal(signal.SIGTERM)
    received = [json.loads(process.communicate(timeout=10)[0])["count"] for process, _ in meters]
    daemon.stop()
    pen.stop()
    if before == 0 or min(received) < (4000 - SKIP) / 2:
        raise AssertionError(f"nothing was counted: {before} allocations, frames {received}")
    print(f"malloc in 2 s at 1000 Hz with {SUBSCRIBERS} subscribers: {made} (in all until then: {before}), budget 0"
          f"{'' if made == 0 else '  FAILED'}")
    return made == 0


def count(path: str) -> int:
    return int(struct.unpack("<Q", Path(path).read_bytes())[0])


if __name__ == "__main__":
    build()
    latency()
    sys.exit(0 if allocations() else 1)
