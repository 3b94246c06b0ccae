# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_layers.py."""

import unittest

from planted import PlantedTree


class Layers(PlantedTree):
    tool = "check_layers.py"

    def test_the_right_may_include_the_left(self):
        self.write("src/souple/math/a.h", '#include "souple/core/b.h"\n#include <vector>\n')
        self.write("apps/cli/main.cpp", '#include "souple/scene/load.h"\n')
        self.assert_passes()

    def test_a_back_edge_is_named_with_its_line(self):
        self.write("src/souple/core/a.h", '// one\n#include "souple/models/cloth.h"\n')
        self.assert_fails("src/souple/core/a.h:2", "to its right")

    def test_the_library_does_not_know_the_apps(self):
        self.write("src/souple/scene/a.cpp", '#include "apps/cli/options.h"\n')
        self.assert_fails("to its right")

    def test_strangers_do_not_include_each_other(self):
        self.write("src/souple/view/a.cpp", '#include "souple/scene/load.h"\n')
        self.assert_fails("a stranger")

    def test_a_law_does_not_know_solvers(self):
        self.write("src/souple/dynamics/elements/a.h", '#include "souple/dynamics/solvers/implicit.h"\n')
        self.assert_fails("a law does not know")

    def test_the_umbrella_is_for_users_only(self):
        self.write("src/souple/models/a.cpp", '#include "souple/souple.h"\n')
        self.assert_fails("to its right")

    def test_a_relative_include_is_refused(self):
        self.write("src/souple/models/a.cpp", '#include "cloth.h"\n')
        self.assert_fails('write "souple/..."')

    def test_an_unknown_folder_is_refused(self):
        self.write("src/souple/helpers/a.cpp", "#include <vector>\n")
        self.assert_fails("is no layer")


if __name__ == "__main__":
    unittest.main()
