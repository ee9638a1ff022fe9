#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the speed of Engine.solve_boards() with `sumi solve` on the same positions.

Usage: SUMI_LIBRARY=... rate.py SUMI [--empties N] [--count N] [--threads N] [--rounds N] [--least
RATIO]

Both solve the same positions of random games in turn, and the fastest round counts. Exits with
status 1 if the scores differ, or if the module is slower than RATIO times the program. Also prints
CPU seconds, which other programs affect less.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from support import random_positions, sumi

HASH_MIB = 16  # per thread


def by_program(program, boards, threads):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "positions.txt"
        file.write_text("".join(f"{board}\n" for board in boards))
        done = subprocess.run([program, "solve", file, "--json", "--hash-mib", str(HASH_MIB),
                               "--jobs", str(threads), "--threads", "1"],
                              stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def scores_of(lines):
    rows = map(json.loads, lines.splitlines())
    return [row["score"] for row in rows if "score" in row]


def by_module(boards, threads):
    """Scores of the module, including construction and destruction of its engine."""
    with sumi.Engine(hash_mib=HASH_MIB) as engine:
        return engine.solve_boards(boards, threads=threads)


def timed(call):
    """The call's result, wall seconds and CPU seconds."""
    before, begin = os.times(), time.monotonic()
    answer = call()
    wall, after = time.monotonic() - begin, os.times()
    return answer, wall, sum(after[:4]) - sum(before[:4])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sumi")
    parser.add_argument("--empties", type=int, default=14)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--least", type=float, default=0.9)
    arguments = parser.parse_args()
    boards = random_positions(31, arguments.count, arguments.empties)
    calls = {"sumi solve": lambda: by_program(arguments.sumi, boards, arguments.threads),
             "module": lambda: by_module(boards, arguments.threads)}
    walls, processors = {}, {}
    for _ in range(arguments.rounds):
        answers = []
        for name, call in calls.items():
            answer, wall, processor = timed(call)
            answers.append(answer)
            walls[name] = min(wall, walls.get(name, wall))
            processors[name] = min(processor, processors.get(name, processor))
        if scores_of(answers[0]) != answers[1]:
            print("the scores differ")
            return 1
    print(f"{len(boards)} positions of {arguments.empties} empties, {arguments.threads} threads")
    for name in calls:
        print(f"  {name:<10} {len(boards) / walls[name]:8.0f} a second, "
              f"{len(boards) / processors[name]:8.0f} a second of a processor")
    ratio = walls["sumi solve"] / walls["module"]
    print(f"  ratio      {ratio:8.2f} and {processors['sumi solve'] / processors['module']:8.2f}")
    return ratio < arguments.least


if __name__ == "__main__":
    sys.exit(main())
