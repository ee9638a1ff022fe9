#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the line from discs lost per move to ratings that `sumi analyze` uses.

Usage: player_ratings.py sample GAMES.ggf FIRST-LAST PLAYERS GAMES NAME
       player_ratings.py fit NAME [NAME...]

`sample` reads the games of these years. It rates their players by results (Bradley-Terry model, a
draw counts as half a win, Elo, mean 0 over all games, only players with at least 30 games) and
writes NAME.json. It writes GAMES games of each of PLAYERS players, evenly spread from worst to best,
to NAME.ggf. Then run `sumi analyze NAME.ggf --level 12 --json -o NAME.out`. `fit` reads both files
and fits the line to the players with at least six games in the first NAME. For each NAME it prints
the mean and standard deviation of the ratings' errors, and the rank correlation.
"""
import collections
import json
import math
import random
import re
import sys
from statistics import mean

LEAST_GAMES, LEAST_ANALYZED = 30, 6


def read_games(path, first, last):
    """(black, white, Black's points, GGF) of each game of these years."""
    games = []
    for line in open(path):
        fields = [re.search(pattern, line) for pattern in
                  (r"PB\[([^]]+)", r"PW\[([^]]+)", r"RE\[([-+.\d]+)", r"DT\[(\d{4})")]
        if not all(fields):
            continue
        black, white, result, year = (field[1] for field in fields)
        if first <= int(year) <= last and black != white:
            won, lost = float(result) > 0, float(result) < 0
            games.append((black, white, (1 + won - lost) / 2, line))
    return games


def with_enough_games(games):
    while True:
        count = collections.Counter(player for game in games for player in game[:2])
        kept = [game for game in games if min(count[game[0]], count[game[1]]) >= LEAST_GAMES]
        if len(kept) == len(games):
            return games, count
        games = kept


def rate(games, count):
    """Elo by minorization-maximization; prior: two draws per player against an average player."""
    met, won = collections.defaultdict(collections.Counter), collections.Counter()
    for black, white, points, _ in games:
        met[black][white] += 1
        met[white][black] += 1
        won[black] += points
        won[white] += 1 - points
    strength = dict.fromkeys(count, 1.0)
    for _ in range(300):
        strength = {p: (won[p] + 1) / (2 / (strength[p] + 1) + sum(
            n / (strength[p] + strength[q]) for q, n in met[p].items())) for p in strength}
        middle = sum(n * math.log(strength[p]) for p, n in count.items()) / sum(count.values())
        strength = {p: s / math.exp(middle) for p, s in strength.items()}
    return {p: 400 * math.log10(s) for p, s in strength.items()}


def sample(path, years, players, games_each, name):
    games, count = with_enough_games(read_games(path, *map(int, years.split("-"))))
    ratings = rate(games, count)
    json.dump(ratings, open(f"{name}.json", "w"))
    by_player = collections.defaultdict(list)
    for i, game in enumerate(games):
        by_player[game[0]].append(i)
        by_player[game[1]].append(i)
    order = sorted(ratings, key=ratings.get)
    chosen = set()
    generator = random.Random(1)
    for player in order[::max(1, len(order) // int(players))]:
        rest = [i for i in by_player[player] if i not in chosen]
        wanted = int(games_each) - (len(by_player[player]) - len(rest))
        chosen.update(generator.sample(rest, min(max(0, wanted), len(rest))))
    with open(f"{name}.ggf", "w") as out:
        out.writelines(games[i][3] for i in sorted(chosen))
    print(f"{name}: {len(games)} games rate {len(ratings)} players; {len(chosen)} games to analyse")


def read_players(name):
    """(rating, discs lost per move) of the players with enough analysed games."""
    ratings = json.load(open(f"{name}.json"))
    lost, played = collections.defaultdict(list), collections.Counter()
    for line in open(f"{name}.out"):
        game = json.loads(line)
        for side in ("black", "white"):
            if "moves" in game:
                played[game[side]] += 1
                lost[game[side]] += [move["lost"] for move in game["moves"]
                                     if move["side"] == side and not move["forced"]]
    return [(ratings[player], mean(lost[player])) for player in lost
            if player in ratings and played[player] >= LEAST_ANALYZED]


def line_through(xs, ys):
    mx, my = mean(xs), mean(ys)
    slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)
    return my - slope * mx, slope


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    return [rank for _, rank in sorted(zip(order, range(len(values))))]


def fit(names):
    start = slope = None
    for name in names:
        ratings, lost = zip(*read_players(name))
        if start is None:
            start, slope = line_through(lost, ratings)
            print(f"rating = {start:.0f} {slope:+.0f} * discs lost a move")
        errors = [rating - start - slope * x for rating, x in zip(ratings, lost)]
        spread = math.sqrt(mean((e - mean(errors)) ** 2 for e in errors))
        _, correlation = line_through(ranks([-x for x in lost]), ranks(ratings))
        print(f"{name}: {len(ratings)} players, mean {mean(errors):+.0f}, spread {spread:.0f}, "
              f"ranks {correlation:.3f}")


def main(arguments):
    if len(arguments) == 6 and arguments[0] == "sample":
        sample(*arguments[1:])
    elif len(arguments) >= 2 and arguments[0] == "fit":
        fit(arguments[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
