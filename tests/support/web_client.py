# SPDX-License-Identifier: MIT
"""`sumi web` and its clients. They use plain sockets, so that tests can send what no browser
would."""
import base64
import json
import os
import pathlib
import re
import socket
import struct
import subprocess

PATIENCE = 60  # seconds


class WebServer:
    """A `sumi web` on a free port of an IPv4 address; logs standard error to `log`."""

    def __init__(self, sumi, *options, bind="127.0.0.1", log=subprocess.DEVNULL):
        self.process = subprocess.Popen([sumi, "web", "--port", "0", "--no-browser", "--bind", bind, *options],
                                        stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://([\d.]+):(\d+)(/\?token=[0-9a-f]{32})", self.address)
        assert found and found[1] == bind, self.address
        self.bind, self.port, self.token_target = bind, int(found[2]), found[3]
        self.host = f"{bind}:{self.port}"
        self._cookie = None

    def connect(self):
        return socket.create_connection((self.bind, self.port), timeout=PATIENCE)

    def request(self, target, *headers, method="GET", host=None):
        """Status, headers (lower case) and body of the response."""
        with self.connect() as client:
            lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.host}", "Connection: close", *headers]
            client.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
            return parse_answer(read_all(client))

    @property
    def cookie(self):
        if self._cookie is None:
            status, headers, _ = self.request(self.token_target)
            assert status == 200, (status, headers)
            self._cookie = "Cookie: " + headers["set-cookie"].split(";")[0]
        return self._cookie

    def page(self, target, *headers):
        return self.request(target, self.cookie, *headers)

    def open(self):
        return WebSocket(self)

    def memory_kib(self, what="VmRSS"):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"{what}:\s+(\d+)", status.read())[1])

    def forget_peak(self):
        """Resets VmHWM, the peak memory."""
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def stop(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def read_all(client):
    data = b""
    while True:
        part = client.recv(1 << 16)
        if not part:
            return data
        data += part


def parse_answer(data):
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return int(lines[0].split()[1]), headers, body


class WebSocket:
    """A WebSocket of a page; messages are JSON objects."""

    def __init__(self, server, origin=None, cookie=True):
        self.client = server.connect()
        self.rest = b""
        lines = ["GET /socket HTTP/1.1", f"Host: {server.host}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13"]
        if origin != "":
            lines.append(f"Origin: {origin or 'http://' + server.host}")
        if cookie:
            lines.append(server.cookie)
        self.client.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            part = self.client.recv(4096)
            if not part:
                break
            self.rest += part
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0

    def send(self, **message):
        self.send_frame(json.dumps(message).encode())

    def send_frame(self, payload, opcode=1, final=True):
        self.client.sendall(self.frame(payload, opcode, final))

    def frame(self, payload, opcode=1, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        whole = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
        return head + mask + masked

    def _take(self, count):
        while len(self.rest) < count:
            part = self.client.recv(1 << 16)
            if not part:
                raise EOFError("the socket is closed")
            self.rest += part
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def receive(self):
        """The next message; EOFError at the end."""
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            if first & 0xF == 8:
                raise EOFError(payload)
            if first & 0xF in (0, 1):
                message += payload
                if first & 0x80:
                    return json.loads(message)

    def ask(self, **message):
        """Sends a message and returns its last answer; drops earlier ones."""
        self.send(**message)
        while True:
            answer = self.receive()
            if answer.get("id") == message.get("id") and answer.get("final", True):
                return answer

    def close(self):
        self.client.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
