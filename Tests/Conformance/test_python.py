"""The Python client: frames, strokes, reconnecting, asyncio, with a daemon that is told what to say."""
from __future__ import annotations

import asyncio
import select
import struct
import threading
import time
import unittest
from pathlib import Path
from typing import Any

from daemons import WORD_SAMPLES, WORD_STROKES, Server, folder, playing, serving
from make_vectors import item as made
from vectors import pencil

SAMPLE = dict(tablet=1, attachment=1, tool=1, stroke=1, phase=4, toolType=1, available=4, force=0.5)


def item(kind: str, **values: Any) -> bytes:
    return made(kind, **values)[0]


def sample(index: int, seq: int = 0, **values: Any) -> bytes:
    return item('sample', seq=seq, index=index, **SAMPLE | values)


def update(index: int, seq: int, value: float, **values: Any) -> bytes:
    return item('update', **{'tablet': 1, 'seq': seq, 'attachment': 1, 'index': index, 'tool': 1, 'stroke': 1,
                             'property': 1, 'cause': 2, 'value': value, 'toolType': 1} | values)


def stroke(number: int, seq: int, flags: int = 0) -> bytes:
    return item('stroke', tablet=1, seq=seq, tool=1, stroke=number, flags=flags, toolType=1)


def welcome(epoch: int = 9) -> bytes:
    return item('welcome', major=1, epoch=epoch, version='1.2.3')


def snapshot(head: int, *items: bytes) -> list[bytes]:
    return [item('snapshot', head=head) + b''.join(items), item('snapshotEnd', head=head)]


def brief(event: object) -> str:
    """An event and what it brought, in a few words."""
    if not isinstance(event, pencil.Frame):
        return type(event).__name__
    words = ['snapshot' if event.is_snapshot else 'frame']
    words += [f'beat{event.beat.number}'] * (event.beat is not None) if event.beat else []
    words += [f's{s.index}' for s in event.samples] + [f'p{p.time}' for p in event.predicted]
    words += [f'u{u.index}' for u in event.updates] + [f'b{b.button}' for b in event.buttons]
    words += [f'g{g.number}' for g in event.gestures] + [f'stroke{s.stroke}' for s in event.strokes]
    words += [f'tablet{t.id}' for t in event.tablets] + [f'{g.cause.name}' for g in event.gaps]
    return ' '.join(words)


def fed(*datagrams: bytes) -> list[str]:
    assembler = pencil.Assembler()
    return [brief(event) for datagram in datagrams for event in assembler.feed(datagram)]


class Frames(unittest.TestCase):
    def test_every_report(self) -> None:
        self.assertEqual(fed(sample(1, 1) + sample(2, 2), sample(3, 3)), ['frame s1 s2', 'frame s3'])

    def test_a_split_frame_is_put_together(self) -> None:
        first = item('frame', beat=4, flags=1) + sample(1, 1)
        rest = item('frame', beat=4, flags=2) + sample(2, 2) + item('predicted', t=7, **SAMPLE)
        self.assertEqual(fed(first, rest, item('frame', beat=5, flags=4) + sample(3, 3)),
                         ['frame beat4 s1 s2 p7', 'frame beat5 s3'])

    def test_a_snapshot_is_gathered_and_one_that_is_interrupted_is_dropped(self) -> None:
        tablet = item('tablet', tablet=1, flags=2)
        self.assertEqual(fed(item('snapshot', head=3) + tablet, sample(5), *snapshot(4, tablet, sample(6))),
                         ['snapshot s6 tablet1'])
        self.assertEqual(fed(item('snapshot', head=3) + tablet, item('gap', cause=2, first=4, last=9), *snapshot(9)),
                         ['frame LAPPED', 'snapshot'])
        self.assertEqual(fed(sample(5)), [], 'a copy outside of a snapshot')

    def test_notes_come_between(self) -> None:
        self.assertEqual(
            fed(sample(1, 1) + item('suspended', reason=1) + item('resumed'), *snapshot(5),
                item('button', tablet=1, seq=6, toolType=1, flags=1, button=1)
                + item('gesture', tablet=1, seq=7, gesture=1, number=3, toolType=1) + item('interaction', claim=2)),
            ['frame s1', 'Suspended', 'Resumed', 'snapshot', 'frame b1 g3', 'Interaction'])

    def test_main_samples(self) -> None:
        assembler = pencil.Assembler()
        frame = assembler.feed(sample(1, 1) + sample(1, 2, tool=2) + sample(2, 3) + sample(7, 4, tablet=2))[0]
        assert isinstance(frame, pencil.Frame)
        self.assertEqual([(s.tablet, s.tool, s.index) for s in frame.mains], [(1, 1, 2), (1, 2, 1), (2, 1, 7)])
        self.assertEqual(frame.main, frame.samples[-1])

    def test_tablets_and_tools(self) -> None:
        assembler = pencil.Assembler()
        tool = item('tool', tablet=1, tool=4, toolType=1)
        assembler.feed(b''.join(snapshot(1, item('tablet', tablet=1, flags=2), tool)))
        assembler.feed(item('tablet', tablet=2, seq=2, flags=2, name='B') + item('tablet', tablet=1, seq=3))
        self.assertEqual([(t.id, t.name) for t in assembler.tablets.values()], [(2, 'B')])
        self.assertEqual(list(assembler.tools), [(1, 4)])


