"""What the device makers share: keeping a pace, meeting the test that started them, and the log of what was sent."""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)
_ABSOLUTE = 1


class _Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanos", ctypes.c_long)]


def sleep_until(micros: int) -> None:
    """Until a time of CLOCK_MONOTONIC; at once when it is past."""
    when = _Timespec(micros // 1_000_000, micros % 1_000_000 * 1000)
    _libc.clock_nanosleep(time.CLOCK_MONOTONIC, _ABSOLUTE, ctypes.byref(when), None)


def now() -> int:
    """µs of CLOCK_MONOTONIC."""
    return time.monotonic_ns() // 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that the makers share."""
    parser.add_argument("--rate", type=int, default=1000, help="frames a second; 0: as fast as it goes (%(default)s)")
    parser.add_argument("--frames", type=int, default=1000, help="how many to make (%(default)s)")
    parser.add_argument("--log", help="where to write what was sent: one JSON object a line and frame")
    parser.add_argument("--ready-file", help="written with the node's path when the device is there")
    parser.add_argument(
        "--start-file", help="play when this appears; the k-th repetition, from 1 on, when FILE.k appears")
    parser.add_argument("--repeat", type=int, default=1, help="play so often on the same device (%(default)s)")
    parser.add_argument("--done-file", help="written when everything is played; with --repeat FILE.k after the k-th")
    parser.add_argument("--stop-file", help="then keep the device until this appears")


def write_file(path: str, text: str) -> None:
    """Whole or not at all: the other side polls."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)


def wait_for(path: str, meanwhile: Callable[[], None]) -> None:
    """Until the file exists."""
    while not os.path.exists(path):
        meanwhile()
        time.sleep(0.002)


def perform(
    options: argparse.Namespace, node: str, play: Callable[[], None], meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Meets the test, and plays as often as asked.  `meanwhile` is called again and again while waiting."""
    if options.ready_file:
        write_file(options.ready_file, node + "\n")
    else:
        print(node, file=sys.stderr)
    for k in range(options.repeat):
        if options.start_file:
            wait_for(options.start_file if k == 0 else f"{options.start_file}.{k}", meanwhile)
        play()
        if options.done_file and k < options.repeat - 1:
            write_file(f"{options.done_file}.{k}", "")


def finish(options: argparse.Namespace, log: list[dict[str, Any]], meanwhile: Callable[[], None] = lambda: None) -> None:
    """Writes the log, says so, and keeps the device as long as asked."""
    if options.log:
        write_file(options.log, "".join(json.dumps(entry) + "\n" for entry in log))
    if options.done_file:
        write_file(options.done_file, "")
    if options.stop_file:
        wait_for(options.stop_file, meanwhile)
