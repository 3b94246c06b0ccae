#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""The short commands of the Makefile: what each would run."""

import pathlib
import subprocess
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Makefile(unittest.TestCase):
    def lines(self, goal):
        done = subprocess.run(["make", "--no-print-directory", "-n", goal], cwd=SOURCE, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_build_and_demo_fetch_what_the_page_needs_before_they_build_and_say_whether_it_is_there(self):
        for goal in ("build", "demo"):
            lines = self.lines(goal)
            build = next(i for i, line in enumerate(lines) if line.startswith("tools/build release"))
            self.assertIn("tools/setup page", lines[:build], goal)
            self.assertRegex(lines[-1], r"souple info \| sed -n .*studio", goal)


if __name__ == "__main__":
    unittest.main()
