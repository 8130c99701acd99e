"""The Python client: frames, reconnecting, claims, with a daemon that is told what to say."""
from __future__ import annotations

import asyncio
import struct
import threading
import unittest
from typing import Any

from daemons import Server, folder, serving
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
                self.reconnect(server, connection)
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

    def reconnect(self, server: Server, connection: pencil.Connection) -> None:
        """The daemon goes, and has come again and said welcome."""
        server.hang_up()
        while brief(connection.receive(5)) != 'Disconnected':
            pass
        answering = threading.Thread(target=lambda: (server.take(), server.send(welcome())))
        answering.start()
        self.assertEqual(brief(connection.receive(5)), 'Connected')
        answering.join()

    def again(self, server: Server, connection: pencil.Connection, count: int) -> list[bytes]:
        """The daemon goes and comes; the first requests on the new connection, of which the last is a frame's."""
        self.reconnect(server, connection)
        connection.request_frame()
        return [server.receive() for _ in range(count)]

    def test_a_claim_that_is_refused_is_not_made_again(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            connection.claim_gestures()
            server.send(item('error', token=3, code=9, text='not subscribed'))
            with self.assertRaisesRegex(pencil.PencilError, 'refused what this app sent: not subscribed') as caught:
                connection.receive(5)
            self.assertEqual(caught.exception.code, pencil.ErrorCode.REFUSED)
            self.assertEqual([request[2] for request in self.again(server, connection, 2)], [2, 3])

    def test_which_claims_are_made_again(self) -> None:
        """A step is a request, of which the first has token 3, or an answer: (token, claim)."""
        for name, steps, is_made in (
            ('held', ['claim', (3, 1)], True),
            ('not answered', ['claim'], True),
            ('another request is answered', ['on', 'claim', (3, 0)], True),
            ('one answer to two', ['claim', 'on', (4, 1)], True),
            ('released', ['claim', 'release', (3, 1), (4, 0)], False),
            ('lost later', ['claim', (3, 1), (0, 2)], False),
            ('never held, as the session is suspended', ['claim', (3, 3)], False),
            ('never held, as another program claimed at once', ['claim', (3, 2)], False),
            ('lost, with one answer to two', ['claim', 'on', (4, 2)], False),
            ('lost in an answer to something else', ['claim', (3, 1), 'on', (4, 2)], False),
            ('lost, and made again before that was known', ['claim', (3, 1), 'claim', (0, 2), (4, 1)], True),
            ('the same, and lost again', ['claim', (3, 1), 'claim', (0, 2), (4, 1), (0, 2)], False),
            ('made again while it is answered', ['claim', 'claim', (3, 2), (4, 1)], True),
        ):
            with self.subTest(name), serving() as server:
                connection = self.connected(server)
                for step in steps:
                    match step:
                        case 'claim': connection.claim_gestures()
                        case 'release': connection.release_gestures()
                        case (int() as token, int() as claim):
                            server.send(item('interaction', token=token, gestures=1, claim=claim))
                            self.assertEqual(brief(connection.receive(5)), 'Interaction')
                        case _: connection.enable_gestures()
                types = [request[2] for request in self.again(server, connection, 3 if is_made else 2)]
                self.assertEqual(types, [2, 4, 3] if is_made else [2, 3])

    def test_what_is_switched_off_stays_so(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            connection.enable_gestures(False)
            server.send(item('interaction', token=3, gestures=0))
            self.assertEqual(brief(connection.receive(5)), 'Interaction')
            self.assertEqual((connection.interaction.claim, connection.interaction.is_enabled), (pencil.Claim.NONE, False))
            requests = self.again(server, connection, 3)
            self.assertEqual([request[2] for request in requests], [2, 4, 3])
            self.assertEqual(requests[1][8], 2, 'gestures stay off')

    def test_iterating_goes_on_after_a_refusal_of_a_request(self) -> None:
        with serving() as server:
            connection = self.connected(server)
            connection.prefer(pencil.Preference(pencil.GestureKind.DOUBLE_PRESS, pencil.Action.IGNORE))
            server.send(item('error', token=3, code=7, text='no room'), sample(1, 1))
            with self.assertRaisesRegex(pencil.PencilError, '^no room$') as caught:
                next(iter(connection))
            self.assertEqual((caught.exception.code, connection.is_connected), (pencil.ErrorCode.NOT_PERMITTED, True))
            self.assertEqual(brief(next(iter(connection))), 'frame s1')
            server.send(item('error', code=7, flags=1, text='not you'))
            with self.assertRaisesRegex(pencil.PencilError, '^not you$'):
                next(iter(connection))
            self.assertFalse(connection.is_connected)

    def test_asyncio_is_closed_by_another_task(self) -> None:
        """While it waits for the daemon's word, and while it waits for a daemon."""
        async def closed(path: str) -> str:
            connection = pencil.connect_async('test', path=path, wait=True)
            events: list[str] = []

            async def reads() -> None:
                while True:
                    events.append(brief(await connection.receive()))

            reading = asyncio.create_task(reads())
            while not events:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            connection.close()
            with self.assertRaisesRegex(pencil.PencilError, 'closed by the program itself'):
                await asyncio.wait_for(reading, 5)
            return events[0]

        def answers() -> None:
            server.take()
            server.send(welcome())

        with serving() as server:
            answering = threading.Thread(target=answers)
            answering.start()
            self.assertEqual(asyncio.run(closed(server.path)), 'Connected')
            answering.join()
        with folder() as path:
            self.assertEqual(asyncio.run(closed(path + '/none')), 'Disconnected')

    def test_no_daemon(self) -> None:
        with folder() as path, self.assertRaises(pencil.PencilError) as caught:
            pencil.connect(path=path + '/none')
        self.assertEqual(str(caught.exception), f'no daemon listens at {path}/none: start it with `systemctl start '
                                                'pencild.socket` or run `pencild`')
        with self.assertRaisesRegex(pencil.PencilError, '0.5 display frames a second'):
            pencil.display_frames(0.5)


if __name__ == '__main__':
    unittest.main()
