#!/usr/bin/env python3
"""The installed service as systemd runs it: started, watched, reloaded, killed and shut in."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path

from support import PROGRAMS, SAMPLE_ITEM, Maker, check, hello, is_near, main, until  # first: it finds the next ones

from evdev import (
    ABS_DISTANCE, ABS_PRESSURE, ABS_X, ABS_Y, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, Description, Event, Frame,
)
from installed import (
    GAP_ITEM, SOCKETS, TABLET_ITEM, Item, Listener, configured, extended, group_entry, install, main_process, missing, node_of,
    output, settled, show, state, stopped,
)
from strokes import intuos
from uinput_pen import Pen, pack

ROUNDS = int(os.environ["PENCIL_HOTPLUG_ROUNDS"])
BEGAN, MOVED, ENDED, CANCELLED = 3, 4, 5, 6
NX = 40  # in a sample behind its header


STROKE: list[list[Event]] = [
    [(EV_KEY, BTN_TOOL_PEN, 1), (EV_ABS, ABS_X, 5000), (EV_ABS, ABS_Y, 5000), (EV_ABS, ABS_DISTANCE, 20)],
    [(EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 700), (EV_ABS, ABS_X, 5010)],
    [(EV_ABS, ABS_X, 5020)],
]


def across(sample: Item) -> float:
    """Where it is, from 0 to 1."""
    return float(struct.unpack_from("<f", sample.body, NX)[0])


def journal(since: float) -> str:
    """What the service has logged since a time of time.time()."""
    return output("journalctl", "--sync") + output("journalctl", "-u", "pencild.service", f"--since=@{since:.3f}", "-o", "cat")


def test_service_is_started_by_a_client_at_either_door() -> None:
    for path, kind, first in ((SOCKETS[0], socket.SOCK_SEQPACKET, hello()), (SOCKETS[1], socket.SOCK_STREAM, b"")):
        stopped()
        check(state("pencild.service") == "inactive", "nothing runs")
        with socket.socket(socket.AF_UNIX, kind) as connection:
            connection.settimeout(20)
            connection.connect(path)
            connection.send(first)
            check(len(connection.recv(1 << 16)) > 0, f"{path} answers")
        check(state("pencild.service") == "active", f"after a connection to {path}")


def test_service_says_when_it_is_ready() -> None:
    stopped()
    check(show("Type") == "notify", "systemd waits for its word")
    # Without the word this command would wait for 90 s, and fail.
    subprocess.run(["systemctl", "start", "pencild.service"], check=True, timeout=20)
    # With it, both doors answer at once.
    check(int(show("ExecMainPID")) > 0 and state("pencild.service") == "active", "it runs")


def test_service_that_hangs_is_started_anew() -> None:
    stopped()
    with extended("[Service]\nWatchdogSec=3s\n"):
        maker = Maker("uinput_pen.py", "--frames", "500", "--repeat", "2", "--no-hurry")
        listener = Listener()
        listener.finds_a_tablet()
        maker.play()
        until("the first round", lambda: maker.is_done(0) and listener.samples > 400)
        old, restarts = int(main_process()), show("NRestarts")
        time.sleep(7)  # more than two watchdogs
        check(main_process() == str(old) and show("NRestarts") == restarts, "one that only waits is left alone")
        since = time.time()
        os.kill(old, signal.SIGSTOP)
        until("another one runs", lambda: main_process() not in ("0", str(old)) and state("pencild.service") == "active", 30)
        check("atchdog" in journal_of_systemd(since), f"because of the watchdog: {journal_of_systemd(since)}")
        check(show("NRestarts") == str(int(restarts) + 1), f"restarts: {show('NRestarts')}")
        until("the client has connected again", lambda: listener.connections == 2)
        listener.finds_a_tablet()
        first = listener.samples
        maker.play(1)
        maker.log()
        until("it gets samples of the new one", lambda: listener.samples > first + 400)


def journal_of_systemd(since: float) -> str:
    output("journalctl", "--sync")
    return output("journalctl", f"--since=@{since:.3f}", "-o", "cat", "_PID=1", "UNIT=pencild.service")


def test_service_reloads_in_the_middle_of_a_stroke() -> None:
    stopped()
    frames = 1000
    with configured("") as conf:
        maker = Maker("uinput_pen.py", "--frames", str(frames), "--repeat", "2", "--no-hurry")
        listener = Listener()
        listener.finds_a_tablet()
        process, since = main_process(), time.time()
        maker.play()
        until("the pen writes", lambda: listener.samples > 200)
        conf.write_text(f"[Tablet {intuos().name}]\nLeftHanded=yes\n")
        output("systemctl", "reload", "pencild.service")
        until("it was taken", lambda: "config: reloaded" in journal(since))
        conf.write_text("[Tablet *]\nLeftHanded=perhaps\n")
        # Whether a wrong configuration fails the reload is the unit's business; that it changes nothing is ours.
        subprocess.run(["systemctl", "reload", "pencild.service"], check=False, stderr=subprocess.DEVNULL)
        until("it was refused", lambda: "50-test.conf:2" in journal(since))
        until("the first round", lambda: maker.is_done(0))
        maker.play(1)
        log = maker.log()
        until("the end", lambda: listener.samples >= len(log))
        check(main_process() == process, "it is the same process")
        check(not missing(listener, log), f"frames {missing(listener, log)} are missing")
        check(not listener.of(GAP_ITEM), "nothing was lost")
        check(listener.connections == 1, "the client has stayed connected")
        # The stroke during which it was reloaded ends as it began; the pen that comes anew is turned, wrong file or not.
        at = {sample.time: across(sample) for sample in listener.of(SAMPLE_ITEM)}
        for n in (1, frames - 2, frames + 1, 2 * frames - 2):
            x = next(value for kind, code, value in log[n]["events"] if (kind, code) == (EV_ABS, ABS_X))
            x /= intuos().axes[ABS_X].maximum
            check(is_near(at[log[n]["t"]], x if n < frames else 1 - x), f"frame {n}: {at[log[n]['t']]} of {x}")
        maker.stop()


def test_service_that_is_killed_is_started_anew() -> None:
    stopped()
    maker = Maker("uinput_pen.py", "--frames", "1500", "--repeat", "2", "--no-hurry")
    listener = Listener()
    listener.finds_a_tablet()
    maker.play()
    until("the pen writes", lambda: listener.samples > 300)
    old = int(main_process())
    os.kill(old, signal.SIGKILL)
    until("another one runs", lambda: main_process() not in ("0", str(old)) and state("pencild.service") == "active")
    until("the client has connected again", lambda: listener.connections == 2)
    listener.finds_a_tablet()
    until("the round is over", lambda: maker.is_done(0))
    first = listener.samples
    maker.play(1)
    log = maker.log()
    until("all of the second round", lambda: listener.samples >= first + 1500)
    check(not missing(listener, log[1500:]), f"frames {missing(listener, log[1500:])} are missing")
    maker.stop()


def test_service_outlives_clients_that_are_killed() -> None:
    stopped()
    maker = Maker("uinput_pen.py", "--frames", "3000", "--no-hurry")
    listener = Listener()
    listener.finds_a_tablet()
    files = len(os.listdir(f"/proc/{main_process()}/fd"))
    clients = [subprocess.Popen(["pencild", "--dump", "--format", "json"], stdout=subprocess.DEVNULL) for _ in range(10)]
    until("they are connected", lambda: len(os.listdir(f"/proc/{main_process()}/fd")) == files + 10, 20)
    process = main_process()
    maker.play()
    until("the pen writes", lambda: listener.samples > 300)
    for client in clients:
        client.kill()
        client.wait()
    log = maker.log()
    until("the end", lambda: listener.samples >= len(log))
    check(not missing(listener, log), f"frames {missing(listener, log)} are missing")
    check(main_process() == process, "it is the same process")
    check(len(os.listdir(f"/proc/{process}/fd")) == files, "nothing of them is left")
    maker.stop()


def resident(process: str) -> int:
    """KiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def test_service_sees_a_tablet_come_and_go_hundreds_of_times() -> None:
    stopped()
    # The ring is full soon, and memory can't grow because of it.
    with configured("[Daemon]\nJournalSize=64K\n"):
        come_and_go()


