"""The Python client: what an argument can't be."""
from __future__ import annotations

import unittest
from dataclasses import replace
from pathlib import Path

from daemons import serving
from test_python import welcome
from vectors import pencil


class Arguments(unittest.TestCase):
    """What can't be is said before anything is sent, by its name and with its range."""

    def test_subscriptions(self) -> None:
        frames, display = pencil.Pace.DISPLAY_FRAMES, pencil.Pace.DISPLAY
        number = 'is a whole number from'
        for values, text in (
            (dict(predict=-1), f'predict {number} 0 to 50000 µs, or ONE_BEAT, not -1'),
            (dict(pace=frames, rate=60_000, predict=50_001), f'predict {number} 0 to 50000 µs, or ONE_BEAT, not 50001'),
            (dict(predict=5), 'predict and beats_only go with a pace with frames, such as display_frames(60)'),
            (dict(beats_only=True), 'predict and beats_only go with a pace with frames, such as display_frames(60)'),
            (dict(pace=9), f'pace {number} 0 to 3, not 9'),
            (dict(rate=60_000), 'rate goes with the paces DISPLAY_FRAMES and DISPLAY'),
            (dict(pace=frames, rate=-1), f'rate {number} 0 to 4294967295, not -1'),
            (dict(pace=frames, rate=59.94), f'rate {number} 0 to 4294967295, not 59.94'),
            (dict(pace=frames), "0.0 display frames a second can't be had: ask for 1 to 1000 Hz"),
            (dict(pace=frames, rate=60_000, phase=1), 'phase and lead go with the pace DISPLAY'),
            (dict(pace=display, rate=10**7, phase=-1), f'phase {number} 0 to 18446744073709551615, not -1'),
            (dict(pace=display, rate=10**7, lead=2**32), f'lead {number} 0 to 4294967295, not 4294967296'),
            (dict(pace=display, rate=10**7, lead=10**8), "a display of 10000000 ns a frame with a lead of 100000000 ns can't "
             'be had: the period is 1 ms to 1 s, the lead at most one period'),
            (dict(contents=0x200), f'contents {number} 0 to 511, not 512'),
            (dict(tablet=-1), f'tablet {number} 0 to 4294967295, not -1'),
            (dict(tool='pen'), f"tool {number} 0 to 4294967295, not 'pen'"),
            (dict(tool_types=frozenset({8})), f'each of tool_types {number} 1 to 7, not 8'),
        ):
            with self.subTest(text):
                subscription = pencil.Subscription(**values)
                for ask in (lambda: pencil.connect('test', subscription, path='/nowhere'),
                            lambda: pencil.connect_async('test', subscription),
                            lambda: pencil.encode_subscribe(1, subscription)):
                    with self.assertRaises(ValueError) as caught:
                        ask()
                    self.assertEqual(str(caught.exception), text)
                    assert isinstance(caught.exception, pencil.PencilError)
                    self.assertEqual(caught.exception.code, pencil.ErrorCode.BAD_SUBSCRIPTION)

    def test_other_requests(self) -> None:
        rule = pencil.Preference(pencil.GestureKind.HOLD, pencil.Action.IGNORE)
        number = 'is a whole number from'
        for ask, text in (
            (lambda: pencil.display_frames(0), "0.0 display frames a second can't be had: ask for 1 to 1000 Hz"),
            (lambda: pencil.display_frames(float('nan')), "nan display frames a second can't be had: ask for 1 to 1000 Hz"),
            (lambda: pencil.encode_hello(2**32, ''), f'token {number} 0 to 4294967295, not 4294967296'),
            (lambda: pencil.encode_subscribe(1, pencil.Subscription(), -1), f'epoch {number} 0 to 18446744073709551615, not -1'),
            (lambda: pencil.encode_display(1, 0, 0, 0), "a display of 0 ns a frame with a lead of 0 ns can't be had: the "
             'period is 1 ms to 1 s, the lead at most one period'),
            (lambda: pencil.encode_interaction(1, 5), f'what {number} 1 to 4, not 5'),
            (lambda: pencil.encode_prefer(1, replace(rule, button=8)), f'button {number} 0 to 7, or None, not 8'),
            (lambda: pencil.encode_prefer(1, replace(rule, serial=-1)), f'serial {number} 0 to 4294967295, not -1'),
            (lambda: pencil.encode_prefer(1, replace(rule, tablet='ü' * 64)), 'tablet is a text of at most 127 bytes, not 128'),
        ):
            with self.subTest(text), self.assertRaises(ValueError) as caught:
                ask()
            self.assertEqual(str(caught.exception), text)

    def test_a_connection_stays_as_it_is(self) -> None:
        with serving() as server:
            connection = pencil.connect('test\udc80', path=Path(server.path), wait=True)
            self.addCleanup(connection.close)
            connection.receive(0)
            self.assertEqual(server.take(), pencil.encode_hello(1, 'test?'))
            server.send(welcome())
            connection.receive(5)
            server.receive()
            for ask in (lambda: connection.subscribe(pencil.Subscription(predict=-1)), lambda: connection.correct(0, 0)):
                with self.assertRaises(pencil.BadArgument):
                    ask()
            connection.subscribe(pencil.Subscription())
            self.assertEqual(server.receive(), pencil.encode_subscribe(3, pencil.Subscription()))


if __name__ == '__main__':
    unittest.main()
