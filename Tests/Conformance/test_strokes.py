"""The Python client's collector: the same stories as those of StrokeCollectorTests*.swift."""
from __future__ import annotations

import unittest

from test_python import SAMPLE, item, sample, snapshot, stroke, update
from vectors import pencil


class Strokes(unittest.TestCase):
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

    def test_what_goes_on_after_a_snapshot(self) -> None:
        """Stroke 1 of two samples is open, or its end has come; then a snapshot, and what comes after it."""
        open_, waits = sample(1, 1, phase=3) + sample(2, 2), dict(estimated=1, expecting=1)
        began, ended, cancelled = dict(phase=3), dict(phase=5), dict(phase=6)
        for name, before, epoch, shown, after, lines in (
            ('it goes on', open_, 9, [sample(5)], sample(6, 6), ['1: 50 50 50 50 incomplete']),
            ('its end was lost', open_, 9, [sample(5, **ended)], b'', ['1: 50 50 50 ended final incomplete']),
            ('its being cancelled was lost', open_, 9, [sample(5, **cancelled)], b'',
             ['1: 50 50 50 ended cancelled final incomplete']),
            ('its end was lost, and an update is to come', open_, 9, [sample(4, **waits), sample(5, **ended)],
             update(4, 6, 0.6) + stroke(1, 7), ['1: 50 50 60 50 ended final incomplete']),
            ('its end is to be corrected', open_, 9, [sample(5, force=0, **ended, **waits)], b'',
             ['1: 50 50 0? ended incomplete']),
            ('it was cancelled, and the tool has gone', open_ + sample(3, 3, **cancelled), 9, [], b'',
             ['1: 50 50 50 ended cancelled final incomplete']),
            ('a pen that is over one which is final', open_ + sample(3, 3, **ended) + stroke(1, 4), 9, [sample(3, **ended)],
             b'', ['1: 50 50 50 ended final']),
            ('a pen over one that was never seen', b'', 9, [sample(3, **ended)], b'', []),
            ('an open one that was never seen', b'', 9, [sample(1, **began, **waits), sample(5)], b'',
             ['1: 50? 50 incomplete']),
            ('one that has just begun', b'', 9, [sample(1, **began)], sample(2, 2), ['1: 50 50']),
            ('another epoch, and the numbers come again', open_, 8, [sample(1, force=0.7)], sample(2, 2, force=0.8),
             ['1: 50 50 cancelled final incomplete', '1: 70 80 incomplete']),
            ('another epoch, and nothing is there', open_, 8, [], sample(1, 1, **began),
             ['1: 50 50 cancelled final incomplete', '1: 50']),
        ):
            with self.subTest(name):
                collector = pencil.StrokeCollector()
                self.assembler = pencil.Assembler()
                self.assembler.epoch = 9
                self.take(collector, *snapshot(0), before)
                self.assembler.epoch = epoch
                self.take(collector, *snapshot(5, *shown), after)
                self.assertEqual(self.lines(collector.strokes), lines)
                # The next one changes nothing of what is final.
                self.take(collector, *snapshot(9))
                self.assertEqual(len(collector.take_final()), len(lines))

    def test_another_sessions_time(self) -> None:
        """It is told before the records in front of it. No snapshot follows."""
        denied, own = item('gap', cause=4, first=4, last=9), sample(1, 1, phase=3) + sample(2, 2)
        for name, datagrams, lines in (
            ('all in front of it has come', [own, denied, sample(10, 10, stroke=2, phase=3)],
             ['1: 50 50 cancelled final incomplete', '2: 50']),
            ('its end is in front of it', [own, denied, sample(3, 3, phase=5) + sample(10, 10, stroke=2, phase=3)
                                           + stroke(2, 11)], ['1: 50 50 50 ended final incomplete', '2: 50 ended final']),
            ('and its record', [own, denied, sample(3, 3, phase=5) + stroke(1, 3), sample(10, 10, stroke=2, phase=3)],
             ['1: 50 50 50 ended final', '2: 50']),
            ('all at once', [denied + own + sample(10, 10, stroke=2, phase=3) + sample(11, 11, stroke=2)],
             ['1: 50 50 cancelled final incomplete', '2: 50 50']),
            ('two of them', [own, denied + item('gap', cause=4, first=12, last=14), sample(3, 3) + sample(
                10, 10, stroke=2, phase=3) + sample(15, 15, stroke=3, phase=3)],
             ['1: 50 50 50 cancelled final incomplete', '2: 50 cancelled final incomplete', '3: 50']),
            ('only a tablet has come of it', [own, denied, item('tablet', tablet=2, seq=5, flags=2), sample(3, 10, stroke=2)],
             ['1: 50 50 cancelled final incomplete', '2: 50 incomplete']),
        ):
            with self.subTest(name):
                collector = pencil.StrokeCollector()
                self.assembler = pencil.Assembler()
                self.take(collector, *datagrams)
                self.assertEqual(self.lines(collector.strokes), lines)


if __name__ == '__main__':
    unittest.main()
