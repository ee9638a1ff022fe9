#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Interruptions at random moments lose no result of `sumi solve|analyze --resume`.

Usage: kill_test.py SUMI solve|analyze [--rounds N] [--signal KILL|TERM|INT|HUP]

Positions are solved (or games analysed) once undisturbed and once in many interrupted attempts.
Before some attempts the end of the file is cut off as after a crash. The last attempt must print
the undisturbed output except for seconds, and no complete result may be lost. Games are analysed
only near their ends, where scores are exact, because estimates depend on the table.
"""
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import end_early, parser_of, signal_of, timed  # noqa: E402
from random_play import legal_moves, play, start  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402


def played_at_random(rng, empties):
    """A position of a random game in which the side to move has a move, and the other moves; or
    None."""
    board, side, position, moves = start(), 1, None, ""
    while True:
        choices = legal_moves(board, side)
        if not position and sum(not disc for disc in board.values()) <= empties:
            squares = "".join("-XO"[board[x, y]] for y in range(8) for x in range(8))
            position = f"{squares} {'-XO'[side]}"
            if not choices:
                return None
        if choices:
            x, y = rng.choice(choices)
            play(board, (x, y), side)
            moves += f"{'abcdefgh'[x]}{y + 1}" if position else ""
        elif not legal_moves(board, -side):
            return (position, moves) if position else None
        side = -side


def settled(value):
    """Without fields that vary between runs: times, and the choice among equal moves."""
    if isinstance(value, list):
        return [settled(part) for part in value]
    if isinstance(value, dict):
        return {name: settled(part) for name, part in value.items()
                if name not in ("seconds", "best_line", "played_line")}
    return value


def rows(output):
    """The lines of --json."""
    return [settled(json.loads(line)) for line in output.splitlines()]


def kept(path):
    """The complete lines of the --resume file."""
    if not path.exists():
        return []
    return path.read_bytes().split(b"\n")[1:-1]


def rows_until(command, path, seconds, by):
    """Number of rows printed before the interruption."""
    status, out, complaints = end_early([*command, "--resume", str(path)], seconds, by)
    if status > 128:
        if "the same command resumes" not in complaints:
            sys.exit(f"{by.name} does not say how to resume: {complaints}")
        printed = out.splitlines()  # fewer than two games have no summary
        if len(printed) > 1 and '"total"' not in printed[-1]:
            sys.exit(f"{by.name} printed no total")
    return sum(line.endswith("}\n") and '"index"' in line for line in out.splitlines(True))


def main():
    parser = parser_of(9)
    parser.add_argument("what", choices=["solve", "analyze"])
    options = parser.parse_args()
    what, ends = options.what, options.rounds
    rng = random.Random(8)
    lines = []
    while len(lines) < 100:
        played = played_at_random(rng, rng.randint(13, 16))
        if played:
            lines.append(played[0] if what == "solve" else " ".join(played))
    with temporary_folder() as folder:
        problems, path = pathlib.Path(folder) / "input", pathlib.Path(folder) / "found.jsonl"
        problems.write_text("\n".join(lines) + "\n")
        command = [options.program, what, str(problems), "--json", "--jobs", "2", "--hash-mib", "4",
                   *(["--all-moves"] if what == "solve" else ["--level", "20"])]
        seconds, whole = timed(command)
        lost, moments, most = set(), [], 0
        for i in range(ends):
            before = kept(path)
            moments.append(rng.uniform(0.2, 1.8) * seconds / ends)
            printed = rows_until(command, path, moments[-1], signal_of(options, i))
            after = kept(path)
            lost |= set(before) - set(after)
            if printed > len(after):
                sys.exit(f"{printed} rows were printed, but {len(after)} are kept")
            most = max(most, len(after))
            if i % 2 == 0 and path.exists():  # simulates a crash of the machine
                data = path.read_bytes()
                path.write_bytes(data[:max(0, len(data) - rng.randint(0, 200))])
        _, parts = timed([*command, "--resume", str(path)])
        _, again = timed([*command, "--resume", str(path)])
    print(f"undisturbed: {len(lines)} lines in {seconds:.1f} s; ended after",
          ", ".join(f"{m:.2f}" for m in moments), f"s: {most} were kept")
    if lost:
        sys.exit(f"{len(lost)} findings were lost")
    if most == 0:
        sys.exit("nothing was kept: too little time?")
    if rows(whole) != rows(parts) or rows(whole) != rows(again):
        sys.exit("the results differ")
    print("equal")


if __name__ == "__main__":
    main()
