# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""souple studio when the process that simulates dies or is stuck: edits, state and pages stay."""

import json
import os
import signal
import time

from command_line import BALLS, CommandLineTest, PATIENCE, main
from studio_server import Studio

ENDLESS = {**BALLS, "duration": 1000}


class StudioProcessTest(CommandLineTest):
    def studio(self, *words):
        self.write("scenes/balls.json", ENDLESS)
        return Studio(self, "scenes/balls.json", *words)

    def wait_status(self, page, is_wanted):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if is_wanted(status := page.say(do="status")["status"]):
                return status
        self.fail(f"waited in vain, last: {status}")

    def kill(self, studio, number=signal.SIGKILL):
        os.kill(studio.simulation(), number)

    def test_a_killed_simulation_goes_on_with_its_edits_on_the_same_socket(self):
        studio = self.studio()
        page, other = studio.page(), studio.page()
        page.say(do="set", path="gravity", value=[0, -1, 0])
        page.say(do="set", path="gravity", value=[0, -2, 0])
        page.say(do="undo")
        before = self.wait_status(page, lambda status: status["time"] > 1.5)
        first = studio.simulation()
        self.kill(studio)
        lost = page.wait_process("lost")
        self.assertIn("signal 9", lost["text"])
        again = page.wait_process("again")
        self.assertIn("3 edits not saved", again["text"])
        self.assertNotEqual(studio.simulation(), first)
        after = page.say(do="status")["status"]
        self.assertGreater(after["time"], before["time"] - 1.5)  # a state is kept every second
        self.assertEqual((after["undo"], after["redo"], after["unsaved"]), (1, 1, 3))
        self.assertGreater(after["revision"], before["revision"])
        self.assertEqual(page.say(do="scene")["scene"]["gravity"], [0, -1, 0])
        self.wait_status(page, lambda status: status["time"] > after["time"] + 0.1)  # time goes on
        other.wait_process("again")
        while other.receive()[0] != 2:  # and frames come
            pass
        self.assertTrue(page.say(do="redo")["ok"])
        self.assertEqual(page.say(do="scene")["scene"]["gravity"], [0, -2, 0])
        self.assertIn("4 edits were not saved and lost", studio.interrupt()[1])

    def test_the_state_that_is_opened_again_has_the_bits_of_the_run(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="pause")
        page.say(do="reset")
        page.say(do="step", count=20)
        page.say(do="step", count=20)
        whole = page.say(do="status")["status"]["hash"]
        page.say(do="reset")
        page.say(do="step", count=20)
        time.sleep(1.5)  # a state is kept within a second
        self.kill(studio)
        page.wait_process("again")
        status = page.say(do="status")["status"]
        self.assertEqual((status["step"], status["playing"]), (20, False))
        page.say(do="step", count=20)
        self.assertEqual(page.say(do="status")["status"]["hash"], whole)

    def test_an_order_that_was_under_way_is_refused_and_not_carried_out_again(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="pause")
        os.kill(studio.simulation(), signal.SIGSTOP)
        number = page.ask(do="set", path="gravity", value=[0, -3, 0])
        time.sleep(0.2)
        self.kill(studio, signal.SIGABRT)  # (sanitizers answer that of bad memory themselves)
        os.kill(studio.simulation(), signal.SIGCONT)
        answer = page.wait_text(lambda text: text.get("id") == number)
        self.assertFalse(answer["ok"])
        self.assertIn("signal 6", answer["error"])
        self.assertEqual(answer["do"], "set")
        page.wait_process("again")
        self.assertEqual(page.say(do="status")["status"]["unsaved"], 0)

    def test_who_dies_again_and_again_is_not_started_for_ever_and_edits_can_still_be_saved(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="set", path="gravity", value=[0, -1, 0])
        told = []
        while not told or told[-1]["state"] != "down":
            self.kill(studio)
            told.append(page.wait_process("again", "down"))
            self.assertLess(len(told), 10)
        self.assertIn("stays paused", " ".join(one["text"] for one in told))
        self.assertIn("1 edit is not saved", told[-1]["text"])
        self.assertIsNone(studio.simulation())
        self.assertIn("does not run", page.say(do="play")["error"])
        self.assertEqual(studio.page().wait_process("down")["text"], told[-1]["text"])  # who comes later hears it too
        self.assertTrue(page.say(do="save", file="scenes/kept.json")["ok"])
        self.good("check", "scenes/kept.json")
        self.assertEqual(json.loads((self.folder / "scenes/kept.json").read_text())["gravity"], [0, -1, 0])
        self.assertTrue(page.say(do="restart")["ok"])
        page.wait_process("again")
        self.assertEqual(page.say(do="scene")["scene"]["gravity"], [0, -1, 0])
        self.assertTrue(page.say(do="step")["ok"])

    def test_who_gives_no_sign_of_life_is_ended_and_the_scene_opened_again(self):
        studio = self.studio("--patience", 6)
        page = studio.page()
        page.say(do="set", path="gravity", value=[0, -1, 0])
        stuck = studio.simulation()
        os.kill(stuck, signal.SIGSTOP)
        self.assertIn("not answered", page.wait_process("busy")["text"])
        self.assertIn("no sign of life", page.wait_process("lost")["text"])
        page.wait_process("again")
        self.assertFalse(os.path.exists(f"/proc/{stuck}"))
        self.assertEqual(page.say(do="status")["status"]["unsaved"], 1)

    def test_a_recording_goes_on_where_it_was(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="pause")
        page.say(do="step", count=40)
        self.assertTrue(page.say(do="export", file="out/balls.rec")["ok"])
        page.say(do="open", scene="out/balls.rec")
        page.say(do="seek", step=3)
        time.sleep(1.5)
        self.kill(studio)
        page.wait_process("again")
        status = page.say(do="status")["status"]
        self.assertTrue(status["recording"])
        self.assertEqual(status["step"], 3)

    def test_the_simulation_ends_with_its_server(self):
        studio = self.studio()
        simulation = studio.simulation()
        studio.process.kill()
        end = time.monotonic() + PATIENCE
        while os.path.exists(f"/proc/{simulation}") and time.monotonic() < end:
            time.sleep(0.05)
            if os.path.exists(f"/proc/{simulation}/stat"):
                with open(f"/proc/{simulation}/stat", encoding="ascii") as stat:
                    if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                        return
        self.assertFalse(os.path.exists(f"/proc/{simulation}"))


if __name__ == "__main__":
    main()
