"""Every line of JSON that the daemon writes against Documentation/json.schema.json."""
from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

try:
    import jsonschema
except ImportError:
    jsonschema = None

from daemons import PENCILD, WORD, folder, playing
from vectors import ROOT, read

SCHEMA = json.loads((ROOT / 'Documentation/json.schema.json').read_text())


def reference_recordings() -> list[Path]:
    """Other people's recordings, where they are: as in Tests/Support/PencilTestSupport/ReferenceData.swift."""
    for place in (os.environ.get('PENCIL_DATA'), ROOT / '../shared/data'):
        if place and (Path(place) / 'README.md').exists():
            return sorted((Path(place) / 'recordings').glob('*.evemu'))
    return []


def inlined(schema: Any) -> Any:
    """The same without references, of which each costs a reader a search."""
    if isinstance(schema, list):
        return [inlined(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    merged = {name: inlined(part) for name, part in schema.items() if name != '$ref'}
    return merged | inlined(SCHEMA['$defs'][schema['$ref'].split('/')[-1]]) if '$ref' in schema else merged


@unittest.skipUnless(jsonschema, 'python3-jsonschema is not installed')
class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.whole = jsonschema.Draft202012Validator(SCHEMA)
        # The definition of each type by itself is what the whole comes to, and much faster.
        cls.by_type = {name: jsonschema.Draft202012Validator(inlined(SCHEMA['$defs'][name]))
                       for name in SCHEMA['properties']['type']['anyOf'][0]['enum']}

    def setUp(self) -> None:
        self.count: Counter[str] = Counter()

    def check(self, text: str, name: str) -> None:
        for number, line in enumerate(text.splitlines(), start=1):
            value: dict[str, Any] = json.loads(line)
            kind = value.get('type', '')
            self.count[kind] += 1
            self.assertIn(kind, self.by_type, f'{name}:{number}: a type of this version')
            # A first line of each type also by the whole schema.
            validator = self.by_type[kind] if self.count[kind] > 1 else self.whole
            for error in validator.iter_errors(value):
                self.fail(f'{name}:{number}: {error.message} at {list(error.absolute_path)}: {line}')

    def dump(self, *arguments: str | Path) -> str:
        run = subprocess.run([PENCILD, '--dump', '--format', 'json', *arguments], capture_output=True, text=True,
                             timeout=120)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_the_schema_is_one(self) -> None:
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_recordings(self) -> None:
        for recording in (WORD, *reference_recordings()):
            with self.subTest(recording.name):
                self.check(self.dump('--replay', recording, '--speed', 'max', '--raw', '--reasons', '--summary'),
                           recording.name)
        self.assertGreaterEqual(self.count.keys(), {'sample', 'tablet', 'tool', 'stroke', 'button', 'raw', 'reason',
                                                    'description', 'summary'})
        if reference_recordings():
            self.assertGreaterEqual(self.count.keys(), {'pad', 'padDescription', 'update'})

    def test_a_subscriber(self) -> None:
        """Notes, too: of display frames with predicted samples, and of every report."""
        for name, speed, arguments in (('frames', 'real', ('--frames', '120', '--predict', '20')),
                                       ('reports', 'max', ('--raw', '--reasons'))):
            with self.subTest(name), folder() as path, tempfile.TemporaryFile('w+') as out, playing(
                    path + '/s', speed=speed) as daemon:
                dump = subprocess.Popen([PENCILD, '--dump', '--format', 'json', '--socket', path + '/s', '--summary', '--once',
                                         *arguments], stdout=out, stderr=subprocess.DEVNULL)
                daemon.wait(30)
                self.assertEqual(dump.wait(30), 0)
                out.seek(0)
                self.check(out.read(), name)
        self.assertGreaterEqual(self.count.keys(), {'subscribed', 'snapshot', 'snapshotEnd', 'frame', 'predicted', 'sample'})

    def test_the_socket(self) -> None:
        """Lines of json.sock: of clients that ask for everything, for frames and gestures, and for what can't be."""
        asked = (
            ({'contents': ['contact', 'hover', 'buttons', 'strokes', 'updates', 'gestures', 'pads', 'raw', 'reasons']},
             {'welcome', 'preferences', 'sample', 'raw', 'description', 'button', 'stroke'}),
            ({'pace': 'displayFrames', 'rate': 120, 'predict': 'oneBeat', 'gestures': 'claim'},
             {'frame', 'interaction'}),
            ({'pace': 'display', 'period': 10_000_000, 'phase': 1, 'lead': 0, 'onlyToolTypes': ['pen']}, {'sample'}),
            ({'pace': 'onRequest', 'status': True, 'frame': True}, {'daemonStatus', 'clientStatus', 'statusEnd'}),
            ({'pace': 'sometimes'}, {'error'}),
        )
        for request, kinds in asked:
            with self.subTest(request), folder() as path:
                self.count.clear()
                with playing(path + '/s', '--json-socket', path + '/json'), socket.socket(
                        socket.AF_UNIX) as client:
                    client.connect(path + '/json')
                    client.settimeout(30)
                    client.sendall(json.dumps(request).encode() + b'\n')
                    with client.makefile(encoding='utf-8') as lines:
                        self.check(lines.read(), str(request))
                self.assertGreaterEqual(self.count.keys(), kinds)

    def test_the_vectors(self) -> None:
        for vector in read():
            self.check('\n'.join(vector.json), vector.name)
        self.assertGreaterEqual(self.count.keys(), {'gap', 'error', 'update', 'pad', 'padDescription', 'gesture'})

    def test_what_is_no_line(self) -> None:
        """The schema refuses: it isn't true of everything."""
        good = json.loads(next(line for vector in read() for line in vector.json if vector.name == 'sample in contact'))
        self.assertTrue(self.whole.is_valid(good))
        self.assertTrue(self.whole.is_valid({'type': 'ofALaterVersion', 'what': ['it', 'likes']}))
        for change in ({'type': 'of a later version'}, {'type': 1}, {'type': ''}, {'extra': 1}, {'phase': 'hovering'}, {'force': 1.5}, {'force': None},
                       {'azimuth': -0.1}, {'buttons': ['thumb']}, {'phase': 'hoverMoved'}, {'tablet': 0}):
            with self.subTest(change):
                self.assertFalse(self.whole.is_valid(good | change))
        for missing in ('t', 'y', 'index', 'rawPressure', 'flags', 'stroke'):
            with self.subTest(missing):
                self.assertFalse(self.whole.is_valid({name: value for name, value in good.items() if name != missing}))


if __name__ == '__main__':
    unittest.main()
