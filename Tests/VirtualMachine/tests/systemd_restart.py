#!/usr/bin/env python3
"""`systemctl restart` with systemd's own store of descriptors: run in a machine where systemd is process 1."""

from __future__ import annotations

import subprocess
from pathlib import Path

from support import PENCILD, Maker, check, main, of_type, until
from test_restart import Follower, check_cut, places, sent_places

UNITS = {
    "pencil-test.socket": "[Socket]\nListenSequentialPacket=/run/pencil-test.sock\nFileDescriptorName=pencil\n",
    "pencil-test.service":
        "[Service]\nType=notify\nExecStart={program}\nRestart=on-failure\nRestartSec=20ms\n"
        "FileDescriptorStoreMax={store}\nEnvironment=XDG_STATE_HOME=/tmp\n",
}


def systemctl(*words: str) -> str:
    return subprocess.run(["systemctl", *words], check=True, capture_output=True, text=True, timeout=60).stdout


def install(store: int) -> None:
    for name, text in UNITS.items():
        Path("/run/systemd/system", name).write_text(text.format(program=PENCILD, store=store))
    systemctl("daemon-reload")
    systemctl("stop", "pencil-test.socket", "pencil-test.service")
    systemctl("start", "pencil-test.socket")
    systemctl("start", "pencil-test.service")


def stored() -> int:
    return int(systemctl("show", "--property=NFileDescriptorStore", "--value", "pencil-test.service"))


def go(store: int, *orders: list[str]) -> tuple[Follower, list[dict[str, object]]]:
    """A pen at 50 Hz in a stroke of four seconds, with orders in the middle of it."""
    maker = Maker("uinput_pen.py", "--rate", "50", "--frames", "250", "--kernel-time")
    install(store)
    until("all is stored", lambda: stored() == min(store, 2))
    follower = Follower("/run/pencil-test.sock")
    maker.play()
    until("the pen draws", lambda: len(of_type(follower.records(), "sample")) >= 60, 30)
    for order in orders:
        systemctl(*order)
    log = maker.log()
    until("the pen has left", lambda: of_type(follower.records(), "sample")[-1:] != []
          and of_type(follower.records(), "sample")[-1]["phase"] == "hoverExited" and follower.connections == 2, 20)
    check(not follower.problems, f"{follower.problems[:3]}")
    return follower, log


def check_all(follower: Follower, log: list[dict[str, object]], lost: int) -> None:
    records = follower.records()
    numbers = [r["seq"] for r in records]
    check(numbers == list(range(numbers[0], numbers[0] + len(numbers))), "a hole, or something twice")
    check(sum(1 for i in follower.items if i["type"] == "snapshot") == 1, "there was a second snapshot")
    check_cut(records, 2)
    missing = set(sent_places(log)[:-1]) - set(places(records))
    check(len(missing) <= lost, f"{len(missing)} of {len(log)} reports are missing")


def test_systemctl_restart() -> None:
    follower, log = go(32, ["restart", "pencil-test.service"])
    check(stored() == 2, f"{stored()} descriptors are stored")
    gaps = of_type(follower.records(), "gap")
    check(not gaps, f"gaps {gaps}")
    check_all(follower, log, lost=0)


def test_systemd_after_a_crash() -> None:
    follower, log = go(32, ["kill", "--signal=KILL", "pencil-test.service"])
    gaps = of_type(follower.records(), "gap")
    check([g["cause"] for g in gaps] == [5], f"gaps {gaps}")
    check_all(follower, log, lost=1)


def test_systemd_without_a_store() -> None:
    follower, _ = go(0, ["restart", "pencil-test.service"])
    kinds = [i["type"] for i in follower.items if i["type"] in ("snapshot", "gap")]
    check(kinds == ["snapshot", "gap", "snapshot"], f"{kinds}")
    gap = next(i for i in follower.items if i["type"] == "gap")
    check(gap["cause"] == 3, f"{gap}")


if __name__ == "__main__":
    main()
