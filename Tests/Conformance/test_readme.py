"""What README.md and clients.md show runs as it stands, and the Python client installs."""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from daemons import folder, playing
from vectors import ROOT

PYTHON = ROOT / 'Sources/Clients/Python'
# Samples with force in written-word.yml: those of its strokes, but for the last ones, which are the lifts.
PRESSED = 779


def example(page: str, language: str, words: str) -> str:
    """The block of a page with these words in it."""
    blocks = re.findall(rf'^```{language}\n(.*?)^```', (ROOT / page).read_text(), flags=re.M | re.S)
    return next(block for block in blocks if words in block)


class Readme(unittest.TestCase):
    def lines(self, path: str, *command: str) -> list[str]:
        """What a program prints that follows a daemon until it has played its recording and ended."""
        environment = {'PENCIL_SOCKET': path + '/s', 'PATH': '/usr/bin:/bin', 'PYTHONPATH': str(PYTHON),
                       'PYTHONDONTWRITEBYTECODE': '1'}
        with playing(path + '/s'), subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            lines = [program.stdout.readline() for _ in range(PRESSED)]
            program.kill()
        return lines

    def test_c(self) -> None:
        source = example('README.md', 'c', 'pencil_connect')
        self.assertLessEqual(len(source.splitlines()), 30)
        with folder() as path:
            Path(path, 'pressure.c').write_text(source)
            subprocess.run(['cc', path + '/pressure.c', '-Wall', '-Wextra', '-Werror', '-ISources/Clients/C/include', '-o',
                            path + '/pressure'], cwd=ROOT, check=True)
            for line in self.lines(path, path + '/pressure'):
                self.assertRegex(line, r'^0\.\d{4} 0\.\d{4} 0\.\d{3}\n$')

    def test_python(self) -> None:
        source = example('README.md', 'python', 'pencil.connect')
        self.assertLessEqual(len(source.splitlines()), 30)
        with folder() as path:
            Path(path, 'pressure.py').write_text(source)
            for line in self.lines(path, sys.executable, path + '/pressure.py'):
                self.assertRegex(line, r'^0\.\d{4} 0\.\d{4} #*\n$')

    def test_clients_page(self) -> None:
        """Its longer example, with something to draw on."""
        source = example('Documentation/clients.md', 'python', 'StrokeCollector')
        drawn = 'draw = lambda samples, predicted: None\nkeep = lambda samples: print(len(samples), flush=True)\n'
        with folder() as path:
            Path(path, 'ink.py').write_text(drawn + source)
            environment = {'PENCIL_SOCKET': path + '/s', 'PYTHONPATH': str(PYTHON), 'PYTHONDONTWRITEBYTECODE': '1'}
            with playing(path + '/s'), subprocess.Popen([sys.executable, path + '/ink.py'], env=environment,
                                                        stdout=subprocess.PIPE, text=True) as program:
                assert program.stdout is not None
                strokes: list[int] = []
                while len(strokes) < 8:
                    line = program.stdout.readline()
                    if line.strip().isdigit():
                        strokes.append(int(line))
                    elif not line:
                        break
                program.kill()
            self.assertEqual(strokes, [186, 117, 121, 84, 45, 70, 71, 93])


class Install(unittest.TestCase):
    def install(self, path: str) -> str:
        """Without network, with Debian's setuptools. Of a copy, as pip leaves files beside what it installs. Gives the Python
        that has it."""
        shutil.copytree(PYTHON, path + '/source')
        subprocess.run(['/usr/bin/python3', '-m', 'venv', '--system-site-packages', path + '/venv'], check=True)
        python = path + '/venv/bin/python'
        subprocess.run([python, '-m', 'pip', '-q', 'install', '--no-index', '--no-build-isolation', path + '/source'],
                       check=True)
        return python

    @unittest.skipUnless(shutil.which('mypy'), 'mypy is not installed')
    def test_its_types_are_found(self) -> None:
        """By a type checker, of a program outside of the tree."""
        with folder() as path:
            python = self.install(path)
            good = Path(path, 'good.py')
            good.write_text('import pencil\n\nfor frame in pencil.connect():\n    force: float | None = frame.samples[0].force\n')
            bad = Path(path, 'bad.py')
            bad.write_text(good.read_text().replace('.force', '.forc'))
            for program, status, words in ((good, 0, 'no issues'), (bad, 1, '"Sample" has no attribute "forc"')):
                checked = subprocess.run(['mypy', '--strict', '--cache-dir=/dev/null', '--python-executable', python, program],
                                         cwd=path, capture_output=True, text=True)
                self.assertEqual(checked.returncode, status, checked.stdout)
                self.assertIn(words, checked.stdout)

    def test_pip(self) -> None:
        with folder() as path:
            python = self.install(path)
            version = subprocess.run([python, '-c', 'import pencil; print(pencil.__version__, pencil.__file__)'], cwd=path,
                                     check=True, capture_output=True, text=True).stdout
        daemon = re.search(r'text = "(.*)"', (ROOT / 'Sources/PencilDaemon/Version.swift').read_text())
        assert daemon is not None
        self.assertTrue(version.startswith(f'{daemon[1]} {path}/venv/'), version)


if __name__ == '__main__':
    unittest.main()
