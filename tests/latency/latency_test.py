#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how fast `sumi engine` answers during a search with all threads.

Each round starts an endless search, waits for its first output and a random time, sends a query and
a stop, and times both answers. Prints the median, the worst 1% and the maximum in ms; fails if an
answer exceeds the limit.

Usage: latency_test.py SUMI [--rounds N] [--threads N] [--limit-ms MS]   (in full: 1000 rounds, 50
ms)
"""
import argparse
import queue
import random
import subprocess
import sys
import threading
import time

UGI_GAME = ["ugi", "uginewgame", "position startpos moves f5"]
NBOARD_GAME = ["nboard 2", "set depth 60", "set game (;GM[Othello]PC[x]PB[a]PW[b]TI[5:00]TY[8]BO[8 " +
               "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27 + " *];)"]


class Dialogue:
    """Exchanges lines; each received line has the time at which it was read."""

    def __init__(self, command):
        self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.engine.stdout:
            self.lines.put((time.perf_counter(), line.rstrip("\n")))
        self.lines.put((time.perf_counter(), None))

    def say(self, line):
        self.engine.stdin.write(line + "\n")
        self.engine.stdin.flush()

    def hear(self, start):
        """The time of the first line with this prefix; "": the first empty line."""
        while True:
            at, line = self.lines.get(timeout=60)
            if line is None:
                sys.exit("the engine has gone")
            if line.startswith(start) if start else not line:
                return at

    def timed(self, line, answer):
        asked = time.perf_counter()
        self.say(line)
        return 1000 * (self.hear(answer) - asked)

    def close(self):
        self.engine.stdin.close()
        self.engine.wait(60)


def ugi(dialogue, rounds):
    for line in UGI_GAME:
        dialogue.say(line)
    dialogue.say("setoption name OwnBook value false")  # book answers are not searches
    dialogue.timed("isready", "readyok")
    for _ in rounds:
        dialogue.say("go infinite")
        dialogue.hear("info")
        time.sleep(random.uniform(0, 0.02))
        yield "isready", dialogue.timed("isready", "readyok")
        yield "stop", dialogue.timed("stop", "bestmove")


def nboard(dialogue, rounds):
    for line in NBOARD_GAME:
        dialogue.say(line)
    dialogue.say("set own-book false")
    for number in rounds:
        dialogue.say("hint 1")
        dialogue.hear("search")
        time.sleep(random.uniform(0, 0.02))
        yield "ping", dialogue.timed(f"ping {number}", f"pong {number}")


def gtp(dialogue, rounds):
    dialogue.timed("sumi-set own-book false", "")
    for _ in rounds:
        dialogue.timed("clear_board", "")
        dialogue.say("sumi-analyze black 1")
        dialogue.hear("info")
        time.sleep(random.uniform(0, 0.02))
        yield "# interrupt", dialogue.timed("# interrupt", "")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("sumi")
    options.add_argument("--rounds", type=int, default=1000)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--limit-ms", type=float, default=50)
    options = options.parse_args()
    random.seed(7)
    late = False
    print("protocol  question      median    99%   worst ms")
    for name, play in ("ugi", ugi), ("nboard", nboard), ("gtp", gtp):
        dialogue = Dialogue([options.sumi, "engine", "--protocol", name, "--threads",
                             str(options.threads)])
        times = {}
        for question, ms in play(dialogue, range(1, options.rounds + 1)):
            times.setdefault(question, []).append(ms)
        dialogue.close()
        for question, found in times.items():
            found.sort()
            worst = found[-1]
            late |= worst > options.limit_ms
            print(f"{name:9} {question:12} {found[len(found) // 2]:7.2f} "
                  f"{found[len(found) * 99 // 100]:6.2f} {worst:7.2f}")
    sys.exit(f"more than {options.limit_ms} ms" if late else 0)


main()
