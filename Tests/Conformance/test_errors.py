"""What goes wrong, as the table of clients.md has it: its words are those of the clients, and what Python says is so."""
from __future__ import annotations

import os
import re
import socket
import threading
import unittest
from pathlib import Path

from daemons import folder, playing, serving
from make_vectors import item as made
from vectors import ROOT, pencil

PYTHON = ROOT / 'Sources/Clients/Python'


def table() -> dict[str, list[str]]:
    """What each row says of Swift, Python, C, and JSON lines, and what becomes of it."""
    page = (ROOT / 'Documentation/clients.md').read_text().split('## What goes wrong')[1].split('\n## ')[0]
    rows = [[cell.strip() for cell in line.strip('|').split('|')] for line in page.splitlines() if line.startswith('| ')]
    return {row[0]: row[1:] for row in rows[1:]}


def item(kind: str, **values: object) -> bytes:
    return made(kind, **values)[0]


class Table(unittest.TestCase):
    def test_its_words_are_those_of_the_clients(self) -> None:
        swift = ''.join(path.read_text() for path in (ROOT / 'Sources/PencilClient').glob('*.swift'))
        header = (ROOT / 'Sources/Clients/C/include/pencil.h').read_text()
        python = (PYTHON / 'pencil/__init__.py').read_text()
        schema = (ROOT / 'Documentation/json.schema.json').read_text()
        words = 0
        for row in table().values():
            for cell, source, pattern in ((row[0], swift, r'`\.(\w+)`'), (row[1], python, r'`(\w+)`'),
                                          (row[2], header, r'`(PENCIL_\w+)`'), (row[3], schema, r'`([a-z]\w+)`')):
                for word in re.findall(pattern, cell):
                    if word not in ('connect', 'after'):
                        self.assertRegex(source, rf'\b{word}\b')
                        words += 1
        self.assertGreater(words, 50)

    def said(self, what: str, error: pencil.PencilError, is_permanent: bool) -> None:
        row = table()[what]
        self.assertIn(f'`{error.code.name}`', row[1])
        self.assertEqual(row[4], 'for good' if is_permanent else 'waits')

    def refused(self, path: str) -> pencil.PencilError:
        with self.assertRaises(pencil.PencilError) as caught:
            pencil.connect('test', path=path).close()
        return caught.exception

    def is_permanent(self, path: str) -> bool:
        """Whether it ends a connection that waits."""
        connection = pencil.connect('test', path=path, wait=True)
        try:
            while not isinstance(connection.receive(5), pencil.Disconnected):
                pass
        except pencil.PencilError:
            return True
        finally:
            connection.close()
        return False

    def test_no_daemon(self) -> None:
        with folder() as path:
            self.said('no daemon', self.refused(path + '/none'), self.is_permanent(path + '/none'))

    def test_the_mode_of_the_socket(self) -> None:
        """Seen by a user who may not write to it: not by root, whom no mode stops."""
        with folder() as path, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(path + '/s')
            listener.listen()
            os.chmod(path, 0o755)
            os.chmod(path + '/s', 0)
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                try:
                    if os.geteuid() == 0:
                        os.setuid(65534)
                    try:
                        pencil.connect('test', path=path + '/s')
                    except pencil.PencilError as error:
                        event = pencil.connect('test', path=path + '/s', wait=True).receive(5)
                        os.write(writing, f'{error.code.name} {type(event).__name__}'.encode())
                finally:
                    os._exit(0)
            os.close(writing)
            os.waitpid(child, 0)
            said = os.read(reading, 100).decode()
            os.close(reading)
            self.assertEqual(said, 'ACCESS_DENIED Disconnected')
        self.assertEqual(table()['refused by the socket\'s mode'][1:5:3], ['`ACCESS_DENIED`', 'waits'])

    def test_too_many(self) -> None:
        with folder() as path:
            Path(path, 'one.conf').write_text('[Daemon]\nClientsPerUserMax=1\n')
            with playing(path + '/s', '--config', path + '/one.conf'), socket.socket(
                    socket.AF_UNIX, socket.SOCK_SEQPACKET) as first:
                first.connect(path + '/s')
                first.send(pencil.encode_hello(1, 'first'))
                first.recv(65536)
                self.said('too many clients', self.refused(path + '/s'), self.is_permanent(path + '/s'))

    def test_refusals_for_good(self) -> None:
        for what, answer in (('refused by [the rule](access.md)', item('error', code=7, flags=1, text='not you')),
                             ('another major version', item('welcome', major=2, version='9'))):
            with self.subTest(what), serving() as server:
                def answers() -> None:
                    for _ in range(2):
                        server.take()
                        server.send(answer)
                        server.hang_up()

                answering = threading.Thread(target=answers)
                answering.start()
                self.said(what, self.refused(server.path), self.is_permanent(server.path))
                answering.join()

    def test_a_restart(self) -> None:
        with serving() as server:
            connection = pencil.connect('test', path=server.path, wait=True)
            self.addCleanup(connection.close)
            connection.receive(0)
            server.take()
            server.send(item('welcome', major=1, epoch=9))
            connection.receive(5)
            server.receive()
            server.hang_up()
            event = connection.receive(5)
            assert isinstance(event, pencil.Disconnected)
            self.said('a restart of the daemon', event.error, False)


if __name__ == '__main__':
    unittest.main()
