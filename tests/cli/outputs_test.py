# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of apps/cli/export.cpp, run_exports.cpp, render.cpp and plot.cpp: what comes out, and that it is whole."""

import json
import os
import re
import struct
import subprocess

import command_line
from command_line import CHAIN, CommandLineTest, Terminal

EXPORTED = {"glb": b"glTF", "usda": b"#usda 1.0", "pvd": b"<?xml", "csv": b"time,"}


class OutputTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("scene.json", self.balls())

    def record(self, **changes):
        """A recording of the scene in out/scene.rec."""
        self.write("scene.json", self.balls(**changes))
        self.good("run", "scene.json", "-o", "out", "--quiet")
        return "out/scene.rec"


class RunExports(OutputTest):
    def test_a_run_exports_every_format_and_says_the_sizes_first(self):
        text = self.good("run", "scene.json", "-o", "out", "--export", "glb,usda,obj,ply,vtk,csv").out
        for ending, start in EXPORTED.items():
            self.assertTrue((self.folder / f"out/scene.{ending}").read_bytes().startswith(start), ending)
            self.assertRegex(text, rf"(?s)will export out/scene\.{ending}: 4 frames, about [\d.]+ [kM]B\n.*steps of")
        for ending in ("obj", "ply", "vtp"):
            self.assertEqual(len(list(self.folder.glob(f"out/scene_????.{ending}"))), 4)
        self.assertFalse([name for name in self.names() if name.endswith(".part")])

    def test_a_run_exports_the_same_bytes_as_the_verb(self):
        self.good("run", "scene.json", "-o", "out", "--export", "glb,usda", "--thinning", "0", "--quiet")
        self.good("export", "out/scene.rec", "-o", "again", "--format", "glb,usda", "--thinning", "0", "--quiet")
        for ending in ("glb", "usda"):
            self.assertEqual((self.folder / f"out/scene.{ending}").read_bytes(),
                             (self.folder / f"again.{ending}").read_bytes())

    def test_wrong_exports_are_refused_before_the_run(self):
        self.assert_refused(["run", "scene.json", "-o", "out", "--export", "glb,fbx"], "'fbx' is no export format")
        self.assert_refused(["run", "scene.json", "--export", "glb"], "--export: needs a folder", "-o")
        self.assertFalse((self.folder / "out").exists())

    def test_an_export_beyond_a_gigabyte_is_refused_before_the_run(self):
        words = ["run", "scene.json", "--set", "duration=1000000", "-o", "out", "--export", "obj"]
        self.assert_refused(words, "out/scene.obj: would take about", "more than 1000.0 MB; --large allows it")
        self.assertFalse((self.folder / "out").exists())

    def test_an_interrupted_run_exports_what_it_recorded(self):
        for duration in (2, 8, 32, 128):  # a machine too quick gets more to do
            self.write("scene.json", dict(CHAIN, duration=duration))
            run = Terminal(self.folder, "run", "scene.json", "-o", "out", "--export", "csv")
            run.read_until("steps/s")
            run.process.send_signal(2)
            answer = run.finish()
            if "100 %" not in answer.out:
                break
        self.assertEqual(answer.code, 130, answer.err)
        frames = (self.folder / "out/scene.rec").read_bytes().count(b"fram")
        lines = (self.folder / "out/scene.csv").read_text().splitlines()
        self.assertEqual(len(lines), 1 + frames)
        self.assertLess(frames, 30 * duration)


class Exports(OutputTest):
    def test_some_frames_are_a_film_of_their_own(self):
        recording = self.record(duration=1, frames_per_second=20)

        def times(*words):
            self.good("export", recording, "-o", "x.csv", "--quiet", *words)
            return [float(line.split(",")[0]) for line in (self.folder / "x.csv").read_text().splitlines()[1:]]

        whole = times()
        self.assertEqual(times("--frames", "2:8:3"), whole[2:9:3])
        self.assertEqual(times("--frames", "-3:-1"), whole[-3:])
        self.assertEqual(times("--frames", "5"), whole[5:6])
        self.good("export", recording, "-o", "x.usda", "--quiet", "--frames", "0:-1:4")
        text = (self.folder / "x.usda").read_text()
        self.assertIn("timeCodesPerSecond = 5\n", text)  # as long as the whole film
        self.assertRegex(text, r"endTimeCode = 5\n")
        for wrong in ("9:2", "0:99", "a:b", "0:4:0", "1:2:3:4", "", "1:"):
            if wrong:
                self.assert_refused(["export", recording, "-o", "x.csv", "--frames", wrong], f"--frames {wrong}: ")

    def test_numpy_arrays_positions_and_point_caches_are_written_by_their_names(self):
        recording = self.record()
        self.good("export", recording, "-o", "x", "--format", "npz,positions,mdd,pc2", "--quiet")
        self.assertTrue((self.folder / "x.npz").read_bytes().startswith(b"PK"))
        self.assertTrue((self.folder / "x.positions.csv").read_text().startswith("frame,time [s],"))
        self.assertTrue(list(self.folder.glob("x_*.mdd")))
        self.assertTrue(list(self.folder.glob("x_*.pc2")))

    def test_an_unknown_format_is_refused(self):
        recording = self.record()
        self.assert_refused(["export", recording, "-o", "x.fbx"], "'fbx' is no export format")
        self.assert_refused(["export", recording, "-o", "x"], "--format")
        self.assert_refused(["export", recording, "-o", "gone/x.glb"], "there is no folder gone")

    def test_an_interrupted_export_leaves_nothing(self):
        for duration in (5, 20, 80):  # a machine too quick gets more to do
            recording = self.record(duration=duration, frames_per_second=100)
            before = self.names()
            export = Terminal(self.folder, "export", recording, "-o", "x.obj")
            export.read_until("frames, about")
            export.process.send_signal(2)
            answer = export.finish()
            if " files, " not in answer.out:
                break
        self.assertEqual(answer.code, 130, answer.err)
        self.assertIn("interrupted: the export under way was taken back", answer.err)
        self.assertEqual(self.names(), before)


