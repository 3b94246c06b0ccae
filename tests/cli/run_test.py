# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli/run.cpp: reports, expectations, checkpoints, explosions and interruptions."""

import json
import shutil
import signal
import subprocess

import command_line
from command_line import CHAIN, PROGRAM, SOURCE, CommandLineTest, Terminal

REPORT_KEYS = {"scene", "title", "steps", "simulated_s", "wall_s", "load_s", "record_s", "threads", "hash", "stages",
               "parts", "probes", "expectations", "peak_memory_mb", "deepest_overlap_m", "deepest_press_m"}
STAGES = ["apply_controls", "find_contacts", "steer", "advance", "solve_contacts", "move", "accept", "adapt", "measure"]


class Reports(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls())

    def test_a_report_says_everything_about_the_run(self):
        report = self.report("scene.json", "--threads", "1")
        self.assertLessEqual(REPORT_KEYS, set(report))
        self.assertEqual(report["scene"], "scene.json")
        self.assertEqual(report["steps"], 10)
        self.assertAlmostEqual(report["simulated_s"], 0.1, 12)
        self.assertEqual(report["threads"], 1)
        self.assertRegex(report["hash"], "^[0-9a-f]{16}$")
        self.assertGreater(report["peak_memory_mb"], 1)
        for key in ("wall_s", "load_s", "record_s"):
            self.assertGreaterEqual(report[key], 0)

    def test_a_report_names_every_stage_with_its_seconds(self):
        stages = self.report("scene.json")["stages"]
        self.assertEqual(list(stages), STAGES)
        self.assertGreater(stages["advance"], 0)

    def test_a_report_counts_what_parts_are_made_of(self):
        (part,) = self.report("scene.json")["parts"]
        self.assertEqual((part["name"], part["kind"]), ("balls", "particles"))
        self.assertEqual((part["points"], part["springs"], part["frames"], part["hinges"]), (2, 1, 0, 0))

    def test_a_report_holds_the_whole_course_of_a_probe(self):
        probe = self.report("scene.json")["probes"]["mass_height"]
        self.assertEqual(len(probe["times"]), 11)
        self.assertEqual(len(probe["values"]), 11)
        self.assertEqual((probe["times"][0], probe["values"][0]), (0, 0))
        # semi-implicit Euler under gravity: y_n = v t - g h^2 n (n + 1) / 2; one kilogram of three flies upwards
        self.assertAlmostEqual(probe["values"][-1], 0.1 / 3 - 9.81 * 1e-4 * 55, 9)

    def test_a_report_says_how_deep_skins_are_pressed_in_and_so_does_the_run(self):
        scene = SOURCE / "scenes/together/skin_and_skin.json"
        report = self.report(scene, "--set", "duration=0.2")
        probed = max(report["probes"]["press"]["values"])
        self.assertGreater(probed, 0.02)
        # every interval counts, not only the last of each step
        self.assertGreaterEqual(report["deepest_press_m"], probed)
        self.assertLess(report["deepest_press_m"], 1.1 * probed)
        said = self.good("run", scene, "--set", "duration=0.2").out
        self.assertIn(f"deepest press of skins {report['deepest_press_m']:.3g} m", said)

    def test_a_report_judges_expectations(self):
        (verdict,) = self.report("scene.json")["expectations"]
        self.assertEqual((verdict["name"], verdict["ok"]), ("it falls", True))
        self.assertIn("0.1", verdict["bound"])
        self.assertLess(verdict["value"], 0.1)

    def test_an_output_folder_gets_report_table_checkpoint_and_recording(self):
        self.good("run", "scene.json", "-o", "new/folder")
        folder = self.folder / "new/folder"
        self.assertEqual({path.name for path in folder.iterdir()},
                         {"report.json", "probes.csv", "final.checkpoint", "scene.rec", "run.json"})
        recording = (folder / "scene.rec").read_bytes()
        self.assertTrue(recording.startswith(b"souplrec") and recording.endswith(b"soupleix"))
        # 0.1 s at 30 frames per second, both ends included
        self.assertEqual(recording.count(b"fram"), 4)
        self.assertLessEqual(REPORT_KEYS, set(json.loads((folder / "report.json").read_text())))
        lines = (folder / "probes.csv").read_text().splitlines()
        self.assertEqual(lines[0], "time,mass_height")
        self.assertEqual(len(lines), 12)

    def test_the_hash_does_not_depend_on_threads(self):
        hashes = {self.report("scene.json", "--threads", n)["hash"] for n in ("1", "2", "8")}
        self.assertEqual(len(hashes), 1)

    def test_settings_change_the_scene(self):
        report = self.report("scene.json", "--set", "duration=0.2", "--set", "parts.balls.points.0.mass=4")
        self.assertEqual(report["steps"], 20)
        self.assertNotEqual(report["hash"], self.report("scene.json", "--set", "duration=0.2")["hash"])


