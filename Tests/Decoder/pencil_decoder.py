#!/usr/bin/env python3
"""An independent client of pencild's binary protocol, version 1, that prints and checks what the daemon sends.

Written from Documentation/protocol.md alone, with nothing but the standard library. `items` decodes a datagram;
`Checker` says where a daemon of version 1.0 strays from the page.

Exit status: 0 fine, 1 problems found or a malformed datagram, 2 refused by the daemon, 3 no connection, or the
connection closed although --until-closed wasn't given.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any, Literal

from pencil_checker import Checker
from pencil_items import DRAWING, MAX_DATAGRAM, items

__all__ = ['Checker', 'Refused', 'connect', 'hello', 'correct', 'items', 'receive', 'request_frame',
           'socket_path', 'subscribe']


class Refused(Exception):
    """The daemon answered with an error that closes the connection."""


def socket_path() -> str:
    """Where the page says that the socket is."""
    system, runtime = '/run/pencild/pencil.sock', os.environ.get('XDG_RUNTIME_DIR')
    if path := os.environ.get('PENCIL_SOCKET'):
        return path
    return f'{runtime}/pencild/pencil.sock' if runtime and not Path(system).exists() else system


def connect(path: str | None = None, timeout: float | None = 5.0) -> socket.socket:
    """Connects to the daemon at `path`, by default where the page says. `timeout` is that of every later call, too."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        sock.settimeout(timeout)
        sock.connect(path or socket_path())
    except OSError:
        sock.close()
        raise
    return sock


def receive(sock: socket.socket) -> bytes:
    """The next datagram; nothing when the daemon has closed the connection."""
    try:
        data, _, flags, _ = sock.recvmsg(MAX_DATAGRAM)
    except ConnectionResetError:
        # Linux reports that the daemon left a request unread before it hands out what the daemon had sent.
        data, _, flags, _ = sock.recvmsg(MAX_DATAGRAM)
    if flags & socket.MSG_TRUNC:
        raise ValueError(f'a datagram of more than {MAX_DATAGRAM} bytes')
    return data


def hello(sock: socket.socket, name: str, checker: Checker | None = None) -> dict[str, Any]:
    """Introduces the client and returns the welcome; raises Refused with the daemon's text."""
    text = name.encode()[:63].decode(errors='ignore').encode()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # refused already: the reason can be read
        sock.send(struct.pack('<HHI4sHH64s', 80, 0x0001, 1, b'PNCL', 1, 0, text))
    data = receive(sock)
    if not data:
        raise Refused('closed without an answer to hello')
    if checker:
        checker.datagram(data)
    answer = next(items(data))
    if answer['type'] == 'error':
        raise Refused(f'error {answer["code"]}: {answer["text"]}')
    if answer['type'] != 'welcome':
        raise ValueError(f'{answer["type"]} instead of a welcome')
    return answer


def subscribe(sock: socket.socket, pace: Literal['report', 'display', 'request'] | float = 'report',
              contents: int = DRAWING, tablet: int = 0, tool: int = 0, tool_types: int = 0, epoch: int = 0,
              after: int = 0, token: int = 2, *, period: int = 0,
              phase: int = 0, lead: int = 0, predict: int = 0, beats_only: bool = False) -> None:
    """Sends a subscription; `pace` is 'report', 'request', hertz, or 'display' with `period`, `phase` and `lead` in ns.

    `predict` is in µs; 0xFFFFFFFF: one beat. The answer is among the items that follow.
    """
    kind = {'report': 0, 'display': 2, 'request': 3}.get(str(pace), 1)
    rate = period if kind == 2 else round(float(pace) * 1000) if kind == 1 else 0
    sock.send(struct.pack('<HHIB3xIIIIIQQQIIII', 72, 0x0002, token, kind, rate, contents, tablet, tool, tool_types,
                          epoch, after, phase, lead, predict, beats_only, 0))


