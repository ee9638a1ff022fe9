#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9 at random moments loses nothing and counts nothing twice.

Usage: kill_test.py SUMI_MATCH [KILLS]

Plays a match of deterministic engines undisturbed, and again with kills; the games of both must be
equal but for times and dates.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

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


def main(program, kills):
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = (str(pathlib.Path(folder) / name) for name in ("whole.db", "parts.db"))
        start = time.monotonic()
        subprocess.run([program, "run", whole, *MATCH], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        moments = []
        for _ in range(kills):
            begun = pathlib.Path(parts).exists()
            process = subprocess.Popen([program, "run", parts, *([] if begun else MATCH)],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            moments.append(rng.uniform(0, seconds / kills))
            time.sleep(moments[-1])
            process.kill()
            process.wait()
        finish = [program, "run", parts, *([] if pathlib.Path(parts).exists() else MATCH)]
        subprocess.run(finish, check=True, stdout=subprocess.DEVNULL)
        want, got = games(program, whole), games(program, parts)
    print(f"undisturbed: {len(want)} games in {seconds:.1f} s; killed after",
          ", ".join(f"{m:.2f}" for m in moments), f"s: {len(got)} games")
    if want != got:
        sys.exit("the results differ")
    print("equal")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10)
