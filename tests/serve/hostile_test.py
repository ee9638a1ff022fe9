#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hostile clients of `sumi serve` beside honest clients that play. Every honest client gets the
answers of `sumi engine` in time. Every hostile one is disconnected as the options say. The server's
memory, threads and descriptors return to their initial values.

Then measures how long a new client waits for its first answer beside endless searches.

Usage: hostile_test.py SUMI [--hostile N] [--at-once N] [--honest N] [--endless N] [--tries N]
                       [--limit-ms MS] [--sanitized]
In full: --hostile 1000 --at-once 100 --honest 10 --endless 63 --tries 100 --limit-ms 100. Uses only
127.0.0.1. --sanitized: does not check memory, because sanitizers keep freed memory.
"""
import argparse
import asyncio
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sumi_server import LONG, PATIENCE, Server, quiet, reset, rest  # noqa: E402

ENGINE = ["--hash-mib", "2", "--depth", "4", "--own-book", "false", "--move-overhead-ms", "0"]
IDLE, STALL, END, MOVE = 2, 1, 1, 5  # seconds, for the options below
LIMITS = ["--idle-timeout", str(IDLE), "--stall-timeout", str(STALL), "--end-timeout", str(END),
          "--max-move-time", str(MOVE), "--max-unsent-kib", "256", "--max-waiting-kib", "256"]
SLACK = 30  # seconds that a server under load may be late


def gtp_script(seed):
    """Chooses each move, then plays it."""
    choose = random.Random(seed)
    lines = ["name", "clear_board"]
    for move in range(choose.randrange(8, 20)):
        color = ("black", "white")[move % 2]
        lines += [f"reg_genmove {color}", f"genmove {color}"]
    return lines + ["showboard", "sumi-set hash-mib 4"]


def ugi_script(seed):
    choose = random.Random(seed)
    lines = []
    for _ in range(12):
        lines += ["position startpos moves f5 d6 c3", f"go depth {choose.randrange(2, 6)}"]
    return ["ugi", "isready"] + lines


class Honest:
    """A script, its answers on a pipe, and consecutive clients that send it."""

    def __init__(self, sumi, seed):
        self.gtp = seed % 2 == 0
        self.lines = gtp_script(seed) if self.gtp else ugi_script(seed)
        self.want = self.alone(sumi)
        if self.gtp:
            self.want.pop()  # the server refuses the last command

    def alone(self, sumi):
        """Answers on a pipe, each read before the next query."""
        with subprocess.Popen([sumi, "engine", *ENGINE], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, encoding="ascii") as engine:
            answers = []
            for ask in self.asks():
                engine.stdin.write(ask + "\n")
                engine.stdin.flush()
                answer = engine.stdout.readline()
                while self.gtp and not answer.endswith("\n\n"):
                    answer += engine.stdout.readline()
                while not self.gtp and not answer.startswith(("readyok", "bestmove")):
                    answer = engine.stdout.readline()
                answers.append(answer)
            engine.stdin.close()
            assert engine.wait(PATIENCE) == 0
            return answers

    def asks(self):
        """The queries that get an answer, each with the lines to send."""
        if self.gtp:
            return self.lines
        asks, text = [], ""
        for line in self.lines:
            text += line + "\n"
            if line.startswith(("isready", "go")):
                asks.append(text[:-1])
                text = ""
        return asks

    async def answer(self, reader):
        if self.gtp:
            return (await asyncio.wait_for(reader.readuntil(b"\n\n"), PATIENCE)).decode()
        while True:
            line = (await asyncio.wait_for(reader.readline(), PATIENCE)).decode()
            assert line, "the server has gone"
            if line.startswith(("readyok", "bestmove")):
                return line

    async def play(self, port, times, over):
        games = 0
        while games == 0 or not over.is_set():
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for number, ask in enumerate(self.asks()):
                began = time.monotonic()
                writer.write(ask.encode() + b"\n")
                said = await self.answer(reader)
                times.append((time.monotonic() - began) * 1000)
                if number < len(self.want):
                    assert said == self.want[number], (ask, self.want[number], said, times[-1])
                else:
                    assert said.startswith("? hash-mib: "), said
                await asyncio.sleep(0.005)
            writer.close()
            games += 1
        return games


# Hostile clients. Each ends within bounded time and checks that the server enforces its limits.

async def gone(reader, seconds):
    """Waits until the server disconnects; returns its output."""
    try:
        return await asyncio.wait_for(reader.read(-1), seconds + SLACK)
    except ConnectionError:
        return b""


async def garbage(reader, writer, choose):
    writer.write(choose.randbytes(choose.randrange(1, 60_000)))
    await writer.drain()
    await asyncio.sleep(choose.random() * 0.2)


async def drip(reader, writer, choose):
    """Sends a byte now and then, but no command."""
    byte = choose.choice([b"x", b"\n", b" ", b"\r\n"])
    until = time.monotonic() + IDLE + SLACK
    ended = asyncio.create_task(gone(reader, IDLE))
    while not ended.done():
        assert time.monotonic() < until, "drips endlessly"
        writer.write(byte)
        await asyncio.sleep(0.1)
    await ended


async def silent(reader, writer, choose):
    await gone(reader, IDLE)


async def endless_line(reader, writer, choose):
    for _ in range(64):
        writer.write(b"x" * 65536)
        await writer.drain()


async def deaf(reader, writer, choose):
    """Sends many queries and reads nothing."""
    reader._transport.pause_reading()
    for _ in range(400):
        writer.write(b"list_commands\n" * 1000)
        await asyncio.wait_for(writer.drain(), STALL + SLACK)
    raise AssertionError("is served and does not read")


async def half_open(reader, writer, choose):
    """Closes its input during a search."""
    writer.write(LONG)
    writer.write_eof()
    await gone(reader, END)


async def resets(reader, writer, choose):
    writer.write(choose.choice([LONG, b"genmove bla", b"go infinite\n" * 1000]))
    await writer.drain()
    await asyncio.sleep(choose.random() * 0.1)
    reset(writer)


async def http(reader, writer, choose):
    body = b"genmove black\nlist_commands\nquit\n"
    head = choose.choice([b"GET / HTTP/1.1\r\n", b"HEAD /x HTTP/1.0\r\n", b"POST / HTTP/1.1\r\n",
                          b"PUT /" + b"a" * 70_000 + b" HTTP/1.1\r\n"])
    writer.write(head + b"Host: 127.0.0.1\r\nContent-Length: 34\r\n\r\n" + body)
    said = await gone(reader, 0)
    assert said.startswith(b"HTTP/1.1 400 ") or said == b"", said
    assert b"= " not in said and b"? " not in said, said


async def endless_search(reader, writer, choose):
    """The server answers other clients meanwhile."""
    writer.write(b"uci\nsetoption name OwnBook value false\nposition startpos moves f5 d6 c3\n"
                 b"go infinite\n")
    began = time.monotonic()
    said = await asyncio.wait_for(reader.readuntil(b"bestmove"), MOVE + SLACK)
    assert said.count(b"bestmove") == 1
    assert time.monotonic() - began > MOVE * 0.9
    await gone(reader, IDLE)


async def greedy(reader, writer, choose):
    for option in ("hash-mib 1048576", "hash-mib 99999999999999", "threads 100000", "ponder true",
                   "weights /etc/passwd", "book /etc/passwd"):
        writer.write(f"sumi-set {option}\n".encode())
        said = await asyncio.wait_for(reader.readuntil(b"\n\n"), SLACK)
        assert said.startswith(b"? "), said


KINDS = [garbage, drip, endless_line, deaf, half_open, resets, http, silent, endless_search, greedy]


async def attack(port, kind, choose):
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionError:
        return
    try:
        await kind(reader, writer, choose)
    except ConnectionError:
        pass  # disconnected by the server
    finally:
        if choose.random() < 0.5 and not writer.is_closing():
            reset(writer)
        else:
            writer.close()


def shares(times, limit=None):
    times = sorted(times)
    text = (f"median {times[len(times) // 2]:.1f} ms, 99 of 100 within "
            f"{times[max(0, len(times) * 99 // 100 - 1)]:.1f}, at most {times[-1]:.1f}")
    return text + (f", {sum(t > limit for t in times)} of {len(times)} over {limit}" if limit else "")


async def wave(server, honest, hostile, at_once, choose):
    """Answer times of the honest clients, and their games."""
    over = asyncio.Event()
    times = []
    games = [asyncio.create_task(each.play(server.port, times, over)) for each in honest]
    places = asyncio.Semaphore(at_once)

    async def one(number):
        async with places:
            await attack(server.port, KINDS[number % len(KINDS)], choose)

    try:
        await asyncio.gather(*(one(number) for number in range(hostile)))
    finally:
        over.set()
    return times, sum(await asyncio.gather(*games))


async def siege(server, honest, args):
    threads, descriptors = await rest(server)
    choose = random.Random(7)
    times, games = await wave(server, honest, len(KINDS), len(KINDS), choose)  # warm-up
    await quiet(server, threads, descriptors)
    memory = [server.status("VmRSS")]
    waves = max(1, args.hostile // max(args.at_once, 200))
    for _ in range(waves):
        more, played = await wave(server, honest, args.hostile // waves, args.at_once, choose)
        times += more
        games += played
        await quiet(server, threads, descriptors)
        memory.append(server.status("VmRSS"))
    print(f"{waves} waves, {args.hostile} hostile clients, {args.at_once} at once, beside "
          f"{len(honest)} honest ones: {games} games and {len(times)} answers of these were right, "
          f"{shares(times)}; memory after each wave {memory} KiB, peak {server.status('VmHWM')}; "
          f"{threads} threads and {descriptors} descriptors before and after", flush=True)
    assert args.sanitized or memory[-1] - memory[min(1, len(memory) - 2)] < 16 * 1024, memory


async def first_answers(server, args):
    """First answers to consecutive new clients next to endless searches."""
    endless = []
    for _ in range(args.endless):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"ugi\nsetoption name OwnBook value false\n"
                     b"position startpos moves f5 d6 c3\ngo infinite\n")
        endless.append((asyncio.create_task(reader.read(-1)), writer))
    await asyncio.sleep(1)
    times = []
    for _ in range(args.tries):
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"name\n")
        said = await asyncio.wait_for(reader.readuntil(b"\n\n"), PATIENCE)
        times.append((time.monotonic() - began) * 1000)
        assert said == b"= Sumi\n\n", said
        writer.close()
        await asyncio.sleep(0.1)
    for task, writer in endless:
        writer.close()
        task.cancel()
    print(f"first answers beside {args.endless} endless searches: {shares(times, 100)}", flush=True)
    if args.limit_ms:
        late = sum(t > args.limit_ms for t in times)
        assert late * 100 <= len(times) and max(times) <= 5 * args.limit_ms, sorted(times)[-5:]
    assert sorted(times)[len(times) // 2] < 5000


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sumi")
    parser.add_argument("--hostile", type=int, default=40)
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--honest", type=int, default=4)
    parser.add_argument("--endless", type=int, default=8)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--limit-ms", type=int, default=0)
    parser.add_argument("--sanitized", action="store_true")
    args = parser.parse_args()

    if args.hostile:
        honest = [Honest(args.sumi, seed) for seed in range(args.honest)]
        with Server(args.sumi, *ENGINE, *LIMITS, "--threads", "1", "--max-clients",
                    str(args.at_once + args.honest + 20)) as server:
            asyncio.run(siege(server, honest, args))
    if args.endless:
        with Server(args.sumi, "--max-clients", str(args.endless + 1)) as server:
            asyncio.run(first_answers(server, args))
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
