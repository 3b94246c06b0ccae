# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_words.py."""

import unittest

from planted import PlantedTree


class Words(PlantedTree):
    tool = "check_words.py"

    def test_plain_words_pass(self):
        self.write("src/a.cpp", "// stubborn methods are known for knowing\n")
        self.assert_passes()

    def test_each_mark_of_unfinished_work_is_seen(self):
        for word in ("TODO: later", "FIXME", "good enough for now", "a stub"):
            with self.subTest(word):
                self.write("src/a.cpp", f"// one\n// {word}\n")
                self.assert_fails("src/a.cpp:2")

    def test_pages_and_scenes_are_read_too(self):
        self.write("docs/a.md", "todo\n")
        self.write("scenes/a.json", '{"about": "fixme"}\n')
        self.assert_fails("docs/a.md:1", "scenes/a.json:1")


if __name__ == "__main__":
    unittest.main()
