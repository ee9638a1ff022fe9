#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""SIGKILL, Ctrl-C and SIGTERM at random moments cost a book at most its current piece of work.

Usage: kill_test.py SUMI [--rounds N] [--signal KILL|TERM|INT|HUP] [--only NAME]

A book is built, deepened, extended with games and taught games, once undisturbed and once in N
interrupted attempts each. After every interruption it passes `book verify` and has all its
positions and game counts. In the end it has the positions and games of the undisturbed book, all
searched; scores may differ, because a search depends on its table.

Atomic commands (merge, import, prune, export) restart each time: the file is either old or
complete. The next writing command removes what a kill left beside a book.
"""
import pathlib
import random
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import end_early, parser_of, signal_of, timed  # noqa: E402
from random_play import random_game, random_opening  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

FAST = ["--level", "6", "--evaluator", "table", "--hash-mib", "1"]
WORK = {
    "build": ["build", "BOOK", "--plies", "5", "--max-loss", "64", *FAST, "--jobs", "1"],
    "count": ["add", "BOOK", "many.ggf", "--plies", "10", "--no-search"],
    "add": ["add", "BOOK", "games.txt", "--plies", "12", *FAST, "--jobs", "2"],
    "learn": ["learn", "BOOK", "learned.txt", *FAST],
    "deepen": ["deepen", "BOOK", *FAST, "--jobs", "2"],
}
BEGUN_WITH = {"deepen": "shallow.book"}

# Commands that replace their file atomically, and the file to begin with.
AT_ONCE = {
    "merge": (["merge", "FILE", "games.book"], "built.book"),
    "import": (["import", "FILE", "games.obf"], "built.book"),
    "prune": (["prune", "FILE", "--plies", "4"], "built.book"),
    "export as text": (["export", "games.book", "FILE", "--format", "obf", "--force"], "old.txt"),
    "export compact": (["export", "games.book", "FILE", "--format", "compact", "--force"], "old.txt"),
}


class Books:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def timed(self, *words):
        return timed([self.program, "book", *words], self.folder)

    def run(self, *words):
        return self.timed(*words)[1]

    def positions(self, book):
        found = {}
        for line in self.run("export", book, "-", "--format", "obf").splitlines():
            games = re.search(r" games=(\d+),(\d+),(\d+)", line)
            found[line.split(";")[0]] = tuple(map(int, games.groups())) if games else (0, 0, 0)
        return found

    def verify(self, book):
        """The positions of the verified book; none if it does not exist yet."""
        if (self.folder / book).exists():
            self.run("verify", book)
            return self.positions(book)
        return {}


def ended_early(books, words, seconds, by):
    """Runs a command for at most `seconds`; returns whether it was interrupted."""
    status, _, complaints = end_early([books.program, "book", *words], seconds, by, books.folder)
    if status > 128 and "interrupted; " not in complaints:
        sys.exit(f"{words[0]}: {by.name} does not say how to resume: {complaints}")
    return status != 0


def check(books, name, number, options, rng):
    """`number` counts interruptions over all commands and selects the signals."""
    rounds = options.rounds

    def command(book):
        return [book if word == "BOOK" else word for word in WORK[name]]

    def begin(book):
        (books.folder / book).unlink(missing_ok=True)
        if name in BEGUN_WITH:
            shutil.copyfile(books.folder / BEGUN_WITH[name], books.folder / book)

    begin("whole.book")
    begin("parts.book")
    seconds, _ = books.timed(*command("whole.book"))
    idle, _ = books.timed(*command("whole.book"))  # startup cost of each attempt
    whole = books.verify("whole.book")
    before, ended = {}, 0
    for i in range(number, number + rounds):
        work = max(0.02, seconds - idle) * rng.uniform(0.2, 1.8) / rounds
        wait = rng.uniform(0, idle) if i % 5 == 4 else idle + work
        # Load may have slowed the timing run: until an attempt is interrupted, halve the wait.
        if ended == 0:
            wait /= 2 ** (i - number)
            begin("parts.book")
            before = {}
        ended += ended_early(books, command("parts.book"), wait, signal_of(options, i))
        now = books.verify("parts.book")
        lost = [at for at, games in before.items() if at not in now or sum(now[at]) < sum(games)]
        if lost:
            sys.exit(f"{name}: {len(lost)} positions or their games were lost, as {lost[0]}")
        before = now
    books.run(*command("parts.book"))
    parts = books.verify("parts.book")
    print(f"{name}: {len(whole)} positions in {seconds:.1f} s; ended early {ended} times of "
          f"{rounds}", flush=True)
    if ended == 0 or len(whole) == 0:
        sys.exit(f"{name}: nothing was ended early")
    if "--level" in WORK[name] and '"unsearched":0' not in books.run("verify", "parts.book", "--json"):
        sys.exit(f"{name}: positions are left unsearched")
    if parts != whole:
        differ = [at for at in whole.keys() | parts.keys() if whole.get(at) != parts.get(at)]
        sys.exit(f"{name}: {len(differ)} positions differ, as {differ[0]}: undisturbed "
                 f"{whole.get(differ[0])}, else {parts.get(differ[0])}")
    if name == "deepen" and re.search(r"leaf=\w\d:\S+ level=1\b",
                                      books.run("export", "parts.book", "-", "--format", "obf")):
        sys.exit("deepen: leaves are left at the level that they had")
    for book in ("whole.book", "parts.book"):
        (books.folder / book).unlink()


def check_at_once(books, name, number, options, rng):
    rounds = options.rounds
    words, begun_with = AT_ONCE[name]
    file = books.folder / "file"

    def begin():
        for left in [file, *books.folder.glob("file-*")]:
            left.unlink(missing_ok=True)
        shutil.copyfile(books.folder / begun_with, file)

    def contents():
        if not begun_with.endswith(".book"):
            return file.read_bytes()
        books.run("verify", "file")
        return books.run("export", "file", "-", "--format", "obf")

    words = ["file" if word == "FILE" else word for word in words]
    begin()
    before = contents()
    seconds, _ = books.timed(*words)
    after = contents()
    if before == after:
        sys.exit(f"{name}: does nothing")
    ended = done = tries = 0
    # A fast step needs shorter waits, until one attempt is interrupted.
    while tries < rounds or (ended == 0 and tries < rounds + 20):
        begin()
        i = number + tries
        tries += 1
        wait = seconds * (rng.uniform(0, 1.1) if ended else 0.5 / tries)
        ended += ended_early(books, words, wait, signal_of(options, i))
        now = contents()
        done += now == after
        if now not in (before, after):
            sys.exit(f"{name}: neither as it was nor done")
    if begun_with.endswith(".book"):
        begin()
        books.run(*words)
        if left := [path.name for path in books.folder.glob("file.*")]:
            sys.exit(f"{name}: a kill left {left}")
    print(f"{name}: {seconds:.1f} s; ended early {ended} times of {tries}, done {done} times",
          flush=True)
    if ended == 0:
        sys.exit(f"{name}: was never ended early")


def main():
    parser = parser_of(3)
    parser.add_argument("--only", help="one of " + ", ".join([*WORK, *AT_ONCE]))
    options = parser.parse_args()
    rng = random.Random(10)
    with temporary_folder() as folder:
        books = Books(options.program, pathlib.Path(folder))
        games = [random_game(rng) for _ in range(40)]
        (books.folder / "games.txt").write_text("\n".join(games) + "\n")
        (books.folder / "learned.txt").write_text("\n".join(games[:8]) + "\n")
        many = [f"(;GM[Othello]PB[{i}]PW[b]RE[{rng.choice('+-')}4]TY[8]{random_opening(rng, 12)};)"
                for i in range(700)]
        (books.folder / "many.ggf").write_text("\n".join(many) + "\n")
        (books.folder / "old.txt").write_text("old\n")
        for book, plies in ("shallow.book", "5"), ("built.book", "6"):
            books.run("build", book, "--plies", plies, "--max-loss", "64", "--level", "1", *FAST[2:])
        books.run(*["games.book" if word == "BOOK" else word for word in WORK["count"]])
        books.run("export", "games.book", "games.obf")
        for number, name in enumerate([*WORK, *AT_ONCE]):
            if options.only in (None, name):
                one = check if name in WORK else check_at_once
                one(books, name, 3 * number, options, rng)
    print("equal")


if __name__ == "__main__":
    main()
