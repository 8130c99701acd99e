"""The Python client with the real daemon, which plays a recording."""
from __future__ import annotations

import asyncio
import select
import time
import unittest
from pathlib import Path

from daemons import WORD_SAMPLES, WORD_STROKES, folder, playing
from test_python import brief
from vectors import pencil


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
