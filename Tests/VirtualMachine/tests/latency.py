#!/usr/bin/env python3
"""The rounds of bench-latency, in the machine."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

from support import Daemon, Maker, Record, SAMPLE_ITEM, clean_up, fresh, hello, start, subscribe, until

BUDGET = {"p50": 1.25, "p99": 1.5}
WARM_UP = 100  # frames


class Bench:
    """One device, on which everything is measured."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.programs, self.plays = options.programs, 0
        plays = options.rounds * (1 if options.floor_only else 2)
        self.frames = options.seconds * options.rate
        # The kernel stamps the events, so that the injector's own way into it is not measured.
        self.maker = Maker("uinput_pen.py", "--rate", str(options.rate), "--frames", str(self.frames),
                           "--repeat", str(plays), "--kernel-time")

    def measure(self, socket: str, *how: str) -> Record:
        """Plays once for a measuring subscriber."""
        ready, output = fresh("ready"), fresh("latency")
        subscriber = start([f"{self.programs}/latency", "--socket", socket, "--skip", str(WARM_UP), "--ready", ready,
                            *how], output)
        until("the subscriber is ready", lambda: os.path.exists(ready))
        time.sleep(0.1)
        self.maker.play(self.plays)
        number = self.plays
        is_last = number == self.maker.repeat - 1
        until("the round is played", lambda: self.maker.is_done(None if is_last else number), 120)
        self.plays += 1
        time.sleep(0.1)
        subscriber.terminate()
        subscriber.wait(5)
        result: Record = json.loads(Path(output).read_text())
        if result["count"] != self.frames - WARM_UP:
            print(f"# {result['count']} frames arrived of {self.frames - WARM_UP}")
        return result

    def floor(self) -> Record:
        path = fresh("floor.sock")
        forwarder = start([f"{self.programs}/forwarder", self.maker.node, path])
        until("the forwarder listens", lambda: os.path.exists(path))
        result = self.measure(path, "--mode", "raw")
        forwarder.kill()
        forwarder.wait()
        return result

    def daemon(self) -> Record:
        daemon = Daemon(self.maker.node)
        requests = ["--send", hello().hex(), "--send", subscribe().hex()]
        result = self.measure(daemon.socket, "--mode", "pencil", "--item", str(SAMPLE_ITEM), *requests)
        daemon.stop()
        return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", required=True, help="the folder of the C programs")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--floor-only", action="store_true", help="measure the floor alone")
    options = parser.parse_args()

    bench = Bench(options)
    ratios: dict[str, list[float]] = {"p50": [], "p99": []}
    print("round   floor p50   p99   daemon p50   p99   ratio p50   p99" if not options.floor_only
          else "round   floor p50   p99")
    for number in range(options.rounds):
        if options.floor_only:
            floor = bench.floor()
            print(f"{number + 1:5} {floor['p50']:11} {floor['p99']:5}")
            continue
        if number % 2 == 0:
            floor, daemon = bench.floor(), bench.daemon()
        else:
            daemon, floor = bench.daemon(), bench.floor()
        for name, values in ratios.items():
            values.append(daemon[name] / max(floor[name], 1))
        print(f"{number + 1:5} {floor['p50']:11} {floor['p99']:5} {daemon['p50']:12} {daemon['p99']:5}"
              f" {ratios['p50'][-1]:11.2f} {ratios['p99'][-1]:5.2f}")
    for name, values in ratios.items():
        if values:
            print(f"{name}: median ratio {statistics.median(values):.2f} (budget {BUDGET[name]}),"
                  f" spread {min(values):.2f}…{max(values):.2f}")


if __name__ == "__main__":
    try:
        main()
    except subprocess.TimeoutExpired as error:
        raise SystemExit(f"bench-latency: {error}") from error
    finally:
        clean_up()
