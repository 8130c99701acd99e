"""Tests of the decoder with datagrams put together by hand from Documentation/protocol.md."""
from __future__ import annotations

import contextlib
import json
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pencil_decoder as decoder
from made_items import (
    error, frame, gap, gesture, item, predicted, resumed, sample, snapshot, subscribed, suspended,
    tablet, text, tool, update, welcome,
)
from pencil_items import LAYOUTS

SCRIPT = Path(decoder.__file__)

START = welcome(), subscribed() + snapshot() + tablet() + tool() + snapshot(end=True)
FRAMES = welcome(), subscribed(1, 120_000), snapshot() + tool() + snapshot(end=True)


def decoded(datagram: bytes) -> dict[str, Any]:
    [result] = decoder.items(datagram)
    return result


class Decoding(unittest.TestCase):
    def expect(self, datagram: bytes, kind: str, **fields: Any) -> None:
        result = decoded(datagram)
        self.assertEqual(result['type'], kind)
        self.assertEqual(result['t'], 1_000_000)
        self.assertEqual({name: result.get(name) for name in fields}, fields)
        self.assertFalse([name for name in result if name.startswith('_')])

    def test_sizes_are_those_of_the_page(self) -> None:
        self.assertEqual({code: layout.size for code, layout in LAYOUTS.items()},
                         {0x0101: 96, 0x0102: 192, 0x0103: 88, 0x0104: 56, 0x0109: 104, 0x0105: 32, 0x0106: 32,
                          0x0107: 40, 0x0108: 40,
                          0x010A: 32, 0x010B: 32, 0x010C: 136, 0x010D: 176, 0x010E: 160, 0x010F: 32, 0x0207: 112, 0x020E: 112,
                          0x0201: 304, 0x0202: 40, 0x0203: 96, 0x0204: 56, 0x0205: 48, 0x0206: 40, 0x0208: 48,
                          0x0209: 32, 0x020A: 48, 0x020B: 144, 0x020C: 56, 0x020D: 160})

    def test_notes(self) -> None:
        self.expect(welcome(), 'welcome', seq=0, tablet=0, token=1, major=1, minor=0, epoch=77, head=10, oldest=1,
                    version='1.0.0')
        self.expect(error(), 'error', token=1, code=3, flags=1, text='no')
        self.expect(subscribed(1, 60_000), 'subscribed', token=2, pace='frames', millihertz=60_000, contents=0x1FF,
                    onlyTablet=0, onlyTool=0, onlyToolTypes=0, head=10)
        self.expect(frame(3, 400, 2, 1), 'frame', beat=3, due=400, records=2, flags=1)
        self.expect(snapshot(), 'snapshot', head=10)
        self.expect(snapshot(end=True), 'snapshotEnd', head=10)

    def test_tablet_and_tool(self) -> None:
        self.expect(tablet(seq=2), 'tablet', seq=2, tablet=1, attachment=4, bus=3, vendor=0x56A, product=0x357,
                    version=1, flags=3, x=[0, 100, 5], y=[0, 200, 6], pressure=[0, 8191, 0], tiltX=[-60, 60, 57],
                    tiltY=[-61, 61, 58], axes=15, toolTypes=6, width=20.0, height=40.0, name='Stift', identity='id',
                    seat='seat0', node='/dev/input/event3')
        self.expect(tool(), 'tool', tool=9, toolType='pen', axes=15, serial=1234, hardware=5678)

    def test_sample(self) -> None:
        self.expect(sample(11), 'sample', seq=11, tablet=1, tool=9, attachment=4, stroke=5, index=1, phase='moved',
                    toolType='pen', available=15, flags=2, buttons=3, rawPressure=4096, x=10.0, y=20.0, nx=0.5,
                    ny=0.25, force=0.5, altitude=1.0, azimuth=2.0, estimated=['force', 'location'],
                    expecting=['force'])
        self.assertFalse({'roll', 'hover', 'slider'} & decoded(sample()).keys())
        self.assertFalse({'x', 'y', 'altitude', 'azimuth'} & decoded(sample(available=5)).keys())

    def test_stroke_button_and_gap(self) -> None:
        self.expect(item(0x0205, struct.pack('<IIQIHBB', 9, 5, 600, 40, 1, 2, 0)), 'stroke', tool=9, stroke=5,
                    began=600, samples=40, flags=1, toolType='eraser')
        self.expect(item(0x0206, struct.pack('<IIBBBBI', 9, 5, 1, 1, 1, 0, 2)), 'button', tool=9, stroke=5, button=1,
                    flags=1, toolType='pen', buttons=2)
        self.expect(gap(2, 11, 20), 'gap', cause=2, first=11, last=20)

    def test_update(self) -> None:
        self.expect(update(index=7, cause=4, expecting=8), 'update', attachment=4, index=7, tool=9, stroke=5,
                    property='force', cause='lifted', expecting=['location'], estimated=['force', 'location'],
                    value=0.25, second=0.0, toolType='pen')

    def test_raw_reason_and_description(self) -> None:
        self.expect(item(0x0209, struct.pack('<HHIHHiHHi', 2, 1, 0, 3, 24, -7, 0, 0, 0)), 'raw', n=2, flags=1,
                    events=[{'type': 3, 'code': 24, 'value': -7}, {'type': 0, 'code': 0, 'value': 0}])
        self.expect(item(0x020A, struct.pack('<HHI4i', 2, 3, 9, 1, -1, 2, -2)), 'reason', stage=2, code=3, tool=9,
                    values=[1, -1, 2, -2])
        self.expect(item(0x020B, struct.pack('<II12QIIIII7i', 1, 2, *range(12), 3, 4, 5, 0, 24, 0, 8191, 1, 2, 3, 4,
                                             0)), 'description', n=1, properties=2, keys=list(range(12)), relative=3,
                    misc=4, attachment=5, absolutes=[{'code': 24, 'minimum': 0, 'maximum': 8191, 'fuzz': 1, 'flat': 2,
                                                      'resolution': 3, 'value': 4}])

    def test_pads(self) -> None:
        self.expect(item(0x020C, struct.pack('<IIBBBBHHfiQ', 2, 3, 2, 1, 4, 4, 8, 0, 1.5, 0, 5), tablet=1, seq=3), 'pad',
                    seq=3, tablet=1, pad=2, attachment=3, control='ring', index=1, mode=4, flags=4, code=8, value=1.5,
                    delta=0, buttons=5)
        left = next(decoder.items(item(0x020C, struct.pack('<IIBBBBHHfiQ', 2, 3, 2, 1, 4, 0, 8, 0, 0.0, 0, 5))))
        self.assertNotIn('value', left)
        self.expect(item(0x020D, struct.pack('<IIIBBBBBB6x', 2, 3, 2, 9, 1, 0, 2, 4, 1) + text('Pad', 80)
                         + text('/dev/input/event4', 32)), 'padDescription', pad=2, attachment=3, flags=2, buttons=9,
                    rings=1, strips=0, dials=2, modes=4, mode=1, name='Pad', node='/dev/input/event4')

    def test_gestures(self) -> None:
        self.expect(item(0x010A, struct.pack('<IBBH', 3, 1, 2, 0)), 'interaction', token=3, on=1, claim=2)
        line = struct.pack('<BBBBIB7x', 1, 255, 2, 0, 7, 2) + text('Wacom*', 128) + bytes(24)
        self.expect(item(0x010B, struct.pack('<IHH', 4, 1, 0) + line), 'preferences', token=4, lines=[
            {'gesture': 1, 'button': 255, 'action': 2, 'toolType': 0, 'serial': 7, 'source': 2, 'tablet': 'Wacom*'}])
        self.expect(gesture(), 'gesture', tool=9, number=5, phase='ended', action=1, n=2, presses=[3, 4, 0], x=1.5,
                    nx=0.25)
        self.assertNotIn('altitude', decoded(gesture()))

    def test_later_versions(self) -> None:
        datagram = item(0x0280, bytes(8)) + snapshot()
        first, second = decoder.items(datagram)
        self.assertEqual((first['type'], first['code'], first['size']), ('unknown', 0x0280, 32))
        self.assertEqual(second['type'], 'snapshot')
        self.expect(item(0x0105, struct.pack('<QQ', 10, 1)), 'snapshot', head=10)
        self.expect(sample(phase=99, estimated=0x80), 'sample', phase=99, estimated=['bit7'])

    def test_malformed(self) -> None:
        cases = {'offset 0: the datagram is empty': b'', 'offset 32: 8 bytes left': snapshot() + bytes(8),
                 'offset 32: item 0x0105 has size 16': snapshot() + item(0x0105, bytes(8), size=16),
                 'offset 0: item 0x0105 has size 40': item(0x0105, bytes(8), size=40),
                 'offset 32: snapshot of 24 bytes': snapshot() + item(0x0105, b''),
                 'offset 0: raw of 40 bytes cannot hold 2': item(0x0209, struct.pack('<HHI8x', 2, 0, 0))}
        for message, datagram in cases.items():
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                list(decoder.items(datagram))


