#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails when clang-format would change a C++ file; with --fix, changes it. Skipped without clang-format 14."""

import re
import shutil
import subprocess
import sys

import repository

VERSION = "14"  # Debian 12's: another version lays out some lines differently


def why_not():
    """Why the check cannot run here, or None."""
    if not shutil.which("clang-format"):
        return "clang-format is not installed (tools/setup test)"
    answer = subprocess.run(["clang-format", "--version"], capture_output=True, text=True).stdout
    major = re.search(r"version (\d+)", answer)
    if not major or major.group(1) != VERSION:
        return f"clang-format {VERSION} is wanted, this is: {answer.strip()}"
    return None


def main():
    options = repository.arguments(__doc__, fix="change the files")
    if reason := why_not():
        print(f"SKIP: {reason}")
        sys.exit(repository.SKIPPED)
    paths = repository.files(options.root, repository.CXX)
    mode = ["-i"] if options.fix else ["--dry-run", "--Werror"]
    command = ["clang-format", "--style=file", *mode, *map(str, paths)]
    answer = subprocess.run(command, cwd=options.root, capture_output=True, text=True) if paths else None
    errors = answer.stderr.splitlines() if answer else []
    faulty = sorted({line.split(": error:")[0].split(":")[0] for line in errors if ": error:" in line})
    faults = [f"{path}: not laid out as .clang-format says (make format)" for path in faulty]
    if answer and answer.returncode != 0 and not faults:
        faults = errors or ["clang-format failed"]
    repository.finish("format", faults, len(paths))


if __name__ == "__main__":
    main()