class Pictures(OutputTest):
    def render(self, name, *words):
        self.good("render", self.record(), "--size", "64x36", "--samples", "1", "-o", name, *words)
        return (self.folder / name).read_bytes()

    def test_a_png_is_one(self):
        data = self.render("x.png")
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (64, 36))
        self.assertEqual(data[-8:-4], b"IEND")

    def test_a_jpg_is_one(self):
        data = self.render("x.jpg")
        self.assertEqual((data[:3], data[-2:]), (b"\xff\xd8\xff", b"\xff\xd9"))
        self.assertIn(struct.pack(">BHH", 8, 36, 64), data)  # depth, height and width of the frame's header

    def test_a_gif_is_one(self):
        data = self.render("x.gif")
        self.assertEqual((data[:6], struct.unpack("<HH", data[6:10]), data[-1:]), (b"GIF89a", (64, 36), b";"))

    def test_an_mp4_is_one_and_shows_every_frame(self):
        self.render("x.mp4")
        probe = ["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_entries",
                 "stream=codec_name,width,height,nb_read_frames,r_frame_rate", self.folder / "x.mp4"]
        done = subprocess.run(probe, capture_output=True, text=True, timeout=command_line.PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (stream,) = json.loads(done.stdout)["streams"]
        self.assertEqual(stream, {"codec_name": "h264", "width": 64, "height": 36, "r_frame_rate": "30/1",
                                  "nb_read_frames": "4"})

    def test_without_ffmpeg_a_film_is_refused_with_advice(self):
        words = ["render", self.record(), "--size", "64x36", "-o", "x.mp4"]
        before = self.names()
        answer = self.souple(*words, env={**os.environ, "PATH": "/nowhere"})
        self.assertEqual(answer.code, 2)
        self.assertIn("there is no program ffmpeg; install ffmpeg, or write single pictures", answer.err)
        self.assertEqual(self.names(), before)

    def test_an_interrupted_film_leaves_nothing(self):
        recording = self.record(duration=10)
        before = self.names()
        film = Terminal(self.folder, "render", recording, "--size", "320x180", "-o", "x.mp4")
        self.assertTrue(film.read_until("frames/s"))
        film.process.send_signal(2)
        answer = film.finish()
        self.assertEqual(answer.code, 130, answer.err)
        self.assertIn("interrupted: x.mp4 was not written", answer.err)
        self.assertEqual(self.names(), before)


    def test_an_interruption_while_the_camera_is_chosen_leaves_nothing(self):
        recording = self.record(duration=400)
        before = self.names()
        film = Terminal(self.folder, "render", recording, "--size", "64x36", "-o", "x.mp4")
        self.assertTrue(film.read_until("frames seen/s"))
        film.process.send_signal(2)
        answer = film.finish()
        self.assertEqual(answer.code, 130, answer.err)
        self.assertIn("interrupted: x.mp4 was not written", answer.err)
        self.assertEqual(self.names(), before)


class Plots(OutputTest):
    def plot(self, name, **how):
        self.good("run", "scene.json", "-o", "out", "--quiet")
        return self.souple("plot", "out/report.json", "-o", name, **how)

    def test_a_report_says_what_plots_need(self):
        report = self.report("scene.json")
        self.assertEqual(report["probes"]["mass_height"]["unit"], "m")
        (verdict,) = report["expectations"]
        self.assertEqual((verdict["probe"], verdict["at"]), ("mass_height", "end"))

    def test_a_plot_shows_units_bounds_and_stages(self):
        self.assertEqual(self.plot("x.svg").code, 0)
        svg = (self.folder / "x.svg").read_text()
        for words in ("mass_height [m]", "time [s]", "Stages of the step [s]", ">advance<"):
            self.assertIn(words, svg)
        # the bound at the end is a short green line at the right border of the axes
        places = re.findall(r'<line x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="\2" stroke="#2a8f4f"', svg)
        self.assertEqual([(float(a), float(b)) for a, _, b in places], [(437, 451)])

    def test_a_bound_on_the_mean_is_dashed_and_goes_all_across(self):
        expect = [{"probe": "mass_height", "at": "mean", "below": 1}, {"probe": "mass_height", "at": "always", "above": -1}]
        self.write("scene.json", self.balls(expect=expect))
        self.assertEqual(self.plot("x.svg").code, 0)
        svg = (self.folder / "x.svg").read_text()
        (dashed,) = re.findall(r'<line x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)" [^>]*stroke-dasharray', svg)
        self.assertEqual([float(x) for x in dashed], [70, 444])
        self.assertEqual(svg.count('fill-opacity="0.07"'), 1)  # only what holds always forbids a side

    def test_a_plot_as_png_is_one(self):
        self.assertEqual(self.plot("x.png").code, 0)
        self.assertEqual((self.folder / "x.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_without_the_converter_a_png_is_refused_with_advice(self):
        answer = self.plot("x.png", env={**os.environ, "PATH": "/nowhere"})
        self.assertEqual(answer.code, 2)
        self.assertIn("there is no program rsvg-convert; install librsvg2-bin, or write .svg", answer.err)
        self.assertFalse({"x.png", "x.png.part"} & self.names())

    def test_what_is_no_report_is_refused(self):
        self.assert_refused(["plot", "scene.json", "-o", "x.svg"], "scene.json: this is no report of souple run")


if __name__ == "__main__":
    command_line.main()
