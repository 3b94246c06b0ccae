# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_coverage.py."""

import unittest

from planted import PlantedTree

HEAD = "| id | feature | source file | scene | test |\n|---|---|---|---|---|\n"
EMPTY = "| not yet | not yet | not yet |\n"
TEST = "core.Spring.F0_4_pulls_back"


class Coverage(PlantedTree):
    tool = "check_coverage.py"

    def setUp(self):
        super().setUp()
        self.write("tools/feature_ids.txt", "# ids\nF0.4\nF0.45\n")
        self.write("src/souple/core/spring.h", "")
        self.write("scenes/pull.json", '{"about": "F0.4", "expect": []}\n')
        self.write("tests/core/spring_test.cpp", "TEST(Spring, F0_4_pulls_back) {\n}\n")
        self.full = f"| F0.4 | a spring | `src/souple/core/spring.h` | `scenes/pull.json` | `{TEST}` |\n"
        self.empty = "| F0.45 | other " + EMPTY

    def table(self, *rows):
        self.write("docs/coverage.md", HEAD + "".join(rows))

    def test_full_and_empty_rows_pass(self):
        self.table(self.full, self.empty)
        self.assert_passes()

    def test_a_missing_and_a_double_row_are_seen(self):
        self.table(self.full, self.full)
        self.assert_fails("F0.4 has 2 rows", "F0.45 has 0 rows")

    def test_an_unknown_id_is_seen(self):
        self.table(self.full, self.empty, "| W9.9 | x " + EMPTY)
        self.assert_fails("W9.9")

    def test_each_name_must_exist(self):
        for name, said in (("src/souple/core/spring.h", "the source"), ("scenes/pull.json", "the scene"), (TEST, "no test")):
            with self.subTest(name):
                self.table(self.full.replace(name, name.replace("p", "q")), self.empty)
                self.assert_fails(said)

    def test_a_test_must_carry_the_whole_id(self):
        row = self.full.replace("F0.4 ", "F0.45 ")
        self.table("| F0.4 | a spring " + EMPTY, row)
        self.assert_fails(f"the test {TEST} does not carry the id")

    def test_a_row_left_behind_its_test_is_seen(self):
        self.table("| F0.4 | a spring " + EMPTY, self.empty)
        self.assert_fails("a test exists, " + TEST)

    def test_prose_is_no_name(self):
        self.table(self.full.replace(f"`{TEST}`", "tested by hand"), self.empty)
        self.assert_fails("neither names in backticks")

    def test_fill_writes_what_the_tree_shows(self):
        self.table("| F0.4 | a spring " + EMPTY, self.empty)
        self.run_check("--fill")
        self.assertEqual((self.root / "docs/coverage.md").read_text(), HEAD + self.full + self.empty)
        self.assert_passes()


if __name__ == "__main__":
    unittest.main()