def come_and_go() -> None:
    listeners = [Listener() for _ in range(3)]
    early, files = 0, 0
    device = intuos()
    process = ""
    for n in range(ROUNDS):
        pen = Pen(device)
        until(f"tablet of round {n}", lambda: all(len(each.of(TABLET_ITEM)) == 2 * n + 1 for each in listeners))
        process = process or main_process()
        for events in STROKE:
            pen.send(pack(Frame(0, events), 0))
        # Half of the times it goes in the middle of a stroke that was read, else at once.
        if n % 2:
            until("the stroke", lambda: all(each.samples and each.of(SAMPLE_ITEM)[-1].phase == MOVED for each in listeners))
        pen.unplug()
        until(f"the end of round {n}", lambda: all(len(each.of(TABLET_ITEM)) == 2 * n + 2 for each in listeners))
        if n == ROUNDS // 10:
            early, files = resident(process), len(os.listdir(f"/proc/{process}/fd"))
    for listener in listeners:
        seen = listener.of(TABLET_ITEM)
        check([item.is_present for item in seen] == [True, False] * ROUNDS, "it comes and goes in turns")
        check(len({item.attachment for item in seen}) == ROUNDS, "each time is told apart")
        phases = [item.phase for item in listener.of(SAMPLE_ITEM)]
        ends = [phase for phase in phases if phase in (ENDED, CANCELLED)]
        check(ends == [CANCELLED] * phases.count(BEGAN), f"each stroke is cancelled: {phases.count(BEGAN)} began, {ends.count(ENDED)} ended")
        check(len(ends) >= ROUNDS // 2, f"strokes: {len(ends)}")
        check(listener.connections == 1, "the client has stayed connected")
        check(not listener.of(GAP_ITEM), "nothing is lost")
        odd = [item.attachment for item in seen[2::4]]
        strokes = [int.from_bytes(item.body[4:8], "little") for item in listener.of(SAMPLE_ITEM) if item.phase == BEGAN]
        check(set(odd) <= set(strokes) and len(strokes) == len(set(strokes)), "a stroke is missing, or comes twice")
        own, first = listener.numbers, listeners[0].numbers
        check(own == first and len(own) == len(set(own)), f"not what the first client got: {set(own) ^ set(first)}")
    check(main_process() == process, "it is the same process")
    check(resident(process) <= early + 128, f"memory grew from {early} to {resident(process)} KiB")
    until("its files are as many as before", lambda: len(os.listdir(f"/proc/{process}/fd")) <= files)


def probe_unit(arguments: list[str]) -> str:
    """What the probe finds in a service with the settings of the shipped one, all but what it starts and when."""
    own = {"Type", "ExecStart", "ExecReload", "Sockets", "Restart", "WatchdogSec", "FileDescriptorStoreMax"}
    shipped = Path(show("FragmentPath")).read_text().split("[Service]")[1].split("\n[")[0]
    settings = [line for line in shipped.splitlines() if re.match(r"\w+=", line) and line.split("=")[0] not in own]
    check(len(settings) > 30, f"the service's settings: {settings}")
    found = Path("/run/probe.found")
    found.unlink(missing_ok=True)
    Path("/run/systemd/system/pencil-probe.service").write_text("\n".join([
        "[Service]", "Type=oneshot", f"ExecStart={' '.join(arguments)}", f"StandardOutput=file:{found}", *settings, ""]))
    output("systemctl", "daemon-reload")
    output("systemctl", "start", "pencil-probe.service")
    return found.read_text()


def test_service_is_shut_in() -> None:
    stopped()
    keyboard = Pen(Description(name="Typing", codes={EV_KEY: list(range(1, 120))}))
    tablet, open_tablet = intuos(), intuos()
    tablet.name, open_tablet.name = "A tablet", "A tablet for everyone"
    pens = [Pen(tablet), Pen(open_tablet)]
    nodes = {name: node_of(name) for name in ("Typing", tablet.name, open_tablet.name)}
    check(group_entry() in settled(nodes[tablet.name]), "the service may read the tablet")
    # Whatever the files' own modes would allow: what is refused here is refused by the sandbox.
    output("setfacl", "-m", "g:pencild:rw", nodes[open_tablet.name])
    os.chmod("/dev/uhid", 0o666)
    temporary = Path("/tmp/probe-temporary")
    temporary.write_text("")
    temporary.chmod(0o644)
    program = shutil.copy(PROGRAMS / "probe", "/run/probe")
    command = [program, *(f"{name}={path}" for name, path in {
        "make-in-etc": "/etc/pencil-probe", "make-in-usr": "/usr/pencil-probe", "make-in-state": "/var/lib/pencild/probe",
        "read-tablet": nodes[tablet.name], "write-tablet": nodes[open_tablet.name], "read-keyboard": nodes["Typing"],
        "read-uhid": "/dev/uhid", "read-temporary": str(temporary), "read-uptime": "/proc/uptime",
        "read-process": f"/proc/{os.getpid()}/status"}.items())]
    inside = dict(line.split() for line in probe_unit(command).splitlines())
    # The same user without the sandbox: what it can't do there either would say nothing about the sandbox.
    outside = dict(line.split() for line in output(
        "setpriv", "--reuid=pencild", "--regid=pencild", "--clear-groups", *command).splitlines())
    wanted = {
        "make-in-etc": ("EROFS", "EACCES"), "make-in-usr": ("EROFS", "EACCES"), "make-in-state": ("ok", "ok"),
        "read-tablet": ("ok", "ok"), "write-tablet": ("EPERM", "ok"), "read-keyboard": ("EACCES", "EACCES"),
        "read-uhid": ("EPERM", "ok"), "read-temporary": ("ENOENT", "ok"), "read-uptime": ("ENOENT", "ok"),
        "read-process": ("ENOENT", "ok"),
        "local-socket": ("ok", "ok"), "udev-socket": ("ok", "ok"),
        "tcp-socket": ("EAFNOSUPPORT", "ok"), "udp-socket": ("EAFNOSUPPORT", "ok"),
        "code-made-at-run-time": ("EPERM", "ok"), "other-personality": ("EPERM", "ok"), "setuid-file": ("EPERM", "ok"),
        "user-namespace": ("EPERM", "ok"),
    }
    found = {name: (inside.get(name, "-"), outside.get(name, "-")) for name in wanted.keys() | inside.keys()}
    wrong = {name: f"{found[name]} instead of {wanted.get(name)}" for name in found if found[name] != wanted.get(name)}
    check(not wrong, f"(in the sandbox, without it): {wrong}")
    # And the daemon itself is in there: filtered, without rights, as its own user.
    output("systemctl", "start", "pencild.service")
    lines = Path(f"/proc/{main_process()}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    check(status["Seccomp"] == "2" and status["NoNewPrivs"] == "1", f"filter {status['Seccomp']}, {status['NoNewPrivs']}")
    check({int(status[name], 16) for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")} == {0}, "it has no capabilities")
    check(status["Uid"].split() == [output("id", "-u", "pencild")] * 4, f"its user: {status['Uid']}")
    for pen in (keyboard, *pens):
        pen.unplug()
    os.chmod("/dev/uhid", 0o600)


if __name__ == "__main__":
    install()
    main()
