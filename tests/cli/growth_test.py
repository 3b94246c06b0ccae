# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of loading: what is four times as long takes four times as long, or is refused, and never for ever."""

import resource

import command_line
from command_line import CommandLineTest
from growing_scenes import ALWAYS_QUICK, SLOW_ONCE, scene, stones

QUICK = 0.4  # [s] of one core that nobody calls slow
STEEPEST = 9  # times as long for four times the size: linear is 4, and a square 16


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Growth(CommandLineTest):
    def cost(self, content):
        """[s] of one core, not of the clock: others may be busy."""
        self.write("scene.json", content)
        before = processor_time()
        self.good("check", "scene.json")
        return processor_time() - before

    def look_at(self, cases, scale=1):
        for name, (n, make) in cases.items():
            with self.subTest(name):
                large = self.cost(make(4 * n * scale))
                if large > QUICK * scale:
                    small = self.cost(make(n * scale))
                    self.assertLess(large, STEEPEST * small, f"{4 * n * scale} {name}: {large:.2f} s, a quarter of "
                                                             f"them {small:.2f} s")

    def test_what_was_slow_once_grows_as_it_should(self):
        self.look_at(SLOW_ONCE)

    def test_more_parts_than_can_be_told_apart_soon_are_refused(self):
        self.write("scene.json", scene(*stones(20001)))
        self.assert_refused(["check", "scene.json"], "scene.json:", "parts.a20000:",
                            "there are 20001 parts, and at most 20000 may be")

    def test_long_lists_of_every_kind_grow_as_they_should(self):
        self.look_at(SLOW_ONCE | ALWAYS_QUICK, scale=2)


if __name__ == "__main__":
    command_line.main()
