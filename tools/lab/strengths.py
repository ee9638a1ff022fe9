#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the temperatures of strengths (engine/levels.cpp) to people's mistakes.

Usage: strengths.py fit SUMI NAME DEPTH RATING...
       strengths.py compare NAME RATING GAMES.out
       strengths.py draw NAME OUT.svg RATING GAMES.out [RATING GAMES.out...]

`fit` reads NAME.json and NAME.out (player_ratings.py; 8 games of each of 150 players). For each
rating it prints the discs that people of that rating lose per move in the opening, middle game and
endgame, and the temperatures at which moves chosen by searches of DEPTH plies lose as many in the
same positions. Below the worst players the temperatures grow by the factor e per 400 points.

`compare` prints both for the games in GAMES.out, from `sumi analyze --level 12 --json`, with the
shares of moves by loss and half the sum of their differences. `draw` draws these shares.
"""
import collections
import functools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from statistics import mean

AVERAGE = 1500
BINS = [0, 1150, 1300, 1450, 1600, 1750]
STAGES = ["opening", "midgame", "endgame"]
SAMPLES = 500
JUDGE = ["--level", "12"]
CLASSES = [0.5, 2, 4, 8, 16]


class People:
    """Moves of people, by bin of their ratings and stage: (position, discs lost)."""

    def __init__(self, name):
        ratings = {p: AVERAGE + r for p, r in json.load(open(f"{name}.json")).items()}
        self.moves = collections.defaultdict(list)
        rated = collections.defaultdict(list)
        for game in map(json.loads, open(f"{name}.out")):
            for move in game.get("moves", []):
                player = game[move["side"]]
                if player in ratings and not move["forced"]:
                    which = max(i for i, low in enumerate(BINS) if ratings[player] >= low)
                    self.moves[which, move["stage"]].append((move["position"], move["lost"]))
                    rated[which].append(ratings[player])
        self.ratings = [mean(rated[i]) for i in range(len(BINS))]

    def place(self, rating):
        """The bins around a rating, and the weight of the upper one (outside 0..1 beyond all)."""
        i = max([k for k in range(len(BINS) - 1) if self.ratings[k] <= rating], default=0)
        return i, (rating - self.ratings[i]) / (self.ratings[i + 1] - self.ratings[i])

    def lost(self, rating, stage):
        i, upper = self.place(rating)
        low, high = (mean(lost for _, lost in self.moves[k, stage]) for k in (i, i + 1))
        return low + (high - low) * upper

    def shares(self, rating, stage):
        i, upper = self.place(rating)
        low, high = (shares(lost for _, lost in self.moves[k, stage]) for k in (i, i + 1))
        return [a + (b - a) * upper for a, b in zip(low, high)]


def shares(losses):
    """Of moves whose loss is below each number of CLASSES, and of the others."""
    count = collections.Counter(sum(lost >= least for least in CLASSES) for lost in losses)
    return [count[i] / count.total() for i in range(len(CLASSES) + 1)]


def values(sumi, positions, limit):
    """For each position the value of each move."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "positions.obf")
        with open(path, "w") as file:
            file.writelines(f"{position};\n" for position in positions)
        lines = subprocess.run([sumi, "hint", path, *limit, "--candidates", "46", "--no-book", "--json"],
                               check=True, capture_output=True, text=True).stdout.splitlines()
    return [{c["move"]: c["score"] for c in json.loads(line)["candidates"]} for line in lines]


def mean_loss(rows, temperature):
    """Of moves drawn at this temperature; rows: (discs lost, value below the best) of each move."""
    total = 0
    for lost, below in rows:
        weights = [math.exp(value / temperature) for value in below]
        total += sum(map(lambda w, x: w * x, weights, lost)) / sum(weights)
    return total / len(rows)


