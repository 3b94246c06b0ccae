# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_names.py."""

import unittest

from planted import PlantedTree


def in_souple(text):
    return "namespace souple {\n" + text + "\n}  // namespace souple\n"


def kept_private(text):
    return in_souple("namespace {\n" + text + "\n}  // namespace")


class Names(PlantedTree):
    tool = "check_names.py"

    def test_different_names_pass(self):
        self.write("src/souple/core/a.h", in_souple("struct Piece { int a; };\nstruct Later;\nint f(int x);"))
        self.write("src/souple/io/b.h", in_souple("struct Later { Piece piece; };\nstruct Piece;"))
        self.assert_passes()

    def test_two_structs_of_one_name_are_named_with_their_lines(self):
        self.write("src/souple/core/a.h", in_souple("struct Piece {\n    int a;\n};"))
        self.write("src/souple/io/b.cpp", in_souple("\nstruct Piece { double b[2]; };"))
        self.assert_fails("src/souple/io/b.cpp:3", "Piece", "src/souple/core/a.h:2")

    def test_a_class_an_enum_and_a_template_are_types_too(self):
        self.write("src/souple/core/a.h", in_souple("class Way final : public Road {};\nenum class Kind : int { A };"))
        self.write("src/souple/core/b.h", in_souple("template <class T>\nstruct Way {};\nenum Kind { B };"))
        self.assert_fails("2 faults")

    def test_other_namespaces_and_types_inside_types_do_not_count(self):
        self.write("src/souple/core/a.h", in_souple("struct Piece { struct Part {}; };"))
        self.write("src/souple/core/b.h", in_souple("namespace inner {\nstruct Piece {};\n}\nstruct Part {};"))
        self.assert_passes()

    def test_comments_and_strings_do_not_count(self):
        self.write("src/souple/core/a.h", in_souple("struct Piece {};"))
        self.write("src/souple/core/b.h", in_souple('// struct Piece {};\ninline auto t = "struct Piece {}";'))
        self.assert_passes()

    def test_a_private_type_is_not_called_like_one_of_the_library(self):
        self.write("src/souple/core/a.h", in_souple("struct Piece {};"))
        self.write("tests/io/b_test.cpp", kept_private("struct Piece {};"))
        self.assert_fails("tests/io/b_test.cpp:3", "src/souple/core/a.h:2")

    def test_private_names_of_one_folder_differ(self):
        self.write("src/souple/core/a.cpp", kept_private("constexpr int size = 4;\nint f(int a, Map<int, int> m) { return a; }"))
        self.write("src/souple/core/b.cpp", kept_private("const int size{5};\nint f(int b, Map<int, int> k = {}) { return b; }"))
        self.assert_fails("2 faults", "size is also", "f(int,Map<>) is also")

    def test_private_names_of_two_folders_and_overloads_may_be_equal(self):
        self.write("src/souple/core/a.cpp", kept_private("constexpr int size = 4;\nint f(int a) { return a; }"))
        self.write("src/souple/io/b.cpp", kept_private("constexpr int size = 5;"))
        self.write("src/souple/core/c.cpp", kept_private("int f(const Vec3& a) { const int size = 3; return size; }"))
        self.assert_passes()


if __name__ == "__main__":
    unittest.main()
