# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of the scenes printed in README.md and docs/: each is run and must keep what it promises."""

import re

import command_line
from command_line import SOURCE, CommandLineTest

JSON_BLOCK = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)


class PrintedScenes(CommandLineTest):
    def run_scenes_of(self, page):
        blocks = [text for text in JSON_BLOCK.findall((SOURCE / page).read_text()) if '"souple"' in text]
        self.assertGreater(len(blocks), 0)
        for number, text in enumerate(blocks):
            self.write(f"scene_{number}.json", text)
            self.good("run", f"scene_{number}.json", "--check", "--quiet")
            if setting := re.search(r'"breaks_with": "(.*)"', text):
                answer = self.souple("run", f"scene_{number}.json", "--check", "--set", setting.group(1))
                self.assertEqual(answer.code, 1, "breaks_with breaks nothing")

    def test_the_scene_of_the_readme_holds(self):
        self.run_scenes_of("README.md")

    def test_the_scenes_of_the_guide_hold(self):
        self.run_scenes_of("docs/guide/scenes.md")

    def test_the_scenes_of_the_pages_on_models_hold(self):
        for page in ("particles", "cloth", "frames", "rigid", "obstacles"):
            self.run_scenes_of(f"docs/models/{page}.md")


if __name__ == "__main__":
    command_line.main()
