# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/make_gallery, with a small script in the place of the engine: what is drawn again, and what is not."""

import json
import shutil
import subprocess
import sys
import unittest

from planted import TOOLS, PlantedTree

# run: writes a report and a recording; render: notes that it was called and writes a picture, large when told so
ENGINE = """#!/bin/sh
root="{root}"
verb=$1
while [ $# -gt 0 ]; do
    case $1 in
        -o) target=$2 ;;
        --quality) quality=$2 ;;
    esac
    shift
done
if [ $verb = run ]; then
    echo > "$target/x.rec"
    printf '{{"title": "T", "hash": "%s", "simulated_s": 1}}' "$(cat "$root/state")" > "$target/report.json"
else
    echo "${{target##*/}}" >> "$root/calls"
    size=100
    if [ -e "$root/large" ] && [ $quality -gt 80 ]; then size=70000; fi
    head -c $size /dev/zero > "$target"
fi
"""
SCENE = '{ "souple": 1, "include": ["piece.json"], "parts": [] } // %s\n'


class MakeGallery(PlantedTree):
    def setUp(self):
        super().setUp()
        (self.root / "tools").mkdir()
        shutil.copy(TOOLS / "make_gallery", self.root / "tools")
        self.engine = self.write("engine", ENGINE.format(root=self.root))
        self.engine.chmod(0o755)
        self.write("state", "1")
        self.write("scenes/piece.json", '{ "materials": {} }')
        self.write("scenes/a.json", SCENE % "a")
        self.write("scenes/b.json", SCENE % "b")

    def drawn(self, *options):
        """The pictures that a call makes."""
        calls = self.root / "calls"
        calls.unlink(missing_ok=True)
        command = [sys.executable, "-B", str(self.root / "tools/make_gallery"), str(self.engine), *options]
        answer = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return sorted(set(calls.read_text().split())) if calls.exists() else []

    def test_nothing_is_drawn_twice(self):
        self.assertEqual(self.drawn(), ["a.jpg", "b.jpg"])
        self.assertEqual(self.drawn(), [])
        self.assertEqual(self.drawn("--fresh"), ["a.jpg", "b.jpg"])

    def test_a_scene_that_changed_is_drawn_again(self):
        self.drawn()
        self.write("scenes/a.json", SCENE % "another text")
        self.assertEqual(self.drawn(), ["a.jpg"])

    def test_what_a_scene_includes_counts_too(self):
        self.drawn()
        self.write("scenes/piece.json", '{ "materials": { "silk": {} } }')
        self.assertEqual(self.drawn(), ["a.jpg", "b.jpg"])

    def test_another_final_state_is_another_picture(self):
        self.drawn()
        self.write("state", "2")
        self.assertEqual(self.drawn("--only", "b"), ["b.jpg"])
        self.assertEqual(self.drawn(), ["a.jpg"])

    def test_a_picture_that_is_gone_is_drawn_again(self):
        self.drawn()
        (self.root / "docs/gallery/b.jpg").unlink()
        self.assertEqual(self.drawn(), ["b.jpg"])

    def test_a_scene_that_is_gone_takes_its_picture_along(self):
        self.drawn()
        (self.root / "scenes/b.json").unlink()
        self.assertEqual(self.drawn(), [])
        self.assertFalse((self.root / "docs/gallery/b.jpg").exists())
        self.assertEqual(list(json.loads((self.root / "docs/gallery/index.json").read_text())["scenes"]), ["a"])

    def test_what_went_wrong_once_is_not_shown(self):
        self.write("scenes/issues/c.json", SCENE % "c")
        self.assertEqual(self.drawn(), ["a.jpg", "b.jpg"])

    def test_quality_falls_until_the_picture_is_small_enough(self):
        self.write("large", "")
        self.drawn("--only", "a")
        self.assertEqual((self.root / "docs/gallery/a.jpg").stat().st_size, 100)


if __name__ == "__main__":
    unittest.main()
