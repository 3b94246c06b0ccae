# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of probes that measure nothing: that is a failure with a name and a reason, unless the scene says it is meant."""

import command_line
from command_line import CommandLineTest

# the energy of so heavy a stone is beyond all numbers once it falls at 19 m/s
STONE = {
    "souple": 1, "duration": 2.5, "step": 0.05,
    "parts": [{"kind": "particles", "name": "stone", "points": [{"mass": 1e306}]}],
    "probes": [{"name": "energy", "measure": "kinetic_energy", "part": "stone"}],
    "expect": [{"probe": "energy", "at": "max", "between": [1e307, 1.79e308]}],
}


def stone(velocity=0, **changes):
    scene = {**STONE, "probes": [{**STONE["probes"][0], **changes}]}
    scene["parts"] = [{**STONE["parts"][0], "velocity": [0, velocity, 0]}]
    return scene


class UndefinedProbes(CommandLineTest):
    def test_a_probe_that_measures_nothing_at_the_start_is_refused_with_its_place(self):
        self.write("scene.json", stone(velocity=-30))
        for verb in ("check", "run"):
            self.assert_refused([verb, "scene.json"], "scene.json:", "probes.energy: it measures nothing:",
                                "at t = 0 s its value is infinite", "larger than 1.8e308", '"may_be_undefined": true')

    def test_a_probe_that_measures_nothing_later_makes_the_run_fail(self):
        self.write("scene.json", stone())
        answer = self.souple("run", "scene.json", "--quiet", "-o", "out")
        self.assertEqual(answer.code, 1, answer.err)
        self.assertIn("error: probe 'energy' measured nothing: at t = 1.95 s its value is infinite", answer.err)
        self.assertIn("report.json", self.names("out"))

    def test_a_scene_may_say_that_there_are_such_moments(self):
        self.write("scene.json", stone(may_be_undefined=True))
        self.good("run", "scene.json", "--check")

    def test_an_expectation_of_a_probe_that_was_never_defined_fails(self):
        self.write("scene.json", stone(velocity=-30, may_be_undefined=True))
        answer = self.souple("run", "scene.json", "--check", "--quiet")
        self.assertEqual(answer.code, 1, answer.err)
        self.assertIn("FAILED", answer.err)


if __name__ == "__main__":
    command_line.main()
