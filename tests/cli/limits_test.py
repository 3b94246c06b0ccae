# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli where numbers, memory and files come to their limits."""

import json
import os
import resource
import stat
import subprocess
import threading

import command_line
from command_line import PROGRAM, CommandLineTest


class FarAway(CommandLineTest):
    """A recording holds places as 32-bit numbers."""

    def far(self, **changes):
        scene = self.balls(gravity=[0, 0, 0], max_speed=1e300)
        scene["parts"][0].update(springs=[], **changes)
        return scene

    def test_a_part_too_far_away_is_refused_with_its_place(self):
        self.write("scene.json", self.far(position=[1e33, 0, 0]))
        line = (self.folder / "scene.json").read_text().split('"kind": "particles"')[0].count("\n")
        for words in (["check", "scene.json"], ["run", "scene.json", "-o", "out"]):
            self.assert_refused(words, f"scene.json:{line}: parts.balls: ", "1e30 m")
        self.good("run", "scene.json", "--quiet")  # without a recording there is no such limit

    def test_nothing_is_left_or_overwritten_by_a_refusal(self):
        self.write("scene.json", self.far(position=[1e33, 0, 0]))
        self.write("out/last_good.checkpoint", "of better days")
        self.assert_refused(["run", "scene.json", "-o", "out"])

    def test_a_part_that_goes_too_far_ends_the_run_by_name_and_its_state_is_kept(self):
        points = [{"position": [0, 0, 0]}, {"position": [1, 0, 0], "velocity": [2.1e31, 0, 0]}]
        self.write("scene.json", self.far(points=points))
        answer = self.souple("run", "scene.json", "-o", "out", "--set", "frames_per_second=100")
        self.assertEqual(answer.code, 1, answer.err)
        self.assertRegex(answer.err, r"the physics went bad: step 5, .*part 'balls': a place is 1e30 m away or more")
        self.assertIn("out/last_good.checkpoint", answer.err)
        self.assertIn("part 'balls'", json.loads((self.folder / "out/report.json").read_text())["failure"])
        self.good("export", "out/scene.rec", "-o", "film.csv")
        self.good("run", "scene.json", "--resume", "out/last_good.checkpoint")


class WrittenThrough(CommandLineTest):
    """Devices and pipes of the test's own: a program that replaced what it is given would do harm to `/dev/null`."""

    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls())

    def read_pipe(self, name, words):
        """What comes out of a pipe that a call must write into, and must leave a pipe."""
        pipe = self.folder / name
        os.mkfifo(pipe)
        got = []
        reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
        reader.start()
        self.good(*words, name)
        reader.join(command_line.PATIENCE if pipe.is_fifo() else 0)
        self.assertTrue(pipe.is_fifo() and got, words)
        pipe.unlink()
        return got[0]

    def test_a_report_goes_where_a_link_leads(self):
        self.write("deeper/report.json", "old")
        (self.folder / "link.json").symlink_to("deeper/report.json")
        self.good("run", "scene.json", "--report", "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertEqual(json.loads((self.folder / "deeper/report.json").read_text())["steps"], 10)

    def test_whatever_is_written_goes_into_a_pipe(self):
        self.assertEqual(json.loads(self.read_pipe("report", ["run", "scene.json", "-o", "out", "--report"]))["steps"], 10)
        render = ["render", "out/scene.rec", "--size", "16x9", "--samples", "1", "--quiet", "-o"]
        export, plot = ["export", "out/scene.rec", "--quiet", "-o"], ["plot", "out/report.json", "-o"]
        for name, words, start in (("x.csv", export, b"time,"), ("x.glb", export, b"glTF"), ("x.png", render, b"\x89PNG"),
                                   ("x.mp4", render, b"\0\0\0"), ("x.svg", plot, b"<svg"), ("y.png", plot, b"\x89PNG")):
            self.assertEqual(self.read_pipe(name, words)[:len(start)], start)
        self.assertEqual([name for name in self.names() if name.endswith(".part")], [])

    def test_a_report_goes_into_the_pipe_that_standard_output_is(self):
        run = subprocess.run([str(PROGRAM), "run", "scene.json", "--quiet", "--report", "/dev/stdout"], cwd=self.folder,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=command_line.PATIENCE)
        self.assertEqual((run.returncode, run.stderr), (0, b""))
        self.assertEqual(json.loads(run.stdout)["steps"], 10)

    def test_a_report_goes_to_a_device(self):
        master, slave = os.openpty()
        device = os.ttyname(slave)
        run = subprocess.Popen([str(PROGRAM), "run", "scene.json", "--quiet", "--report", device], cwd=self.folder)
        text = b""
        while not text.rstrip().endswith(b"\n}"):
            text += os.read(master, 65536)
        self.assertEqual(run.wait(command_line.PATIENCE), 0)
        self.assertEqual(json.loads(text)["steps"], 10)
        self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode))
        os.close(slave)
        os.close(master)


class Truncated(CommandLineTest):
    """A recording without its end is never taken for a whole one without a word."""

    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls(frames_per_second=100))
        self.good("run", "scene.json", "-o", "out", "--quiet")
        whole = (self.folder / "out/scene.rec").read_bytes()
        end = [at for at in range(len(whole)) if whole.startswith(b"fram", at)][7]
        self.cut = whole[:end + 12]

    def test_an_export_needs_to_be_told(self):
        self.write("cut.rec", self.cut)
        said = ("cut.rec: it has no end", "7 whole frames, up to t = 0.06 s, and 12 bytes that are no whole frame")
        self.assert_refused(["export", "cut.rec", "-o", "film.csv"], *said, "--partial")
        answer = self.good("export", "cut.rec", "-o", "film.csv", "--partial")
        for words in (*said, "what came after them is missing"):
            self.assertIn(words, answer.err)
        times = {line.split(",")[0] for line in (self.folder / "film.csv").read_text().splitlines()[1:]}
        self.assertEqual(len(times), 7)

    def test_a_name_that_says_it_is_enough(self):
        self.write("cut.rec.part", self.cut)
        self.assertIn("7 whole frames", self.good("export", "cut.rec.part", "-o", "film.csv", "--quiet").err)

    def test_a_picture_comes_with_a_warning(self):
        self.write("cut.rec", self.cut)
        small = ["--size", "16x9", "--samples", "1", "-o", "x.png", "--quiet"]
        self.assertIn("warning: cut.rec: it has no end: there are 7 whole frames",
                      self.good("render", "cut.rec", *small).err)
        self.assertEqual(self.good("render", "out/scene.rec", *small).err, "")


class Memory(CommandLineTest):
    def peak(self, *words):
        """[MB] held at most."""
        run = subprocess.Popen([str(PROGRAM), *words], cwd=self.folder, stdout=subprocess.DEVNULL)
        usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(usage[1])
        self.assertEqual(run.returncode, 0)
        return usage[2].ru_maxrss / 1024

    def test_a_run_takes_no_more_memory_for_more_steps(self):
        self.write("scene.json", self.balls(frames_per_second=0.01))
        # what probes keep is full after 65,536 steps; each step beyond took half a kilobyte
        short, long = (self.peak("run", "scene.json", "-o", "out", "--set", f"duration={steps / 100}", "--quiet")
                       for steps in (131_000, 393_000))
        self.assertLess(long, short + 12)
        self.assertLess((self.folder / "out/final.checkpoint").stat().st_size, 1_500_000)
        self.assertEqual((self.folder / "out/probes.csv").read_bytes().count(b"\n"), 393_002)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    command_line.main()
