# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""souple studio: who is let in, what hostile messages get, and how it ends. The page has tests of its own."""

import json
import random
import struct

from command_line import BALLS, CommandLineTest, main
from studio_server import Studio


class StudioTest(CommandLineTest):
    def studio(self, *words):
        self.write("scenes/balls.json", BALLS)
        return Studio(self, "scenes/balls.json", *words)

    def test_only_those_with_the_address_are_let_in(self):
        studio = self.studio()
        home = f"/{studio.token}/"
        self.assertEqual(studio.request(home)[0], 200)
        self.assertEqual(json.loads(studio.request(home + "schema.json")[1])["type"], "object")
        for target in ["/", "/app.js", "/" + "0" * 32 + "/", home[:-1], home[:-2] + "/"]:
            self.assertEqual(studio.request(target)[0], 403, target)
        self.assertEqual(studio.request(home, Host="evil.example")[0], 403)
        self.assertEqual(studio.request(home, Origin="http://evil.example")[0], 403)
        self.assertEqual(studio.page(token="0" * 32).status, 403)
        self.assertEqual(studio.page(Origin="http://evil.example").status, 403)
        self.assertEqual(studio.page(Origin=f"http://127.0.0.1:{studio.port}").status, 101)

    def test_no_file_but_pictures_of_the_gallery_is_handed_out(self):
        self.write("docs/gallery/balls.jpg", b"\xff\xd8picture")
        self.write("docs/gallery/notes.txt", "secret")
        studio = self.studio()
        home = f"/{studio.token}/"
        self.assertEqual(studio.request(home + "docs/gallery/balls.jpg"), (200, b"\xff\xd8picture"))
        for target in ["docs/gallery/notes.txt", "scenes/balls.json", "docs/gallery/../gallery/balls.jpg",
                       "docs/gallery/%2e%2e/x.jpg", "../../etc/passwd", "/etc/passwd"]:
            self.assertEqual(studio.request(home + target)[0], 404, target)
        self.assertEqual(studio.request(home, method="POST", Content_Length="0")[0], 405)

    def test_a_head_or_message_that_is_too_long_is_cut_off_and_others_go_on(self):
        studio = self.studio()
        try:
            status = studio.request("/" + "a" * 20000)[0]
        except ConnectionError:
            status = 0
        self.assertNotEqual(status, 200)
        page, other = studio.page(), studio.page()
        page.send(b"x" * 100000)
        with self.assertRaises((ConnectionError, OSError)):
            for _ in range(1000):
                page.say(do="status")
        self.assertTrue(other.say(do="status")["ok"])

    def test_a_recording_is_played_and_says_nothing_is_lost(self):
        self.write("scenes/balls.json", BALLS)
        first = Studio(self, "scenes/balls.json")
        page = first.page()
        page.say(do="step", count=3)
        self.assertTrue(page.say(do="export", file="out/balls.rec")["ok"])
        page.say(do="set", path="gravity", value=[0, -1, 0])
        self.assertIn("1 edit was not saved and lost", first.interrupt()[1])
        studio = Studio(self, "out/balls.rec")
        page = studio.page()
        status = page.say(do="status")["status"]
        self.assertTrue(status["recording"])
        self.assertIn("recording", page.say(do="set", path="gravity", value=[0, 0, 0])["error"])
        self.assertTrue(page.say(do="seek", step=0)["ok"])
        self.assertNotIn("lost", studio.interrupt()[1].splitlines()[-1])

    def test_hostile_messages_are_answered_and_change_nothing(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="pause")
        before = page.say(do="status")["status"]
        chance = random.Random(5)
        for _ in range(200):
            page.send(bytes(chance.randrange(32, 127) for _ in range(chance.randrange(1, 60))))
        for message in [b"", b"{", b"[" * 5000, b'{"do":"set","path":"step","value":-1}', b'{"do":"save","file":"../x.json"}',
                        b'{"do":"show","quantity":7}', b'{"do":"open","scene":"/etc/passwd"}']:
            page.send(message)
        page.send(b"\x00\x01", kind=2)
        after = page.say(do="status")["status"]
        self.assertEqual(after["hash"], before["hash"])
        self.assertEqual(after["revision"], before["revision"])

    def test_an_export_overwrites_only_when_it_is_told_to(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="pause")
        page.say(do="step", count=3)
        for name in ["out/balls.rec", "out/balls.obj"]:
            self.assertTrue(page.say(do="export", file=name)["ok"])
            before = self.contents()
            refused = page.say(do="export", file=name)
            self.assertFalse(refused["ok"])
            self.assertTrue(refused["exists"])
            self.assertIn("would be overwritten", refused["error"])
            self.assertFalse(page.say(do="export", file=name, overwrite="yes")["ok"])
            self.assertEqual(self.contents(), before)
            self.assertTrue(page.say(do="export", file=name, overwrite=True)["ok"])

    def test_two_pages_see_the_same_world(self):
        studio = self.studio()
        one, two = studio.page(), studio.page()
        one.say(do="pause")
        one.say(do="reset")
        self.assertEqual(one.say(do="step", count=3)["step"], 3)
        self.assertEqual(two.say(do="status")["status"]["hash"], one.say(do="status")["status"]["hash"])
        self.assertEqual(two.say(do="status")["status"]["step"], 3)

    def test_frames_carry_places_as_floats(self):
        studio = self.studio()
        page = studio.page()
        kind, payload = page.receive()
        while kind != 2:
            kind, payload = page.receive()
        mark, size = struct.unpack("<4sI", payload[:8])
        head = json.loads(payload[8:8 + size])
        self.assertEqual(mark, b"SPL1")
        first = head["structures"][0]
        numbers = payload[8 + size:]
        self.assertLessEqual(4 * (first["positions"] + 3 * first["count"]), len(numbers))

    def test_a_page_that_reads_nothing_does_not_stall_the_world(self):
        studio = self.studio()
        idle, page = studio.page(), studio.page()
        page.say(do="play")
        first = page.say(do="status")["status"]["step"]
        for _ in range(200):
            last = page.say(do="step")["step"]
        self.assertGreaterEqual(last, first + 200)
        self.assertEqual(idle.status, 101)

    def test_an_interruption_ends_it_cleanly(self):
        studio = self.studio()
        page = studio.page()
        page.say(do="play")
        code, out, err = studio.interrupt()
        self.assertEqual(code, 0, err)
        self.assertIn("stopped", out)

    def test_a_bad_scene_or_a_port_in_use_is_refused(self):
        studio = self.studio()
        self.write("scenes/bad.json", {**BALLS, "step": -1})
        self.assert_refused(["studio", "--no-open", "scenes/bad.json"], "step")
        self.assert_refused(["studio", "--no-open", "scenes/none.json"], "none.json")
        self.assert_refused(["studio", "--no-open", "/etc/passwd"], "outside")
        self.assert_refused(["studio", "--no-open", "--port", studio.port], f"port {studio.port}")
        self.assert_refused(["studio-simulation"], "souple studio")


if __name__ == "__main__":
    main()
