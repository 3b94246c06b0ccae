# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_spdx.py."""

import unittest

from planted import PlantedTree

TWO = "// SPDX-FileCopyrightText: 2026 The souple authors\n// SPDX-License-Identifier: MIT\n"


class Spdx(PlantedTree):
    tool = "check_spdx.py"

    def test_a_well_opened_tree_passes(self):
        self.write("src/a.h", TWO + "\n// What it is.\n#pragma once\n")
        self.write("src/a.cpp", TWO + '\n#include "a.h"\n')
        self.write("tools/run", "#!/bin/sh\n" + TWO.replace("//", "#"))
        self.write("README.md", "# no need here\n")
        self.assert_passes()

    def test_missing_lines_are_seen_in_every_kind_of_source(self):
        self.write("src/a.h", "// What it is.\n#pragma once\n")
        self.write("CMakeLists.txt", "project(a)\n")
        self.write("tools/run", "#!/bin/sh\necho\n")
        self.assert_fails("src/a.h:1: does not open", "CMakeLists.txt:1", "tools/run:1")

    def test_another_licence_is_refused(self):
        self.write("src/a.cpp", TWO.replace("MIT", "Other") + "\n// What it is.\n")
        self.assert_fails("src/a.cpp:1")

    def test_a_header_needs_its_guard(self):
        self.write("src/a.h", TWO + "\n// What it is.\n")
        self.assert_fails("no #pragma once")

    def test_a_file_says_what_it_is(self):
        self.write("src/a.h", TWO + "\n#pragma once\n// later\n")
        self.write("src/alone.cpp", TWO + "\n#include <vector>\n")
        self.assert_fails("src/a.h:4: no comment", "src/alone.cpp:4: no comment")


if __name__ == "__main__":
    unittest.main()
