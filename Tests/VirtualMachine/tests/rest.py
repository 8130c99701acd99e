#!/usr/bin/env python3
"""The installed service while nobody needs it, and while the machine sleeps."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import time

from support import Maker, at_end, check, hello, main, until, wake_in  # first: it finds the next ones

from installed import (
    GAP_ITEM, SOCKETS, Listener, configured, extended, install, main_process, missing, node_of, output, settled, show, state,
    stopped,
)
from strokes import intuos
from uinput_pen import Pen

WELCOME_ITEM = 0x0101


def connect() -> socket.socket:
    """A client that has introduced itself; it stays until the test is over."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    at_end(connection.close)
    connection.settimeout(20)
    connection.connect(SOCKETS[0])
    connection.send(hello())
    return connection


def is_welcomed(connection: socket.socket) -> bool:
    """Waits for the answer."""
    return bool(struct.unpack_from("<H", connection.recv(1 << 16), 2)[0] == WELCOME_ITEM)


IDLE = "[Daemon]\nIdleExit=1s\n"


def plug_in() -> Pen:
    """A tablet, which is gone when the test is over."""
    pen = Pen(intuos())
    at_end(pen.unplug)
    return pen


def is_read() -> None:
    """The service has the tablet."""
    listener = Listener()
    listener.finds_a_tablet()
    listener.leave()


def started() -> int:
    """Starts the service; its process."""
    stopped()
    output("systemctl", "start", "pencild.service")
    return int(main_process())


def test_service_that_nobody_needs_ends() -> None:
    with configured(IDLE):
        started()
        until("it has ended", lambda: state("pencild.service") == "inactive")
        check(show("Result") == "success" and show("NRestarts") == "0", f"{show('Result')}, restarts: {show('NRestarts')}")
        check(state("pencild.socket") == state("pencild-json.socket") == "active", "the sockets stay")


def idle_for_too_long() -> int:
    """A service whose time is over, and that can't know it yet, since it is stopped; its process."""
    process = started()
    os.kill(process, signal.SIGSTOP)
    at_end(lambda: subprocess.run(["kill", "-CONT", str(process)], check=False, stderr=subprocess.DEVNULL))
    time.sleep(1.1)
    return process


def test_service_stays_for_a_client_of_its_last_moment() -> None:
    with configured(IDLE):
        process = idle_for_too_long()
        client = connect()
        os.kill(process, signal.SIGCONT)
        check(is_welcomed(client), "the client is welcomed")
        time.sleep(1.2)
        check(main_process() == str(process), f"it ended: {process}, {main_process()}")


def test_service_stays_for_a_tablet_of_its_last_moment() -> None:
    with configured(IDLE):
        process = idle_for_too_long()
        plug_in()
        settled(node_of(intuos().name))
        os.kill(process, signal.SIGCONT)
        time.sleep(1.2)
        check(main_process() == str(process), f"it ended: {process}, {main_process()}")
        is_read()


def ending() -> int:
    """A service that ends, for so long that somebody can come meanwhile; its process."""
    process = started()
    until("it ends", lambda: state("pencild.service") == "deactivating")
    return process


def test_service_is_started_by_a_client_that_comes_while_it_ends() -> None:
    with configured(IDLE), extended("[Service]\nExecStopPost=sleep 0.5\n"):
        process = ending()
        check(is_welcomed(connect()), "the client is welcomed")
        check(main_process() not in ("0", str(process)), f"by another one: {process}, {main_process()}")


def test_service_is_started_by_a_tablet_that_comes_while_it_ends() -> None:
    with configured(IDLE), extended("[Service]\nExecStopPost=sleep 0.5\n"):
        process = ending()
        plug_in()
        until("another one runs", lambda: state("pencild.service") == "active")
        check(main_process() not in ("0", str(process)), f"{process}, {main_process()}")
        is_read()


def test_service_outlives_a_sleep_longer_than_its_watchdog() -> None:
    output("systemctl", "start", "systemd-logind.service")
    with extended("[Service]\nWatchdogSec=2s\n"):
        stopped()
        maker = Maker("uinput_pen.py", "--frames", "500", "--repeat", "2", "--no-hurry")
        listener = Listener()
        listener.finds_a_tablet()
        maker.play()
        until("the first round", lambda: maker.is_done(0) and listener.samples >= 500)
        process, restarts = main_process(), show("NRestarts")
        asleep = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
        wake_in(4)
        output("systemctl", "suspend")
        until("the machine has slept", lambda: time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic() > asleep + 2.5, 30)
        maker.play(1)
        log = maker.log()
        until("the second round", lambda: listener.samples >= len(log))
        time.sleep(2.5)  # more than a watchdog
        check(main_process() == process and show("NRestarts") == restarts, f"it is another one: {process}, {main_process()}")
        check(not missing(listener, log) and not listener.of(GAP_ITEM), f"frames {missing(listener, log)} are missing")
        check(listener.connections == 1, "the client has stayed connected")
        maker.stop()


if __name__ == "__main__":
    install()
    main()
