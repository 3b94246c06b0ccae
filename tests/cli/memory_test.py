# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of what scenes take of memory: it is estimated well, printed, and refused with a place before it is taken."""

import json
import re
import resource

import command_line
from command_line import CommandLineTest
from growing_scenes import crowd, groups, scene, sphere, tissue, tree

UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
PROGRAM_BYTES = 12e6  # that are there for any scene


def cloth(n, **more):
    return {"kind": "cloth", "name": "sheet", "columns": n, "rows": n, "substeps": 1, **more}


def sheet_of_particles(n):
    return {"kind": "oriented", "name": "o", "laws": [{"interactions": [{"law": "cohesion"}]}],
            "objects": [{"shape": {"kind": "sheet", "columns": n, "rows": n}}]}


def boids(n):
    space = crowd(groups(1, lambda k: {"kind": "anywhere", "count": 1}), realm={"kind": "space", "cells": [n, n, n]})
    space["parts"][0]["kinds"][0]["behaviour"] = "boids"
    return space


# one large scene of each kind: at least 60 MB
LARGE = {
    "cloth": lambda: scene(cloth(150)),
    "cloth that touches nothing": lambda: scene(cloth(300, self_contact=False, touches="nothing")),
    "cloth moved implicitly": lambda: scene(cloth(120, method="implicit_euler")),
    "cloth that refines itself": lambda: scene(cloth(30, adapt={"max_level": 2, "start_level": 2})),
    "particles": lambda: scene({"kind": "particles", "name": "p", "chains": [{"segments": 200000}]}),
    "points one by one": lambda: scene({"kind": "particles", "name": "p",
                                        "points": [{"position": [k, 0, 0]} for k in range(40000)]}),
    "frames": lambda: scene({"kind": "frames", "name": "f", "frames": [{}] * 30000}),
    "bodies": lambda: scene({"kind": "rigid", "name": "b", "bodies": [
        {"shape": {"kind": "box"}, "repeat": [20, 20, 20], "pitch": [1, 1, 1], "position": [0, 0.5, 0]}]},
        {"kind": "obstacle", "name": "floor", "shape": {"kind": "plane"}}),
    "links": lambda: scene({"kind": "articulated", "name": "t", "links": [
        {"name": "l", "shape": {"kind": "sphere", "radius": 0.1}, "repeat": 20000, "pitch": [0.3, 0, 0]}]}),
    "hair": lambda: scene({"kind": "hair", "name": "h", "grids": [{"columns": 80, "rows": 80}], "substeps": 1}),
    "oriented particles": lambda: scene(sheet_of_particles(300)),
    "agents": lambda: crowd(groups(1, lambda k: {"kind": "rows", "columns": 300, "rows": 500})),
    "ground": lambda: crowd(groups(1, lambda k: {"kind": "list", "places": [[1, 1]]}),
                            ground={"kind": "rectangle", "high": [640, 640]}),
    "surface": lambda: crowd(groups(1, lambda k: {"kind": "anywhere", "count": 1}),
                             realm={**sphere(100), "subdivisions": 6}),
    "space": lambda: boids(30),
    "tissue": lambda: tissue(20000),
    "links of a tree": lambda: tree(5000),
}
SAMPLE = ["cloth", "particles", "frames", "tissue"]


def address_space(size):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


