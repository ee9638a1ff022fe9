#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9 and Ctrl-C at random moments change nothing in what sumi-lab makes.

Usage: kill_test.py SUMI_LAB [ENDS]

Self-play, labels and weights are made undisturbed, and again in many attempts that are ended early;
all files of both must be equal, byte by byte.
"""
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

STEPS = [
    # Twenty chunks of short games.
    ["selfplay", "games", "--games", "5000", "--evaluator", "table", "--depth", "1",
     "--exact-at", "6", "--random-plies", "46-54", "--threads", "2"],
    ["label", "games", "labelled", "--evaluator", "table", "--depth", "2", "--exact-at", "7",
     "--threads", "2"],
    ["train", "pattern", "games", "labelled", "--out", "new.sumi", "--work", "work",
     "--iterations", "10", "--date", "2000-01-01", "--threads", "2"],
    ["tune", "--evaluator", "table", "--nodes", "200", "--iterations", "200", "--pairs", "2",
     "--checkpoint", "tune.json", "--csv", "values.csv", "--threads", "2"],
]


def files(folder):
    """The bytes of all, by name."""
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def run_disturbed(program, folder, step, seconds, ends, rng):
    """Ends the step early so many times, then lets it run; says after how many seconds."""
    moments = []
    for i in range(ends):
        process = subprocess.Popen([program, *step], cwd=folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        moments.append(rng.uniform(0, seconds / ends))
        time.sleep(moments[-1])
        gently = i % 3 == 2
        process.send_signal(signal.SIGINT if gently else signal.SIGKILL)
        status = process.wait(timeout=60)
        # Ctrl-C before the command looks for it ends the process as any other.
        wanted = (0, 130, -signal.SIGINT) if gently else (0, -signal.SIGKILL)
        if status not in wanted:
            sys.exit(f"{step[0]} ended with status {status} after {moments[-1]:.2f} s")
    subprocess.run([program, *step], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return moments


def main(program, ends):
    program = str(pathlib.Path(program).resolve())
    rng = random.Random(3)
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as parts:
        whole, parts = pathlib.Path(whole), pathlib.Path(parts)
        for step in STEPS:
            start = time.monotonic()
            subprocess.run([program, *step], cwd=whole, check=True,
                           stdout=subprocess.DEVNULL)
            seconds = time.monotonic() - start
            moments = run_disturbed(program, parts, step, seconds, ends, rng)
            want, got = files(whole), files(parts)
            print(f"{step[0]}: {len(want)} files in {seconds:.1f} s; ended after",
                  ", ".join(f"{m:.2f}" for m in moments), "s", flush=True)
            differ = {name for name in want.keys() | got.keys() if want.get(name) != got.get(name)}
            # What a kill cut off while it was written, under a name of its own.
            differ -= {name for name in differ if name.endswith(".new")}
            if differ:
                sys.exit(f"not equal: {', '.join(sorted(differ))}")
    print("equal")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 6)
