#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Proves a scene's claims: prove_scene.py SOUPLE breaks|threads SCENE... [--known REPORT] [--first SECONDS]

breaks   the change named by "breaks_with" makes its expectations fail (exit code 1, not a crash, not bad input)
threads  1, 2 and 8 threads give the same state hash; a run whose report is at hand (--known) is not made again;
         of a scene that takes many minutes the first seconds (--first) are looked at
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

THREADS = (1, 2, 8)
COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def load(scene):
    """Reads JSON with comments."""
    return json.loads(COMMENT.sub(lambda match: match.group(1) or " ", scene.read_text()))


def run(souple, scene, folder, *options):
    command = [souple, "run", str(scene), "--quiet", *options]
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return answer.returncode, f"{' '.join(command)}\n{answer.stdout}{answer.stderr}"


def breaks(souple, scene, folder, _known, _first):
    """Why the claim does not hold, or None."""
    change = load(scene).get("breaks_with")
    if not change:
        return 'the scene has expectations but no "breaks_with": nothing shows that they can fail'
    changes = [change] if isinstance(change, str) else change
    options = [word for one in changes for word in ("--set", one)]
    report = Path(folder) / "report.json"
    code, output = run(souple, scene, folder, "--check", "--report", str(report), *options)
    if code != 1:
        return f"with {', '.join(changes)} the exit code should be 1 and is {code}\n{output}"
    if "failure" in json.loads(report.read_text()):
        return f"with {', '.join(changes)} the physics went bad; an expectation should fail instead\n{output}"
    return None


def threads(souple, scene, folder, known, first):
    """Why the claim does not hold, or None."""
    hashes = {}
    shorter = ["--set", "expect=[]", "--set", f"duration={first}"] if first else []
    if known and not first:
        report = json.loads(known.read_text())
        hashes[report["threads"]] = report.get("hash")
    for count in THREADS:
        if count in hashes:
            continue
        report = Path(folder) / f"report_{count}.json"
        code, output = run(souple, scene, folder, "--threads", str(count), "--report", str(report), *shorter)
        if code not in (0, 1) or not report.exists():
            return f"no report with {count} threads (exit code {code})\n{output}"
        hashes[count] = json.loads(report.read_text()).get("hash")
    if None in hashes.values() or len(set(hashes.values())) != 1:
        return f"the state hash depends on the threads: {hashes}"
    return None


def main():
    words, known, first = sys.argv[1:], None, None
    if "--first" in words[:-1]:
        first = float(words.pop(words.index("--first") + 1))
        words.remove("--first")
    if "--known" in words[:-1]:
        known = Path(words.pop(words.index("--known") + 1)).resolve()
        words.remove("--known")
    if len(words) < 3 or words[1] not in ("breaks", "threads"):
        sys.exit(__doc__)
    souple, claim = str(Path(words[0]).resolve()), {"breaks": breaks, "threads": threads}[words[1]]
    failed = False
    for name in words[2:]:
        with tempfile.TemporaryDirectory() as folder:
            reason = claim(souple, Path(name).resolve(), folder, known, first)
        print(f"{name}: {reason or 'holds'}")
        failed |= reason is not None
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
