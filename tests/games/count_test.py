#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sumi games show` equals a slow count of the same files, in all eight symmetries.

Usage: count_test.py SUMI [--positions N] [--files WTHOR_FILE...]

By default it creates files of random games in random symmetries. They often share openings, so
positions transpose. The slow count replays each game by its own rules, and transforms the wanted
positions instead of the games. For each position and its seven images, games, wins, draws, losses,
average score and years of each move must be equal. So must `search` and `export` for some
conditions.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from random_play import random_moves  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

FULL = 2**64 - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
SHIFTS = [(1, NOT_A), (9, NOT_A), (7, NOT_H), (8, FULL), (-1, NOT_H), (-9, NOT_H), (-7, NOT_A),
          (-8, FULL)]
TURNS = [lambda x, y: (x, y), lambda x, y: (7 - x, y), lambda x, y: (x, 7 - y),
         lambda x, y: (7 - x, 7 - y), lambda x, y: (y, x), lambda x, y: (7 - y, x),
         lambda x, y: (y, 7 - x), lambda x, y: (7 - y, 7 - x)]
TURNED = [[8 * turn(s % 8, s // 8)[1] + turn(s % 8, s // 8)[0] for s in range(64)] for turn in TURNS]
START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)  # Black's discs, then White's; a1 is bit 0


def shifted(bits, step):
    return (bits << step if step > 0 else bits >> -step) & FULL


def flips(own, opp, square):
    found = 0
    for step, mask in SHIFTS:
        line, at = 0, shifted(1 << square, step) & mask
        while at & opp:
            line |= at
            at = shifted(at, step) & mask
        if at & own:
            found |= line
    return found


def can_move(own, opp):
    return any(not (own | opp) >> s & 1 and flips(own, opp, s) for s in range(64))


def turn(bits, table):
    return sum(1 << table[s] for s in range(64) if bits >> s & 1)


def walk(moves):
    """(own, opp, side, next move or None) of each position; side 1: Black to move."""
    own, opp, side = *START, 1
    for move in moves:
        turned = flips(own, opp, move)
        if not turned:
            own, opp, side = opp, own, -side
            turned = flips(own, opp, move)
        yield own, opp, side, move
        own, opp, side = opp & ~turned, own | turned | 1 << move, -side
    if not can_move(own, opp) and can_move(opp, own):
        own, opp, side = opp, own, -side
    yield own, opp, side, None


def read_wthor(path):
    """(black, white, tournament, year, Black's score, moves)"""
    data = path.read_bytes()
    year = struct.unpack_from("<H", data, 10)[0]
    for at in range(16, len(data) - 67, 68):
        event, black, white, score = struct.unpack_from("<HHHB", data, at)
        moves = [8 * (m // 10 - 1) + m % 10 - 1 for m in data[at + 8:at + 68] if m]
        yield black, white, event, year, 2 * score - 64, moves


def score_of(moves):
    for own, opp, side, _ in walk(moves):
        pass
    black, white = (own, opp) if side > 0 else (opp, own)
    difference = black.bit_count() - white.bit_count()
    empties = 64 - black.bit_count() - white.bit_count()
    return difference + (empties if difference > 0 else -empties if difference < 0 else 0)


def make_wthor(folder, rng):
    """Three files of one year and 60 games each."""
    beginnings = [[name for _, name in random_moves(rng, 8)] for _ in range(6)]
    number = lambda name: "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)  # noqa: E731
    files = []
    for year in (1999, 2000, 2001):
        records = b""
        for _ in range(60):
            moves = [number(name) for _, name in random_moves(rng)]
            if rng.random() < 0.7:
                moves = continued([number(name) for name in rng.choice(beginnings)], rng)
            if not can_end(moves):
                continue
            table = rng.choice(TURNED)
            # Only four symmetries keep the start position.
            if turn(START[0], table) != START[0]:
                table = TURNED[0]
            moves = [table[m] for m in moves]
            score = score_of(moves) // 2 + 32
            records += struct.pack("<HHHBB", rng.randrange(1, 4), rng.randrange(1, 9),
                                   rng.randrange(1, 9), score, score)
            records += bytes(10 * (m // 8 + 1) + m % 8 + 1 for m in moves).ljust(60, b"\0")
        header = struct.pack("<BBBBIHHBBBB", 20, 26, 1, 1, len(records) // 68, 0, year, 8, 0, 22, 0)
        path = folder / f"WTH_{year}.wtb"
        path.write_bytes(header + records)
        files.append(path)
    return files


def continued(moves, rng):
    """These moves, continued at random to the end."""
    for own, opp, _, _ in walk(moves):
        pass
    while True:
        legal = [s for s in range(64) if not (own | opp) >> s & 1 and flips(own, opp, s)]
        if not legal:
            if not can_move(opp, own):
                return moves
            own, opp = opp, own
            continue
        move = rng.choice(legal)
        turned = flips(own, opp, move)
        moves = moves + [move]
        own, opp = opp & ~turned, own | turned | 1 << move


def can_end(moves):
    return len(moves) >= 9


class Tally:
    def __init__(self):
        self.games = self.wins = self.draws = self.losses = self.discs = 0
        self.years = []

    def add(self, score, side, year):
        self.games += 1
        self.wins += score * side > 0
        self.draws += score == 0
        self.losses += score * side < 0
        self.discs += score * side
        self.years = [min([year, *self.years]), max([year, *self.years])]

    def fits(self, told):
        return ([told["games"], told["wins"], told["draws"], told["losses"], told["first_year"],
                 told["last_year"]]
                == [self.games, self.wins, self.draws, self.losses, *self.years]
                and abs(told["score"] - self.discs / self.games) < 0.00501)


def board_text(own, opp, side):
    signs = "XO" if side > 0 else "OX"
    squares = "".join(signs[0] if own >> s & 1 else signs[1] if opp >> s & 1 else "-"
                      for s in range(64))
    return f"{squares} {signs[0]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--positions", type=int, default=25)
    parser.add_argument("--files", nargs="*", default=[], type=pathlib.Path)
    options = parser.parse_args()
    rng = random.Random(57)
    with temporary_folder() as folder:
        folder = pathlib.Path(folder)
        files = options.files or make_wthor(folder, rng)
        base = ["--games", str(folder / "games.db")]
        environment = dict(os.environ, LC_ALL="C")

        def run(*words):
            done = subprocess.run([options.program, "games", *words, *base], capture_output=True,
                                  text=True, env=environment)
            if done.returncode != 0:
                sys.exit(f"{words}: status {done.returncode}: {done.stderr}")
            return done.stdout

        report = json.loads(run("import", "--json", *map(str, files)).splitlines()[-1])
        games = [game for file in files for game in read_wthor(file)]
        if report["added"] != len(games) or report["left_out"] != 0:
            sys.exit(f"{len(games)} games, but import says {report}")

        # Positions of some games at all plies, mostly early ones.
        wanted = [(*START, 1)]
        while len(wanted) < options.positions:
            moves = rng.choice(games)[5]
            ply = min(int(rng.expovariate(1 / 12)), len(moves))
            wanted.append(list(walk(moves))[ply][:3])
        if any(not can_move(own, opp) for own, opp, _ in wanted):
            wanted = [p for p in wanted if can_move(p[0], p[1])]

        # Each position's eight images, with the table of the inverse symmetry.
        forms = collections.defaultdict(list)
        for i, (own, opp, _) in enumerate(wanted):
            for table in TURNED:
                back = [table.index(s) for s in range(64)]
                forms[turn(own, table), turn(opp, table)].append((i, back))
        orbit = [{} for _ in wanted]  # equivalent moves
        for i, (own, opp, _) in enumerate(wanted):
            own_turns = [t for t in TURNED if turn(own, t) == own and turn(opp, t) == opp]
            for s in range(64):
                orbit[i][s] = min(t[s] for t in own_turns)
        totals = [Tally() for _ in wanted]
        counts = [collections.defaultdict(Tally) for _ in wanted]
        ended = [0] * len(wanted)
        for black, white, event, year, score, moves in games:
            for own, opp, side, move in walk(moves):
                seen = set()
                for i, back in forms.get((own, opp), ()):
                    if i in seen:
                        continue
                    seen.add(i)
                    totals[i].add(score, side, year)
                    if move is None:
                        ended[i] += 1
                    else:
                        counts[i][orbit[i][back[move]]].add(score, side, year)

        def check(task):
            i, t = task
            own, opp, side = wanted[i]
            table = TURNED[t]
            text = board_text(turn(own, table), turn(opp, table), side if t % 2 == 0 else -side)
            told = json.loads(run("show", *text.split(), "--json", "-n", "0"))
            back = [table.index(s) for s in range(64)]
            moves = {}
            for row in told["moves"]:
                square = "abcdefgh".index(row["move"][0]) + 8 * (int(row["move"][1]) - 1)
                moves[orbit[i][back[square]]] = row
            same = (totals[i].fits(told) and told["ended"] == ended[i]
                    and len(moves) == len(told["moves"]) and moves.keys() == counts[i].keys()
                    and all(counts[i][m].fits(moves[m]) for m in moves))
            return None if same else f"{text}: {told}"

        tasks = [(i, t) for i in range(len(wanted)) for t in range(8)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = [fault for fault in pool.map(check, tasks) if fault]
        if faults:
            sys.exit("\n".join(faults[:3]))

        def search(*words):
            return json.loads(run("search", "--json", "-n", "0", *words))["games"]

        player = collections.Counter(g[0] for g in games).most_common(1)[0][0]
        years = sorted({g[3] for g in games})
        middle = years[len(years) // 2]
        event = games[0][2]
        own, opp, side = wanted[1]
        through = [any((o, p) in forms and any(i == 1 for i, _ in forms[o, p])
                       for o, p, _, _ in walk(g[5])) for g in games]
        expected = [
            (["--player", f"#{player}"], lambda g, k: player in g[:2]),
            (["--black", f"#{player}"], lambda g, k: g[0] == player),
            (["--tournament", f"#{event}"], lambda g, k: g[2] == event),
            (["--since", str(middle)], lambda g, k: g[3] >= middle),
            (["--until", str(middle)], lambda g, k: g[3] <= middle),
            (["--result", "draw"], lambda g, k: g[4] == 0),
            (["--position", board_text(own, opp, side)], lambda g, k: through[k]),
            (["--player", f"#{player}", "--result", "won", "--since", str(middle)],
             lambda g, k: g[3] >= middle and ((g[0] == player and g[4] > 0)
                                              or (g[1] == player and g[4] < 0))),
            (["--position", board_text(own, opp, side), "--result", "black", "--until",
              str(middle)], lambda g, k: through[k] and g[4] > 0 and g[3] <= middle)]
        for words, fits in expected:
            count = sum(fits(g, k) for k, g in enumerate(games))
            if search(*words) != count:
                sys.exit(f"search {words}: {search(*words)}, not {count}")
            exported = run("export", "-", "--to", "transcript", *words)
            if len(exported.splitlines()) != count:
                sys.exit(f"export {words}: {len(exported.splitlines())} games, not {count}")
        run("verify")
        moves = sum(map(len, counts))
        print(f"{len(games)} games; {len(wanted)} positions in 8 symmetries, {moves} moves, "
              f"{max(t.games for t in totals)} to {min(t.games for t in totals)} games: all equal; "
              f"{len(expected)} searches equal")


if __name__ == "__main__":
    main()
