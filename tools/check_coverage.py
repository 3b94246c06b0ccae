#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Holds docs/coverage.md to the tree: one row for each id of tools/feature_ids.txt, and what a row names exists.

A cell of source, scene or test is "not yet" or names in backticks. A test's name carries the id with an underscore
(F0.45 is F0_45). With --fill, cells that say "not yet" are filled from the tests and scenes that name the id.
"""

import re
from pathlib import Path

import repository

TABLE = Path("docs/coverage.md")
IDS = Path("tools/feature_ids.txt")
NOT_YET = "not yet"
TEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
ROW = re.compile(r"^\|\s*([FW]\d+\.\d+)\s*\|(.*)\|\s*$")


def rows_of(text):
    """Yields (line number, id, [feature, source, scene, test]) for each row of the table."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := ROW.match(line):
            yield number, match.group(1), [cell.strip() for cell in match.group(2).split("|")]


def names_id(name, feature):
    pattern = r"(?<![A-Za-z0-9])" + feature.replace(".", "_") + r"(?!\d)"
    return re.search(pattern, name, re.IGNORECASE) is not None


def test_cases(root):
    """Name of each ctest case that can be seen in the text -> the file it comes from."""
    cases = {}
    for path in repository.files(root, (".cpp",), ("tests/",)):
        for suite, name in TEST.findall(repository.read(root, path)):
            cases[f"{path.parts[1]}.{suite}.{name}"] = path
    for path in repository.files(root, (".json",), ("scenes/",)):
        if re.search(r'"expect"\s*:', repository.read(root, path)):
            cases["scenes." + ".".join(path.with_suffix("").parts[1:])] = path
    return cases


def cell_faults(root, feature, cells, cases):
    """What is wrong with one row: a name that is not there, a test that does not carry the id."""
    _, source, scene, test = cells
    for what, cell in (("source", source), ("scene", scene), ("test", test)):
        names = re.findall(r"`([^`]+)`", cell)
        if cell == NOT_YET:
            continue
        if not names:
            yield f"the {what} cell is neither names in backticks nor '{NOT_YET}'"
        for name in names:
            if what == "test" and name not in cases:
                yield f"no test is called {name}"
            elif what == "test" and not names_id(name, feature):
                yield f"the test {name} does not carry the id"
            elif what != "test" and not (root / name).is_file():
                yield f"the {what} {name} does not exist"
    if test == NOT_YET and (waiting := [name for name in cases if names_id(name, feature)]):
        yield f"a test exists, {waiting[0]}: tools/check_coverage.py --fill"


def source_of(root, test_file):
    """The source a test file is about: the mirrored path, else the first source its opening comment names."""
    mirrored = Path("src/souple", *test_file.parts[1:])
    stem = mirrored.name.removesuffix("_test.cpp")
    for candidate in (mirrored.with_name(stem + ".cpp"), mirrored.with_name(stem + ".h")):
        if (root / candidate).is_file():
            return candidate
    opening = "\n".join(repository.read(root, test_file).splitlines()[:8])
    for name in re.findall(r"[\w/]+\.(?:cpp|h)\b", opening):
        for path in repository.files(root, repository.CXX, ("src/",)):
            if ("/" + path.as_posix()).endswith("/" + name):
                return path
    return None


def filled(root, feature, cells, cases):
    title, source, scene, test = cells
    found = [name for name in sorted(cases) if names_id(name, feature)]
    if test == NOT_YET and found:
        test = f"`{found[0]}`"
    if source == NOT_YET:
        sources = [source_of(root, cases[name]) for name in found if cases[name].suffix == ".cpp"]
        source = next((f"`{path.as_posix()}`" for path in sources if path), NOT_YET)
    if scene == NOT_YET:
        mention = re.compile(r"(?<![\w.])" + re.escape(feature) + r"(?!\d)")
        for path in repository.files(root, (".json",), ("scenes/",)):
            if mention.search(repository.read(root, path)):
                scene = f"`{path.as_posix()}`"
                break
    return [title, source, scene, test]


def fill(root):
    cases = test_cases(root)
    lines = repository.read(root, TABLE).splitlines()
    for number, feature, cells in list(rows_of("\n".join(lines))):
        if len(cells) == 4:
            lines[number - 1] = "| " + " | ".join([feature, *filled(root, feature, cells, cases)]) + " |"
    (root / TABLE).write_text("\n".join(lines) + "\n")


def faults_of(root):
    expected = [line.strip() for line in repository.read(root, IDS).splitlines() if re.match("[FW]", line)]
    cases = test_cases(root)
    seen = []
    for number, feature, cells in rows_of(repository.read(root, TABLE)):
        where = f"{TABLE}:{number}: {feature}:"
        seen.append(feature)
        if len(cells) != 4 or not all(cells):
            yield f"{where} a row has five cells: id, feature, source, scene, test"
            continue
        for fault in cell_faults(root, feature, cells, cases):
            yield f"{where} {fault}"
    for feature in sorted(set(expected) | set(seen)):
        if expected.count(feature) != 1:
            yield f"{IDS}: {feature} stands there {expected.count(feature)} times"
        elif seen.count(feature) != 1:
            yield f"{TABLE}: {feature} has {seen.count(feature)} rows"


def main():
    options = repository.arguments(__doc__, fill="fill cells from the tests and scenes that name the id")
    if options.fill:
        fill(options.root)
    rows = [cells for _, _, cells in rows_of(repository.read(options.root, TABLE))]
    print(f"{sum(row[-1] != NOT_YET for row in rows)} of {len(rows)} features have a test")
    repository.finish("coverage", list(faults_of(options.root)), len(rows))


if __name__ == "__main__":
    main()
