# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_sizes.py."""

import unittest

from planted import PlantedTree


def function(lines, head="int f(int a)", inside="    ++a;\n"):
    """C++ text of a function that is `lines` long."""
    return head + " {\n" + inside * (lines - 2) + "}\n"


class Sizes(PlantedTree):
    tool = "check_sizes.py"

    def test_sixty_lines_pass_and_sixty_one_do_not(self):
        self.write("src/souple/core/a.cpp", function(60))
        self.assert_passes()
        self.write("src/souple/core/b.cpp", "\n\n" + function(61))
        self.assert_fails("b.cpp:3: f has 61 lines")

    def test_a_law_may_have_ninety(self):
        self.write("src/souple/dynamics/elements/a.cpp", function(90))
        self.assert_passes()
        self.write("src/souple/dynamics/elements/b.cpp", function(91))
        self.assert_fails("f has 91 lines")

    def test_methods_templates_and_tests_are_functions(self):
        self.write("src/souple/core/a.h", "namespace n {\nclass C {\npublic:\n" + function(70, "int C::g() const") + "};\n}\n")
        self.write("src/souple/core/b.h", "template <class T>\n" + function(70, "T h(T (*a)(int)) noexcept"))
        self.write("tests/core/a_test.cpp", function(70, "TEST(Suite, a_name)"))
        self.assert_fails("C::g has 70", "h has 71", "TEST(Suite, a_name) has 70")

    def test_a_constructor_with_initialisers_is_a_function(self):
        self.write("src/souple/core/a.cpp", function(70, "C::C(int a)\n    : a_{a}, b_(2)"))
        self.assert_fails("70 lines")

    def test_braces_among_parameters_belong_to_the_head(self):
        self.write("src/souple/core/a.cpp", function(70, "void f(int a, S s = {},\n       T t = {1, 2})"))
        self.assert_fails("a.cpp:1: f has 71 lines")

    def test_a_long_struct_or_namespace_is_no_function(self):
        body = "    int a = 0;\n" * 100
        self.write("src/souple/core/a.h", "namespace n {\nstruct S {\n" + body + "};\nenum class E { A, B };\n}\n")
        self.assert_passes()

    def test_braces_in_strings_comments_and_loops_do_not_confuse(self):
        inside = '    // {\n    s = "{"; c = \'{\'; n = 1\'000;\n    for (int i = 0; i < 3; ++i) { if (i) { g(); } }\n'
        self.write("src/souple/core/a.cpp", function(20, inside=inside) + function(20))
        self.assert_passes()
        self.write("src/souple/core/b.cpp", function(25, inside=inside))
        self.assert_fails("b.cpp:1: f has 71 lines")

    def test_a_waiver_needs_a_reason(self):
        self.write("src/souple/core/a.cpp", "// size-waiver: a table that reads best whole\n" + function(80))
        self.assert_passes()
        self.write("src/souple/core/a.cpp", "// size-waiver:\n" + function(80))
        self.assert_fails("f has 80 lines")

    def test_a_file_past_four_hundred_lines_is_refused(self):
        self.write("src/souple/core/a.h", "int a;\n" * 400)
        self.assert_passes()
        self.write("src/souple/core/b.h", "int a;\n" * 401)
        self.assert_fails("b.h:1: the file has 401 lines")

    def test_python_is_held_to_the_same(self):
        self.write("tools/a.py", "def f():\n" + "    a = 1\n" * 60)
        self.assert_fails("f has 61 lines")


if __name__ == "__main__":
    unittest.main()
