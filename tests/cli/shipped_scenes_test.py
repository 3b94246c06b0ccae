# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of the exports of every shipped scene: other people's readers take them. A tenth of a second of each is run."""

import json
import subprocess

import command_line
from command_line import SOURCE, CommandLineTest, shipped_scenes


class ShippedScenes(CommandLineTest):
    def export_all(self, format):
        """The exported file of each scene."""
        files = []
        for path in shipped_scenes():
            folder = path.relative_to(SOURCE / "scenes").with_suffix("").as_posix()
            answer = self.souple("run", path, "--set", "duration=0.1", "--set", "expect=[]", "-o", folder,
                                 "--export", format, "--quiet")
            self.assertEqual(answer.code, 0, f"{path}: {answer.err}")
            files.append(self.folder / folder / f"{path.stem}.{format}")
        self.assertGreater(len(files), 30)
        return files

    def show_to(self, tool, files):
        """What a tool says of the files; skips the test where the package it needs is not there."""
        try:
            done = subprocess.run(["node", SOURCE / "tools" / tool, *files], capture_output=True, text=True,
                                  timeout=command_line.PATIENCE)
        except FileNotFoundError:
            self.skipTest(f"tools/{tool} needs the program node; tools/setup test installs it")
        if done.returncode == 3:
            self.skipTest(f"{done.stderr.strip()}; tools/setup test fetches it")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.splitlines()

    def test_the_khronos_validator_finds_no_error_in_the_glb_of_any_scene(self):
        files = self.export_all("glb")
        lines = [line for line in self.show_to("validate_glb", files) if " errors, " in line]
        self.assertEqual([line.split(" errors, ")[0] for line in lines], [f"{path}: 0" for path in files])

    def test_tinyusdz_reads_the_usda_of_every_scene(self):
        files = self.export_all("usda")
        answers = [json.loads(line) for line in self.show_to("read_usda", files)]
        self.assertEqual([answer["file"] for answer in answers], list(map(str, files)))
        for answer in answers:
            self.assertGreater(len(answer["nodes"]), 1, answer["file"])


if __name__ == "__main__":
    command_line.main()
