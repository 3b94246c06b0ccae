# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli: wrong files, flags and values are refused with words, exit code 2 and nothing written."""

import os
import unittest

import command_line
from command_line import CommandLineTest

MESH_SCENE = {"souple": 1, "parts": [{"kind": "cloth", "name": "sheet", "mesh": "sheet.obj"}]}


class BadScenes(CommandLineTest):
    def setUp(self):
        super().setUp()
        # results of an earlier run, which no refused run may touch
        for name in ("out/report.json", "out/probes.csv", "out/final.checkpoint", "report.json"):
            self.write(name, f"the earlier {name}")

    def refuse(self, scene, *messages):
        self.write("scene.json", scene)
        self.assert_refused(["check", "scene.json"], *messages)
        return self.assert_refused(["run", "scene.json", "-o", "out", "--report", "report.json"], *messages)

    def refuse_point(self, change, *messages):
        scene = self.balls()
        scene["parts"][0]["points"][0].update(change)
        return self.refuse(scene, *messages)

    def test_an_unknown_key_is_refused_with_the_nearest_known_one(self):
        self.refuse_point({"mas": 1}, "scene.json:18: parts.balls.points.0.mas:", 'did you mean "mass"?')

    def test_an_unknown_key_of_the_scene_is_refused(self):
        self.refuse(self.balls(gravty=[0, 0, 0]), "gravty:", 'did you mean "gravity"?')

    def test_an_unknown_kind_of_part_is_refused(self):
        self.refuse({"souple": 1, "parts": [{"kind": "clouth", "name": "a"}]},
                    "scene.json:5: parts.a.kind:", 'did you mean "cloth"?')

    def test_a_wrong_type_is_refused_with_what_was_expected_and_found(self):
        self.refuse_point({"mass": "heavy"}, "scene.json:17: parts.balls.points.0.mass:", "expected a number [kg]",
                          'found the string "heavy"')

    def test_a_vector_with_two_numbers_is_refused(self):
        self.refuse_point({"position": [0, 1]}, "scene.json:12: parts.balls.points.0.position:")

    def test_a_number_that_is_none_is_refused(self):
        self.refuse_point({"mass": float("nan")}, "scene.json:17:", "points.0.mass:", "must be finite", "NaN")

    def test_a_number_beyond_doubles_is_refused(self):
        text = '{\n"souple": 1,\n"duration": 1e999\n}\n'
        self.refuse(text, "scene.json:3: duration:", "must be finite")

    def test_a_negative_mass_is_refused(self):
        self.refuse_point({"mass": -1}, "scene.json:17: parts.balls.points.0.mass:", "above 0 kg", "-1")

    def test_a_spring_to_a_point_that_is_not_there_is_refused(self):
        scene = self.balls()
        scene["parts"][0]["springs"][0]["b"] = 7
        self.refuse(scene, "scene.json:7: parts.balls:", "'balls' has no point 7")

    def test_a_probe_of_a_part_that_is_not_there_is_refused(self):
        scene = self.balls()
        scene["probes"][0]["part"] = "ball"
        self.refuse(scene, "probes.mass_height.part:", "'ball'", 'did you mean "balls"?')

    def test_two_parts_of_one_name_are_refused(self):
        scene = self.balls()
        scene["parts"] *= 2
        self.refuse(scene, "scene.json:", "balls")

    def test_a_newer_version_of_the_format_is_refused(self):
        self.refuse(self.balls(souple=2), "scene.json:2: souple:")

    def test_a_cycle_of_includes_is_refused_with_its_files(self):
        self.write("a.json", {"include": ["b.json"]})
        self.write("b.json", {"include": ["a.json"]})
        self.refuse(self.balls(include=["a.json"]), "b.json:", "include.0:", "include cycle",
                    "scene.json -> a.json -> b.json -> a.json")

    def test_a_scene_that_includes_itself_is_refused(self):
        self.refuse(self.balls(include=["scene.json"]), "include cycle")

    def test_a_missing_include_is_refused(self):
        self.refuse('{\n"souple": 1,\n"include": ["gone.json"]\n}', "scene.json:3: include.0:", "gone.json")

    def test_a_missing_mesh_is_refused(self):
        self.refuse(MESH_SCENE, "scene.json:4: parts.sheet:", "sheet.obj: cannot open the file")

    def test_a_triangle_without_area_is_refused(self):
        self.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")
        self.refuse(MESH_SCENE, "scene.json:4: parts.sheet:", "triangle 0 has no area")

    def test_a_mesh_index_out_of_range_is_refused_with_the_line_of_the_mesh(self):
        self.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
        self.refuse(MESH_SCENE, "scene.json:4: parts.sheet:", "sheet.obj:4:", "point 9", "3 points")

    def test_a_mesh_with_a_number_that_is_none_is_refused(self):
        self.write("sheet.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n")
        self.refuse(MESH_SCENE, "sheet.obj:2:", "not a finite number")

    def test_an_empty_mesh_is_refused(self):
        self.write("sheet.obj", "")
        self.refuse(MESH_SCENE, "sheet.obj:", "no points")

    def test_an_empty_file_is_refused(self):
        self.refuse("", "scene.json:1:", "the file is empty")

    def test_a_file_that_stops_in_the_middle_is_refused(self):
        self.refuse('{\n"souple": 1,\n"parts": [', "scene.json:3: parts")

    def test_200000_open_brackets_are_refused(self):
        self.refuse("[" * 200_000, "scene.json:1:", "nested deeper than")

    def test_200000_open_objects_are_refused(self):
        self.refuse('{"a":' * 200_000, "scene.json:1:", "nested deeper than")

    def test_100_megabytes_of_noise_are_refused(self):
        self.write("noise.json", os.urandom(1_000_000) * 100)
        self.assert_refused(["run", "noise.json"], "noise.json:")

    def test_100_megabytes_of_an_open_string_are_refused(self):
        self.write("noise.json", b'{ "title": "' + b"souple! " * 12_500_000)
        self.assert_refused(["run", "noise.json"], "noise.json:1: title:", "closing quote")

    def test_a_missing_scene_is_refused(self):
        self.assert_refused(["run", "gone.json", "-o", "out"], "gone.json: no such file")
        self.assert_refused(["check", "gone.json"], "gone.json: no such file")
        self.assert_refused(["bench", "gone.json", "--json"], "gone.json: no such file")

    def test_a_folder_is_no_scene(self):
        self.assert_refused(["run", "out"], "out: is a folder")


