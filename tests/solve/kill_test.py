#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9 and Ctrl-C at random moments lose nothing that `sumi solve --resume` has found.

Usage: kill_test.py SUMI [ENDS]

Positions are solved undisturbed, and again in many attempts that are ended early, some with the end
of the file torn off as a crash would. What the last one prints must be what the undisturbed one
printed, seconds apart; and no solution once kept whole may be lost.
"""
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

STEPS = [(number // 3 - 1, number % 3 - 1) for number in range(9) if number != 4]


def flips(board, x, y, side):
    """The squares that a disc there turns."""
    found = []
    for dx, dy in STEPS:
        line, at = [], (x + dx, y + dy)
        while board.get(at) == -side:
            line.append(at)
            at = (at[0] + dx, at[1] + dy)
        if board.get(at) == side:
            found += line
    return found


def played_at_random(rng, empties):
    """A position of a game of random moves in which the side to move can move; else nothing."""
    board = {(x, y): 0 for x in range(8) for y in range(8)}
    board.update({(3, 3): -1, (4, 4): -1, (3, 4): 1, (4, 3): 1})
    side = 1
    while True:
        moves = [(x, y) for (x, y), disc in board.items() if not disc and flips(board, x, y, side)]
        left = sum(not disc for disc in board.values())
        if left <= empties or not moves:
            break
        x, y = rng.choice(moves)
        board.update({square: side for square in [(x, y), *flips(board, x, y, side)]})
        side = -side
    if not moves:
        return None
    squares = "".join("-XO"[board[x, y]] for y in range(8) for x in range(8))
    return f"{squares} {'-XO'[side]}"


def rows(output):
    """The lines of --json without what differs from run to run."""
    found = [json.loads(line) for line in output.splitlines()]
    for row in found:
        row.pop("seconds", None)
        row.get("total", {}).pop("seconds", None)
    return found


def kept(path):
    """The whole lines of the file of --resume."""
    if not path.exists():
        return []
    return path.read_bytes().split(b"\n")[1:-1]


def end_early(command, path, seconds, gently):
    """How many rows were printed, and whether the end was early."""
    process = subprocess.Popen([*command, "--resume", str(path)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT if gently else signal.SIGKILL)
    out, complaints = process.communicate(timeout=60)
    # Ctrl-C before the command looks for it ends the process as any other.
    wanted = (0, 130, -signal.SIGINT) if gently else (0, -signal.SIGKILL)
    if process.returncode not in wanted:
        sys.exit(f"ended with status {process.returncode} after {seconds:.2f} s: {complaints}")
    if process.returncode == 130:
        if "the same command goes on from there" not in complaints:
            sys.exit(f"Ctrl-C does not say how to go on: {complaints}")
        if '"total"' not in out.splitlines()[-1]:
            sys.exit("Ctrl-C printed no total")
    return sum(line.endswith("}\n") and '"index"' in line for line in out.splitlines(True))


def main(program, ends):
    rng = random.Random(8)
    positions = []
    while len(positions) < 150:
        position = played_at_random(rng, rng.randint(13, 16))
        if position:
            positions.append(position)
    with tempfile.TemporaryDirectory() as folder:
        problems, path = pathlib.Path(folder) / "positions", pathlib.Path(folder) / "solved.jsonl"
        problems.write_text("\n".join(positions) + "\n")
        command = [program, "solve", str(problems), "--all-moves", "--json", "--jobs", "2",
                   "--hash-mib", "4"]
        start = time.monotonic()
        whole = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        seconds = time.monotonic() - start
        lost, moments, most = set(), [], 0
        for i in range(ends):
            before = kept(path)
            moments.append(rng.uniform(0.2, 1.8) * seconds / ends)
            printed = end_early(command, path, moments[-1], i % 3 == 2)
            after = kept(path)
            lost |= set(before) - set(after)
            if printed > len(after):
                sys.exit(f"{printed} rows were printed, but {len(after)} are kept")
            most = max(most, len(after))
            if i % 2 == 0 and path.exists():  # the machine crashes
                data = path.read_bytes()
                path.write_bytes(data[:max(0, len(data) - rng.randint(0, 200))])
        parts = subprocess.run([*command, "--resume", str(path)], check=True, capture_output=True,
                               text=True).stdout
        again = subprocess.run([*command, "--resume", str(path)], check=True, capture_output=True,
                               text=True).stdout
    print(f"undisturbed: {len(positions)} positions in {seconds:.1f} s; ended after",
          ", ".join(f"{m:.2f}" for m in moments), f"s: {most} were kept")
    if lost:
        sys.exit(f"{len(lost)} solutions were lost")
    if most == 0:
        sys.exit("nothing was kept: too little time?")
    if rows(whole) != rows(parts) or rows(whole) != rows(again):
        sys.exit("the results differ")
    print("equal")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 12)
