#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails on a source file without its two SPDX lines, a header without #pragma once, or no word on what a file is."""

import repository

LINES = ("SPDX-FileCopyrightText: 2026 The souple authors", "SPDX-License-Identifier: MIT")
SUFFIXES = (*repository.CXX, ".cmake", ".py", ".sh", ".js", ".mjs", ".ts", ".css", ".in", ".yml")


def is_source(root, path):
    if path.suffix in SUFFIXES or path.name in ("CMakeLists.txt", "Makefile"):
        return True
    return not path.suffix and repository.read(root, path).startswith("#!")


def faults_of(root, path):
    lines = repository.read(root, path).splitlines()
    head = lines[1:] if lines and lines[0].startswith("#!") else lines
    if not all(i < len(head) and text in head[i] for i, text in enumerate(LINES)):
        yield f"{path}:1: does not open with the two SPDX lines"
    if path.suffix == ".h" and "#pragma once" not in lines:
        yield f"{path}:1: has no #pragma once"
    # a source beside its header is explained there
    alone = path.suffix == ".cpp" and not (root / path).with_suffix(".h").exists()
    if path.suffix == ".h" or alone:
        rest = [line for line in head[2:] if line.strip()]
        if not rest or not rest[0].startswith("//"):
            yield f"{path}:4: no comment says what this file is"


def main():
    root = repository.arguments(__doc__).root
    paths = [path for path in repository.files(root) if is_source(root, path)]
    faults = [fault for path in paths for fault in faults_of(root, path)]
    repository.finish("spdx", faults, len(paths))


if __name__ == "__main__":
    main()
