# SPDX-License-Identifier: MIT
"""A `sumi serve` under test, and helpers for its clients."""
import asyncio
import os
import re
import signal
import socket
import struct
import subprocess
import time

PATIENCE = 120  # seconds per session; only a dead server takes longer

LONG = b"sumi-set depth 0\nsumi-set move-time-ms 86400000\ngenmove black\n"  # an endless search


class Server:
    """Context manager that ends with SIGTERM, or with SIGKILL after a failed check."""

    def __init__(self, sumi, *options):
        self.process = subprocess.Popen(
            [sumi, "serve", "--port", "0", *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stderr.readline().decode()
        found = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", line)
        if not found:
            self.process.kill()
            raise AssertionError(line)
        self.port = int(found[1])

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            self.process.kill()
        elif self.process.returncode is None:
            self.end()

    def end(self):
        """Ends the server by SIGTERM; returns the milliseconds taken. Requires no output beyond its
        first line."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()  # if still running
        taken = (time.monotonic() - began) * 1000
        assert (out, err, self.process.returncode) == (b"", b"", 0), (out, err)
        return taken

    def status(self, field):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(rf"(?m)^{field}:\s+(\d+)", file.read())[1])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def reset(writer):
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def say(stream, line):
    """Sends a line; returns the first line of the GTP response."""
    reader, writer = stream
    writer.write(line.encode() + b"\n")
    said = await asyncio.wait_for(reader.readline(), PATIENCE)
    while said.strip() and (await asyncio.wait_for(reader.readline(), PATIENCE)).strip():
        pass
    return said.decode().strip()


async def rest(server):
    """Threads and descriptors without clients."""
    stream = await asyncio.open_connection("127.0.0.1", server.port)
    await say(stream, "quit")
    assert await stream[0].read() == b""
    stream[1].close()
    await asyncio.sleep(0.5)
    return server.status("Threads"), server.descriptors()


async def quiet(server, threads, descriptors):
    """Waits until the server has no clients."""
    for _ in range(PATIENCE * 20):
        if (server.status("Threads"), server.descriptors()) == (threads, descriptors):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"threads {server.status('Threads')}, were {threads}; descriptors "
                         f"{server.descriptors()}, were {descriptors}")
