# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""What the tests of the command line share: a folder of their own, a small scene, and ways to call the program.

Each test file runs as `python3 x_test.py PROGRAM [unittest options]`.
"""

import copy
import json
import os
import pathlib
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None
SOURCE = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 120  # [s] no call takes nearly as long, sanitized builds included

# two balls on a spring: ten steps, a probe that holds and one place for each kind of mistake
BALLS = {
    "souple": 1,
    "title": "Two balls",
    "duration": 0.1,
    "step": 0.01,
    "parts": [
        {
            "kind": "particles",
            "name": "balls",
            "points": [{"position": [0, 0, 0], "mass": 2}, {"position": [1, 0, 0], "velocity": [0, 1, 0]}],
            "springs": [{"a": 0, "b": 1, "stiffness": 50}],
        }
    ],
    "probes": [{"name": "mass_height", "measure": "centre_of_mass", "part": "balls", "component": "y"}],
    "expect": [{"name": "it falls", "probe": "mass_height", "at": "end", "below": 0.1}],
}

# a pendulum of twelve segments that falls on the floor: hinges, springs, pins and contacts in its state
CHAIN = {
    "souple": 1,
    "title": "A chain",
    "duration": 0.5,
    "step": 0.01,
    "parts": [
        {"kind": "particles", "name": "chain", "position": [0, 0.5, 0], "substeps": 200,
         "chains": [{"segments": 12, "pinned_start": 1, "bending": "hinge", "bend_stiffness": 0.01, "damping": 0.1}]},
        {"kind": "obstacle", "name": "floor", "shape": {"kind": "plane"}, "friction": 0.4},
    ],
    "controls": [{"kind": "animate", "path": "gravity.1", "keys": [[0, -9.81], [1, -4]]}],
    "gravity": [0, -9.81, 0],
    "probes": [{"name": "lowest", "measure": "min_height"}, {"name": "energy", "measure": "total_energy"}],
}

STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text):
    """Scene files may hold comments, which Python's reader does not know."""
    return STRING_OR_COMMENT.sub(lambda match: match.group() if match.group().startswith('"') else " ", text)


def shipped_scenes():
    """Every scene of the project; pieces that others include are none."""
    scenes = {path: json.loads(without_comments(path.read_text()))
              for path in sorted((SOURCE / "scenes").rglob("*.json"))}
    pieces = {(path.parent / piece).resolve() for path, scene in scenes.items() for piece in scene.get("include", [])}
    # (one that expects something is a scene by itself too)
    return [path for path, scene in scenes.items()
            if "parts" in scene and ("expect" in scene or path.resolve() not in pieces)]


class Answer:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


class CommandLineTest(unittest.TestCase):
    """Every test works inside a folder that goes away with it."""

    def setUp(self):
        self.assertIsNotNone(PROGRAM, "usage: python3 x_test.py PROGRAM")
        folder = tempfile.TemporaryDirectory(prefix="souple_cli_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        """Writes bytes, text, or a value as JSON with one key on each line."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(content, (bytes, str)):
            content = json.dumps(content, indent=1)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def balls(self, **changes):
        scene = copy.deepcopy(BALLS)
        scene.update(changes)
        return scene

    def souple(self, *words, **how):
        """`how` goes to subprocess.run: cwd, env, preexec_fn."""
        command = [str(PROGRAM), *map(str, words)]
        how = {"cwd": self.folder, "timeout": PATIENCE, **how}
        done = subprocess.run(command, capture_output=True, text=True, **how)
        return Answer(done.returncode, done.stdout, done.stderr)

    def good(self, *words):
        answer = self.souple(*words)
        self.assertEqual(answer.code, 0, answer.err)
        return answer

    def report(self, *words):
        """The report of a run that must come out."""
        self.good("run", *words, "--report", "report_of_test.json")
        return json.loads((self.folder / "report_of_test.json").read_text())

    def contents(self):
        """Every file below the folder with when it was written, and its bytes when they are few."""
        return {str(path.relative_to(self.folder)):
                (path.stat().st_mtime_ns, path.read_bytes() if path.stat().st_size < 1_000_000 else b"")
                for path in sorted(self.folder.rglob("*")) if path.is_file()}

    def names(self, below="."):
        """The names of all files below a folder."""
        folder = self.folder / below
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}

    def assert_refused(self, words, *messages):
        """Exit code 2, one clear message on stderr, nothing on stdout, no file touched."""
        before = self.contents()
        answer = self.souple(*words)
        self.assertEqual(answer.code, 2, answer.err)
        self.assertEqual(answer.out, "")
        for message in messages:
            self.assertIn(message, answer.err)
        self.assertTrue(self.contents() == before, "a refused call changed files")
        return answer


class Terminal:
    """The program with a terminal as its standard output."""

    def __init__(self, folder, *words):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([str(PROGRAM), *map(str, words)], cwd=folder, stdout=slave,
                                        stderr=subprocess.PIPE, text=True)
        os.close(slave)
        self.text = ""

    def read_until(self, wanted):
        """Reads on until the text holds `wanted`; False when the program closed its end first."""
        while wanted not in self.text:
            if not select.select([self.master], [], [], PATIENCE)[0]:
                raise AssertionError(f"no answer for {PATIENCE} s")
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # how Linux says that nobody is left at the other end
                piece = b""
            if not piece:
                return False
            self.text += piece.decode()
        return True

    def finish(self):
        self.read_until("\0")
        err = self.process.communicate(timeout=PATIENCE)[1]
        os.close(self.master)
        return Answer(self.process.returncode, self.text, err)


def file_limit(size):
    """For preexec_fn: no file may grow beyond `size` bytes, as on a disk that fills; programs it starts inherit it."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing then fails instead of ending the program
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def main():
    unittest.main(module="__main__", verbosity=2)  # says why a case was skipped
