# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli on disks that refuse: full ones and locked folders leave a message and nothing half-written."""

import os
import pathlib
import subprocess

import command_line
from command_line import CHAIN, PROGRAM, CommandLineTest, file_limit

NOBODY = 65534


def become_nobody():
    os.setgid(NOBODY)
    os.setuid(NOBODY)


class FullDisks(CommandLineTest):
    """Files that cannot grow any more stand for a full disk: that needs no rights."""

    def setUp(self):
        super().setUp()
        self.write("scene.json", dict(CHAIN, frames_per_second=100))
        self.good("run", "scene.json", "-o", "out", "--quiet")
        self.write("x.glb", "an earlier result")

    def refuse(self, size, *words):
        before = self.contents()
        answer = self.souple(*words, preexec_fn=file_limit(size))
        self.assertEqual(answer.code, 2, answer.err)
        self.assertTrue(self.contents() == before, f"{words} left something: {sorted(self.contents())}")
        return answer.err

    def test_exports_leave_nothing(self):
        for name in ("x.glb", "x.usda", "x.obj", "x.ply", "x.pvd", "x.csv"):
            self.assertIn("cannot be written", self.refuse(200, "export", "out/scene.rec", "-o", name))

    def test_pictures_leave_nothing(self):
        for name in ("x.png", "x.jpg"):
            self.assertIn(f"{name}: cannot be written",
                          self.refuse(200, "render", "out/scene.rec", "--size", "64x36", "--samples", "1", "-o", name))

    def test_films_leave_nothing(self):
        for name in ("x.mp4", "x.gif"):
            self.assertIn("ffmpeg", self.refuse(500, "render", "out/scene.rec", "--size", "64x36", "--samples", "1",
                                                "--frames", "0:5", "-o", name))

    def test_plots_leave_nothing(self):
        for name in ("x.svg", "x.png"):
            self.assertIn("error: ", self.refuse(200, "plot", "out/report.json", "-o", name))

    def test_a_run_whose_recording_stops_growing_leaves_a_checkpoint_that_goes_on(self):
        size = (self.folder / "out/scene.rec").stat().st_size // 2
        answer = self.souple("run", "scene.json", "-o", "new", preexec_fn=file_limit(size))
        self.assertEqual(answer.code, 2)
        self.assertIn("new/scene.rec.part: cannot be written", answer.err)
        self.assertIn("the state is in new/last_good.checkpoint", answer.err)
        self.assertIn("run --continue new", answer.err)
        self.assertEqual(self.names("new"), {"scene.rec.part", "probes.csv.part", "last_good.checkpoint", "run.json"})
        self.good("run", "--continue", "new")
        self.assertEqual(*((self.folder / name / "probes.csv").read_bytes() for name in ("out", "new")))
        # (of the frame that found no room the forces are not known any more)
        self.assertEqual(*((self.folder / name / "scene.rec").read_bytes().count(b"fram") for name in ("out", "new")))

    def test_a_state_that_was_rescued_goes_on_elsewhere(self):
        size = (self.folder / "out/scene.rec").stat().st_size // 2
        self.souple("run", "scene.json", "-o", "new", preexec_fn=file_limit(size))
        self.good("export", "new/scene.rec.part", "-o", "rescued.csv")
        resumed = self.report("scene.json", "--resume", "new/last_good.checkpoint", "-o", "new")
        self.assertEqual(resumed["hash"], self.report("scene.json")["hash"])
        frames = [(self.folder / name / "scene.rec").read_bytes().count(b"fram") for name in ("out", "new")]
        self.assertEqual(frames[0], frames[1])

    def test_a_run_whose_export_finds_no_room_keeps_everything_else(self):
        size = 2 * (self.folder / "out/scene.rec").stat().st_size
        answer = self.souple("run", "scene.json", "-o", "new", "--export", "usda", preexec_fn=file_limit(size))
        self.assertEqual(answer.code, 2, answer.err)
        self.assertRegex(answer.err, r"new/scene\.usda\S*\.part: cannot be written")
        self.assertIn("souple export new/scene.rec -o NAME", answer.err)
        self.assertEqual(self.names("new"), {"scene.rec", "report.json", "probes.csv", "final.checkpoint", "run.json"})