class Verdicts(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("good.json", self.balls())
        self.write("bad.json", self.balls(expect=[{"name": "it rises", "probe": "mass_height", "above": 1}]))

    def test_check_passes_when_expectations_hold(self):
        self.assertIn("ok", self.good("run", "good.json", "--check").out)

    def test_check_fails_when_an_expectation_fails(self):
        answer = self.souple("run", "bad.json", "--check")
        self.assertEqual(answer.code, 1)
        self.assertIn("FAILED  it rises", answer.err)
        self.assertIn("above 1", answer.err)

    def test_without_check_a_failed_expectation_is_only_reported(self):
        (verdict,) = self.report("bad.json")["expectations"]
        self.assertFalse(verdict["ok"])

    def test_quiet_prints_nothing_when_all_is_good(self):
        for words in (["good.json"], ["good.json", "--check"], ["good.json", "-o", "out"], ["bad.json"]):
            answer = self.good("run", *words, "--quiet")
            self.assertEqual((answer.out, answer.err), ("", ""))

    def test_quiet_still_says_what_failed(self):
        answer = self.souple("run", "bad.json", "--check", "--quiet")
        self.assertEqual((answer.code, answer.out), (1, ""))
        self.assertIn("it rises", answer.err)


class Explosions(CommandLineTest):
    """A spring far too stiff for its step."""

    def setUp(self):
        super().setUp()
        scene = self.balls()
        scene["parts"][0]["springs"][0].update(stiffness=1e7, rest_length=0.9)
        self.write("scene.json", scene)

    def explode(self, *words):
        answer = self.souple("run", "scene.json", *words)
        self.assertEqual(answer.code, 1, answer.err)
        self.assertRegex(answer.err, r"step \d+, stage advance, part 'balls': point \d")
        return answer

    def test_an_explosion_names_step_stage_and_part_and_leaves_the_last_good_state(self):
        answer = self.explode("-o", "out")
        self.assertIn("out/last_good.checkpoint", answer.err)
        self.assertTrue((self.folder / "out/last_good.checkpoint").is_file())
        self.assertTrue((self.folder / "out/scene.rec").is_file())
        self.assertFalse((self.folder / "out/final.checkpoint").exists())

    def test_the_report_of_an_explosion_ends_at_the_last_good_state(self):
        self.explode("--report", "report.json")
        report = json.loads((self.folder / "report.json").read_text())
        self.assertIn("part 'balls'", report["failure"])
        self.assertLess(report["steps"], 10)
        self.assertEqual(len(report["probes"]["mass_height"]["times"]), report["steps"] + 1)

    def test_the_last_good_state_can_be_resumed_and_explodes_the_same_way(self):
        first = self.explode("-o", "out")
        again = self.explode("-o", "again", "--resume", "out/last_good.checkpoint")
        self.assertEqual(first.err.splitlines()[0], again.err.splitlines()[0])

    def test_the_last_good_state_goes_on_with_a_better_step(self):
        self.explode("-o", "out")
        again = self.souple("run", "scene.json", "--resume", "out/last_good.checkpoint", "--set", "step=1e-5",
                            "--set", "parts.0.springs.0.stiffness=50")
        self.assertIn("other settings", again.out)
        self.assertEqual(again.code, 0, again.err)

    def test_without_output_folder_the_last_good_state_is_named_after_the_scene(self):
        self.explode("--quiet")
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"scene.json", "scene.last_good.checkpoint"})