class BadCalls(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls())

    def refuse(self, words, *messages):
        return self.assert_refused(["run", "scene.json", *words], *messages)

    def test_an_unknown_flag_is_refused(self):
        self.refuse(["--tread", "2"], "--tread", "--help")

    def test_an_unknown_verb_is_refused(self):
        self.assert_refused(["benhc", "scene.json"], "'benhc'", 'did you mean "bench"?', "--help")

    def test_a_call_without_verb_is_refused(self):
        self.assert_refused([], "--help")

    def test_run_without_scene_is_refused(self):
        self.assert_refused(["run"], "scene is required")

    def test_no_threads_are_refused(self):
        for count in ("0", "-1", "two", "1e9"):
            self.refuse(["--threads", count], "--threads", count)

    def test_bench_refuses_no_threads(self):
        answer = self.souple("bench", "scene.json", "--threads", "0")
        self.assertEqual(answer.code, 2)
        self.assertIn("--threads", answer.err)

    def test_a_setting_on_a_part_that_is_not_there_is_refused(self):
        self.refuse(["--set", "parts.bals.mass=1"], "--set: parts.bals.mass:", 'did you mean "balls"?')

    def test_a_setting_on_an_entry_that_is_not_there_is_refused(self):
        self.refuse(["--set", "parts.balls.points.9.mass=1"], "parts.balls.points.9.mass:", "a list of 2")

    def test_a_setting_on_an_unknown_key_is_refused(self):
        self.refuse(["--set", "duraton=1"], "--set", "duraton:", 'did you mean "duration"?')

    def test_a_setting_with_a_bad_value_is_refused(self):
        self.refuse(["--set", "parts.balls.points.0.mass=-1"], "--set", "parts.balls.points.0.mass:", "above 0 kg")

    def test_a_setting_without_equals_sign_or_path_is_refused(self):
        self.refuse(["--set", "duration"], "--set: expected PATH=VALUE", "duration")
        self.refuse(["--set", "=3"], "--set: expected PATH=VALUE")

    def test_an_output_folder_that_is_a_file_is_refused(self):
        self.write("taken", "a file")
        self.refuse(["-o", "taken"], "taken:")
        self.refuse(["-o", "taken/deeper"], "taken/deeper:")

    def test_an_output_folder_that_cannot_be_made_is_refused(self):
        self.refuse(["-o", "/proc/nowhere"], "/proc/nowhere: cannot be made")

    @unittest.skipIf(os.geteuid() == 0, "nothing is forbidden to root")
    def test_an_output_folder_that_is_not_writable_is_refused(self):
        folder = self.write("locked/old.txt", "old").parent
        folder.chmod(0o555)
        self.addCleanup(folder.chmod, 0o755)
        self.refuse(["-o", "locked"], "locked: is not writable")

    def test_a_report_that_cannot_be_written_is_refused(self):
        self.write("folder/file", "")
        self.refuse(["--report", "folder"], "folder: is a folder")
        self.refuse(["--report", "gone/report.json"], "gone/report.json:")

    def test_list_refuses_what_is_no_folder(self):
        self.assert_refused(["list", "gone"], "gone: is not a folder")


class BadCheckpoints(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls())
        self.good("run", "scene.json", "-o", "out")
        self.bytes = (self.folder / "out/final.checkpoint").read_bytes()

    def refuse(self, content, *messages):
        self.write("bad.checkpoint", content)
        words = ["run", "scene.json", "--resume", "bad.checkpoint", "-o", "out", "--report", "report.json"]
        return self.assert_refused(words, "bad.checkpoint:", *messages)

    def test_a_truncated_checkpoint_is_refused_wherever_it_ends(self):
        for length in (0, 1, 8, 20, 31, 32, 33, len(self.bytes) // 2, len(self.bytes) - 1):
            self.refuse(self.bytes[:length])

    def test_a_checkpoint_with_one_wrong_byte_is_refused(self):
        for place in (0, 9, 17, 25, 40, len(self.bytes) // 2, len(self.bytes) - 1):
            spoiled = bytearray(self.bytes)
            spoiled[place] ^= 0xFF
            self.refuse(bytes(spoiled))

    def test_something_that_is_no_checkpoint_is_refused(self):
        self.refuse("a letter to nobody, longer than any header of ours", "no checkpoint")

    def test_a_checkpoint_of_another_scene_is_refused(self):
        other = self.balls()
        other["parts"][0]["points"].append({"position": [2, 0, 0]})
        self.write("scene.json", other)
        self.refuse(self.bytes, "another scene")

    def test_a_missing_checkpoint_is_refused(self):
        self.assert_refused(["run", "scene.json", "--resume", "gone.checkpoint"], "gone.checkpoint:")


if __name__ == "__main__":
    command_line.main()
