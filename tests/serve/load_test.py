#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many good and bad clients of `sumi serve` at the same time. Every good one gets the answers of
`sumi engine`, and the server's memory does not grow. Then tests forbidden commands, shares of
threads, and shutdown by a signal.

Usage: load_test.py SUMI [--sessions N] [--at-once N] [--verbose]     (in full: 1000 sessions)
"""
import argparse
import asyncio
import pathlib
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sumi_server import LONG, PATIENCE, Server, quiet, reset, rest, say  # noqa: E402

OPTIONS = ["--hash-mib", "2", "--depth", "5", "--move-overhead-ms", "0", "--own-book", "false"]


# Scripts of good clients. Answers are deterministic: depth limits the moves, and no search is
# followed by a command that stops it or is answered during it.

def gtp_game(seed, size=8):
    """A game against itself, mixed with a few commands, some of them invalid."""
    choose = random.Random(seed)
    lines = ["name", f"boardsize {size}", "clear_board", "komi 6.5"]
    for move in range(choose.randrange(10, 40)):
        lines.append("genmove " + ("black", "white")[move % 2])
        lines += choose.sample(["showboard", "undo", "play black z9", "known_command play", "9 version",
                                "gogui-rules_legal_moves", "# a comment", "", "nonsense"],
                               choose.randrange(0, 2))
    return lines + ["showboard", "quit"]


def ugi_game(seed):
    choose = random.Random(seed)
    lines = ["ugi", "setoption name Threads value 1", "isready", "uginewgame"]
    for depth in choose.sample(range(1, 7), 4):
        lines += ["position startpos moves f5 d6 c3", f"go depth {depth}"]
    return lines


# The first client that plays from the shipped book loads it, and it is freed after the last.

def gtp_book_game(seed):
    return ["sumi-set own-book true", "sumi-book"] + gtp_game(seed)


def ugi_book_game(seed):
    return ["ugi", "setoption name OwnBook value true"] + ugi_game(seed)[1:]


def nboard_game(seed):
    depth = random.Random(seed).randrange(2, 7)
    game = "(;GM[Othello]PC[x]PB[a]PW[b]TI[5:00]TY[8]BO[8 " + "-" * 27 + "O*" + "-" * 6 + "*O" + \
           "-" * 27 + " *];)"
    # A ping after go would cancel an unfinished move.
    return ["nboard 2", f"set depth {depth}", f"set game {game}", "move F5", "ping 1", "go"]


def cassio_search(seed):
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + "X"
    depth = random.Random(seed).randrange(2, 7)
    return ["ENGINE-PROTOCOL init", f"ENGINE-PROTOCOL midgame-search {board} -64 64 {depth} 100"]


# Depends on timing.
BLUR = [(r"(?m)^(info|status|nodestats|search) .*\n", ""), (r"(?m)^(=== \w+/[^/]*)/.*$", r"\1"),
        (r"time \d+\.\d+", "time #"), (r"(?m)^set myname .*\n", ""), (r"(?m)^ok\.\n", "")]


def blurred(text):
    for pattern, by in BLUR:
        text = re.sub(pattern, by, text)
    return text


class Script:
    def __init__(self, sumi, lines):
        self.text = "".join(line + "\n" for line in lines).encode()
        done = subprocess.run([sumi, "engine", *OPTIONS], input=self.text, timeout=PATIENCE,
                              stdout=subprocess.PIPE, check=True)
        self.want = blurred(done.stdout.decode())
        assert self.want, lines


async def read_all(reader):
    return (await asyncio.wait_for(reader.read(-1), PATIENCE)).decode()


async def good(port, script, in_pieces):
    """Sends a script and returns the answers. A script without `quit` ends by end of input."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = asyncio.create_task(read_all(reader))
    for at in range(0, len(script.text), 100 if in_pieces else len(script.text)):
        writer.write(script.text[at:at + 100] if in_pieces else script.text)
        await asyncio.sleep(0.001)
    if not script.text.endswith(b"quit\n"):
        writer.write_eof()
    said = blurred(await answer)
    writer.close()
    return said


async def bad(port, kind, choose):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        if kind == "junk":
            writer.write(choose.randbytes(choose.randrange(1, 100_000)))
        elif kind == "endless line":
            for _ in range(16):
                writer.write(b"x" * 65536)
                await writer.drain()
        elif kind == "half a line":
            writer.write(b"genmove bla")
        elif kind == "nothing":
            pass
        elif kind == "gone in a search":
            writer.write(LONG)
        elif kind == "ended in a search":
            writer.write(LONG)
            writer.write_eof()
            return
        elif kind == "blank lines in a search":
            writer.write(LONG + b"\n" * 3_000_000)
            await asyncio.wait_for(writer.drain(), 2)
        elif kind == "deaf":
            reader._transport.pause_reading()
            writer.write(b"list_commands\n" * 10_000)
            await asyncio.wait_for(writer.drain(), 2)
        elif kind == "wrong protocol":
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n\x16\x03\x01\x02\x00\x01\x00\n")
        elif kind == "options":
            for option in ("hash-mib 1048576", "weights /etc/passwd", "threads 256", "size 5",
                           "isa v9", "ponder true", "evaluator x", "level 99",
                           "book /etc/passwd", "book-learn true"):
                writer.write(f"sumi-set {option}\n".encode())
            writer.write(b"loadsgf /etc/passwd\n")
        await writer.drain()
        await asyncio.sleep(choose.random() * 0.1)
    except (ConnectionError, asyncio.TimeoutError):
        pass
    finally:
        if choose.random() < 0.5:
            reset(writer)
        else:
            writer.close()


