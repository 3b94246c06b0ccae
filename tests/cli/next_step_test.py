# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of what people type next: settings of groups that a file does not have, nearest words, places to write in."""

import json

import command_line
from command_line import CommandLineTest, file_limit

SHEET = {"souple": 1, "duration": 0.02, "step": 0.01,
         "parts": [{"kind": "cloth", "name": "sheet", "columns": 2, "rows": 2, "pins": [{"edge": "top"}]}],
         "probes": [{"name": "low", "measure": "min_height"}], "expect": [{"probe": "low", "below": 1}]}


class Settings(CommandLineTest):
    def test_groups_that_the_file_does_not_have_are_made(self):
        self.write("scene.json", SHEET)
        self.good("check", "scene.json", "--set", "contact.iterations=20", "--set", "picture.camera.from=[0, 1, 4]",
                  "--set", "parts.sheet.adapt.max_level=1", "--set", "pre_roll.duration=0.1")

    def test_a_group_that_is_made_acts(self):
        falling = self.balls()
        falling["parts"][0]["points"][1].pop("velocity")
        self.write("scene.json", falling)
        report = self.report("scene.json", "--set", "pre_roll.duration=0.1", "--set", "pre_roll.stop=false")
        self.assertLess(report["probes"]["mass_height"]["values"][0], -0.04)

    def test_unknown_keys_of_such_groups_are_refused_with_the_nearest_word(self):
        self.write("scene.json", SHEET)
        for setting, near in (("contact.iteratons=20", "iterations"), ("picture.camra.from=[0, 1, 4]", "camera"),
                              ("gravty.y=1", "gravity")):
            self.assert_refused(["check", "scene.json", "--set", setting], f'did you mean "{near}"?')

    def test_a_number_of_a_list_that_is_not_written_says_how_to_set_the_list(self):
        self.write("scene.json", SHEET)
        self.assert_refused(["check", "scene.json", "--set", "gravity.1=0"], 'there is no "gravity" in the scene',
                            "--set 'gravity=[...]'")


class NearestWords(CommandLineTest):
    def refuse(self, part=None, **changes):
        scene = json.loads(json.dumps({**SHEET, **changes}))
        scene["parts"][0].update(part or {})
        self.write("scene.json", scene)
        return self.assert_refused(["check", "scene.json"], "scene.json:").err

    def test_words_of_expectations(self):
        self.assertIn('did you mean "always"?', self.refuse(expect=[{"probe": "low", "at": "allways", "below": 1}]))

    def test_edges_of_a_cloth(self):
        self.assertIn('did you mean "bottom"?', self.refuse({"pins": [{"edge": "botom"}]}))

    def test_what_is_followed(self):
        bar = {"kind": "obstacle", "name": "bar", "shape": {"kind": "sphere"}}
        error = self.refuse(parts=[{**SHEET["parts"][0], "pins": [{"edge": "top", "follow": "bra"}]}, bar])
        self.assertIn("nothing that moves is named 'bra'; did you mean \"bar\"?", error)

    def test_the_motion_of_an_obstacle(self):
        motions = [{"name": "cart", "keys": [{"time": 0}]}]
        ball = {"kind": "obstacle", "name": "ball", "shape": {"kind": "sphere"}, "motion": "crat"}
        error = self.refuse(parts=[*SHEET["parts"], ball], motions=motions)
        self.assertIn("parts.ball.motion: no motion is named 'crat'; did you mean \"cart\"?", error)

    def test_kinds_of_agents(self):
        crowd = {"kind": "crowd", "name": "c", "kinds": [{"name": "walker"}],
                 "groups": [{"kind": "waker", "places": {"kind": "list", "places": [[0, 0]]}}]}
        self.assertIn('did you mean "walker"?', self.refuse(parts=[*SHEET["parts"], crowd]))

    def test_overlays(self):
        self.write("scene.json", SHEET)
        self.assert_refused(["render", "scene.json", "-o", "a.png", "--overlay", "wirefame"],
                            'did you mean "wireframe"?')


class Places(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("scene.json", SHEET)

    def test_a_missing_folder_comes_with_how_to_make_it(self):
        self.assert_refused(["run", "scene.json", "--report", "no/report.json"], "no folder to write in",
                            "make it with: mkdir -p 'no'")

    def test_a_folder_that_cannot_be_made_comes_with_another_place(self):
        self.write("file", "")
        self.assert_refused(["run", "scene.json", "-o", "file/out"], "choose another folder, for example -o ")

    def test_a_full_disk_comes_with_what_helps(self):
        answer = self.souple("run", "scene.json", "--report", "report.json", preexec_fn=file_limit(1000))
        self.assertEqual(answer.code, 2, answer.err)
        self.assertIn("report.json: cannot be written: File too large; raise the limit", answer.err)


if __name__ == "__main__":
    command_line.main()
