# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli/inspect.cpp, bench.cpp and main.cpp: check, list, info, bench and the help texts."""

import json

import command_line
from command_line import SOURCE, CommandLineTest, shipped_scenes

FLAGS = {
    "run": ["--output", "--report", "--threads", "--set", "--check", "--resume", "--continue", "--checkpoint-every", "--export", "--hairs", "--hair-points", "--thinning",
            "--large", "--quiet"],
    "check": ["--set"],
    "list": ["folder"],
    "schema": [],
    "info": ["mesh"],
    "bench": ["--threads", "--repeats", "--json"],
    "render": ["--output", "--frames", "--size", "--samples", "--quality", "--overlay", "--eye", "--target",
               "--field-of-view", "--set", "--threads", "--quiet"],
    "plot": ["--output"],
    "export": ["--output", "--format", "--frames", "--hairs", "--hair-points", "--thinning", "--large", "--partial", "--quiet"],
    "studio": ["--port", "--threads", "--patience", "--no-open"],
}
PAGES = {"render": "pictures.md", "plot": "pictures.md", "export": "exports.md", "studio": "../studio.md"}


class Help(CommandLineTest):
    def test_the_help_names_every_verb_and_the_exit_codes(self):
        text = self.good("--help").out
        for verb in FLAGS:
            self.assertRegex(text, rf"(?m)^  {verb} ")
        for code in ("0", "1", "2", "130"):
            self.assertRegex(text, rf"(?m)^Exit codes: .*\b{code} \w")

    def test_the_help_of_each_verb_names_its_flags(self):
        for verb, flags in FLAGS.items():
            text = self.good(verb, "--help").out
            self.assertIn(f"souple {verb}", text)
            for flag in flags:
                self.assertIn(flag, text, verb)

    def test_the_guide_names_every_verb_and_flag(self):
        for verb, flags in FLAGS.items():
            page = (SOURCE / "docs/guide" / PAGES.get(verb, "command_line.md")).read_text()
            self.assertIn(f"souple {verb}", page)
            for flag in flags:
                self.assertIn(flag.upper() if flag == "folder" else flag, page, verb)

    def test_the_version_is_printed(self):
        self.assertRegex(self.good("--version").out, r"^\d+\.\d+\.\d+\n$")


class MeshInfo(CommandLineTest):
    def test_info_tells_what_is_in_a_mesh(self):
        sheet = "o shirt\nv 0 0 0\nv 0 0 400\nv 300 0 400\nv 300 0 0\ng collar\nf 1 2 3\ng\nf 1 3 4\n"
        self.write("shirt.obj", sheet)
        text = self.good("info", "shirt.obj").out
        for line in ("shirt.obj: 4 points, 2 triangles", "size: 300 x 0 x 400 m", "closed: no, 1 border and 0 holes",
                     "border 0: 4 points, 1400 m around (150, 0, 200)", "collar: 3 points", "shirt: 4 points",
                     "which looks like millimetres"):
            self.assertIn(line, text)
        self.assertIn("threads:", self.good("info").out)
        self.assert_refused(["info", "gone.obj"], "gone.obj: cannot open the file")
        self.assert_refused(["info", "scene.txt"], "'.txt' is not a mesh format (.obj, .ply, .stl, .gltf, .glb)")


class Groups(CommandLineTest):
    SHEET = "".join(f"v {x} 0 {z}\n" for z in (0, 1) for x in (0, 1, 2)) + "g left\nf 1 4 5 2\ng right\nf 2 5 6 3\n"

    def scene(self, group):
        return {"souple": 1, "title": "Held by a group", "duration": 0.5, "step": 0.01, "parts": [
            {"kind": "cloth", "name": "sheet", "mesh": "sheet.obj", "law": "van_gelder", "stiffness": 100,
             "pins": [{"group": group}]}],
            "probes": [{"name": "height", "measure": "min_height", "part": "sheet"}],
            "expect": [{"probe": "height", "at": "end", "below": -0.2}]}

    def test_pins_take_a_group_of_the_mesh_file(self):
        self.write("sheet.obj", self.SHEET)
        self.write("scene.json", self.scene("left"))
        self.good("run", "scene.json", "--check", "-o", "out", "--quiet")
        self.good("export", "out/scene.rec", "-o", "x.positions.csv", "--frames", "-1", "--quiet")
        rows = [line.split(",") for line in (self.folder / "x.positions.csv").read_text().splitlines()[1:]]
        heights = {int(row[4]): float(row[6]) for row in rows if row[2] == "sheet"}
        held = {point for point, height in heights.items() if abs(height) < 1e-9}
        self.assertEqual(held, {0, 1, 3, 4})

    def test_a_group_that_is_not_there_is_said_with_those_that_are(self):
        self.write("sheet.obj", self.SHEET)
        self.write("scene.json", self.scene("rihgt"))
        self.assert_refused(["check", "scene.json"], "has no group 'rihgt'; did you mean \"right\"?")
        scene = self.scene("left")
        del scene["parts"][0]["mesh"]
        del scene["parts"][0]["law"]
        self.write("scene.json", scene)
        self.assert_refused(["check", "scene.json"], "a grid has no groups")