BAD = ["junk", "endless line", "half a line", "nothing", "gone in a search", "ended in a search",
       "blank lines in a search", "deaf", "wrong protocol", "options"]


async def probe(port, delays, over):
    """A client with a light load, until `over`."""
    stream = await asyncio.open_connection("127.0.0.1", port)
    while not over.is_set():
        began = time.monotonic()
        assert await say(stream, "protocol_version") == "= 2"
        delays.append((time.monotonic() - began) * 1000)
        await asyncio.sleep(0.02)
    stream[1].close()


async def load(server, scripts, sessions, at_once, verbose):
    """Runs rounds of sessions; returns the server's memory after each."""
    choose = random.Random(71)
    threads, descriptors = await rest(server)
    memory, delays, wrong = [], [], []
    per_round = max(at_once, sessions // 10)
    places = asyncio.Semaphore(at_once)

    async def one(number):
        async with places:
            if number % 4 == 3:
                await bad(server.port, BAD[number // 4 % len(BAD)], choose)
                return
            script = scripts[number % len(scripts)]
            said = await good(server.port, script, number % 2 == 1)
            if said != script.want:
                wrong.append((number, script.text.decode(), script.want, said))

    for first in range(0, sessions, per_round):
        over = asyncio.Event()
        asking = asyncio.create_task(probe(server.port, delays, over))
        await asyncio.gather(*(one(n) for n in range(first, min(first + per_round, sessions))))
        over.set()
        await asking
        await quiet(server, threads, descriptors)
        memory.append(server.status("VmRSS"))
        if verbose:
            print(f"{first + per_round} sessions: {memory[-1]} KiB", flush=True)
    for number, text, want, said in wrong[:3]:
        print(f"session {number} sent\n{text}\nwas to get\n{want}\nand got\n{said}")
    assert not wrong, f"{len(wrong)} sessions got wrong answers"
    delays.sort()
    print(f"{sessions} sessions, {at_once} at once; memory {memory[0]} KiB after the first round, "
          f"{memory[-1]} after the last, peak {server.status('VmHWM')}; a client that asks for its "
          f"version waits {delays[len(delays) // 2]:.1f} ms, "
          f"1 in 100 {delays[len(delays) * 99 // 100]:.1f}, at most {delays[-1]:.1f}")
    assert memory[-1] - min(memory[:2]) < 16 * 1024, memory
    assert delays[-1] < 10_000


async def permissions(port):
    stream = await asyncio.open_connection("127.0.0.1", port)
    assert await say(stream, "loadsgf /etc/passwd") == \
        "? cannot load file: files of this machine are not for you"
    for option in ("hash-mib 4", "weights /etc/passwd", "ponder true", "book /etc/passwd",
                   "book-learn true"):
        said = await say(stream, f"sumi-set {option}")
        assert said.startswith(f"? {option.split()[0]}: "), said
    for option in ("hash-mib 1", "hash-mib 2", "threads 256", "ponder false"):
        assert await say(stream, f"sumi-set {option}") == "=", option
    stream[1].close()


async def shares(server, threads):
    """A search has the threads divided by the number of clients."""
    base = server.status("Threads")
    streams = []
    for clients in (1, 2, 3, 4, 6):
        while len(streams) < clients:
            streams.append(await asyncio.open_connection("127.0.0.1", server.port))
            assert await say(streams[-1], "sumi-set depth 0") == "="
            assert await say(streams[-1], "sumi-set move-time-ms 86400000") == "="
        before = server.status("Threads")
        streams[-1][1].write(b"genmove black\n")
        wanted = before + max(1, threads // clients)
        for _ in range(PATIENCE * 20):
            if server.status("Threads") == wanted:
                break
            await asyncio.sleep(0.05)
        assert server.status("Threads") == wanted, (clients, before, server.status("Threads"))
    for _, writer in streams:
        writer.close()
    await quiet(server, base, server.descriptors() - len(streams))


async def end_in_searches(server, clients):
    streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(clients)]
    for _, writer in streams:
        writer.write(LONG)
    await asyncio.sleep(0.5)
    taken = server.end()
    print(f"SIGTERM during {clients} searches: over after {taken:.0f} ms")
    assert taken < 10_000
    for _, writer in streams:
        writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sumi")
    parser.add_argument("--sessions", type=int, default=80)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()

    with_book = [Script(args.sumi, lines) for lines in
                 [gtp_book_game(6), gtp_book_game(7), ugi_book_game(3)]]
    assert all(" book\n" in script.want for script in with_book[:2])  # their tables
    scripts = with_book + [Script(args.sumi, lines) for lines in
                           [gtp_game(seed, (8, 8, 6)[seed % 3]) for seed in range(6)] +
                           [ugi_game(1), ugi_game(2), nboard_game(1), nboard_game(2), cassio_search(1)]]
    with Server(args.sumi, *OPTIONS, "--threads", "1", "--end-timeout", "5",
                "--stall-timeout", "1", "--max-clients", str(args.at_once + 20)) as server:
        asyncio.run(load(server, scripts, args.sessions, args.at_once, args.verbose))
        asyncio.run(permissions(server.port))
        asyncio.run(end_in_searches(server, args.at_once))
    with Server(args.sumi, "--threads", "6", "--hash-mib", "1", "--own-book", "false") as server:
        asyncio.run(shares(server, 6))
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
