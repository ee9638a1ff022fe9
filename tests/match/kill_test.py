#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""SIGKILL, Ctrl-C and SIGTERM at random moments neither lose nor duplicate games.

Usage: kill_test.py SUMI_MATCH [--rounds N] [--signal KILL|TERM|INT|HUP]

Plays a match of deterministic engines once undisturbed and once with kills. The games must be equal
except for times and dates.
"""
import json
import pathlib
import random
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import end_early, parser_of, signal_of, timed  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

MATCH = ["-e", "name=table evaluator=table depth=3 option.hash-mib=1",
         "-e", "name=mobility evaluator=mobility depth=3 option.hash-mib=1",
         "--openings", "random:8", "--time", "none", "--seed", "11", "-j", "2"]
WHOLE = [*MATCH, "--games", "1200"]


def games(program, results):
    _, lines = timed([program, "games", results, "--format", "json"])
    found = [json.loads(line) for line in lines.splitlines()]
    for game in found:
        for key in ("seconds", "overhead_seconds", "date"):
            game.pop(key, None)
        for move in game["moves"]:
            move.pop("seconds", None)
    return found


def check_beginnings(program, folder):
    """A kill during creation leaves either no file or a file that the next run completes. That run
    also removes other remains."""
    begun, match = 0, [*MATCH, "--games", "2"]
    for i in range(20):
        results = pathlib.Path(folder) / "begun.db"
        end_early([program, "run", str(results), *match], 0.003 * i, signal.SIGKILL)
        begun += results.exists()
        timed([program, "run", str(results), *match])
        if len(games(program, str(results))) != 2:
            sys.exit(f"killed after {3 * i} ms: games are missing")
        left = sorted(path.name for path in pathlib.Path(folder).glob("begun*"))
        if left != ["begun.db"]:
            sys.exit(f"killed after {3 * i} ms, it left {left}")
        results.unlink()
    if begun == 0:
        sys.exit("no file was begun within 60 ms")


def main():
    options = parser_of(9).parse_args()
    program, kills = options.program, options.rounds
    rng = random.Random(5)
    with temporary_folder() as folder:
        check_beginnings(program, folder)
        whole, parts = (str(pathlib.Path(folder) / name) for name in ("whole.db", "parts.db"))
        seconds, _ = timed([program, "run", whole, *WHOLE])
        moments, kept, ended = [], 0, 0
        for i in range(kills):
            begun = pathlib.Path(parts).exists()
            moments.append(rng.uniform(0, 1.5 * seconds / kills))
            by = signal_of(options, i)
            status, out, _ = end_early([program, "run", parts, *([] if begun else WHOLE)],
                                       moments[-1], by)
            ended += status != 0
            if status > 128 and " resumes." not in out:
                sys.exit(f"{by.name} does not say how to resume: {out}")
            if pathlib.Path(parts).exists():
                now = len(games(program, parts))
                if now < kept:
                    sys.exit(f"{kept - now} games were lost by {by.name}")
                kept = now
        timed([program, "run", parts, *([] if pathlib.Path(parts).exists() else WHOLE)])
        want, got = games(program, whole), games(program, parts)
    print(f"undisturbed: {len(want)} games in {seconds:.1f} s; killed after",
          ", ".join(f"{m:.2f}" for m in moments), f"s: {kept} games were kept, {len(got)} are there")
    if want != got:
        sys.exit("the results differ")
    if ended == 0:
        sys.exit("nothing was ended early")
    print("equal")


if __name__ == "__main__":
    main()
