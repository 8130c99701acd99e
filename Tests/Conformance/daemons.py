"""Daemons for the tests of clients: the real one that plays a recording, and one that says what it is told to."""
from __future__ import annotations

import contextlib
import socket
import subprocess
import tempfile
from collections.abc import Iterator

from vectors import ROOT

PENCILD = ROOT / '.build/debug/pencild'
WORD = ROOT / 'Tests/Recordings/written-word.yml'
# What written-word.yml makes: its samples, and the samples of each stroke.
WORD_SAMPLES, WORD_STROKES = 1263, [186, 117, 121, 84, 45, 70, 71, 93]


@contextlib.contextmanager
def folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix='pencil-') as path:
        yield path


@contextlib.contextmanager
def playing(path: str, *more: str, speed: str = 'max') -> Iterator[subprocess.Popen[str]]:
    """pencild, which plays the written word once a client has subscribed, and then goes on serving, or ends."""
    daemon = subprocess.Popen([PENCILD, '--replay', WORD, '--speed', speed, '--socket', path, *more],
                              stderr=subprocess.PIPE, text=True)
    try:
        assert daemon.stderr is not None
        # One line for each of its sockets.
        for _ in range(2 if '--json-socket' in more else 1):
            line = daemon.stderr.readline()
            if ' at ' not in line:
                raise RuntimeError(line)
        yield daemon
    finally:
        daemon.kill()
        daemon.communicate()


class Server:
    """A listening socket, and the one client that it took."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.listener = self.listening()
        self.client: socket.socket | None = None

    def listening(self) -> socket.socket:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(self.path)
        listener.listen(4)
        listener.settimeout(10)
        return listener

    def take(self) -> bytes:
        """Accepts a client; its hello."""
        self.client, _ = self.listener.accept()
        self.client.settimeout(10)
        return self.receive()

    def receive(self) -> bytes:
        assert self.client is not None
        return self.client.recv(2048)

    def send(self, *datagrams: bytes) -> None:
        assert self.client is not None
        for datagram in datagrams:
            self.client.send(datagram)

    def hang_up(self) -> None:
        if self.client is not None:
            self.client.close()
        self.client = None

    def close(self) -> None:
        self.hang_up()
        self.listener.close()


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    with folder() as path:
        server = Server(path + '/s')
        try:
            yield server
        finally:
            server.close()
