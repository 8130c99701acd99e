"""The C client's example strokes.c, with a daemon that is told what to say."""
from __future__ import annotations

import os
import subprocess
import unittest

from daemons import folder, serving
from test_python import item, sample, snapshot, stroke, welcome
from vectors import ROOT

C = ROOT / 'Sources/Clients/C'


class Strokes(unittest.TestCase):
    def test_what_a_snapshot_brings_is_counted_once(self) -> None:
        """Behind `resumed` a snapshot comes without a gap."""
        with folder() as path, serving() as server:
            subprocess.run(['cc', '-std=c99', f'-I{C}/include', C / 'examples/strokes.c', '-lm', '-o', path + '/strokes'],
                           check=True)
            with subprocess.Popen([path + '/strokes'], env=os.environ | {'PENCIL_SOCKET': server.path},
                                  stdout=subprocess.PIPE, text=True) as program:
                server.take()
                server.send(welcome())
                server.receive()
                server.send(*snapshot(0), sample(1, 1, phase=3) + sample(2, 2), item('suspended', reason=1, head=2),
                            item('resumed', head=5) + b''.join(snapshot(5, sample(2), sample(5))),
                            sample(6, 6, phase=5) + stroke(1, 7))
                assert program.stdout is not None
                line = program.stdout.readline()
                program.kill()
        self.assertRegex(line, r'^stroke 1: 0 samples \(3 here\)')


if __name__ == '__main__':
    unittest.main()
