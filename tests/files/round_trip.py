#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every printed board or game can be read back, in both languages.

Usage: round_trip.py SUMI SUMI_MATCH SUMI_LAB [--sanitized]

Random positions and games go through board, hint, analyze, play and convert. From the output `sumi
convert -` must read the same position or game, with status 0 and without assuming a side.
--sanitized: fewer of them.
"""
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from random_play import random_game  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

SUMI = str(pathlib.Path(sys.argv[1]).resolve())
ROUNDS = 3 if "--sanitized" in sys.argv else 12
FAST = ["--depth", "1", "--evaluator", "table", "--hash-mib", "1", "--no-book"]


def run(*words, text=""):
    return subprocess.run([SUMI, *words], input=text, capture_output=True, text=True, check=False)


def read_back(text, form):
    """convert's entries, one per line, and its messages."""
    done = run("convert", "-", "-", "--to", form, text=text)
    return done.stdout.split("\n")[:-1], done


def main(folder):
    failures = tried = 0
    for seed in range(ROUNDS):
        generator = random.Random(seed)
        moves = random_game(generator)
        moves = moves[:2 * generator.randint(1, len(moves) // 2)]
        position = run("convert", "-", "-", "--to", "board", text=moves + "\n").stdout.strip()
        saved = str(folder / f"{seed}.txt")
        pathlib.Path(saved).write_text(moves + "\n", encoding="ascii")
        prints = []
        for language in ("en", "ja"):
            lang = ["--lang", language]
            prints += [("board", [position], run("board", position, *lang)),
                       ("board", [position], run("board", position, "--legal", *lang)),
                       ("board", [position], run("board", moves, "--legal", *lang)),
                       ("board", [position], run("hint", position, *FAST, *lang)),
                       ("board", [position], run("play", "--color", "both", "--resume", saved,
                                                 *lang, text="quit\n")),
                       ("transcript", [moves], run("analyze", moves, *FAST, *lang))]
        for form in ("ggf", "sgf", "pgn", "transcript"):
            prints.append(("transcript", [moves],
                           run("convert", "-", "-", "--to", form, text=moves + "\n")))
        for form in ("obf", "scr", "board", "fen"):
            prints.append(("board", [position],
                           run("convert", "-", "-", "--to", form, text=moves + "\n")))
        for form, wanted, printed in prints:
            if printed.returncode != 0 or not printed.stdout:
                continue  # no hint after the end
            tried += 1
            found, done = read_back(printed.stdout, form)
            if found != wanted or "assumed" in done.stderr:
                failures += 1
                print(f"{printed.args[1:]}: wanted {wanted}, found {found}; {done.stderr.strip()}")
                print(printed.stdout)
    print(f"{tried} texts read back, {failures} wrong")
    return 1 if failures or tried < ROUNDS * 10 else 0


if __name__ == "__main__":
    with temporary_folder() as name:
        sys.exit(main(pathlib.Path(name)))
