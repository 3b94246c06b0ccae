# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of tools/check_hosts.py."""

import unittest

from planted import PlantedTree


class Hosts(PlantedTree):
    tool = "check_hosts.py"

    def test_ordinary_text_passes(self):
        text = "cd build/work and see https://example.org/papers/home/x\nhttp://127.0.0.1:8080\n${dir}/work a/root ./home/x\n"
        self.write("docs/a.md", text)
        self.assert_passes()

    def test_paths_of_a_machine_are_seen(self):
        for path in ("/work/main/src", "/tmp/b-tools", "/home/someone/x", "/root/.cache"):
            with self.subTest(path):
                self.write("docs/a.md", f"one\nsee {path}\n")
                self.assert_fails("docs/a.md:2")

    def test_package_hosts_are_seen(self):
        for host in ("https://nexus.example.com/x", "pypi.org", "http://deb.debian.org/debian", "http://10.0.0.7/apt",
                     "https://packages.something.internal/x", "my-mirror.example.net"):
            with self.subTest(host):
                self.write("tools/a", f"get {host}\n")
                self.assert_fails("tools/a:1")


if __name__ == "__main__":
    unittest.main()
