# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli/continue_run.cpp, checkpoints.cpp and run_lock.cpp: what is stopped or killed goes on to the same
end, and nothing good is overwritten by something worse."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time

import command_line
from command_line import CHAIN, PROGRAM, CommandLineTest, Terminal

LONG = 3600  # [s] of simulated time: longer than any test watches
SIGNS = ("scene.rec", "probes.csv")


class RunningTest(CommandLineTest):
    """Runs that are caught while they run."""

    def start(self, *words, **how):
        how = {"stdout": subprocess.DEVNULL, **how}
        run = subprocess.Popen([str(PROGRAM), "run", *map(str, words)], cwd=self.folder, stderr=subprocess.PIPE,
                               text=True, **how)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        return run

    def wait_for(self, path, run):
        """Until a file is there; the run must not end before."""
        deadline = time.monotonic() + command_line.PATIENCE
        while not (self.folder / path).exists():
            self.assertIsNone(run.poll(), f"the run ended before there was a {path}")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.002)

    def caught(self, *words, path="out/latest.checkpoint", **how):
        """A run that is under way, with a checkpoint every few milliseconds."""
        run = self.start(*words, "--checkpoint-every", "0.005", **how)
        self.wait_for(path, run)
        return run

    def assert_same_results(self, folder="out", reference="whole"):
        for name in SIGNS:
            self.assertTrue((self.folder / folder / name).read_bytes() == (self.folder / reference / name).read_bytes(),
                            f"{name} is not what it is without a stop")
        ours, theirs = (json.loads((self.folder / place / "report.json").read_text()) for place in (folder, reference))
        for key in ("hash", "steps", "probes", "expectations", "contacts", "deepest_overlap_m"):
            self.assertEqual(ours[key], theirs[key], key)
        self.assertEqual(self.names(folder), self.names(reference))

    def make_long(self, **changes):
        """A chain that takes a second or so, with an expectation of each kind."""
        expect = [{"probe": "lowest", "at": at, "between": [-9, 9]} for at in ("always", "mean", "max", "min", "end", 1)]
        scene = dict(CHAIN, duration=4, frames_per_second=100, expect=expect, **changes)
        self.write("scene.json", scene)
        self.good("run", "scene.json", "-o", "whole", "--quiet")


class Continued(RunningTest):
    def test_a_killed_run_goes_on_to_the_same_files(self):
        self.make_long()
        run = self.caught("scene.json", "-o", "out")
        run.kill()
        run.wait()
        self.assertIn("run.lock", self.names("out"))
        answer = self.good("run", "--continue", "out")
        self.assertRegex(answer.out, r"going on at t = [\d.]+ s from out/(latest|previous).checkpoint")
        self.assert_same_results()

    def test_killed_before_its_first_checkpoint_a_run_starts_again(self):
        self.make_long()
        run = self.start("scene.json", "-o", "out")
        self.wait_for("out/scene.rec.part", run)
        run.kill()
        run.wait()
        self.assertIn("starts again", self.good("run", "--continue", "out").out)
        self.assert_same_results()

    def test_a_run_that_came_to_its_end_comes_out_the_same_again(self):
        self.make_long()
        self.good("run", "scene.json", "-o", "out", "--check")
        self.assertIn("final.checkpoint", self.good("run", "--continue", "out").out)
        self.assert_same_results()

    def test_a_damaged_checkpoint_is_passed_over_for_the_one_before(self):
        self.make_long()
        run = self.caught("scene.json", "-o", "out", path="out/previous.checkpoint")
        run.kill()
        run.wait()
        latest = self.folder / "out/latest.checkpoint"
        if latest.exists():
            latest.write_bytes(latest.read_bytes()[:-7])
        else:
            latest.write_bytes(b"")
        answer = self.good("run", "--continue", "out")
        self.assertIn("latest.checkpoint: ", answer.err)
        self.assertIn("it is passed over", answer.err)
        self.assertIn("from out/previous.checkpoint", answer.out)
        self.assert_same_results()

    def test_it_is_called_from_anywhere(self):
        self.make_long()
        run = self.caught("scene.json", "-o", "out")
        run.kill()
        run.wait()
        away = self.write("elsewhere/file", "").parent
        answer = self.souple("run", "--continue", "../out", cwd=away)
        self.assertEqual(answer.code, 0, answer.err)
        self.assert_same_results()

    def test_all_flags_of_the_run_are_found_again(self):
        self.make_long()
        flags = ["--set", "gravity.1=-5", "--set", "title=it's \"so\"", "--check", "--report", "r.json",
                 "--export", "csv"]
        self.good("run", "scene.json", "-o", "whole", "--quiet", *flags)
        run = self.caught("scene.json", "-o", "out", *flags)
        run.kill()
        run.wait()
        (self.folder / "r.json").unlink()
        self.assertIn("ok      ", self.good("run", "--continue", "out").out)
        self.assert_same_results()
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["title"], "it's \"so\"")

    def test_long_series_are_thinned_in_memory_and_whole_on_disk(self):
        self.write("scene.json", self.balls(duration=1000, frames_per_second=0.05))
        whole = self.report("scene.json", "-o", "whole", "--quiet")["probes"]["mass_height"]
        run = self.caught("scene.json", "-o", "out")
        while (self.folder / "out/probes.csv.part").stat().st_size < 2_300_000:  # more rows than memory keeps
            self.assertIsNone(run.poll())
        run.kill()
        run.wait()
        self.good("run", "--continue", "out")
        self.assert_same_results()
        rows = (self.folder / "out/probes.csv").read_text().splitlines()
        self.assertEqual((len(rows), whole["every"]), (100_002, 2))
        self.assertEqual(whole["times"][:50], [float(row.split(",")[0]) for row in rows[1:100:2]])
        self.assertEqual(whole["values"][-1], float(rows[-1].split(",")[1]))
        self.assertEqual(len(whole["values"]), 50_001)