def request_frame(sock: socket.socket, token: int = 3) -> None:
    """At pace 'request': asks for all since the last frame."""
    sock.send(struct.pack('<HHIIIQII', 32, 0x0003, token, 1, 0, 0, 0, 0))


def correct(sock: socket.socket, period: int, phase: int, lead: int = 0, token: int = 3) -> None:
    """At pace 'display': says how the display goes by now, in ns."""
    sock.send(struct.pack('<HHIIIQII', 32, 0x0003, token, 2, period, phase, lead, 0))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description='Prints what pencild sends, one JSON object per item.')
    parser.add_argument('socket', nargs='?', metavar='SOCKET', help='path of the socket')
    parser.add_argument('--seconds', type=float, help='stop after so long')
    parser.add_argument('--samples', type=int, help='stop after so many samples, those of snapshots not counted')
    parser.add_argument('--pace', default='report', type=lambda text: text if text == 'report' else float(text))
    parser.add_argument('--contents', default=DRAWING, type=lambda text: int(text, 16), metavar='HEX')
    parser.add_argument('--json', default='-', metavar='FILE', help='where to write; -: standard output')
    parser.add_argument('--check', action='store_true', help='report violations of the protocol')
    parser.add_argument('--until-closed', action='store_true', help='that the daemon closes is no failure')
    parser.add_argument('--ready-file', type=Path, metavar='PATH', help='touched when subscribed')
    parser.add_argument('--as-user', type=int, metavar='UID', help='become this user, in no other group, to connect')
    parser.add_argument('--after', type=int, nargs=2, default=(0, 0), metavar=('EPOCH', 'SEQ'), help='continue after it')
    return parser.parse_args()


def _follow(options: argparse.Namespace, checker: Checker) -> int:
    """Writes items until an end is reached; returns the exit status, but for the checker's problems."""
    with contextlib.ExitStack() as stack:
        out = sys.stdout if options.json == '-' else stack.enter_context(open(options.json, 'w', encoding='utf-8'))
        if options.as_user is not None:
            os.setgroups([])
            os.setresgid(options.as_user, options.as_user, options.as_user)
            os.setresuid(options.as_user, options.as_user, options.as_user)
        sock = stack.enter_context(connect(options.socket))

        def write(item: dict[str, Any]) -> None:
            print(json.dumps(item, ensure_ascii=False), file=out, flush=True)

        write(hello(sock, 'pencil_decoder.py', checker))
        subscribe(sock, options.pace, options.contents, epoch=options.after[0], after=options.after[1])
        deadline = None if options.seconds is None else time.monotonic() + options.seconds
        samples = 0
        while options.samples is None or samples < options.samples:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return 0
            sock.settimeout(left)
            try:
                data = receive(sock)
            except TimeoutError:
                return 0
            if not data:
                checker.finish()
                if not options.until_closed:
                    print('the daemon closed the connection', file=sys.stderr)
                return 0 if options.until_closed else 3
            checker.datagram(data)
            for item in items(data):
                write(item)
                samples += item['type'] == 'sample' and item['seq'] != 0
                if item['type'] == 'subscribed' and options.ready_file:
                    options.ready_file.touch()
                elif item['type'] == 'error' and item['flags'] & 1:
                    raise Refused(f'error {item["code"]}: {item["text"]}')
    return 0


def main() -> int:
    options = _arguments()
    checker = Checker(after=options.after[1] if options.after[0] else None)
    try:
        status = _follow(options, checker)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        status = 2
    except ValueError as error:
        print(f'malformed: {error}', file=sys.stderr)
        status = 1
    except OSError as error:
        print(f'no connection: {error}', file=sys.stderr)
        status = 3
    except KeyboardInterrupt:
        status = 0
    if options.check:
        print(*checker.problems, sep='\n', end='\n' if checker.problems else '', file=sys.stderr)
        status = status or int(bool(checker.problems))
    return status


if __name__ == '__main__':
    sys.exit(main())
