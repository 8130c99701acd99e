#!/usr/bin/env python3
"""A client that does what it shouldn't, at both doors of pencild: attack.py ATTACK SOCKET JSON-SOCKET [ROUNDS].

It attacks in rounds, for ever or as many as are said, and prints a line behind each one. What the daemon answers, and that it
closes the connection, is its own business: only that others are served as ever is to be seen, and by others.
"""
from __future__ import annotations

import contextlib
import os
import random
import socket
import struct
import sys
import time
from collections.abc import Callable

HELLO = struct.pack('<HHI4sHH64s', 80, 0x0001, 1, b'PNCL', 1, 0, b'hostile')
SUBSCRIBE = struct.pack('<HHIB3xIIIIIQQQIIII', 72, 0x0002, 2, 0, 0, 0x1FF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
LINE = b'{"name":"hostile","contents":["contact","hover","buttons","strokes","raw"]}\n'
# What may be asked again and again: a frame, gestures off, on, claim, release, a preference, the status.
REQUESTS = [SUBSCRIBE, struct.pack('<HHIIIQII', 32, 0x0003, 3, 1, 0, 0, 0, 0),
            *(struct.pack('<HHIII', 16, 0x0004, 4, what, 0) for what in (1, 2, 3, 4)),
            struct.pack('<HHIBBBBIQ128s', 152, 0x0005, 5, 1, 255, 2, 0, 0, 0, b''),
            struct.pack('<HHIQ', 16, 0x0006, 6, 0)]
LINES = [LINE, b'{"frame":true}\n', b'{"gestures":"claim"}\n', b'{"gestures":"release"}\n', b'{"status":true}\n',
         b'{"prefer":{"gesture":"hold","action":"ignore"}}\n', b'\n' * 100]


class Doors:
    """Connections to both doors; a door that is full for the moment is knocked at again."""

    def __init__(self, binary: str, text: str) -> None:
        self.paths = {socket.SOCK_SEQPACKET: binary, socket.SOCK_STREAM: text}
        self.chance = random.Random(20)

    def connect(self, kind: socket.SocketKind) -> socket.socket:
        while True:
            guest = socket.socket(socket.AF_UNIX, kind)
            guest.setblocking(False)
            try:
                guest.connect(self.paths[kind])
                return guest
            except BlockingIOError:
                guest.close()
                time.sleep(0.001)

    def both(self, count: int = 1) -> list[socket.socket]:
        return [self.connect(kind) for kind in self.paths for _ in range(count)]

    def subscribed(self, count: int = 1) -> list[socket.socket]:
        guests = self.both(count)
        for guest in guests:
            for message in begin(guest):
                send(guest, message)
        return guests


def begin(guest: socket.socket) -> list[bytes]:
    return [HELLO, SUBSCRIBE] if guest.type == socket.SOCK_SEQPACKET else [LINE]


def send(guest: socket.socket, *messages: bytes) -> None:
    """Sends as long as somebody takes it."""
    with contextlib.suppress(OSError):
        for message in messages:
            guest.send(message)


def leave(guests: list[socket.socket]) -> None:
    for guest in guests:
        guest.close()


# Each is called once a round, with what it kept from the last one.
Kept = list[socket.socket]


def never_reads(doors: Doors, kept: Kept) -> Kept:
    kept = kept or doors.subscribed(8)
    time.sleep(0.2)
    return kept


def reads_a_byte_a_second(doors: Doors, kept: Kept) -> Kept:
    kept = kept or doors.subscribed(8)
    time.sleep(1)
    for guest in kept:
        with contextlib.suppress(OSError):
            guest.recv(1)
    return kept


def floods_requests(doors: Doors, kept: Kept) -> Kept:
    """Half of them read what they are answered."""
    kept = kept or doors.subscribed(4)
    for _ in range(200):
        for number, guest in enumerate(kept):
            send(guest, *(REQUESTS if guest.type == socket.SOCK_SEQPACKET else LINES))
            if number % 2:
                with contextlib.suppress(OSError):
                    guest.recv(1 << 17)
    return kept


def sends_descriptors(doors: Doors, kept: Kept) -> Kept:
    """More of them than a process may have open, in all."""
    guests = doors.both()
    with open('/dev/null', 'rb') as file:
        for guest in guests:
            for message in [*begin(guest), *begin(guest)[-1:] * 20]:
                with contextlib.suppress(OSError):
                    socket.send_fds(guest, [message], [file.fileno()] * 250)
    leave(guests)
    return []


def sends_huge_messages(doors: Doors, kept: Kept) -> Kept:
    for said in (0, 1):
        guests = doors.both()
        for guest in guests:
            guest.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            send(guest, *begin(guest)[:said], b'{' * 60_000, b'\xff' * 100_000, struct.pack('<HHI', 0xFFF8, 2, 9))
        leave(guests)
    return []


def sends_truncated_messages(doors: Doors, kept: Kept) -> Kept:
    """Each request, cut everywhere, as the first one and as a later one."""
    for message in [HELLO, *REQUESTS]:
        for end in range(0, len(message), 3):
            guest = doors.connect(socket.SOCK_SEQPACKET)
            send(guest, *([HELLO] if message is not HELLO else []), message[:end])
            guest.close()
    for line in LINES:
        for end in range(0, len(line), 3):
            guest = doors.connect(socket.SOCK_STREAM)
            send(guest, line[:end] + b'\n')
            guest.close()
    return []


def sends_random_messages(doors: Doors, kept: Kept) -> Kept:
    for _ in range(100):
        guests = doors.both()
        for guest in guests:
            for message in begin(guest)[:doors.chance.randrange(3)]:
                send(guest, message)
            for _ in range(5):
                message = bytearray(doors.chance.choice(REQUESTS + LINES + [doors.chance.randbytes(300)]))
                for _ in range(doors.chance.randrange(4)):
                    message[doors.chance.randrange(len(message))] = doors.chance.randrange(256)
                send(guest, bytes(message))
        leave(guests)
    return []


def connects(doors: Doors, kept: Kept) -> Kept:
    """2,000 a round; every other one subscribes."""
    for _ in range(500):
        leave(doors.both())
        leave(doors.subscribed())
    return []


def forks(doors: Doors, kept: Kept) -> Kept:
    """Children go on with the parent's connections, all at once, and outlive it there."""
    guests = doors.subscribed()
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            for guest in guests:
                send(guest, *(REQUESTS if guest.type == socket.SOCK_SEQPACKET else LINES))
                with contextlib.suppress(OSError):
                    guest.recv(100)
            time.sleep(0.05 * number)
            os._exit(0)
        children.append(child)
    leave(guests)
    for child in children:
        os.waitpid(child, 0)
    return []


ATTACKS: dict[str, Callable[[Doors, Kept], Kept]] = {
    attack.__name__: attack
    for attack in (never_reads, reads_a_byte_a_second, floods_requests, sends_descriptors, sends_huge_messages,
                   sends_truncated_messages, sends_random_messages, connects, forks)
}


def main() -> int:
    attack, binary, text, *rounds = sys.argv[1:]
    doors = Doors(binary, text)
    # A daemon that plays a recording ends when everybody has had all: not before the attack is over.
    sleeper = doors.subscribed()
    kept: Kept = []
    number = 0
    while not rounds or number < int(rounds[0]):
        kept = ATTACKS[attack](doors, kept)
        number += 1
        print(number, flush=True)
    time.sleep(3600)
    leave(sleeper)
    return 0


if __name__ == '__main__':
    sys.exit(main())
