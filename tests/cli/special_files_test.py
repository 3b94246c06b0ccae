# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of files that are none: pipes, devices and folders are refused with their place, and nobody waits for them."""

import os

import command_line
from command_line import CommandLineTest


class SpecialFiles(CommandLineTest):
    def refuse(self, scene, *messages):
        self.write("scene.json", scene)
        self.assert_refused(["check", "scene.json"], "scene.json:", *messages)

    def pipe(self, name):
        os.mkfifo(self.folder / name)
        return name

    def test_an_included_pipe_is_refused_at_once(self):
        self.refuse(self.balls(include=[self.pipe("piece.json")]), "include.0: cannot include:",
                    "piece.json: is a pipe, not a file")

    def test_an_included_device_is_refused(self):
        self.refuse(self.balls(include=["/dev/zero"]), "include.0:", "/dev/zero: is a device, not a file")

    def test_an_included_folder_is_refused(self):
        (self.folder / "pieces").mkdir()
        self.refuse(self.balls(include=["pieces"]), "include.0:", "pieces: is a folder, not a file")

    def test_a_mesh_that_is_a_pipe_is_refused(self):
        self.refuse({"souple": 1, "parts": [{"kind": "cloth", "name": "sheet", "mesh": self.pipe("sheet.obj")}]},
                    "parts.sheet:", "is a pipe, not a file")

    def test_a_robot_description_that_is_a_pipe_is_refused(self):
        self.refuse({"souple": 1, "parts": [{"kind": "articulated", "name": "arm", "urdf": self.pipe("arm.urdf")}]},
                    "parts.arm:", "is a pipe, not a file")

    def test_a_groom_that_is_a_pipe_is_refused(self):
        hair = {"kind": "hair", "name": "h", "roots": [{}], "groom": self.pipe("h.groom")}
        self.refuse({"souple": 1, "parts": [hair]}, "parts.h:", "is a pipe, not a file")

    def test_a_list_of_scenes_passes_over_pipes(self):
        self.write("scenes/a.json", self.balls())
        self.pipe("scenes/b.json")
        self.assertIn("a.json", self.good("list", "scenes").out)


if __name__ == "__main__":
    command_line.main()