class Interruptions(CommandLineTest):
    def interrupt(self, number):
        """Sends a signal once the bar shows that steps are being taken; a machine too quick gets more to do."""
        for duration in (2, 8, 32, 128):
            self.write("scene.json", dict(CHAIN, duration=duration))
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            run = Terminal(self.folder, "run", "scene.json", "-o", "out")
            run.read_until("steps/s")
            run.process.send_signal(number)
            answer = run.finish()
            if "100 %" not in answer.out:
                return answer
        self.fail("every run ended before it could be interrupted")

    def check_resumed(self, number):
        answer = self.interrupt(number)
        self.assertEqual(answer.code, 130, answer.err)
        self.assertIn("run --continue out", answer.err)
        report = json.loads((self.folder / "out/report.json").read_text())
        self.assertTrue(report["interrupted"])
        self.assertEqual(len(report["probes"]["lowest"]["times"]), report["steps"] + 1)
        whole = self.report("scene.json")
        resumed = self.report("scene.json", "--resume", "out/interrupted.checkpoint", "--threads", "1")
        self.assertLess(report["steps"], whole["steps"])
        self.assertEqual(resumed["hash"], whole["hash"])
        self.assertEqual(resumed["probes"], whole["probes"])

    def test_an_interrupted_run_goes_on_to_the_same_end(self):
        self.check_resumed(signal.SIGINT)

    def test_a_terminated_run_goes_on_to_the_same_end(self):
        self.check_resumed(signal.SIGTERM)

    def test_a_finished_run_resumes_to_itself(self):
        self.write("scene.json", dict(CHAIN, duration=0.1))
        whole = self.report("scene.json", "-o", "out")
        recording = (self.folder / "out/scene.rec").read_bytes()
        resumed = self.report("scene.json", "--resume", "out/final.checkpoint", "-o", "out")
        self.assertEqual((resumed["hash"], resumed["probes"]), (whole["hash"], whole["probes"]))
        again = (self.folder / "out/scene.rec").read_bytes()
        self.assertEqual(again.count(b"fram"), recording.count(b"fram"))


class Progress(CommandLineTest):
    def test_a_terminal_gets_a_bar_with_rate_and_time_left(self):
        self.write("scene.json", dict(CHAIN, duration=0.1))
        answer = Terminal(self.folder, "run", "scene.json").finish()
        self.assertEqual(answer.code, 0, answer.err)
        self.assertRegex(answer.out, r"\r  \[#{30}\] 100 %  t = 0\.100 s  \d+ steps/s  0 s left")

    def test_a_quiet_run_leaves_a_terminal_alone(self):
        self.write("scene.json", dict(CHAIN, duration=0.1))
        self.assertEqual(Terminal(self.folder, "run", "scene.json", "--quiet").finish().out, "")

    def first_plain_line(self, duration):
        """The first line of progress of a run that is then interrupted, and all it printed after; "" without one."""
        chain = dict(CHAIN["parts"][0], substeps=50_000)
        self.write("scene.json", dict(CHAIN, duration=duration, parts=[chain, CHAIN["parts"][1]]))
        run = subprocess.Popen([str(PROGRAM), "run", "scene.json"], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        line = next((line for line in run.stdout if "steps/s" in line), "")
        run.send_signal(signal.SIGINT)
        return line, run.communicate(timeout=command_line.PATIENCE)[0]

    def test_elsewhere_a_long_run_prints_plain_lines(self):
        for duration in (0.5, 2, 8):  # only a run of some seconds speaks: a quick machine gets more to do
            line, rest = self.first_plain_line(duration)
            if line:
                break
        self.assertRegex(line, r"^ +\d+ %  t = [\d.]+ s  [\d.]+ steps/s  .* left\n$")
        self.assertNotRegex(line + rest, "[\r\x1b]")

    def test_elsewhere_a_short_run_prints_no_progress(self):
        self.write("scene.json", self.balls())
        self.assertNotIn("steps/s", self.good("run", "scene.json").out)


if __name__ == "__main__":
    command_line.main()
