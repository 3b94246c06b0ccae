# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""What tests of the studio's server share: the program as a server, and a WebSocket spoken by hand."""

import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import unittest

from command_line import PATIENCE, PROGRAM


class Studio:
    """`souple studio` on any free port; ends with the test."""

    def __init__(self, test, *words, folder=None):
        self.process = subprocess.Popen([str(PROGRAM), "studio", "--no-open", *map(str, words)],
                                        cwd=folder or test.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.test = test
        test.addCleanup(self.end)
        line = self.process.stdout.readline()
        found = re.match(r"souple studio: http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/$", line.strip())
        if not found:
            err = self.process.communicate(timeout=PATIENCE)[1]
            if "built without the studio's page" in err:
                raise unittest.SkipTest("the program was built without the studio's page (npm was missing)")
            raise AssertionError(f"no address: {line} {err}")
        self.port, self.token = int(found.group(1)), found.group(2)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def request(self, target, method="GET", **headers):
        """(status, body) of one request; header names are written with underscores."""
        lines = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"}
        lines.update({name.replace("_", "-"): value for name, value in headers.items()})
        with self.connect() as link:
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            link.sendall(f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode())
            answer = b""
            while piece := link.recv(65536):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        return (int(head.split()[1]) if head else 0), body

    def page(self, **headers):
        page = Page(self, **headers)
        self.test.addCleanup(page.link.close)
        return page

    def simulation(self):
        """The id of the process that simulates, or None while there is none."""
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/children", encoding="ascii") as children:
                if ids := children.read().split():
                    return int(ids[0])
        return None

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


class Page:
    """A page without a browser: texts as JSON, frames as bytes."""

    def __init__(self, studio, token=None, **headers):
        self.link, self.rest, self.next = studio.connect(), b"", 1
        lines = {"Host": f"127.0.0.1:{studio.port}", "Upgrade": "websocket", "Connection": "Upgrade",
                 "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
        lines.update(headers)
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        target = f"/{studio.token if token is None else token}/socket"
        self.link.sendall(f"GET {target} HTTP/1.1\r\n{head}\r\n".encode())
        while b"\r\n\r\n" not in self.rest:
            piece = self.link.recv(65536)
            if not piece:
                break
            self.rest += piece
        answer, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.status = int(answer.split()[1])

    def send(self, payload, kind=1):
        size, mask = len(payload), os.urandom(4)
        length = bytes([0x80 | size]) if size < 126 else (
            b"\xfe" + struct.pack(">H", size) if size < 65536 else b"\xff" + struct.pack(">Q", size))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.link.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def take(self, count):
        while len(self.rest) < count:
            piece = self.link.recv(1 << 20)
            if not piece:
                raise ConnectionError("the studio closed the socket")
            self.rest += piece
        piece, self.rest = self.rest[:count], self.rest[count:]
        return piece

    def receive(self):
        """(kind, payload): 1 is a text, 2 a frame."""
        first, length = self.take(2)
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        return first & 15, self.take(length)

    def wait_text(self, is_wanted):
        """The next text that is wanted; other texts and frames before it are dropped."""
        while True:
            kind, payload = self.receive()
            if kind == 8:
                raise ConnectionError("the studio closed the socket")
            if kind == 1 and is_wanted(answer := json.loads(payload)):
                return answer

    def ask(self, **order):
        """Sends an order; its number comes back."""
        order["id"], self.next = self.next, self.next + 1
        self.send(json.dumps(order).encode())
        return order["id"]

    def say(self, **order):
        """Sends an order and waits for its answer."""
        number = self.ask(**order)
        return self.wait_text(lambda answer: answer.get("id") == number)

    def wait_process(self, *states):
        """The next news of the process that simulates, of one of these states."""
        return self.wait_text(lambda text: text.get("do") == "process" and text["state"] in states)