def fit(sumi, name, depth, ratings):
    people = People(name)
    generator = random.Random(1)

    @functools.cache
    def rows(which, stage):
        drawn = generator.sample([p for p, _ in people.moves[which, stage]], SAMPLES)
        result = []
        for deep, shallow in zip(values(sumi, drawn, JUDGE),
                                 values(sumi, drawn, ["--depth", str(depth)])):
            best, most = max(deep.values()), max(shallow.values())
            result.append(([best - deep[m] for m in deep], [shallow[m] - most for m in deep]))
        return result

    def temperature(rating, stage):
        least = people.ratings[0]
        if rating < least:
            return temperature(least, stage) * math.exp((least - rating) / 400)
        i, upper = people.place(rating)
        low, high = 0.05, 40
        while high / low > 1.001:
            middle = math.sqrt(low * high)
            a, b = (mean_loss(rows(k, stage), middle) for k in (i, i + 1))
            loses = a + (b - a) * min(upper, 1)
            low, high = (middle, high) if loses < people.lost(rating, stage) else (low, middle)
        return low

    for rating in map(float, ratings):
        print(f"{rating:.0f}: people lose",
              " ".join(f"{people.lost(rating, stage):.2f}" for stage in STAGES), "- temperatures",
              " ".join(f"{temperature(rating, stage):.2f}" for stage in STAGES), flush=True)


def read_losses(path):
    losses = collections.defaultdict(list)
    for game in map(json.loads, open(path)):
        for move in game.get("moves", []):
            if not move["forced"]:
                losses[move["stage"]].append(move["lost"])
    return losses


def compare(name, rating, path):
    people, rating, losses = People(name), float(rating), read_losses(path)
    for stage in STAGES:
        theirs, ours = people.shares(rating, stage), shares(losses[stage])
        lost, should = mean(losses[stage]), people.lost(rating, stage)
        print(f"{stage:8} lost {lost:.2f}, people {should:.2f} ({100 * (lost / should - 1):+.0f} %); shares",
              " ".join(f"{share:.3f}" for share in ours), "people",
              " ".join(f"{share:.3f}" for share in theirs),
              f"differ by {100 * sum(abs(a - b) for a, b in zip(ours, theirs)) / 2:.1f} %")


def draw(name, out, pairs):
    people, bar, width, height = People(name), 14, 230, 150
    labels = ["&lt;0.5", "&lt;2", "&lt;4", "&lt;8", "&lt;16", "16+"]
    rows = list(zip(pairs[::2], pairs[1::2]))
    parts = []
    for y, (rating, path) in enumerate(rows):
        losses = read_losses(path)
        for x, stage in enumerate(STAGES):
            both = people.shares(float(rating), stage), shares(losses[stage])
            parts.append(f'<g transform="translate({10 + x * width} {20 + y * height})">'
                         f'<text y="-6">{stage}, rating {rating}</text>')
            for i, label in enumerate(labels):
                for which, share in enumerate(values[i] for values in both):
                    tall = share * (height - 50)
                    parts.append(f'<rect class="{"ps"[which]}" x="{i * 36 + which * bar}" '
                                 f'y="{height - 45 - tall:.1f}" width="{bar}" height="{tall:.1f}"/>')
                parts.append(f'<text x="{i * 36 + bar}" y="{height - 32}" text-anchor="middle">{label}</text>')
            parts.append("</g>")
    with open(out, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {20 + 3 * width} '
                   f'{30 + height * len(rows)}" font-family="sans-serif" font-size="11">\n'
                   "<title>Shares of moves by discs lost: people (grey), Sumi (blue)</title>\n"
                   "<style>.p{fill:#999}.s{fill:#2a6fb0}</style>\n"
                   '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if len(arguments) >= 5 and arguments[0] == "fit":
        fit(*arguments[1:4], arguments[4:])
    elif len(arguments) == 4 and arguments[0] == "compare":
        compare(*arguments[1:])
    elif len(arguments) >= 5 and len(arguments) % 2 == 1 and arguments[0] == "draw":
        draw(*arguments[1:3], arguments[3:])
    else:
        sys.exit(__doc__)