class Checking(unittest.TestCase):
    def problems(self, *datagrams: bytes, finish: bool = True, **options: Any) -> list[str]:
        checker = decoder.Checker(**options)
        for datagram in datagrams:
            checker.datagram(datagram)
        if finish:
            checker.finish()
        return checker.problems

    def fails(self, pattern: str, *datagrams: bytes, **options: Any) -> None:
        with self.subTest(pattern):
            problems = self.problems(*datagrams, **options)
            self.assertEqual(len(problems), 1, problems)
            self.assertRegex(problems[0], pattern)

    def expect_clean(self, *datagrams: bytes, **options: Any) -> None:
        self.assertEqual(self.problems(*datagrams, **options), [])

    def test_good_streams(self) -> None:
        hover = sample(13, index=0, stroke=0, phase=1, estimated=0, expecting=0)
        streams: list[tuple[bytes, ...]] = [
            (*START, sample(11, index=1) + sample(12, index=2), hover, gap(1, seq=14)),
            (*START, gap(2, 11, 20), snapshot(20), sample(), snapshot(20, end=True), sample(21, index=7)),
            (*START, snapshot(), snapshot(12) + snapshot(12, end=True), sample(13)),
            (*FRAMES, frame(1, 1000, 1, 1) + sample(11, index=1), frame(1, 1000, 1, 2) + sample(12, index=2),
             frame(4, 26_000, 1) + sample(13, index=3)),
        ]
        for stream in streams:
            self.assertEqual(self.problems(*stream), [])
        self.assertEqual(self.problems(welcome(), subscribed(), sample(6), after=5), [])
        self.assertEqual(self.problems(welcome(), subscribed(), gap(3), snapshot(2), snapshot(2, end=True), sample(3),
                                       after=5), [])
        self.assertEqual(self.problems(welcome(minor=1), *START[1:], item(0x0280, bytes(8), seq=11),
                                       sample(12, kind=9)), [])

    def test_sizes(self) -> None:
        self.fails('size 25 is no multiple of 8', welcome(minor=1), item(0x0180, bytes(1)))
        self.fails('size 40, in version 1.0 it is 32', welcome(), item(0x0105, struct.pack('<QQ', 1, 0)),
                   snapshot(1, end=True))
        self.fails('type 0x0180 is not in version 1.0', welcome(), item(0x0180, bytes(8)))
        self.fails('more than 65536', welcome(minor=1), item(0x0180, bytes(65_000)) + item(0x0180, bytes(1_000)))
        self.fails('malformed: offset 0: 3 bytes', bytes(3))

    def test_sequence(self) -> None:
        self.fails('1 records missing after 10', *START, sample(12))
        self.fails('does not increase from 11', *START, sample(11, index=1), sample(11, index=2))
        self.fails('does not increase from 10', *START, sample(9), filtered=True)
        self.assertEqual(self.problems(*START, sample(15), filtered=True), [])
        self.assertEqual(self.problems(START[0], subscribed(contents=0x7F), snapshot() + tool() + snapshot(end=True),
                                       sample(15)), [])
        self.fails('sequence number 0 outside', *START, sample())
        self.fails('sequence number 4 outside', *START, gap(3, seq=4), snapshot(), snapshot(end=True))
        self.fails('a note with a sequence number', item(0x0101, welcome()[24:], seq=3))
        self.fails('begins at 13, the last record was 10', *START, gap(2, 13, 14), snapshot(14), snapshot(14, end=True))
        self.fails('from 11 to 9', *START, gap(2, 11, 9), snapshot(14), snapshot(14, end=True))

    def test_sessions(self) -> None:
        self.expect_clean(*START, suspended(), resumed() + snapshot(20) + snapshot(20, end=True), sample(21))
        self.expect_clean(welcome(), subscribed() + suspended())
        self.expect_clean(*START[:1], subscribed() + snapshot() + tablet(), suspended(), resumed(), snapshot(20),
                          tool() + snapshot(20, end=True), sample(21))
        self.expect_clean(welcome(), subscribed() + gap(4, 7, 9) + gap(4, 11, 12), sample(6), tool(8), sample(10, index=2),
                          sample(13, index=3), after=5)
        self.fails('a record while suspended', *START, suspended(), sample(11))
        self.fails('while suspended', *START, suspended(), snapshot(20), snapshot(20, end=True))
        self.fails('suspended already', *START, suspended(), suspended())
        self.fails('was not suspended', *START, resumed(), snapshot(20), snapshot(20, end=True))
        self.fails('head 9 is behind 10', *START, suspended(9))
        self.fails('reason is 0x2,', *START, suspended(reason=2))
        self.fails('reserved field at 24 is 1', *START, suspended(), resumed(reserved=1), snapshot(20),
                   snapshot(20, end=True))
        self.fails('closed before the end of a snapshot', *START, suspended(), resumed(), finish=True)
        self.fails('1 records missing after 6', welcome(), subscribed() + gap(4, 7, 9), sample(6), sample(11, index=2),
                   after=5)
        self.fails('was said to be left out', welcome(), subscribed() + gap(4, 7, 9), sample(6), sample(7, index=2),
                   after=5)
        self.fails('leaves out 5 to 9 after 5', welcome(), subscribed() + gap(4, 5, 9), after=5)
        self.fails('not in order', welcome(), subscribed() + gap(4, 11, 12) + gap(4, 7, 9), after=5)

    def test_gesture(self) -> None:
        self.assertEqual(self.problems(*START, gesture(seq=11)), [])
        self.fails('made of the presses', *START, gesture(presses=(4, 3, 0), seq=11))
        self.fails('made of the presses', *START, gesture(presses=(3, 12, 0), seq=11))
        self.fails('made of the presses', *START, gesture(presses=(3, 4, 5), seq=11))
        self.fails('action is 0x7, which', *START, gesture(action=7, seq=11))

    def test_values(self) -> None:
        self.fails('expecting is no subset', *START, sample(11, estimated=1, expecting=2))
        self.fails('phase is 0x7,', *START, sample(11, phase=7))
        self.fails('toolType is 0x0,', *START, sample(11, kind=0))
        self.fails('toolType is 0x8,', *START, tool(11, kind=8))
        self.fails('available is 0x8f,', *START, sample(11, available=0x8F))
        self.fails('flags is 0x200,', *START, sample(11, flags=512))
        self.fails('buttons is 0x100,', *START, sample(11, buttons=256))
        self.fails('flags is 0xb,', *START, tablet(11, flags=11))
        self.fails('cause is 0x6,', *START, gap(6, seq=11))
        self.fails('code is 0x9,', error(9))
        self.fails('contents is 0x200,', welcome(), subscribed(contents=0x200), snapshot(), snapshot(end=True))
        self.fails('pace 0', welcome(), subscribed(0, 5), snapshot(), snapshot(end=True))
        self.fails('pace 1', welcome(), subscribed(1, 999), snapshot(), snapshot(end=True))
        self.fails('force is 1.5, out of range', *START, sample(11, force=1.5))
        self.fails('force is nan, out of range', *START, sample(11, force=float('nan')))
        self.fails('roll is not available, but 1.0', *START, sample(11, roll=1.0))
        self.fails('index 0 in phase moved', *START, sample(11, index=0))
        self.fails('stroke 0 in phase began', *START, sample(11, stroke=0, phase=3))
        self.fails('index 1 does not increase from 1', *START, sample(11), sample(12))
        self.fails('tool 9 is not described', welcome(), subscribed(), snapshot(), snapshot(end=True), sample(11))
        self.fails('stroke 5 from 2000000 to', *START,
                   item(0x0205, struct.pack('<IIQIHBB', 9, 5, 2_000_000, 1, 0, 1, 0), seq=11))

    def test_updates(self) -> None:
        stroke = item(0x0205, struct.pack('<IIQIHBB', 9, 5, 600, 1, 0, 1, 0), tablet=1, seq=14)
        for stream in (
            sample(11, index=1) + sample(12, index=2) + update(13, index=1) + update(14, index=2, t=1_200_000),
            sample(11, index=1, expecting=0) + update(12, index=1, cause=1),
            sample(11, index=1, estimated=3, expecting=3) + update(12, expecting=2, estimated=3)
                + update(13, prop=2, estimated=0, cause=1) + stroke,
        ):
            self.assertEqual(self.problems(*START, stream), [])
        self.assertEqual(self.problems(START[0], subscribed(), snapshot() + tool() + sample(index=3) + sample(index=5)
                                       + snapshot(end=True), update(11, index=3) + update(12, index=5)), [])
        first = sample(11, index=1)
        self.fails('index 1 before its sample', *START, update(11))
        self.fails('not expected, or a second time', *START, first, update(12), update(13))
        self.fails('index 1 behind an update of 2', *START, first, sample(12, index=2), update(13, index=2), update(14))
        self.fails('property 0x2 of index 1 is not expected', *START, first, update(12, prop=2, expecting=1),
                   filtered=True)
        self.fails('value 0.0 is out of range', *START, first, update(12, value=0.0))
        self.fails('stroke 6, of its sample 5', *START, first, update(12, stroke=6))
        self.fails('200001 µs after its sample', *START, first, update(12, t=1_200_001))
        self.fails('expecting 0x8, 0x0 is left', *START, first, update(12, expecting=8))
        self.fails('cause is 0x7,', *START, first, update(12, cause=7))
        self.fails('reserved field at 53 is 1', *START, first, update(12, reserved=1))
        self.fails('final, but index 1 is still expected', *START, first + sample(12, index=2, expecting=0)
                   + sample(13, index=3, expecting=0), stroke)

    def test_reserved_and_texts(self) -> None:
        self.fails('reserved field at 56 is 1', welcome(reserved=1))
        self.fails('reserved field at 29 is 1', *START, tool(11, reserved=1))
        self.fails(r'reserved field at 26 is \[0, 7', *START,
                   item(0x0208, struct.pack('<H6BQQ', 1, 0, 7, 0, 0, 0, 0, 0, 0), seq=11))
        self.fails('reserved field at 28 is 3', *START,
                   item(0x020B, struct.pack('<II12QIIIII7i', 1, 0, *[0] * 12, 0, 0, 0, 0, 24, *[0] * 6, 3), seq=11))
        self.fails('text is not terminated', error(reason=b'x' * 160))
        self.fails('name is not padded', *START, tablet(11, name=text('a\0b', 80)))
        self.fails('name is not UTF-8', *START, tablet(11, name=b'\xff'.ljust(80, b'\0')))

    def test_snapshots(self) -> None:
        self.fails('not begun', *START, snapshot(end=True))
        self.fails('head 12, but 11 at', *START, snapshot(11), snapshot(12, end=True))
        self.fails('head 9 is behind 10', *START, snapshot(9), snapshot(9, end=True))
        self.fails('closed before the end of a snapshot', *START, snapshot())
        self.fails('closed before the end of a snapshot', *START, gap(2, 11, 12))
        self.fails('inside a snapshot, but with', *START, snapshot(), tool(11), snapshot(end=True))
        self.fails('does not belong', *START, snapshot(), gap(1), snapshot(end=True))
        self.assertRegex(self.problems(*FRAMES, snapshot(), frame(1, 1, 1))[0], 'frame seq 0: inside a snapshot')
        self.fails('a record before the snapshot', welcome(), subscribed(), tool(11), snapshot(11),
                   snapshot(11, end=True))

    def test_frames(self) -> None:
        first = frame(1, 1000, 1) + sample(11, index=1)
        self.fails('announces 2 records, 1 follow', *FRAMES, frame(1, 1000, 2) + sample(11))
        self.fails('a beat without news', *FRAMES, frame(1, 1000, 0))
        self.fails('records without a frame', *FRAMES, sample(11))
        self.fails('is not first', *FRAMES, first + frame(4, 26_000, 0))
        self.fails('at another pace', *START, first)
        self.fails('beat 1 does not increase', *FRAMES, first, frame(1, 1001, 1) + sample(12, index=2))
        self.fails('due 1000 does not increase', *FRAMES, first, frame(4, 1000, 1) + sample(12, index=2))
        self.fails('off its grid: 24998 µs for 3', *FRAMES, first, frame(4, 25_998, 1) + sample(12, index=2))
        self.fails('flags 1 and 2', *FRAMES, frame(1, 1000, 1, 1) + sample(11, index=1),
                   frame(4, 26_000, 1) + sample(12, index=2))
        flushed, rest = frame(1, 1000, 1, 4) + sample(11), frame(1, 1000, 1) + sample(12, index=2)
        self.assertEqual(self.problems(*FRAMES, flushed, rest), [])
        self.fails('another time', *FRAMES, frame(1, 1000, 1, 4) + sample(11), frame(1, 1001, 1) + sample(12, index=2))
        self.assertEqual(self.problems(*FRAMES, frame(1, 1000, 1, 0, 1) + sample(11) + predicted()), [])
        self.fails('announces 0 predicted, 1 follow', *FRAMES, frame(1, 1000, 1) + sample(11) + predicted())
        self.fails('an update expected', *FRAMES, frame(1, 1000, 1, 0, 1) + sample(11) + predicted(expecting=1))
        self.fails('of no predicted', *FRAMES, frame(1, 1000, 1, 0, 1) + sample(11) + predicted(confidence=2))
        self.fails('closed before the rest', *FRAMES, frame(1, 1000, 1, 1) + sample(11))


