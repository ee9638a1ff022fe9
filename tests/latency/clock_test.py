#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures whether `sumi engine` keeps its time per move under load.

Plays moves over a pipe with a fixed time per move. Measures the wall time of each answer, including
the delay of the pipe. Prints the median, the worst 1% and the maximum in ms, and the number of late
answers; fails if there are more than --most-late.

Usage: clock_test.py SUMI [--rounds N] [--time-ms MS] [--spinners N] [--most-late N]
(in full: 1000 rounds at 100 and at 1000 ms with 8 spinners of equal priority, none late)
"""
import argparse
import multiprocessing
import subprocess
import sys
import time


def spin():
    while True:
        pass


def play(program, rounds, limit_ms):
    """Wall times of the answers in ms."""
    engine = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1)

    def say(line):
        engine.stdin.write(line + "\n")

    def hear(start):
        for line in engine.stdout:
            if line.startswith(start):
                return line.split()
        sys.exit("the engine has gone")

    say("ugi")
    hear("ugiok")
    say("setoption name OwnBook value false")
    times, moves = [], []
    while len(times) < rounds:
        if not moves:
            say("uginewgame")
            say("isready")
            hear("readyok")
        say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        asked = time.perf_counter()
        say(f"go movetime {limit_ms}")
        move = hear("bestmove")[1]
        times.append(1000 * (time.perf_counter() - asked))
        # The last squares are solved at once and do not test the clock.
        moves = moves + [move] if len(moves) < 40 else []
    engine.stdin.close()
    engine.wait(60)
    return sorted(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--time-ms", type=int, default=100)
    parser.add_argument("--spinners", type=int, default=8)
    parser.add_argument("--most-late", type=int, default=0)
    args = parser.parse_args()
    spinners = [multiprocessing.Process(target=spin, daemon=True) for _ in range(args.spinners)]
    for spinner in spinners:
        spinner.start()
    try:
        times = play(args.program, args.rounds, args.time_ms)
    finally:
        for spinner in spinners:
            spinner.kill()
    late = sum(t > args.time_ms for t in times)
    print(f"{len(times)} moves of {args.time_ms} ms beside {args.spinners}: median {times[len(times) // 2]:.1f}, "
          f"worst 1% {times[len(times) * 99 // 100]:.1f}, worst {times[-1]:.1f} ms, {late} late")
    return late > args.most_late


if __name__ == "__main__":
    sys.exit(main())
