#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks on `sumi web` from this machine and from pages of other sites have no effect.

Meanwhile a page repeatedly asks for its version. Prints the longest wait and the server's memory,
and limits the wait and the growth of the memory.

Usage: hostile_test.py SUMI [--connections N] [--limit-ms MS] [--sanitized]
"""
import argparse
import json
import multiprocessing
import pathlib
import socket
import statistics
import struct
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from web_client import PATIENCE, WebServer, parse_answer, read_all  # noqa: E402

MOST_GROWTH_KIB = 128 * 1024  # messages of 16 MiB, tables of attackers' searches, allocator buffers
IMAGE = "<img src=x onerror=alert(1)>"


def check(good, *what):
    if not good:
        raise AssertionError(what)


class Page:
    """A page that queries constantly and records its waits, in a process of its own: a thread would
    wait for busy attackers."""

    def __init__(self, server):
        fork = multiprocessing.get_context("fork")
        self.socket = server.open()
        self.answers, self.over = fork.Value("i"), fork.Event()
        self.waits, theirs = fork.Pipe(duplex=False)
        self.process = fork.Process(target=self.run, args=(theirs,))
        self.process.start()
        theirs.close()

    def run(self, told):
        waits = []
        while not waits or not self.over.is_set():  # an attack may end before the first answer
            began = time.monotonic()
            answer = self.socket.ask(id=len(waits), action="version")
            check(answer["name"] == "Sumi", answer)
            waits.append(time.monotonic() - began)
            self.answers.value = len(waits)
            time.sleep(0.005)
        told.send(waits)

    def stop(self):
        """Seconds of each wait."""
        self.over.set()
        waits = self.waits.recv()
        self.process.join()
        self.socket.close()
        return waits


def refused(answer, status):
    """Requires a one-line refusal with the headers of every response."""
    check(answer[2].count(b"\n") == 1 and answer[2].endswith(b"\n"), answer)
    closed(answer, status)


def locked(answer):
    """Requires the page for strangers, with the headers of every response."""
    check(answer[1]["content-type"].startswith("text/html") and b"sumi web" in answer[2], answer)
    check(b"script" not in answer[2] and "set-cookie" not in answer[1], answer)
    closed(answer, 403)


def closed(answer, status):
    check(answer[0] == status, answer)
    check("default-src 'none'" in answer[1]["content-security-policy"], answer)
    check(answer[1]["x-content-type-options"] == "nosniff", answer)


def cross_site(server):
    locked(server.request("/"))
    locked(server.request("/?token=" + "0" * 32))
    locked(server.request("/main.js"))
    refused(server.request("/", server.cookie, host="evil.example"), 403)
    refused(server.request(server.token_target, host=f"evil.example:{server.port}"), 403)
    refused(server.request("/", server.cookie, "Content-Length: 0", method="POST"), 405)
    refused(server.request("/socket", server.cookie), 426)
    for options in ({"origin": "http://evil.example"}, {"origin": "null"}, {"origin": ""}, {"cookie": False},
                    {"origin": f"http://localhost:{server.port}"}):
        with type(server.open())(server, **options) as stranger:
            check(stranger.status == 403, options, stranger.status)


def paths(server):
    for path in ("/../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/README.md", "//etc/passwd", "/etc/passwd",
                 "/index.html/../main.js", "/main.js%00.html", "/" + "a" * 4000, "?a"):
        refused(server.page(path), 404)
    check(server.page("/")[0] == 200)


def files(server):
    """The page's files equal those in the repository, each with its type."""
    types = {".js": "text/javascript", ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml"}
    served = [file for file in (ROOT / "protocol" / "page").iterdir() if file.suffix in types]
    check(len(served) > 60, len(served))
    for file in served:
        status, headers, body = server.page("/" + file.name)
        check(status == 200 and body == file.read_bytes(), file, status)
        check(headers["content-type"].split(";")[0] == types[file.suffix], file, headers)


def bad_requests(server):
    for data in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 64 + b"\r\n\r\n", b"hello\r\n\r\n",
                 b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
                 b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
                 b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                 b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n", b"GET /" + b"a" * 100_000):
        with server.connect() as client:
            try:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                answer = read_all(client)
            except OSError:
                continue  # not read to its end
            check(answer == b"" or parse_answer(answer)[0] in (400, 403), data[:40], answer[:100])


def slow_request(server):
    """A request that arrives byte by byte: the time limit is for the whole request."""
    began = time.monotonic()
    with server.connect() as client:
        try:
            while time.monotonic() - began < 30:
                client.sendall(b"X")
                time.sleep(0.2)
        except OSError:
            pass
    check(time.monotonic() - began < 20, "a slow request is kept")


def connections(server, count):
    """Connections that are silent or stop within a request."""
    kept = []
    for i in range(count):
        client = server.connect()
        if i % 2:
            client.sendall(b"GET / HTTP/1.1\r\nHost: ")
        kept.append(client)
    check(server.page("/")[0] == 200, "strangers keep the user out")
    for client in kept:
        client.close()


def many_pages(server):
    """WebSockets beyond the limit are refused."""
    kept = [server.open() for _ in range(40)]
    states = [page.status for page in kept]
    check(set(states) == {101, 503} and states.count(101) <= 16, states)
    for page in kept:
        page.close()
    time.sleep(0.3)
    with server.open() as page:
        check(page.status == 101, page.status)


def is_cut_off(page):
    try:
        while True:
            page.receive()
    except (EOFError, ConnectionResetError, BrokenPipeError):
        return True


def frames(server):
    with server.open() as page:  # announces 2^40 bytes
        page.client.sendall(b"\x81\xff" + struct.pack(">Q", 1 << 40) + b"abcd" + b"x" * 65536)
        check(is_cut_off(page))
    with server.open() as page:  # one message of many frames
        try:
            for i in range(300):
                page.send_frame(b"x" * 65536, opcode=0 if i else 1, final=False)
        except OSError:
            pass
        check(is_cut_off(page))
    for data in (b"\x81\x02{}", b"\x8f\x80abcd", b"\xf1\x80abcd", b"\x00\x80abcd", b"\xff" * 64):
        with server.open() as page:  # no mask, unknown opcode, reserved bits, a continuation alone
            page.client.sendall(data)
            check(is_cut_off(page), data)
    with server.open() as page:  # binary
        page.send_frame(b"{}", opcode=2)
        check(is_cut_off(page))
    with server.open() as page:  # invalid UTF-8
        page.send_frame(b"\xff\xfe")
        check(is_cut_off(page))
    with server.open() as page:  # pings whose pongs nobody reads
        page.client.settimeout(1)
        try:
            for _ in range(20_000):
                page.send_frame(b"x" * 100, opcode=9)
        except OSError:
            pass


def junk_json(server):
    with server.open() as page:
        for text in ("", "[", "{", "[" * 1_000_000, '{"a":' * 150_000, "{" + ",".join(f'"{i}":1' for i in range(90_000)) + "}",
                     '"x"', "null", "{}", '{"id": {}}', '{"id": 1e400, "action": "about"}', '{"id": -1, "action": []}',
                     '{"id": 1, "action": "read", "text": 7}', '{"id": 1, "action": "read", "base64": "####"}',
                     '{"id": 1, "action": "write", "format": "../x", "moves": []}',
                     '{"id": 1, "action": "move", "seat": "black", "moves": [], "player": "mlp:/etc/passwd"}',
                     '{"id": 1, "moves": "f5", "evaluator": "/etc/passwd"}',
                     '{"id": 1, "action": "lines", "moves": [], "side": "x"}',
                     '{"id": 1, "action": "problem", "difficulty": 99}',
                     json.dumps({"id": 1, "action": "write", "format": "ggf", "moves": ["f5"] * 100_000}),
                     json.dumps({"id": "x" * 900_000, "action": "about2"})):
            page.send_frame(text.encode())
            if not text:
                continue
            answer = page.receive()
            check("error" in answer and "\n" not in answer["error"] and len(answer["error"]) < 600, text[:60], str(answer)[:600])
        check(page.ask(id=1, action="version")["name"] == "Sumi")


def big_texts(server, games):
    """A megabyte for every parser, and a message of the largest size."""
    with server.open() as page:
        began = time.monotonic()
        answer = page.ask(id=1, action="read", text="f5d6c3d3c4f4\n" * games)
        check(len(answer["games"]) == 1000 and answer["left_out"] == games - 1000, str(answer)[:100])
        print(f"    {14 * games / 1e6:.1f} MB of games: {time.monotonic() - began:.2f} s")
        for text in ("f5d6c3d3c4f4\n" * 75_000, "f5" * 490_000, "x" * 999_000, "(;GM[Othello]PB[" + "a" * 990_000,
                     "[" * 990_000, '[Black "' + '"]\n[Black "' * 90_000, "{\"moves\": [" + "\"f5\"," * 190_000 + "]}",
                     "---------------------------OX------XO--------------------------- X\n" * 14_000, "\x01" * 160_000,
                     "(;GM[2]" + "(;B[fe]" * 130_000):
            text = text[:len(text) * 1_000_000 // max(1_000_000, len(json.dumps(text)))]
            began = time.monotonic()
            answer = page.ask(id=1, action="read", text=text)
            check("games" in answer or "error" in answer, str(answer)[:100])
            check(len(answer.get("games", [])) <= 1000, text[:30])
            print(f"    {text[:20]!r}...: {time.monotonic() - began:.2f} s")


FLOOD_BYTES = (16 << 20) - 1000
FLOODS = {  # beginning, repeated part, end
    "texts in a list": ("[", '"",', "0]"),
    "texts in a query": ('{"id": 1, "moves": [', '"",', "0]}"),
    "keys": ("{", '"a": 0, ', '"a": 0}'),
    "brackets": ("[", "[", ""),
    "blanks": ("", " ", "{}"),
    "a long id": ('{"action": "about", "id": "', "x", '"}'),
    "escapes": ('{"id": 1, "action": "read", "text": "', "\\u0020", '"}'),
    "no games": ('{"id": 1, "action": "read", "text": "', "x", '"}'),
    "games": ('{"id": 1, "action": "read", "text": "', "f5d6c3d3c4f4\\n", '"}'),
    "SGF": ('{"id": 1, "action": "read", "text": "', "(;GM[2]SZ[8];B[fe];W[df])", '"}'),
    "a file": ('{"id": 1, "action": "read", "base64": "', "ZjVkNmMz", '"}'),
    "another action": ('{"id": 1, "action": "write", "comment": "', "x", '"}'),
}


def floods(server, times, kinds, patience, page):
    """Messages of the largest size: each gets one answer, and meanwhile another page gets its
    answers."""
    answered = 0
    for begin, again, end in map(FLOODS.get, kinds):
        payload = (begin + again * ((FLOOD_BYTES - len(begin) - len(end)) // len(again)) + end).encode()
        with server.open() as attacker:
            attacker.client.settimeout(patience)
            frame = attacker.frame(payload)
            for _ in range(times):
                before = page.answers.value
                attacker.client.sendall(frame)
                answer = attacker.receive()
                check("error" in answer or "games" in answer, str(answer)[:200])
                check(len(str(answer)) < 1000 or len(answer["games"]) == 1000, str(answer)[:200])
                answered += page.answers.value - before
    check(answered > 3 * times * len(kinds), answered)


def unread(server):
    """Queries whose answers are not read, then a flood of queries."""
    for message in ({"id": 1, "action": "openings"}, {"id": 1, "moves": "f5d6", "limits": {"time": 5}, "report_every": 0.01}):
        with server.open() as page:
            page.client.settimeout(2)
            try:
                for _ in range(20_000):
                    page.send(**message)
            except OSError:
                pass


def text_stays_text(server):
    """Names and comments with markup survive in every format that stores them."""
    with server.open() as page:
        game = {"moves": ["f5", "d6"], "black": IMAGE, "white": f"'\"{IMAGE}", "event": IMAGE, "comment": IMAGE,
                "notes": [{"comment": IMAGE}, {}]}
        for name in ("ggf", "sgf", "pgn"):
            written = page.ask(id=1, action="write", format=name, **game)["text"]
            again = page.ask(id=2, action="read", text=written)["games"][0]
            for key in ("black", "white", "event", "comment"):
                check(again[key] == game[key], name, key, again[key])
            check(again["notes"][0]["comment"] == IMAGE, name, again["notes"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sumi")
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--limit-ms", type=float, default=1000)
    parser.add_argument("--floods", type=int, default=1, help="messages of each kind of 16 MB")
    parser.add_argument("--only", default="", help="attacks whose names have this in them")
    parser.add_argument("--sanitized", action="store_true", help="built with sanitizers: slower, larger")
    options = parser.parse_args()
    slower = 30 if options.sanitized else 1
    games = 115_000 if options.sanitized else 1_150_000  # the largest message
    # Reading these takes minutes with sanitizers; big_texts() reads fewer.
    kinds = [kind for kind in FLOODS if not (options.sanitized and kind in ("games", "SGF"))]
    attacks = {attack.__name__: attack for attack in (cross_site, paths, files, bad_requests, many_pages, frames,
                                                      junk_json, unread, text_stays_text, slow_request)}
    attacks["connections"] = lambda server: connections(server, options.connections)
    flood = attacks["floods"] = lambda server, page: floods(server, options.floods, kinds, PATIENCE * slower, page)
    attacks["big_texts"] = lambda server: big_texts(server, games)
    with WebServer(options.sumi, "--hash-mib", "4") as server:
        with server.open() as page:
            page.ask(id=1, moves="f5d6", limits={"time": 0.1}, book=False)  # loads the weights
        for name, attack in attacks.items():
            if options.only not in name:
                continue
            page, before, began = Page(server), server.memory_kib(), time.monotonic()
            server.forget_peak()
            try:
                attack(server, page) if attack is flood else attack(server)
            finally:
                waits = [1000 * wait for wait in page.stop()]
            grown, peak = server.memory_kib() - before, server.memory_kib("VmHWM") - before
            print(f"{name}: {time.monotonic() - began:.1f} s, a page waited {statistics.median(waits):.1f} ms, "
                  f"{max(waits):.1f} ms at most ({len(waits)} times), memory {grown:+} KiB, {peak:+} at most", flush=True)
            check(max(waits) <= options.limit_ms * slower, name, max(waits))
            check(grown <= MOST_GROWTH_KIB * slower, name, grown)
        check(server.stop() == 0)


if __name__ == "__main__":
    main()