class Memory(CommandLineTest):
    def printed_total(self):
        """[B] without and with a recording, as `check` prints them."""
        text = self.good("check", "scene.json").out
        self.assertIn("memory, about:", text)
        line = re.search(r"\n  total +([\d.]+) (\w+) +([\d.]+) (\w+) ", text)
        self.assertTrue(line, text)
        return float(line[1]) * UNITS[line[2]], float(line[3]) * UNITS[line[4]]

    def peak(self, *words):
        """[B] held at most by a run of two steps."""
        # (what a process held counts from its parent's peak on: a shell is small)
        command = f'"{command_line.PROGRAM}" run scene.json --quiet --report report.json {" ".join(words)}; exit $?'
        done = command_line.subprocess.run(["sh", "-c", command], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((self.folder / "report.json").read_text())["peak_memory_mb"] * 2 ** 20

    def look_at(self, names, recorded):
        for name in names:
            with self.subTest(name):
                self.write("scene.json", {**LARGE[name](), "duration": 0.02})
                estimated = self.printed_total()
                measured = self.peak()
                self.assertGreater(measured, 60e6, "too small a scene to tell")
                self.assertLess(estimated[0], 2 * measured)
                self.assertGreater(estimated[0], 0.5 * measured)
                if recorded:
                    measured = self.peak("-o", "out")
                    self.assertLess(estimated[1], 2 * measured)
                    self.assertGreater(estimated[1], 0.5 * measured)

    def test_what_is_estimated_is_between_half_and_twice_the_peak(self):
        self.look_at(SAMPLE, recorded=False)

    def test_long_scenes_of_every_kind_are_estimated_within_a_factor_of_two(self):
        self.look_at(LARGE, recorded=True)

    def test_a_scene_above_the_limit_is_refused_at_the_part_that_takes_most(self):
        self.write("scene.json", scene({"kind": "particles", "name": "p", "points": [{}]}, cloth(2000)))
        for verb in (["check"], ["run", "-o", "out"], ["bench", "--json"], ["render", "-o", "a.png"]):
            answer = self.assert_refused([verb[0], "scene.json", *verb[1:], "--memory", "4GB"],
                                         "scene.json:", "parts.sheet:", "the scene would take about", "4004001 points",
                                         "4.0 GB may be taken (given by --memory)", "--memory ")
            self.assertRegex(answer.err, r"scene\.json:(1[0-9]|2[0-9]): parts\.sheet")

    def test_what_a_recording_takes_counts_where_one_is_made(self):
        hair = {"kind": "hair", "name": "h", "grids": [{"columns": 20, "rows": 20}], "substeps": 1}
        self.write("scene.json", {**scene(hair), "duration": 0.01})
        self.good("run", "scene.json", "--memory", "40MB")
        for words in (["run", "scene.json", "-o", "out"], ["render", "scene.json", "-o", "a.png"]):
            self.assert_refused([*words, "--memory", "40MB"], "parts.h:", "20000 hairs")

    def test_a_limit_of_the_address_space_counts(self):
        self.write("scene.json", scene(cloth(2000)))
        answer = self.souple("run", "scene.json", preexec_fn=address_space(4 << 30))
        self.assertEqual(answer.code, 2, answer.err)
        self.assertIn("80 % of the address space that ulimit -v leaves", answer.err)
        self.assertIn("parts.sheet:", answer.err)

    def test_memory_that_runs_out_all_the_same_ends_with_a_place(self):
        self.write("scene.json", scene(cloth(700)))
        answer = self.souple("run", "scene.json", "--memory", "1TB", preexec_fn=address_space(700 << 20))
        self.assertEqual(answer.code, 2, answer.err)
        self.assertRegex(answer.err, r"scene\.json:\d+: parts\.sheet: memory ran out")
        self.assertNotIn("last_good.checkpoint", self.names())

    def test_products_that_no_integer_holds_are_refused(self):
        rows = {"kind": "rows", "columns": 4000000, "rows": 4000000}
        self.write("scene.json", crowd(groups(1, lambda k: rows)))
        self.assert_refused(["run", "scene.json", "--memory", "1000000TB"], "parts.c:", "16000000000000 agents")

    def test_copies_of_bodies_and_instances_count(self):
        heap = {"kind": "rigid", "name": "b",
                "bodies": [{"shape": {"kind": "box"}, "repeat": [1000, 1000, 1000], "pitch": [2, 2, 2]}]}
        instances = [{"kind": "instance", "name": f"i{k}", "template": "t"} for k in range(3)]
        self.write("piece.json", {"templates": {"t": {"parts": [cloth(1500)]}}})
        self.write("scene.json", {**scene(heap), "include": []})
        self.assert_refused(["run", "scene.json"], "parts.b:", "1000000000 bodies")
        self.write("scene.json", {**scene(*instances), "include": ["piece.json"]})
        answer = self.assert_refused(["check", "scene.json", "--memory", "1GB"], "parts.i0.sheet:", "2253001 points")
        self.assertIn("piece.json:", answer.err)

    def test_an_amount_that_is_none_is_refused(self):
        self.write("scene.json", self.balls())
        for amount in ("much", "3XB", "-1GB", "0", "nan", ""):
            answer = self.souple("check", "scene.json", "--memory", amount)
            self.assertEqual(answer.code, 2, amount)
            self.assertIn("3GB", answer.err)


if __name__ == "__main__":
    command_line.main()
