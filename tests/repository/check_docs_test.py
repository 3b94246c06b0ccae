# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_docs.py."""

import unittest

from planted import PlantedTree


class Docs(PlantedTree):
    tool = "check_docs.py"

    def test_live_links_pass(self):
        self.write("docs/other.md", "# other\n")
        self.write("docs/page.md", "[a](other.md#x) [b](https://example.org/y) [c](#here) ![d](../a.png)\n")
        self.write("a.png", "")
        self.assert_passes()

    def test_a_dead_link_is_named_with_its_line(self):
        self.write("docs/page.md", "one\n[a](gone.md)\n")
        self.assert_fails("docs/page.md:2: gone.md does not exist")

    def test_a_dead_picture_is_a_dead_link(self):
        self.write("README.md", "![a](pictures/gone.png)\n")
        self.assert_fails("pictures/gone.png does not exist")

    def test_code_is_not_searched_for_links(self):
        self.write("README.md", "```\n[a](gone.md)\n```\nand `v[i](gone)` too\n")
        self.assert_passes()

    def test_names_in_the_architecture_exist(self):
        self.write("src/souple/dynamics/elements/spring.h", "")
        self.write("src/souple/dynamics/elements/spring.cpp", "")
        self.write("ARCHITECTURE.md", "`elements/` `dynamics/elements/spring.{h,cpp}` `spring.h` `near(p, r)` `a/b^2`\n")
        self.assert_passes()

    def test_a_name_gone_from_the_tree_is_named(self):
        self.write("src/souple/dynamics/elements/spring.h", "")
        self.write("ARCHITECTURE.md", "`elements/`\n`rods/` and `elements/spring.{h,cpp}`\n")
        self.assert_fails("ARCHITECTURE.md:2: names rods/", "names elements/spring.cpp", "docs: 2 faults")


if __name__ == "__main__":
    unittest.main()
