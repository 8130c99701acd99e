#!/usr/bin/env python3
"""Measures the daemon on a real node: latency beside the C forwarder's, and allocations.  Runs in the machine."""

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
PROGRAMS = Path(tempfile.mkdtemp(prefix="pencil-bench-"))


def build() -> None:
    """Compiles the C programs and the counting library."""
    subprocess.run([str(MACHINE / "programs/build"), str(PROGRAMS)], check=True)
    library = [os.environ.get("CC", "cc"), "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror"]
    library += ["-shared", "-fPIC", "-o", str(PROGRAMS / "count_allocations.so"), str(HERE / "count_allocations.c")]
    subprocess.run(library, check=True)


def meter(mode: str, socket: str, hertz: int = 0) -> tuple[subprocess.Popen[str], str]:
    """A subscriber that notes how old each frame is when it has read it."""
    ready = support.fresh("meter-ready")
    command = [str(PROGRAMS / "latency"), "--mode", mode, "--socket", socket, "--skip", str(SKIP), "--ready", ready]
    if mode == "pencil":
        command += ["--item", hex(support.SAMPLE_ITEM)]
        command += ["--send", support.hello().hex(), "--send", subscribe(hertz).hex()]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True), ready


def subscribe(hertz: int) -> bytes:
    """Every report, or display frames at this rate."""
    request = bytearray(support.subscribe())
    if hertz:
        struct.pack_into("<B3xI", request, 8, 1, hertz * 1000)
    return bytes(request)


def measure(mode: str, node: str, play: support.Maker, round_number: int) -> dict[str, int]:
    """One round: the server on the node, one subscriber, the frames."""
    if mode == "raw":
        socket = support.fresh("raw.sock")
        server = subprocess.Popen([str(PROGRAMS / "forwarder"), node, socket])
        support.until("the forwarder listens", lambda: os.path.exists(socket))
    else:
        daemon = support.Daemon(node)
        socket, server = daemon.socket, daemon.process
    time.sleep(0.1)
    subscriber, ready = meter(mode, socket)
    support.until("the subscriber is ready", lambda: os.path.exists(ready))
    play.play(round_number)
    support.until("the round is played", lambda: play.is_done(round_number), 60)
    time.sleep(0.1)
    subscriber.send_signal(signal.SIGTERM)
    result: dict[str, int] = json.loads(subscriber.communicate(timeout=10)[0])
    server.send_signal(signal.SIGTERM)
    server.wait(5)
    return result


def latency() -> None:
    """Rounds in turn, so that what changes on the machine changes for both."""
    pen = support.Maker("uinput_pen.py", "--frames", str(FRAMES), "--rate", "1000", "--kernel-time",
                        "--repeat", str(2 * ROUNDS + 1))
    ratios: dict[str, list[float]] = {"p50": [], "p99": []}
    print(f"{'round':>5}  {'forwarder p50':>13} {'p99':>6}  {'pencild p50':>11} {'p99':>6}  {'ratio p50':>9} {'p99':>6}   µs")
    for n in range(ROUNDS):
        floor = measure("raw", pen.node, pen, 2 * n)
        ours = measure("pencil", pen.node, pen, 2 * n + 1)
        # A machine that stands still for long overruns the kernel's buffer, which is no matter of latency.
        if min(floor["count"], ours["count"]) < (FRAMES - SKIP) / 2:
            raise AssertionError(f"frames are missing: {floor} {ours}")
        for key, values in ratios.items():
            values.append(ours[key] / max(floor[key], 1))
        print(f"{n + 1:>5}  {floor['p50']:>13} {floor['p99']:>6}  {ours['p50']:>11} {ours['p99']:>6}"
              f"  {ratios['p50'][-1]:>9.2f} {ratios['p99'][-1]:>6.2f}")
    for key, values in ratios.items():
        median = statistics.median(values)
        print(f"latency {key}: median of the ratios {median:.2f}, from {min(values):.2f} to {max(values):.2f}, "
              f"budget ≤ {BUDGET[key]:.2f}{'' if median <= BUDGET[key] else '  over'}")
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
    meters = [meter("pencil", daemon.socket, 60 * (n % 2)) for n in range(SUBSCRIBERS)]
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