class Refused(RunningTest):
    def setUp(self):
        super().setUp()
        self.write("cloth.json", {"probes": [{"name": "speed", "measure": "rms_speed"}]})
        self.make_long(include=["cloth.json"])
        run = self.caught("scene.json", "-o", "out", "--set", "gravity.1=-5")
        run.send_signal(signal.SIGINT)
        run.wait()

    def refuse(self, *words):
        return self.assert_refused(["run", *words]).err

    def test_a_scene_that_has_changed_is_not_gone_on_with(self):
        self.write("scene.json", (self.folder / "scene.json").read_text() + "\n")
        err = self.refuse("--continue", "out")
        self.assertIn("scene.json has changed", err)
        self.assertIn("run scene.json -o out --set gravity.1=-5 --checkpoint-every 0.005 --resume out/interrupted", err)

    def test_neither_is_one_whose_included_file_has_changed(self):
        self.write("cloth.json", {"probes": [{"name": "speed", "measure": "max_height"}]})
        self.assertIn("cloth.json has changed", self.refuse("--continue", "out"))
        (self.folder / "cloth.json").unlink()
        self.assertIn("cloth.json is gone", self.refuse("--continue", "out"))

    def test_what_was_said_at_the_start_is_not_said_anew(self):
        for words in (["scene.json"], ["-o", "new"], ["--set", "gravity.1=-6"], ["--check"], ["--report", "r.json"],
                      ["--resume", "out/interrupted.checkpoint"], ["--export", "csv"]):
            self.assertIn("--continue takes it from out/run.json", self.refuse("--continue", "out", *words))
        self.good("run", "--continue", "out", "--set", "gravity.1=-5", "--threads", "1", "--quiet")

    def test_checkpoints_need_a_folder(self):
        self.assertIn("say it with -o", self.refuse("scene.json", "--checkpoint-every", "1"))

    def test_a_folder_without_a_run_is_refused(self):
        self.write("empty/file", "")
        self.assertIn("no run was started into this folder", self.refuse("--continue", "empty"))
        self.assertIn("no run was started into this folder", self.refuse("--continue", "gone"))

    def test_a_damaged_run_file_is_refused_with_its_place(self):
        good = (self.folder / "out/run.json").read_text()
        for found, wrong, message in (('"souple_run": 1', '"souple_run": 9', "out/run.json:2: souple_run:"),
                                      ('"scene.json"', '"--bogus"', "out/run.json: command:"),
                                      ('"-o"', '"--help"', "out/run.json: command:"),
                                      ('"command"', '"comand"', 'did you mean "command"?')):
            self.write("out/run.json", good.replace(found, wrong, 1))
            self.assertIn(message, self.refuse("--continue", "out"))

    def test_the_folder_it_was_called_in_must_be_there(self):
        text = json.loads((self.folder / "out/run.json").read_text())
        self.write("out/run.json", dict(text, folder="/nowhere/at/all"))
        self.assertIn("out/run.json: folder: /nowhere/at/all", self.refuse("--continue", "out"))


