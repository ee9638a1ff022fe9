#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9, Ctrl-C and kill at random moments lose nothing and count nothing twice.

Usage: kill_test.py SUMI_MATCH [--rounds N] [--signal KILL|TERM|INT|HUP]

Plays a match of deterministic engines undisturbed, and again with kills; the games of both must be
equal but for times and dates.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import add_options, end_early, signal_of  # noqa: E402

MATCH = ["-e", "name=table evaluator=table depth=3 option.hash-mib=1",
         "-e", "name=mobility evaluator=mobility depth=3 option.hash-mib=1",
         "--time", "none", "--games", "2400", "--seed", "11", "-j", "2"]


def games(program, results):
    lines = subprocess.run([program, "games", results, "--format", "json"], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    for game in found:
        for key in ("seconds", "overhead_seconds", "date"):
            game.pop(key, None)
        for move in game["moves"]:
            move.pop("seconds", None)
    return found


def main(program, options):
    kills = options.rounds
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = (str(pathlib.Path(folder) / name) for name in ("whole.db", "parts.db"))
        start = time.monotonic()
        subprocess.run([program, "run", whole, *MATCH], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        moments, kept = [], 0
        for i in range(kills):
            begun = pathlib.Path(parts).exists()
            moments.append(rng.uniform(0, 1.5 * seconds / kills))
            by = signal_of(options, i)
            status, out, _ = end_early([program, "run", parts, *([] if begun else MATCH)],
                                       moments[-1], by)
            if status > 128 and " goes on." not in out:
                sys.exit(f"{by.name} does not say how to go on: {out}")
            if pathlib.Path(parts).exists():
                now = len(games(program, parts))
                if now < kept:
                    sys.exit(f"{kept - now} games were lost by {by.name}")
                kept = now
        finish = [program, "run", parts, *([] if pathlib.Path(parts).exists() else MATCH)]
        subprocess.run(finish, check=True, stdout=subprocess.DEVNULL)
        want, got = games(program, whole), games(program, parts)
    print(f"undisturbed: {len(want)} games in {seconds:.1f} s; killed after",
          ", ".join(f"{m:.2f}" for m in moments), f"s: {kept} games were kept, {len(got)} are there")
    if want != got:
        sys.exit("the results differ")
    print("equal")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    add_options(parser, 10)
    arguments = parser.parse_args()
    main(str(pathlib.Path(arguments.program).resolve()), arguments)
