# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_format.py."""

import unittest

import shutil
import sys

from planted import TOOLS, PlantedTree

sys.path.insert(0, str(TOOLS))
import check_format  # noqa: E402


class Format(PlantedTree):
    tool = "check_format.py"

    def setUp(self):
        super().setUp()
        if reason := check_format.why_not():
            print(f"SKIP: {reason}")
            sys.exit(77)
        shutil.copy(TOOLS.parent / ".clang-format", self.root / ".clang-format")

    def test_a_file_laid_out_well_passes(self):
        self.write("src/a.cpp", "int f() { return 1; }\n")
        self.assert_passes()

    def test_a_file_laid_out_badly_is_named(self):
        self.write("src/a.cpp", "int f() { return 1; }\n")
        self.write("src/b.cpp", "int  f( ){return 1;}\n")
        self.assert_fails("src/b.cpp: not laid out", "format: 1 faults")

    def test_fix_mends_it(self):
        path = self.write("src/b.cpp", "int  f( ){return 1;}\n")
        self.run_check("--fix")
        self.assertEqual(path.read_text(), "int f() { return 1; }\n")


if __name__ == "__main__":
    unittest.main()
