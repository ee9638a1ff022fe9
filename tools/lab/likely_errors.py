#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits likely_error() (engine/search_update.cpp) to errors of searches.

Usage: likely_errors.py REPORT.json...

Each REPORT is from `sumi-lab eval-report --bin 1 --json` with the built-in net, at full width or at
selectivity 73 (NOTES.md, "Likely errors", has the commands). Prints the numbers of the model, then
for each number of empties and depth the root mean square that was measured and that of the model.
"""
import json
import math
import random
import sys

FIRST_KNOT, STEP, KNOTS = 4, 8, 8  # of ErrorModel (engine/weights/evaluator_data.h)
UNITS = 128  # per disc
LEAST = 40  # positions
ROUGHNESS = 2  # weight of a part's logarithmic bends between knots
TRIALS = 30000


def variance(part, empties):
    """ErrorModel::at()."""
    place = min(max(empties, FIRST_KNOT), FIRST_KNOT + (KNOTS - 1) * STEP) - FIRST_KNOT
    knot, beyond = divmod(place, STEP)
    after = part[knot + 1] if beyond else 0
    return (part[knot] ** 2 * (STEP - beyond) + after**2 * beyond) / STEP


class Model:
    def __init__(self, fading, lasting, fade, cuts):
        self.fading, self.lasting, self.fade, self.cuts = fading, lasting, fade, cuts

    def error(self, depth, selectivity, empties):
        fades = variance(self.fading, empties) * (self.fade**depth - self.fade**empties)
        lasts = variance(self.lasting, empties) * (empties - depth)
        cuts = 0 if selectivity == 100 else self.cuts
        return math.sqrt(max(fades + lasts + cuts**2, 1)) / UNITS

    def cost(self, cells):
        fit = sum(n * math.log(self.error(*where) / rms) ** 2 for where, rms, n in cells)
        bends = sum(
            math.log((part[i - 1] * part[i + 1] + 100) / (part[i] ** 2 + 100)) ** 2
            for part in (self.fading, self.lasting)
            for i in range(1, KNOTS - 1)
        )
        return fit + ROUGHNESS * bends

    def changed(self, size):
        """One number multiplied by exp() of a normal number of this size."""
        other = Model(list(self.fading), list(self.lasting), self.fade, self.cuts)
        factor = math.exp(random.gauss(0, size))
        i = random.randrange(2 * KNOTS + 2)
        if i < 2 * KNOTS:
            (other.fading if i < KNOTS else other.lasting)[i % KNOTS] *= factor
        elif i == 2 * KNOTS:
            other.fade = min(0.95, self.fade * factor**0.2)
        else:
            other.cuts *= factor
        return other


def cells_of(paths):
    """((depth, selectivity, empties), root mean square, positions)."""
    for path in paths:
        for stage in json.load(open(path))["errors"]["stages"]:
            for row in stage["by_depth"]:
                solved = row["solved"] > 0
                if stage["positions"] < LEAST or row["depth"] == 0 or solved:
                    continue
                where = (row["depth"], row["selectivity"], stage["empties"][0])
                if where[1] not in (73, 100):
                    sys.exit(f"{path}: selectivity {where[1]}, not 73 or 100")
                yield where, row["rms"], stage["positions"]


def main(paths):
    cells = list(cells_of(paths))
    if not cells:
        sys.exit(__doc__)
    random.seed(1)
    best = Model([500] * KNOTS, [100] * KNOTS, 0.7, 250)
    least = best.cost(cells)
    for trial in range(TRIALS):
        other = best.changed(0.2 * 0.6 ** (5 * trial // TRIALS))
        cost = other.cost(cells)
        if cost < least:
            best, least = other, cost
    print("fading ", [round(x) for x in best.fading])
    print("lasting", [round(x) for x in best.lasting])
    print("fade   ", round(1024 * best.fade), " cuts at 73%:", round(best.cuts))
    print("\nempties   depth  positions   rms  model")
    for (depth, selectivity, empties), rms, n in sorted(cells, key=lambda c: (c[0][2], c[0])):
        name = f"{depth}@{selectivity}%"
        print(f"{empties:7} {name:>7} {n:10} {rms:5.2f}  {best.error(depth, selectivity, empties):5.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
