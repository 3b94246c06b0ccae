#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails on words that mark unfinished work."""

import re

import repository

WORDS = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "for " + "now", "stu" + "bs?"]) + r")\b", re.IGNORECASE)
SPARED = ("tests/repository/", "tests/fuzz/corpus/")


def main():
    root = repository.arguments(__doc__).root
    paths = [path for path in repository.files(root) if not path.as_posix().startswith(SPARED)]
    faults = []
    for path in paths:
        for number, line in enumerate(repository.read(root, path).splitlines(), 1):
            if match := WORDS.search(line):
                faults.append(f"{path}:{number}: '{match.group()}' marks unfinished work")
    repository.finish("words", faults, len(paths))


if __name__ == "__main__":
    main()
