"""The Python client against the vectors, and the vectors against the program that makes them."""
from __future__ import annotations

import subprocess
import sys
import threading
import unittest

import vectors
from daemons import serving
from vectors import HERE, ROOT, pencil

ALL = vectors.read()


class Vectors(unittest.TestCase):
    def each(self, section: str) -> list[vectors.Vector]:
        found = [vector for vector in ALL if vector.section == section]
        self.assertGreater(len(found), 10)
        return found

    def test_they_are_what_their_program_makes(self) -> None:
        made = subprocess.run([sys.executable, '-B', HERE / 'make_vectors.py'], capture_output=True, check=True, text=True)
        self.assertEqual(made.stdout, (HERE / 'vectors.txt').read_text(), 'make_vectors.py > vectors.txt')

    def test_datagrams(self) -> None:
        for vector in self.each('datagram'):
            with self.subTest(vector.name):
                pairs = ((item, pencil.decode(item)) for item in pencil.split(vector.data))
                found = [vectors.words(item, value) for item, value in pairs if value is not None]
                self.assertEqual([name for name, _ in found], [name for name, _ in vector.items])
                for (_, fields), (_, lines) in zip(found, vector.items):
                    self.assertEqual(fields.keys(), lines.keys())
                    self.assertEqual(fields, {name: vectors.parsed(lines[name], value if value is not None else 0.0)
                                              for name, value in fields.items()})

    def test_requests(self) -> None:
        for vector in self.each('request'):
            with self.subTest(vector.name):
                self.assertEqual(vectors.encoded(vector.lines).hex(), vector.data.hex())

    def test_answers_to_a_hello(self) -> None:
        for vector in self.each('answer'):
            with self.subTest(vector.name), serving() as server:
                answering = threading.Thread(target=lambda: (server.take(), server.send(vector.data)))
                answering.start()
                error, text = 'none', None
                try:
                    pencil.connect('conformance', path=server.path).close()
                except pencil.PencilError as thrown:
                    error, text = thrown.code.value, str(thrown)
                answering.join()
                self.assertEqual((error, text), (vector.lines['error'], vector.lines.get('text')))

    def test_malformed_datagrams(self) -> None:
        for vector in self.each('malformed'):
            with self.subTest(vector.name):
                events = pencil.Assembler().feed(vector.data)
                self.assertIsInstance(events[-1], pencil.PencilError)
                self.assertEqual(str(events[-1]), vector.lines['text'])


class Types(unittest.TestCase):
    @unittest.skipUnless(subprocess.run(['which', 'mypy'], capture_output=True).returncode == 0, 'mypy is not installed')
    def test_mypy(self) -> None:
        checked = subprocess.run(['mypy', '--strict', '--no-incremental', '--cache-dir=/dev/null',
                                  ROOT / 'Sources/Clients/Python/pencil'], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout)


if __name__ == '__main__':
    unittest.main()
