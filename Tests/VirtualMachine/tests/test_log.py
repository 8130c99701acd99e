#!/usr/bin/env python3
"""What a daemon logs in its whole life: each change of state is one line, with its priority and with whose business it is,
and nothing else is a line, least of all what the pen does."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from support import DECODER, PENCILD, ROOT, Maker, check, fresh, main, start, until

NOBODY = 65534
AS_NOBODY = f"import os; os.setgroups([]); os.setresgid(*[{NOBODY}] * 3); os.setresuid(*[{NOBODY}] * 3); "
ERROR, WARNING, NOTICE, INFO = range(3, 7)
Line = tuple[int, str]


def test_log_of_a_whole_life() -> None:
    folder = Path(fresh("life"))
    folder.mkdir()
    folder.parent.chmod(0o711)
    door, configuration, log = str(folder / "pencil.sock"), folder / "pencild.conf", folder / "log"
    log.touch()

    def configure(*lines: str) -> None:
        configuration.write_text("\n".join(("[Daemon]", *lines, "")))

    def daemon() -> int:
        return int((folder / "starts").read_text().split()[-1])

    def order(name: str) -> None:
        number = len((folder / "starts").read_text().split())
        (folder / name).touch()
        until(name, lambda: len((folder / "starts").read_text().split()) > number, 20)

    def reload(*lines: str) -> None:
        configure(*lines)
        os.kill(daemon(), signal.SIGHUP)

    clients: list[subprocess.Popen[bytes]] = []

    def connect(prelude: str = "") -> None:
        """A client that stays until it is ended or closed."""
        program = f"import socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); {prelude}s.connect({door!r})\n"
        program += "s.send(__import__('struct').pack('<HHI4sHH64s', 80, 1, 1, b'PNCL', 1, 0, b'life'))\nwhile s.recv(65536): pass"
        clients.append(start([sys.executable, "-c", program], errors=fresh("client.log")))

    def leave() -> None:
        clients[-1].kill()

    makers: list[Maker] = []

    def draw() -> None:
        ready = fresh("ready")
        decoder = start([sys.executable, DECODER, door, "--until-closed", "--ready-file", ready])
        until("the decoder has subscribed", lambda: os.path.exists(ready))
        makers[0].play()
        check(len(makers[0].log()) > 100, "the pen has moved")
        time.sleep(0.2)
        decoder.kill()

    who = r"uid 0 pid \d+"
    listening = [(INFO, r"pencild: listening at the sockets that were passed")]
    admitted: list[Line] = [(INFO, rf"client: admitted {who} \(verified\) at the door for apps")]
    gone: list[Line] = [(INFO, rf"client: {who} has gone")]
    reloaded: list[Line] = [(NOTICE, "config: reloaded")]
    reading: list[Line] = [(INFO, r"pencild: /dev/input/event\d+: reading “.+”")]

    group = ("Access=group", "Group=0")
    table: list[tuple[str, Callable[[], object], list[Line]]] = [
        ("a tablet comes", lambda: makers.append(Maker("uinput_pen.py", "--frames", "200")), reading),
        ("a client comes", connect, admitted),
        ("the client goes", leave, gone),
        ("the pen draws for a client", draw, admitted + gone),
        ("somebody who may not hear comes", lambda: connect(AS_NOBODY),
         [(INFO, rf"client: refused uid {NOBODY} pid \d+ \(verified\) at the door for apps: Access=group: .+")]),
        ("a reload", lambda: reload(*group), reloaded),
        ("a reload that lets somebody in", lambda: reload("Access=group", f"Group={NOBODY}"), reloaded),
        ("a member comes", lambda: connect(AS_NOBODY),
         [(INFO, rf"client: admitted uid {NOBODY} pid \d+ \(verified\) at the door for apps")]),
        ("a reload that lets nobody in", lambda: reload(*group),
         [(NOTICE, rf"client: closed uid {NOBODY} pid \d+: Access=group: .+"), *reloaded]),
        ("a reload of what needs a restart", lambda: reload(*group, "JournalSize=8M"),
         [(NOTICE, rf"config: {configuration}:4: JournalSize= needs a restart: until then it is 4096K"), *reloaded]),
        ("a reload with a name of nobody", lambda: reload("Access=group", "Group=no-such"),
         [(WARNING, rf"config: {configuration}:3: Group=no-such: there is no such group in /etc/group, .+"), *reloaded]),
        ("a wrong reload", lambda: reload("Access=all"),
         [(ERROR, rf"config: not reloaded, all stays as it was: {configuration}:2: Access= is .+")]),
        ("a restart", lambda: (configure(*group), order("restart")),
         [(INFO, "pencild: ending by SIGTERM"), *listening, (INFO, r"pencild: going on after record \d+"), *reading]),
        ("a crash", lambda: order("kill"),
         [*listening, (WARNING, r"pencild: going on after record \d+; the run before ended without warning"), *reading]),
        ("the tablet goes", lambda: makers[0].stop(),
         [(INFO, r"kernel: /dev/input/event\d+: “.+” has gone")]),
        ("the end", lambda: (folder / "stop").touch(), [(INFO, "pencild: ending by SIGTERM")]),
    ]

    configure(*group)
    with without_mask():
        # What the journal would get, with priorities.
        identity = log.stat()
        start(["env", f"JOURNAL_STREAM={identity.st_dev}:{identity.st_ino}", sys.executable,
               str(ROOT / "Tests/Support/service_manager.py"), "--folder", str(folder), "--listen",
               f"seqpacket:pencil:{door}", "--", PENCILD, "--config", str(configuration)], errors=str(log))
    until("the daemon has started", lambda: (folder / "starts").exists(), 20)
    seen = compare(log, 0, "the start", [*listening, (INFO, r"pencild: a new epoch: no journal of an earlier run is here")])
    for name, act, wanted in table:
        act()
        seen = compare(log, seen, name, wanted)


def compare(log: Path, seen: int, name: str, wanted: list[Line]) -> int:
    """Waits for as many new lines as are wanted, and a little for too many; the number of all lines."""
    def lines() -> list[str]:
        return log.read_text().splitlines()[seen:]

    end = time.monotonic() + 10
    while len(lines()) < len(wanted) and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(0.2)
    new = lines()
    is_good = len(new) == len(wanted) and all(
        re.fullmatch(f"<{level}>(?:{text})", line) for (level, text), line in zip(wanted, new))
    check(is_good, f"{name}: the log has {new}, not {wanted}")
    return seen + len(new)


@contextmanager
def without_mask() -> Iterator[None]:
    """Everybody may connect to a socket that is made meanwhile."""
    mask = os.umask(0)
    try:
        yield
    finally:
        os.umask(mask)


main()