class Check(CommandLineTest):
    def test_a_good_scene_is_called_good_and_not_run(self):
        self.write("scene.json", self.balls(duration=1000000))
        answer = self.good("check", "scene.json")
        self.assertTrue(answer.out.startswith("scene.json: good (1 parts, 1 probes, 1 expectations)\nmemory, about:\n"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["scene.json"])

    def test_settings_are_checked_too(self):
        self.write("scene.json", self.balls())
        self.good("check", "scene.json", "--set", "duration=2")
        self.assert_refused(["check", "scene.json", "--set", "duration=-2"], "duration:")

    def test_every_scene_of_the_project_is_good(self):
        for path in shipped_scenes():
            self.good("check", path)


class List(CommandLineTest):
    def test_scenes_are_listed_by_file_with_their_titles(self):
        self.write("some/b.json", self.balls(title="The second"))
        self.write("some/a/deep.json", self.balls(title="The first"))
        self.write("some/materials.json", {"materials": {}})
        self.write("some/notes.txt", "no scene")
        lines = self.good("list", "some").out.splitlines()
        self.assertEqual([line.split(maxsplit=1) for line in lines],
                         [["some/a/deep.json", "The first"], ["some/b.json", "The second"]])

    def test_a_broken_scene_does_not_hide_the_others(self):
        self.write("some/broken.json", "{")
        self.write("some/whole.json", self.balls())
        text = self.good("list", "some").out
        self.assertRegex(text, r"some/broken.json +\(cannot be read: some/broken.json:1")
        self.assertIn("Two balls", text)


class Info(CommandLineTest):
    def test_info_says_what_was_built_and_where_it_runs(self):
        text = self.good("info").out
        self.assertRegex(text, r"^souple \d+\.\d+\.\d+\n")
        for word in ("compiler: ", "instructions: ", "sanitizer: ", "threads: ", "studio: with"):
            self.assertIn(word, text)


class Bench(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls())

    def test_json_holds_one_entry_for_each_number_of_threads(self):
        entries = json.loads(self.good("bench", "scene.json", "--threads", "1,2", "--json").out)
        self.assertEqual([entry["threads"] for entry in entries], [1, 2])
        for entry in entries:
            self.assertEqual((entry["scene"], entry["steps"]), ("scene.json", 10))
            self.assertGreater(entry["seconds"], 0)
        self.assertEqual(entries[0]["hash"], entries[1]["hash"])

    def test_the_hash_is_that_of_a_run(self):
        (entry,) = json.loads(self.good("bench", "scene.json", "--json").out)
        self.assertEqual(entry["hash"], self.report("scene.json")["hash"])

    def test_without_json_the_table_has_one_row_for_each_timing(self):
        self.write("other.json", self.balls(seed=2))
        lines = self.good("bench", "scene.json", "other.json", "--threads", "1,2", "--repeats", "2").out.splitlines()
        self.assertEqual(lines[0].split(","), ["scene", "threads", "seconds", "steps", "ms_per_step", "hash"])
        self.assertEqual([line.split(",")[:2] for line in lines[1:]],
                         [["scene.json", "1"], ["scene.json", "2"], ["other.json", "1"], ["other.json", "2"]])

    def test_a_scene_that_explodes_is_no_timing(self):
        scene = self.balls()
        scene["parts"][0]["springs"][0].update(stiffness=1e7, rest_length=0.9)
        self.write("scene.json", scene)
        answer = self.souple("bench", "scene.json", "--json")
        self.assertEqual(answer.code, 1)
        self.assertIn("part 'balls'", answer.err)


if __name__ == "__main__":
    command_line.main()