class Strokes(unittest.TestCase):
    """The same stories as StrokeCollectorTests.swift's."""

    def lines(self, strokes: list[pencil.CollectedStroke]) -> list[str]:
        return [' '.join([f'{s.stroke}:', *(f'{round((p.force or 0) * 100)}{"?" if p.expecting else ""}' for p in s.samples),
                          *(word for word, holds in (('ended', s.has_ended), ('cancelled', s.is_cancelled),
                                                     ('final', s.is_final), ('incomplete', s.is_incomplete)) if holds)])
                for s in strokes]

    def take(self, collector: pencil.StrokeCollector, *datagrams: bytes) -> None:
        for event in (event for datagram in datagrams for event in self.assembler.feed(datagram)):
            assert isinstance(event, pencil.Frame)
            collector.take(event)

    def setUp(self) -> None:
        self.assembler = pencil.Assembler()

    def test_corrections(self) -> None:
        collector, waits = pencil.StrokeCollector(), dict(estimated=1, expecting=1)
        self.take(collector, sample(0, 1, stroke=0, phase=1) + sample(1, 2, phase=3, force=0.1, **waits)
                  + sample(2, 3, force=0.2, **waits) + sample(3, 4, force=0.3, **waits) + update(1, 5, 0.15)
                  + item('predicted', **SAMPLE | {'force': 0.4}, confidence=1))
        self.assertEqual(self.lines(collector.strokes), ['1: 15 20? 30?'])
        self.assertEqual(len(collector.strokes[0].predicted), 1)
        self.take(collector, update(2, 6, 0.25) + update(9, 7, 0.9) + update(3, 8, 0.9, stroke=7)
                  + sample(4, 9, phase=5, force=0))
        self.assertEqual(self.lines(collector.strokes), ['1: 15 25 30? 0 ended'])
        self.assertEqual((collector.take_final(), collector.strokes[0].predicted), ([], []))
        self.take(collector, update(3, 10, 0.35) + stroke(1, 11) + sample(5, 12, stroke=2, phase=3)
                  + sample(6, 13, stroke=2, phase=6) + stroke(2, 14, flags=1) + sample(7, 15, stroke=3, phase=3))
        self.assertEqual(self.lines(collector.take_final()), ['1: 15 25 35 0 ended final', '2: 50 50 ended cancelled final'])
        self.assertEqual(self.lines(collector.strokes), ['3: 50'])

    def test_a_location(self) -> None:
        collector = pencil.StrokeCollector()
        self.take(collector, sample(1, 1, phase=3, available=6, x=1, y=2, estimated=8, expecting=8),
                  update(1, 2, 3.5, property=8, second=4.5))
        point = collector.strokes[0].samples[0]
        self.assertEqual((point.x, point.y, point.expecting, point.estimated), (3.5, 4.5, 0, 0))

    def test_a_snapshot_after_a_loss(self) -> None:
        collector, waits = pencil.StrokeCollector(), dict(estimated=1, expecting=1)
        self.take(collector, sample(1, 1, phase=3, **waits) + sample(2, 2, **waits) + sample(3, 3, stroke=2, phase=3)
                  + sample(4, 4, stroke=3, phase=3) + sample(5, 5, stroke=3, phase=5))
        self.take(collector, *snapshot(9, sample(2, force=0.6, **waits), sample(8, force=0.7), sample(20, stroke=9)))
        self.assertEqual(self.lines(collector.strokes), [
            '1: 50 60? 70 incomplete', '2: 50 cancelled final incomplete', '3: 50 50 ended final incomplete',
            '9: 50 incomplete'])


