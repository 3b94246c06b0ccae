# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of souple render: what a scene says about its pictures is done, recordings carry it, flags win."""

import command_line
from command_line import BALLS, CommandLineTest

CAMERA = {"from": [0, 0, 5], "to": [0.5, 0, 0], "field_of_view": 25}
FLAGS = ("--eye", "0,0,5", "--target", "0.5,0,0", "--field-of-view", "25")


class PicturesOfScenes(CommandLineTest):
    def picture(self, source, *flags):
        self.good("render", source, "-o", "x.png", "--size", "48x27", "--samples", "1", "--quiet", *flags)
        return (self.folder / "x.png").read_bytes()

    def scene(self, name, **keys):
        self.write(name, command_line.json.dumps(BALLS | keys))
        return name

    def test_the_camera_of_a_scene_is_the_camera_of_the_flags(self):
        plain = self.scene("plain.json")
        staged = self.scene("staged.json", picture={"camera": CAMERA})
        self.assertEqual(self.picture(staged), self.picture(plain, *FLAGS))
        self.assertNotEqual(self.picture(staged), self.picture(plain))

    def test_flags_win_over_the_scene(self):
        staged = self.scene("staged.json", picture={"camera": {"from": [9, 9, 9], "to": [0, 3, 0]}})
        self.assertEqual(self.picture(staged, *FLAGS), self.picture(self.scene("plain.json"), *FLAGS))

    def test_a_recording_carries_what_its_scene_said(self):
        picture = {"camera": CAMERA, "background": [1, 0, 0], "time": 0.03}
        staged = self.scene("staged.json", picture=picture, frames_per_second=100)
        self.good("run", staged, "-o", "out", "--quiet")
        self.assertEqual(self.picture("out/staged.rec"), self.picture(staged))
        self.assertNotEqual(self.picture("out/staged.rec"), self.picture("out/staged.rec", "--frames", "-1"))

    def test_a_part_shows_the_force_on_each_particle_without_being_told_to_draw_arrows(self):
        law = {"interactions": [{"law": "cohesion", "rest": 1, "range": 2}]}
        row = {"kind": "oriented", "name": "balls", "laws": [law],
               "objects": [{"shape": {"kind": "row", "count": 3}}], "forces": [{"frame": 0, "force": [1, 0, 0]}]}
        plain = self.scene("plain.json", parts=[row])
        shown = self.scene("shown.json", parts=[row | {"look": {"show": "force", "range": [0, 2]}}])
        self.assertNotEqual(self.picture(shown), self.picture(plain))


if __name__ == "__main__":
    command_line.main()
