#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Interruptions of `sumi games import` at random moments neither lose nor duplicate games.

Usage: kill_test.py SUMI [--rounds N] [--signal KILL|TERM|INT|HUP]

Games are imported once undisturbed and once in N interrupted attempts. After every interruption the
database passes its check and has all its games. In the end it has each game of the undisturbed
database once.
"""
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import end_early, parser_of, signal_of, timed  # noqa: E402
from random_play import random_moves  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

GAMES = 300


def main():
    parser = parser_of(6)
    parser.add_argument("--files", nargs="*", default=[], help="import these, not random games")
    options = parser.parse_args()
    rng = random.Random(57)
    with temporary_folder() as folder:
        folder = pathlib.Path(folder)
        files = [str(pathlib.Path(file).resolve()) for file in options.files]
        if not files:
            for name in "ab":
                lines = []
                for i in range(GAMES):
                    moves = "".join(f"{'B' if side > 0 else 'W'}[{square}]"
                                    for side, square in random_moves(rng))
                    lines.append(f"(;GM[Othello]DT[{1990 + i % 20}]PB[Player {i % 17}]"
                                 f"PW[Player {i % 13}]TY[8]{moves};)")
                (folder / f"{name}.ggf").write_text("\n".join(lines) + "\n")
            files = ["a.ggf", "b.ggf"]

        def command(database):
            return [options.program, "games", "import", *files, "--games", database]

        def games_of(database):
            if not (folder / database).exists():
                return []
            base = ["--games", database]
            timed([options.program, "games", "verify", *base], folder)
            return sorted(timed([options.program, "games", "export", "-", "--to", "ggf", *base],
                                folder)[1].splitlines())

        seconds, _ = timed(command("whole.db"), folder)
        whole = games_of("whole.db")
        before, ended, parts = [], 0, set()
        for number in range(options.rounds):
            if len(before) == len(whole):
                for left in folder.glob("parts.db*"):
                    left.unlink()
                before = []
            ended += end_early(command("parts.db"), seconds * rng.uniform(0.02, 0.9),
                               signal_of(options, number), folder)[0] != 0
            now = games_of("parts.db")
            if len(now) != len(set(now)) or not set(before) <= set(now):
                sys.exit(f"{len(before)} games before, {len(now)} after an early end")
            parts.add(len(now))
            before = now
        report = json.loads(timed([*command("parts.db"), "--json"], folder)[1].splitlines()[-1])
        if games_of("parts.db") != whole or report["added"] + report["known"] != report["games"]:
            sys.exit(f"after {ended} early ends the games are others: {report}")
        again = json.loads(timed([*command("parts.db"), "--json"], folder)[1].splitlines()[-1])
        if again["added"] != 0 or again["known"] != again["games"]:
            sys.exit(f"a second import: {again}")
        left = [path.name for path in folder.glob("parts.db*")]
        if left != ["parts.db"] or ended == 0:
            sys.exit(f"left behind: {left}; ended early {ended} times")
        print(f"{len(whole)} games in {seconds:.1f} s; ended early {ended} times of "
              f"{options.rounds}, with {min(parts)} to {max(parts)} games")


if __name__ == "__main__":
    main()