class Stopped(RunningTest):
    """The command that is printed at a stop, typed as it is, finishes the same run."""

    def stop(self, number, *words, **how):
        run = self.caught("scene.json", *words, **how)
        run.send_signal(number)
        err = run.communicate(timeout=command_line.PATIENCE)[1]
        self.assertEqual(run.returncode, 130, err)
        return err

    def follow_advice(self, err):
        command = err.strip().split("go on with: ")[1]
        done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True,
                              timeout=command_line.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_with_a_folder(self):
        self.make_long()
        flags = ["--set", "title=two words; and $HOME", "--set", "gravity.1=-7"]
        self.good("run", "scene.json", "-o", "whole", "--quiet", *flags)
        for number in (signal.SIGINT, signal.SIGHUP):
            err = self.stop(number, "-o", "my out", *flags, path="my out/latest.checkpoint")
            self.assertIn("run --continue 'my out'", err)
            self.follow_advice(err)
            self.assert_same_results("my out")
            subprocess.run(["rm", "-r", "my out"], cwd=self.folder, check=True)

    def test_without_a_folder(self):
        self.write("scene.json", CHAIN)
        for duration in (6, 24, 96, 384):  # a machine too quick to be stopped gets more to do
            flags = ["--set", "title=it's", "--set", f"duration={duration}"]
            run = Terminal(self.folder, "run", "scene.json", *flags, "--report", "r.json")
            run.read_until("steps/s")
            run.process.send_signal(signal.SIGTERM)
            answer = run.finish()
            if answer.code != 0:
                break
        self.assertEqual(answer.code, 130, answer.err)
        self.assertIn("--resume scene.interrupted.checkpoint", answer.err)
        self.follow_advice(answer.err)
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(report["hash"], self.report("scene.json", *flags)["hash"])
        self.assertEqual(report["title"], "it's")

    def test_when_the_reader_of_its_output_goes_away(self):
        self.write("scene.json", dict(CHAIN, duration=LONG))
        how = {"stdout": subprocess.PIPE}
        run = self.caught("scene.json", "-o", "out", **how)
        run.stdout.close()
        err = run.communicate(timeout=command_line.PATIENCE)[1]
        self.assertEqual(run.returncode, 130, err)
        self.assertIn("run --continue out", err)
        self.assertTrue(json.loads((self.folder / "out/report.json").read_text())["interrupted"])
        self.assertIn("interrupted.checkpoint", self.names("out"))

    def test_a_terminal_that_closes_is_no_loss(self):
        self.write("scene.json", dict(CHAIN, duration=LONG))
        run = Terminal(self.folder, "run", "scene.json", "-o", "out")
        run.read_until("steps/s")
        os.close(run.master)  # the bar goes nowhere from here on
        run.process.send_signal(signal.SIGHUP)
        err = run.process.communicate(timeout=command_line.PATIENCE)[1]
        self.assertEqual(run.process.returncode, 130, err)
        self.assertIn("interrupted.checkpoint", self.names("out"))

    def test_who_was_told_to_ignore_a_closed_terminal_goes_on(self):
        self.make_long()
        run = self.caught("scene.json", "-o", "out",
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        run.send_signal(signal.SIGHUP)
        self.assertEqual(run.wait(), 0)
        self.assert_same_results()


class NothingWorse(RunningTest):
    """Nothing good is overwritten by something worse."""

    def test_a_run_that_stops_early_leaves_the_longer_one_before(self):
        self.make_long()
        self.good("run", "scene.json", "-o", "out", "--quiet")
        before = {name: (self.folder / "out" / name).read_bytes() for name in (*SIGNS, "report.json")}
        run = self.caught("scene.json", "-o", "out", "--set", "gravity.1=-5")
        run.send_signal(signal.SIGINT)
        err = run.communicate()[1]
        self.assertEqual(run.returncode, 130)
        self.assertIn("earlier run that came further", err)
        for name, content in before.items():
            self.assertTrue((self.folder / "out" / name).read_bytes() == content, name)
            self.assertTrue((self.folder / "out" / (name + ".part")).is_file())
        self.good("run", "scene.json", "-o", "whole", "--set", "gravity.1=-5", "--quiet")
        self.good("run", "--continue", "out", "--quiet")
        self.assert_same_results()

    def test_a_state_of_an_earlier_time_does_not_replace_a_later_one(self):
        scene = self.balls(duration=2)
        scene["parts"][0]["springs"][0].update(stiffness=3e4, rest_length=0.9)  # goes bad after a while
        self.write("scene.json", scene)
        self.assertEqual(self.souple("run", "scene.json", "-o", "out").code, 1)
        later = (self.folder / "out/last_good.checkpoint").read_bytes()
        answer = self.souple("run", "scene.json", "-o", "out", "--set", "parts.balls.springs.0.stiffness=1e9")
        self.assertEqual(answer.code, 1)
        self.assertIn("out/last_good_2.checkpoint", answer.err)
        self.assertEqual((self.folder / "out/last_good.checkpoint").read_bytes(), later)

    def test_a_new_run_says_that_it_takes_the_place_of_an_unfinished_one(self):
        self.make_long()
        run = self.caught("scene.json", "-o", "out", "--set", "gravity.1=-5")
        run.send_signal(signal.SIGINT)
        run.wait()
        said = self.good("run", "scene.json", "-o", "out").out
        self.assertIn("holds a run that was not finished", said)
        self.assertIn("--set gravity.1=-5 --checkpoint-every 0.005 --resume out/interrupted.checkpoint", said)
        self.assertNotIn("not finished", self.good("run", "scene.json", "-o", "out").out)

    def test_a_checkpoint_of_an_earlier_format_says_what_to_do(self):
        self.write("scene.json", self.balls())
        self.good("run", "scene.json", "-o", "out")
        final = self.folder / "out/final.checkpoint"
        old = bytearray(final.read_bytes())
        old[8] = 6
        self.write("old.checkpoint", bytes(old))
        self.assert_refused(["run", "scene.json", "--resume", "old.checkpoint"], "its format is version 6",
                            "run its scene again from the start")


class Locks(RunningTest):
    def setUp(self):
        super().setUp()
        self.make_long()

    def test_a_second_run_into_the_same_folder_is_refused_and_does_no_harm(self):
        self.write("other.json", self.balls())
        run = self.caught("scene.json", "-o", "out")
        for scene in ("scene.json", "other.json"):
            answer = self.souple("run", scene, "-o", "out")
            self.assertEqual(answer.code, 2, answer.err)
            self.assertIn(f"process {run.pid} on {socket.gethostname()}", answer.err)
            self.assertIn("choose another folder with -o", answer.err)
        self.assertEqual(self.souple("run", "--continue", "out").code, 2)
        self.assertEqual(run.wait(), 0)
        self.assert_same_results()

    def write_lock(self, **holder):
        self.write("out/run.lock", dict({"process": os.getpid(), "host": socket.gethostname(), "command": "souple run",
                                         "started": "1"}, **holder))

    def test_a_lock_whose_process_has_gone_is_taken_over(self):
        gone = subprocess.Popen(["true"])
        gone.wait()
        self.write("scene.json", self.balls())
        for holder in ({"process": gone.pid}, {}, {"process": -4}, {"process": "many"}):  # {}: another start
            self.write_lock(**holder)
            self.good("run", "scene.json", "-o", "out", "--quiet")
            self.assertNotIn("run.lock", self.names("out"))
        self.write("out/run.lock", '{ "process": 7')
        self.good("run", "scene.json", "-o", "out", "--quiet")

    def test_a_lock_of_a_process_that_lives_counts_without_the_kernels_help(self):
        start = pathlib.Path(f"/proc/{os.getpid()}/stat").read_text().rpartition(")")[2].split()[19]
        self.write_lock(started=start)
        answer = self.souple("run", "scene.json", "-o", "out")
        self.assertEqual(answer.code, 2)
        self.assertIn(f"it is stopped with: kill {os.getpid()}", answer.err)

    def test_a_lock_of_another_machine_says_how_it_is_removed(self):
        self.write_lock(host="far.away")
        answer = self.souple("run", "scene.json", "-o", "out")
        self.assertEqual(answer.code, 2)
        self.assertIn("on far.away", answer.err)
        self.assertIn("if it has ended, remove out/run.lock", answer.err)

    def test_exports_and_pictures_go_into_a_folder_that_is_held(self):
        self.good("run", "scene.json", "-o", "out", "--quiet")
        self.write_lock(host="far.away")
        self.good("export", "out/scene.rec", "-o", "out/film.csv", "--quiet")
        self.good("render", "out/scene.rec", "-o", "out/x.png", "--size", "16x9", "--samples", "1", "--quiet")


if __name__ == "__main__":
    command_line.main()
