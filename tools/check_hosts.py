#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails on paths of one machine and on the names of package hosts: neither means anything elsewhere."""

import re

import repository

MACHINE_PATH = re.compile(r"(?<![\w./}$-])/(work|root|home/\w+|Users/\w+|tmp/b-\w+|tmp/brief)\b")
HOST = re.compile(
    r"\b(?:https?://)?[\w.-]*\b(nexus|artifactory|jfrog|pypi|npmjs|crates|deb\.debian|mirrors?|archive\.ubuntu)\b"
    r"[\w-]*\.[\w.-]*(?:org|com|io|net|internal|local|corp)\b"
    r"|https?://(?:\d{1,3}\.){3}\d{1,3}(?!\.)|https?://[\w.-]+\.(?:internal|local|corp)\b",
    re.IGNORECASE,
)
LOOPBACK = re.compile(r"https?://127\.0\.0\.1")
SPARED = ("tests/repository/", "tests/fuzz/corpus/", "tools/check_hosts.py")


def main():
    root = repository.arguments(__doc__).root
    paths = [path for path in repository.files(root) if not path.as_posix().startswith(SPARED)]
    faults = []
    for path in paths:
        for number, line in enumerate(repository.read(root, path).splitlines(), 1):
            match = MACHINE_PATH.search(line) or HOST.search(LOOPBACK.sub("", line))
            if match:
                faults.append(f"{path}:{number}: '{match.group()}' belongs to one machine or one network")
    repository.finish("hosts", faults, len(paths))


if __name__ == "__main__":
    main()
