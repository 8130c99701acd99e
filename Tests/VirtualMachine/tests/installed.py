"""What the tests of the installed packages share: commands, the service's state, access lists, clients of the service."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import subprocess
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support import SAMPLE_ITEM, Record, at_end, check, hello, subscribe, until  # first: it finds the next ones

PACKAGES = os.environ["PENCIL_VM_PACKAGES"].split(":")
PACKAGE = next(package for package in PACKAGES if Path(package).name.startswith("pencild_"))
DROP_IN = Path("/run/systemd/system/pencild.service.d/test.conf")
SOCKETS = ("/run/pencild/pencil.sock", "/run/pencild/json.sock")


def output(*command: str) -> str:
    """What a command prints; the test fails when the command does."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
    return done.stdout.strip()


def state(unit: str) -> str:
    return subprocess.run(["systemctl", "is-active", unit], capture_output=True, text=True, check=False).stdout.strip()


def access(node: str) -> set[str]:
    """The entries of a node's access list."""
    return set(output("getfacl", "--absolute-names", "--omit-header", "--numeric", node).split())


def group_entry() -> str:
    return f"group:{output('getent', 'group', 'pencild').split(':')[2]}:r--"


def settled(node: str) -> set[str]:
    output("udevadm", "settle", "--timeout=10")
    return access(node)


@contextlib.contextmanager
def udev_rule(text: str) -> Iterator[None]:
    """A rule of the administrator's, for as long."""
    rules = Path("/run/udev/rules.d/70-test.rules")
    rules.parent.mkdir(exist_ok=True)
    rules.write_text(text)
    output("udevadm", "control", "--reload")
    try:
        yield
    finally:
        rules.unlink()
        output("udevadm", "control", "--reload")


def as_user(*groups: str) -> list[str]:
    """What to put before a command so that a user with these groups runs it."""
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", *([f"--groups={','.join(groups)}"] if groups else ["--clear-groups"])]


def node_of(name: str) -> str:
    """The event node of a device that was just made."""
    def found() -> list[str]:
        return [f"/dev/input/{path.parent.parent.name}" for path in Path("/sys/class/input").glob("event*/device/name")
                if path.read_text().strip() == name]
    until(f"{name} is there", lambda: bool(found()))
    return found()[0]


@dataclass
class Item:
    """What the tests look at of an item of the protocol."""

    sequence: int
    time: int  # µs
    body: bytes  # what follows the header

    @property
    def phase(self) -> int:
        return self.body[16]

    @property
    def attachment(self) -> int:
        """Of a tablet."""
        return int.from_bytes(self.body[:4], "little")

    @property
    def is_present(self) -> bool:
        """Of a tablet."""
        return bool(self.body[12] & 2)


SNAPSHOT_END_ITEM, TABLET_ITEM, GAP_ITEM = 0x0106, 0x0201, 0x0208
HEADER = struct.Struct("<HHIQQ")


class Listener(threading.Thread):
    """A client that connects again at once whenever the connection ends, and is never refused."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.connections = 0  # on which everything that comes is heard
        self.present: dict[int, bool] = {}  # by tablet
        self._records: dict[int, list[Item]] = defaultdict(list)  # by kind, without those of snapshots
        self.problem = ""
        self._is_over = False
        self._connection: socket.socket | None = None
        self.start()
        at_end(self.leave)
        until("the client is connected", lambda: self.connections == 1)

    def run(self) -> None:
        while not self._is_over:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as self._connection:
                try:
                    self.present.clear()
                    self._connection.connect(SOCKETS[0])
                    self._connection.send(hello())
                    self._connection.send(subscribe())
                    while datagram := self._connection.recv(1 << 16):
                        self._take(datagram)
                except (ConnectionResetError, BrokenPipeError):
                    pass  # the other side has been killed
                except OSError as error:
                    self.problem = str(error)
                    return

    def _take(self, datagram: bytes) -> None:
        position = 0
        while position < len(datagram):
            size, kind, tablet, sequence, moment = HEADER.unpack_from(datagram, position)
            item = Item(sequence, moment, datagram[position + HEADER.size : position + size])
            if kind == TABLET_ITEM:
                self.present[tablet] = item.is_present
            if sequence:
                self._records[kind].append(item)
            self.connections += kind == SNAPSHOT_END_ITEM
            position += size

    def of(self, kind: int) -> list[Item]:
        """The records of a kind."""
        return self._records[kind]

    @property
    def numbers(self) -> list[int]:
        """Of all records, in order."""
        return sorted(item.sequence for items in self._records.values() for item in items)

    def finds_a_tablet(self) -> None:
        until("a tablet is there", lambda: any(self.present.values()))

    @property
    def samples(self) -> int:
        return len(self.of(SAMPLE_ITEM))

    def leave(self) -> None:
        """Closes the connection, and makes no other."""
        self._is_over = True
        with contextlib.suppress(OSError):  # it may be closed already
            if self._connection is not None:
                self._connection.shutdown(socket.SHUT_RDWR)
        self.join(5)


def missing(listener: Listener, log: list[Record]) -> list[int]:
    """The frames of the log of which the listener has no sample."""
    got = {item.time for item in listener.of(SAMPLE_ITEM)}
    return [entry["frame"] for entry in log if entry["t"] not in got]


def show(name: str) -> str:
    """A property of the service."""
    return output("systemctl", "show", "--value", "-p", name, "pencild.service")


def main_process() -> str:
    return show("MainPID")


def stopped() -> None:
    """The service does not run, its sockets wait, and earlier starts do not count."""
    output("systemctl", "stop", "pencild.service")
    output("systemctl", "reset-failed", "pencild.service")
    output("systemctl", "start", "pencild.socket", "pencild-json.socket")


@contextlib.contextmanager
def configured(text: str) -> Iterator[Path]:
    """A drop-in that the administrator puts there, for as long."""
    conf = Path("/etc/pencild/pencild.conf.d/50-test.conf")
    conf.parent.mkdir(parents=True, exist_ok=True)
    conf.write_text(text)
    try:
        yield conf
    finally:
        conf.unlink()


@contextlib.contextmanager
def extended(text: str) -> Iterator[None]:
    """The unit with a drop-in, for as long."""
    DROP_IN.parent.mkdir(exist_ok=True)
    DROP_IN.write_text(text)
    output("systemctl", "daemon-reload")
    try:
        yield
    finally:
        DROP_IN.unlink()
        output("systemctl", "daemon-reload")


def prepare() -> None:
    """Makes the machine one on which packages are installed as on any other."""
    os.chdir("/")
    # Images for containers have the first, which forbids packages to start anything; with the second, the manual's index is
    # made anew after each change, which takes most of the time.
    for path in ("/usr/sbin/policy-rc.d", "/var/lib/man-db/auto-update"):
        Path(path).unlink(missing_ok=True)


def install() -> None:
    """Installs the daemon's package unless an earlier script did."""
    prepare()
    if not os.path.exists("/usr/bin/pencild"):
        output("dpkg", "--install", PACKAGE)