def continuation(request: bytes) -> tuple[int, int]:
    return struct.unpack_from('<QQ', request, 32)


class Reconnecting(unittest.TestCase):
    def connected(self, server: Server, **options: Any) -> pencil.Connection:
        connection = pencil.connect('test', path=server.path, wait=True, **options)
        self.assertIsNone(connection.receive(0))
        self.assertEqual(server.take(), pencil.encode_hello(1, 'test'))
        server.send(welcome())
        self.assertIsInstance(connection.receive(5), pencil.Connected)
        self.addCleanup(connection.close)
        return connection

    def test_it_goes_on_after_the_last_record(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            self.assertEqual(continuation(server.receive()), (0, 0))
            server.send(*snapshot(4), item('frame', beat=1, flags=1) + sample(5, 5))
            server.hang_up()
            # Records of a frame that was cut off won't come again, so they come first.
            self.assertEqual([brief(connection.receive(5)) for _ in range(3)], ['snapshot', 'frame beat1 s5', 'Disconnected'])
            self.assertEqual((connection.is_connected, connection.fileno()), (False, -1))
            self.assertIsNone(connection.receive(0))
            connection.claim_gestures()
            answering = threading.Thread(target=lambda: (server.take(), server.send(welcome())))
            answering.start()
            self.assertEqual(brief(connection.receive(5)), 'Connected')
            answering.join()
            self.assertEqual(continuation(server.receive()), (9, 5))
            self.assertEqual(server.receive()[:4], struct.pack('<HH', 16, 4), 'the claim is made again')
            server.send(sample(6, 6))
            self.assertEqual(brief(connection.receive(5)), 'frame s6')

    def test_where_it_goes_on(self) -> None:
        for name, before, after in (
            ('nothing came', [], (0, 0)),
            ('half a snapshot came', [item('snapshot', head=4) + item('tablet', tablet=1, flags=2)], (0, 0)),
            ('a snapshot came', snapshot(4), (9, 4)),
            ('a gap came, and no snapshot', [sample(2, 2), item('gap', cause=2, first=3, last=8)], (9, 2)),
        ):
            with self.subTest(name), serving() as server:
                connection = self.connected(server)
                server.receive()
                server.send(*before)
                server.hang_up()
                while brief(connection.receive(5)) != 'Disconnected':
                    pass
                answering = threading.Thread(target=lambda: (server.take(), server.send(welcome())))
                answering.start()
                self.assertEqual(brief(connection.receive(5)), 'Connected')
                answering.join()
                self.assertEqual(continuation(server.receive()), after)

    def test_a_later_subscription(self) -> None:
        with serving() as server:
            connection = self.connected(server, subscription=pencil.Subscription(tablet=1))
            server.receive()
            connection.subscribe(pencil.Subscription(tablet=1, contents=pencil.Contents.CONTACT))
            self.assertEqual(continuation(server.receive()), (0, 0))
            connection.subscribe(pencil.Subscription())
            self.assertEqual(continuation(server.receive()), (~9 & 2**64 - 1, 0))

    def test_refusals(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            server.send(item('error', code=2, text='no') + sample(1, 1))
            with self.assertRaisesRegex(pencil.PencilError, 'refused the subscription: no'):
                connection.receive(5)
            self.assertEqual(brief(connection.receive(5)), 'frame s1', 'it goes on')
            server.send(item('error', code=6, flags=1, text='full'))
            event = connection.receive(5)
            assert isinstance(event, pencil.Disconnected)
            self.assertEqual(event.error.code, pencil.ErrorCode.BUSY)
        with serving() as server:
            connection = self.connected(server)
            server.send(item('error', code=7, flags=1, text='not you'))
            for _ in range(2):  # For good.
                with self.assertRaisesRegex(pencil.PencilError, '^not you$'):
                    connection.receive(5)

    def test_a_claim_that_is_refused_is_not_made_again(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            server.receive()
            connection.claim_gestures()
            server.receive()
            server.send(item('error', token=3, code=9, text='not subscribed'))
            with self.assertRaisesRegex(pencil.PencilError, 'refused what this app sent: not subscribed') as caught:
                connection.receive(5)
            self.assertEqual(caught.exception.code, pencil.ErrorCode.REFUSED)
            server.hang_up()
            self.assertEqual(brief(connection.receive(5)), 'Disconnected')
            answering = threading.Thread(target=lambda: (server.take(), server.send(welcome())))
            answering.start()
            self.assertEqual(brief(connection.receive(5)), 'Connected')
            answering.join()
            connection.request_frame()
            self.assertEqual([server.receive()[2] for _ in range(2)], [2, 3], 'a subscription, and no claim')

    def test_a_claim_that_is_lost_is_not_made_again(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            connection.claim_gestures()
            connection.enable_gestures(False)
            server.send(item('interaction', token=3, gestures=0, claim=1), item('interaction', gestures=0, claim=2))
            self.assertEqual([brief(connection.receive(5)) for _ in range(2)], ['Interaction'] * 2)
            self.assertEqual((connection.interaction.claim, connection.interaction.is_enabled), (pencil.Claim.LOST, False))
            server.hang_up()
            self.assertEqual(brief(connection.receive(5)), 'Disconnected')
            answering = threading.Thread(target=lambda: (server.take(), server.send(welcome())))
            answering.start()
            self.assertEqual(brief(connection.receive(5)), 'Connected')
            answering.join()
            requests = [server.receive() for _ in range(2)]
            self.assertEqual([request[2] for request in requests], [2, 4])
            self.assertEqual(requests[1][8], 2, 'gestures stay off')

    def test_no_daemon(self) -> None:
        with folder() as path, self.assertRaises(pencil.PencilError) as caught:
            pencil.connect(path=path + '/none')
        self.assertEqual(str(caught.exception), f'no daemon listens at {path}/none: start it with `systemctl start '
                                                'pencild.socket` or run `pencild`')
        with self.assertRaisesRegex(pencil.PencilError, '0.5 display frames a second'):
            pencil.display_frames(0.5)


class RealDaemon(unittest.TestCase):
    def test_frames_of_a_recording(self) -> None:
        with folder() as path, playing(path + '/s'), pencil.connect('test', path=path + '/s') as connection:
            collector, samples, frames = pencil.StrokeCollector(), 0, 0
            for frame in connection:
                frames += 1
                samples += 0 if frame.is_snapshot else len(frame.samples)
                collector.take(frame)
                if samples == WORD_SAMPLES and len(collector.strokes) == len(WORD_STROKES) and all(
                        stroke.is_final for stroke in collector.strokes):
                    break
            self.assertEqual([len(stroke.samples) for stroke in collector.take_final()], WORD_STROKES)
            self.assertEqual(connection.tools[0].type, pencil.ToolType.PEN)

    def test_display_frames_on_request(self) -> None:
        subscription = pencil.Subscription(pencil.Pace.ON_REQUEST, predict=pencil.ONE_BEAT)
        with folder() as path, playing(path + '/s', speed='real'), pencil.connect(
                'test', subscription, path=path + '/s') as connection:
            frames = []
            while len(frames) < 5:
                connection.request_frame()
                event = connection.receive(10)
                if isinstance(event, pencil.Frame) and not event.is_snapshot:
                    frames.append(event)
            self.assertEqual([frame.beat.number for frame in frames if frame.beat], [1, 2, 3, 4, 5])
            granted = connection.subscribed
            assert granted is not None
            self.assertEqual(granted.granted, subscription)

    def test_a_loop_of_its_own_and_a_restart(self) -> None:
        """The daemon ends; the next one is found by itself, and is another epoch."""
        with folder() as path:
            with playing(path + '/s'):
                connection = pencil.connect('test', path=path + '/s')
                seen: list[str] = []
                self.assertEqual(select.select([connection], [], [], 10)[0], [connection])
                while (event := connection.receive(0)) is None:
                    time.sleep(0.01)
                seen.append(brief(event))
            while seen[-1] != 'Disconnected':
                seen.append(brief(connection.receive(10)))
            with playing(path + '/s'):
                while not seen[-1].startswith('snapshot') or 'NOT_HELD' not in ' '.join(seen):
                    seen.append(brief(connection.receive(10)))
            self.assertIn('Connected', seen)
            connection.close()

    def test_a_slow_program_is_told_what_it_lost(self) -> None:
        everything = pencil.Subscription(contents=pencil.Contents.DRAWING | pencil.Contents.RAW | pencil.Contents.REASONS)
        with folder() as path:
            Path(path, 'small.conf').write_text('[Daemon]\nJournalSize=64K\n')
            with playing(path + '/s', '--config', path + '/small.conf'), pencil.connect(
                    'slow', everything, path=path + '/s') as slow, pencil.connect('fast', path=path + '/s') as fast:
                while not any(stroke.stroke == len(WORD_STROKES) for frame in [fast.receive(20)]
                              if isinstance(frame, pencil.Frame) for stroke in frame.strokes):
                    pass
                numbers: list[int] = []
                lost: list[pencil.Gap] = []
                while isinstance(event := slow.receive(20), (pencil.Frame, pencil.Connected)):
                    if not isinstance(event, pencil.Frame) or event.is_snapshot:
                        continue
                    lost += event.gaps
                    numbers += sorted(record.sequence for record in (
                        *event.samples, *event.buttons, *event.gestures, *event.strokes, *event.updates, *event.tablets,
                        *event.tools, *event.raw, *event.reasons))
        # All of them, each once: those that came, and those of which the gaps tell.
        gone = [number for gap in lost for number in range(gap.first, gap.last + 1)]
        self.assertGreater(len(gone), 0)
        whole = sorted(numbers + gone)
        self.assertEqual(whole, list(range(whole[0], whole[0] + len(whole))))

    def test_asyncio(self) -> None:
        async def count(path: str) -> tuple[int, int]:
            samples = strokes = 0
            async with pencil.connect_async('test', pencil.display_frames(120), path=path) as connection:
                async for frame in connection:
                    samples += 0 if frame.is_snapshot else len(frame.samples)
                    strokes += len(frame.strokes)
                    if strokes == len(WORD_STROKES) and samples == WORD_SAMPLES:
                        break
            return samples, strokes

        with folder() as path, playing(path + '/s'):
            counted = asyncio.run(asyncio.wait_for(count(path + '/s'), 20))
        self.assertEqual(counted, (WORD_SAMPLES, len(WORD_STROKES)))

        async def none(path: str) -> None:
            async for _ in pencil.connect_async(path=path):
                pass

        with folder() as path, self.assertRaisesRegex(pencil.PencilError, 'no daemon listens'):
            asyncio.run(none(path + '/none'))

    def test_asyncio_waits_for_a_daemon(self) -> None:
        async def first(path: str) -> str:
            connection = pencil.connect_async('test', path=path, wait=True)
            async for frame in connection:
                connection.close()
                return brief(frame)
            return ''

        async def later(path: str) -> str:
            waiting = asyncio.create_task(first(path))
            await asyncio.sleep(0.05)
            self.assertFalse(waiting.done())
            with playing(path):
                return await asyncio.wait_for(waiting, 20)

        with folder() as path:
            self.assertTrue(asyncio.run(later(path + '/s')).startswith('snapshot'))


if __name__ == '__main__':
    unittest.main()