class SmallDisk(CommandLineTest):
    """A real one, where the system lets us have it."""

    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(self.disk)]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            self.skipTest("only root may mount a small disk, and not everywhere")
        self.addCleanup(subprocess.run, ["umount", str(self.disk)], check=True)
        self.write("scene.json", dict(CHAIN, duration=4, frames_per_second=100))

    def test_a_run_that_fills_the_disk_leaves_its_state_elsewhere(self):
        answer = self.souple("run", "scene.json", "-o", "disk")
        self.assertEqual(answer.code, 2)
        self.assertIn("disk/scene.rec.part: cannot be written: No space left on device", answer.err)
        place = answer.err.split("the state is in ")[1].split(";")[0]
        self.assertIn(place, {"disk/last_good.checkpoint", "scene.last_good.checkpoint"})
        resumed = self.report("scene.json", "--resume", place)
        self.assertEqual(resumed["hash"], self.report("scene.json")["hash"])

    def test_a_state_that_fits_nowhere_is_called_lost(self):
        answer = self.souple("run", self.folder / "scene.json", "-o", ".", cwd=self.disk)
        self.assertEqual(answer.code, 2)
        self.assertIn("is lost, no place takes a checkpoint:", answer.err)
        self.assertEqual({path.name for path in self.disk.iterdir()}, {"scene.rec.part", "probes.csv.part", "run.json"})

    def test_a_run_that_cannot_even_begin_is_refused(self):
        (self.disk / "filler").write_bytes(b"x" * 11000)
        answer = self.souple("run", self.folder / "scene.json", "-o", ".", cwd=self.disk)
        self.assertEqual(answer.code, 2)
        self.assertIn("./run.json: cannot be written: No space left on device", answer.err)
        self.assertEqual({path.name for path in self.disk.iterdir()}, {"filler"})


class LockedFolders(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.how = {}
        if os.geteuid() == 0:  # nothing is forbidden to root
            self.how = {"preexec_fn": become_nobody}
            self.folder.chmod(0o755)
            if not self.can_be_called():
                self.skipTest(f"only root may call {PROGRAM}")
        self.write("scene.json", self.balls())
        self.good("run", "scene.json", "-o", "out", "--quiet")
        self.locked = self.write("locked/old.txt", "old").parent
        self.locked.chmod(0o555)
        self.addCleanup(self.locked.chmod, 0o755)

    def can_be_called(self):
        try:
            return self.souple("--version", **self.how).code == 0
        except (PermissionError, subprocess.SubprocessError):
            return False

    def refuse(self, *words):
        before = self.contents()
        answer = self.souple(*words, **self.how)
        self.assertEqual(answer.code, 2, answer.err)
        self.assertTrue(self.contents() == before)
        return answer.err

    def test_a_locked_folder_is_refused_by_every_verb_that_writes(self):
        recording = pathlib.Path("out/scene.rec")
        self.assertIn("locked: is not writable", self.refuse("run", "scene.json", "-o", "locked"))
        for name in ("x.glb", "x.usda", "x.obj", "x.ply", "x.pvd", "x.csv"):
            self.assertRegex(self.refuse("export", recording, "-o", f"locked/{name}"), "locked/x.*: .*[Pp]ermission")
        for name in ("x.png", "x.mp4"):
            self.assertIn("no folder to write in: locked", self.refuse("render", recording, "-o", f"locked/{name}"))
        self.assertIn("no folder to write in: locked", self.refuse("plot", "out/report.json", "-o", "locked/x.svg"))


if __name__ == "__main__":
    command_line.main()
