#!/usr/bin/env python3
"""A stand-in for the service manager: it listens for a service, keeps its descriptors and starts it anew.

    service_manager.py --folder DIR [--listen KIND:NAME:PATH]... [--no-store] -- COMMAND [ARGUMENT]...

KIND is seqpacket or stream.  What it does is told by files that appear in DIR: `restart` ends the service with SIGTERM
and starts it anew, `kill` with SIGKILL, `stop` ends both.  A word in the file is waited for in between: `restart` with
`0.5` in it leaves half a second.  For each start it writes a line to DIR/starts once the service has said READY=1, and
DIR/stored has the names of what is kept, one a line.  systemd does it in this order, too: sockets first, then what is
stored, and it drops a file that has hung up.
"""

from __future__ import annotations

import argparse
import array
import ctypes
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path

FIRST = 3


class Manager:
    """One service, its sockets and its store."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.folder = Path(options.folder)
        self.command: list[str] = options.command
        self.stores = not options.no_store
        self.sockets: list[tuple[str, socket.socket]] = []
        for text in options.listen:
            kind, name, path = text.split(":", 2)
            listener = socket.socket(
                socket.AF_UNIX, socket.SOCK_SEQPACKET if kind == "seqpacket" else socket.SOCK_STREAM)
            listener.bind(path)
            listener.listen(64)
            self.sockets.append((name, listener))
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(str(self.folder / "notify"))
        self.store: list[tuple[str, int]] = []
        self.pid = 0

    def start(self) -> None:
        """A new process of the service."""
        self.drop_dead()
        handed = [(name, s.fileno()) for name, s in self.sockets] + self.store
        self.pid = os.fork()
        if self.pid:
            return
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: it does not outlive this program
        # Above all that is to be put in place.
        high = [os.dup2(fd, 512 + n) for n, (_, fd) in enumerate(handed)]
        for n, fd in enumerate(high):
            os.dup2(fd, FIRST + n)
        os.closerange(FIRST + len(handed), 1024)
        environment = dict(os.environ, NOTIFY_SOCKET=str(self.folder / "notify"))
        environment.pop("FDSTORE", None)
        if handed:
            environment.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(handed)),
                               LISTEN_FDNAMES=":".join(name for name, _ in handed))
        os.execvpe(self.command[0], self.command, environment)

    def hear(self, timeout: float) -> None:
        """Takes the service's messages, until none has come for so long."""
        while select.select([self.notify], [], [], timeout)[0]:
            data, ancillary, _, _ = self.notify.recvmsg(4096, socket.CMSG_SPACE(4 * 16))
            passed = array.array("i")
            for level, kind, content in ancillary:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    passed.frombytes(content[: len(content) - len(content) % passed.itemsize])
            self.take(dict(line.split("=", 1) for line in data.decode().splitlines() if "=" in line), list(passed))
            timeout = 0

    def take(self, message: dict[str, str], passed: list[int]) -> None:
        name = message.get("FDNAME", "stored")
        if message.get("FDSTOREREMOVE") == "1":
            for fd in [fd for known, fd in self.store if known == name]:
                os.close(fd)
            self.store = [entry for entry in self.store if entry[0] != name]
        if message.get("FDSTORE") == "1" and self.stores:
            self.store += [(name, fd) for fd in passed]
        else:
            for fd in passed:
                os.close(fd)
        self.write("stored", "".join(f"{known}\n" for known, _ in self.store))
        if message.get("READY") == "1":
            with open(self.folder / "starts", "a") as file:
                file.write(f"{self.pid}\n")

    def drop_dead(self) -> None:
        """As systemd does, which watches each file that can be watched for a hang-up."""
        poll = select.poll()
        for _, fd in self.store:
            poll.register(fd, 0)
        dead = {fd for fd, event in poll.poll(0) if event & (select.POLLHUP | select.POLLERR)}
        for fd in dead:
            os.close(fd)
        self.store = [entry for entry in self.store if entry[1] not in dead]

    def end(self, number: int) -> int:
        """Ends the process; its last messages count."""
        os.kill(self.pid, number)
        while True:
            self.hear(0.002)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.hear(0)
                return status

    def write(self, name: str, text: str) -> None:
        """The whole file at once."""
        temporary = self.folder / (name + ".new")
        temporary.write_text(text)
        temporary.rename(self.folder / name)

    def word(self, name: str) -> str | None:
        """The order in a file, once."""
        path = self.folder / name
        try:
            text = path.read_text()
            path.unlink()
        except FileNotFoundError:
            return None
        return text

    def run(self) -> int:
        self.start()
        while True:
            self.hear(0.005)
            for name, number in (("restart", signal.SIGTERM), ("kill", signal.SIGKILL)):
                pause = self.word(name)
                if pause is not None:
                    self.end(number)
                    time.sleep(float(pause or 0))
                    self.start()
            if self.word("stop") is not None:
                return os.waitstatus_to_exitcode(self.end(signal.SIGTERM))
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                print("service_manager: the service ended by itself", file=sys.stderr)
                return os.waitstatus_to_exitcode(status) or 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--listen", action="append", default=[])
    parser.add_argument("--no-store", action="store_true", help="descriptors are refused, silently")
    parser.add_argument("command", nargs="+")
    return Manager(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
