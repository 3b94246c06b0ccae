# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/prove_scene.py, with a small script in the place of the engine."""

import subprocess
import sys
import unittest

from planted import TOOLS, PlantedTree

ENGINE = """#!{python}
import json, sys
words = sys.argv[1:]
def after(flag, default):
    return words[words.index(flag) + 1] if flag in words else default
if "--report" in words:
    json.dump({{"hash": {hash}}}, open(after("--report", ""), "w"))
sys.exit({code} if "--set" in words else 0)
"""
SCENE = '{ // a comment with "quotes"\n"expect": [], /* more */ "breaks_with": "parts.a.k=0" }\n'


class ProveScene(PlantedTree):
    def engine(self, hash_text='"abc"', code="1"):
        path = self.write("engine", ENGINE.format(python=sys.executable, hash=hash_text, code=code))
        path.chmod(0o755)
        return path

    def prove(self, engine, claim, scene=SCENE, known=None):
        path = self.write("scene.json", scene)
        command = [sys.executable, "-B", str(TOOLS / "prove_scene.py"), str(engine), claim, str(path)]
        if known is not None:
            command += ["--known", str(self.write("known.json", known))]
        answer = subprocess.run(command, capture_output=True, text=True)
        return answer.returncode, answer.stdout + answer.stderr

    def test_a_scene_that_breaks_as_it_says_passes(self):
        self.assertEqual(self.prove(self.engine(), "breaks"), (0, f"{self.root}/scene.json: holds\n"))

    def test_a_scene_that_survives_its_change_fails(self):
        self.assertEqual(self.prove(self.engine(code="0"), "breaks")[0], 1)

    def test_bad_input_is_not_a_failed_expectation(self):
        self.assertEqual(self.prove(self.engine(code="2"), "breaks")[0], 1)

    def test_the_change_reaches_the_engine(self):
        engine = self.engine(code='1 if after("--set", "") == "parts.a.k=0" else 0')
        self.assertEqual(self.prove(engine, "breaks")[0], 0)

    def test_a_scene_without_a_breaking_change_fails(self):
        self.assertEqual(self.prove(self.engine(), "breaks", '{"expect": []}')[0], 1)

    def test_equal_hashes_pass(self):
        self.assertEqual(self.prove(self.engine(), "threads")[0], 0)

    def test_one_hash_that_differs_fails(self):
        engine = self.engine(hash_text='"odd" if after("--threads", "") == "8" else "abc"')
        code, output = self.prove(engine, "threads")
        self.assertEqual(code, 1)
        self.assertIn("depends on the threads", output)

    def test_a_known_run_is_compared_and_not_made_again(self):
        engine = self.engine(hash_text='"again" if after("--threads", "") == "2" else "abc"')
        self.assertEqual(self.prove(engine, "threads", known='{"threads": 2, "hash": "abc"}')[0], 0)
        self.assertEqual(self.prove(engine, "threads", known='{"threads": 2, "hash": "odd"}')[0], 1)

    def test_a_report_without_a_hash_fails(self):
        self.assertEqual(self.prove(self.engine(hash_text="None"), "threads")[0], 1)


if __name__ == "__main__":
    unittest.main()
