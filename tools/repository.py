# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""What the checks share: which files to look at, C++ text without comments, and how faults are reported."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

SKIPPED = 77  # exit code that ctest shows as "skipped"
CXX = (".h", ".cpp")
OUTSIDE = {"build", "out", "__pycache__", ".git"}


def arguments(about, **flags):
    """Parses --root DIR (the repository unless told) and the boolean flags given as name=help."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    for name, text in flags.items():
        parser.add_argument("--" + name, action="store_true", help=text)
    return parser.parse_args()


def files(root, suffixes=None, folders=("",)):
    """Files of the repository as sorted relative Paths: what git tracks or would track, or a walk without git."""
    found = [Path(name) for name in _listed_by_git(root) or _walked(root)]
    return sorted(
        path
        for path in found
        if (suffixes is None or path.suffix in suffixes)
        and any(path.as_posix().startswith(folder) for folder in folders)
        and (root / path).is_file()
    )


def _listed_by_git(root):
    if not (root / ".git").exists():
        return []
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, capture_output=True, text=True)
    return [name for name in listing.stdout.split("\0") if name] if listing.returncode == 0 else []


def _walked(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [name for name in subfolders if name not in OUTSIDE]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def read(root, path):
    """The text of a file; binary files read as nothing."""
    data = (root / path).read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", "replace")


_CXX_NOISE = re.compile(
    r"""//[^\n]*                                  # comment to the end of the line
      | /\*.*?\*/                                 # comment in between
      | R"(?P<d>[^\s()\\]{0,16})\(.*?\)(?P=d)"    # raw string
      | "(?:\\.|[^"\\\n])*"                       # string
      | (?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'      # character, not a digit separator
      | ^[ \t]*\#(?:\\\n|[^\n])*                  # preprocessor
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def bare_cxx(text):
    """C++ text with comments, strings and preprocessor lines blanked out; line numbers stay."""
    return _CXX_NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def finish(check, faults, looked_at):
    """Prints the faults, or that there is none, and ends the program."""
    for fault in faults:
        print(fault)
    print(f"{check}: {len(faults)} faults, {looked_at} looked at")
    sys.exit(1 if faults or looked_at == 0 else 0)