@contextlib.contextmanager
def daemon(serve: Callable[[socket.socket], object]) -> Iterator[str]:
    """A stand-in that serves one client."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        path = f'{folder}/pencil.sock'
        listener.bind(path)
        listener.listen()
        listener.settimeout(10)

        def run() -> None:
            client, _ = listener.accept()
            with client:
                client.settimeout(10)
                serve(client)

        thread = threading.Thread(target=run)
        thread.start()
        yield path
        thread.join()


class Program(unittest.TestCase):
    def run_script(self, path: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, SCRIPT, path, *arguments], capture_output=True, text=True, timeout=20)

    def serving(self, *datagrams: bytes) -> Callable[[socket.socket], None]:
        def serve(client: socket.socket) -> None:
            self.assertEqual(client.recv(2048), struct.pack('<HHI4sHH64s', 80, 1, 1, b'PNCL', 1, 0,
                                                            b'pencil_decoder.py'))
            client.send(START[0])
            self.assertEqual(client.recv(2048), struct.pack('<HHIB3xIIIIIQQQIIII', 72, 2, 2, 1, 59_940, 0x1FF,
                                                              *[0] * 10))
            for datagram in datagrams:
                client.send(datagram)
        return serve

    ARGUMENTS = '--pace', '59.94', '--contents', '0x1ff', '--check', '--until-closed'

    def test_a_good_daemon(self) -> None:
        stream = subscribed(1, 59_940), *FRAMES[2:], frame(1, 1000, 1) + sample(11)
        with tempfile.TemporaryDirectory() as folder, daemon(self.serving(*stream)) as path:
            ready, out = Path(folder, 'ready'), Path(folder, 'out')
            result = self.run_script(path, *self.ARGUMENTS, '--json', str(out), '--ready-file', str(ready))
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, '', ''))
            self.assertTrue(ready.exists())
            types = [json.loads(line)['type'] for line in out.read_text().splitlines()]
        self.assertEqual(types, ['welcome', 'subscribed', 'snapshot', 'tool', 'snapshotEnd', 'frame', 'sample'])

    def test_problems(self) -> None:
        with daemon(self.serving(subscribed(1, 59_940), *FRAMES[2:], sample(11))) as path:
            result = self.run_script(path, *self.ARGUMENTS)
        self.assertEqual(result.returncode, 1)
        self.assertIn('records without a frame', result.stderr)

    def test_limits(self) -> None:
        stream = *START[1:], sample(11, index=1) + sample(12, index=2)
        with daemon(self.serving(*stream)) as path:
            self.assertEqual(self.run_script(path, *self.ARGUMENTS[:4], '--samples', '1').returncode, 0)
        with daemon(self.serving(*stream)) as path:
            self.assertEqual(self.run_script(path, *self.ARGUMENTS[:4], '--samples', '3').returncode, 3)
        with daemon(lambda client: (client.send(START[0]), client.recv(99), client.recv(99), client.recv(99))
                    ) as path:
            self.assertEqual(self.run_script(path, '--seconds', '0.1').returncode, 0)

    def test_refusal(self) -> None:
        with daemon(lambda client: client.send(error(6))) as path:
            result = self.run_script(path)
        self.assertEqual((result.returncode, result.stderr), (2, 'error 6: no\n'))
        with daemon(self.serving(error(2))) as path:
            self.assertEqual(self.run_script(path, *self.ARGUMENTS).returncode, 2)
        self.assertEqual(self.run_script('/nonexistent').returncode, 3)


if __name__ == '__main__':
    unittest.main()
