# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Runs a check of tools/ on a small tree written for the purpose."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


class PlantedTree(unittest.TestCase):
    """A test case with a temporary tree; `tool` is the script under test."""

    tool = ""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.root = Path(self._folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_check(self, *options):
        command = [sys.executable, "-B", str(TOOLS / self.tool), "--root", str(self.root), *options]
        answer = subprocess.run(command, capture_output=True, text=True)
        return answer.returncode, answer.stdout + answer.stderr

    def assert_passes(self):
        code, output = self.run_check()
        self.assertEqual(code, 0, output)

    def assert_fails(self, *expected):
        """The check fails and its output names each of these."""
        code, output = self.run_check()
        self.assertEqual(code, 1, output)
        for text in expected:
            self.assertIn(text, output)
