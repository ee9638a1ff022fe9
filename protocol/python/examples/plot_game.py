#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plots the engine's analysis of a game, as a script or notebook.

Usage: plot_game.py [GAME|FILE] [-o PICTURE] [--level N]

The script writes a picture; editors that support `# %%` run cell by cell. Needs matplotlib.
"""
# %% The game
import argparse
import os
import sys

import matplotlib
import sumi

if __name__ == "__main__" and "ipykernel" not in sys.modules:
    matplotlib.use("Agg")  # Without a display.
import matplotlib.pyplot as plt

#: A game between low levels in which the lead changes.
EXAMPLE = (
    "e6f4e3d6c5f3f5f6d7d3e7c3g4c6c7g5g3h4h3g6h5h6h7f7c4e8d8b3f8b5"
    "a5c8b4a4a6a7b8b6a2b7f2g2d2d1e2e1c1b1h1h2c2h8f1g1a1g8a8g7a3b2"
)

parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
parser.add_argument("game", nargs="?", default=EXAMPLE, help="moves, a game as text, or a file")
parser.add_argument("-o", "--output", default="game.png", help="PNG, SVG or PDF (game.png)")
parser.add_argument("--level", type=int, default=20, help="0..60 (20)")
arguments = parser.parse_args([] if "ipykernel" in sys.modules else None)

if os.path.exists(arguments.game):
    game = next(sumi.read_games(arguments.game))
else:
    game = sumi.Game(arguments.game)
game  # Notebooks show the board.

# %% The analysis


def tell(done, every):
    print(f"\r{done} of {every} moves", end="" if done < every else "\n", file=sys.stderr)


with sumi.Engine(hash_mib=64) as engine:
    analysis = engine.analyze(game, level=arguments.level, progress=tell)

# %% The picture
BLACK, WHITE, GREEN, GRID = "#23282d", "#fbfaf6", "#dfe9dd", "#c3cfc0"
MARKS = {"?!": "#a87b05", "?": "#e0702c", "??": "#c2272d"}
NAMES = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}

numbers = [move.number for move in analysis.moves]
scores = [move.black_score for move in analysis.moves]
lowest, highest = min(-4, *scores) - 4, max(4, *scores) + 4

figure, axes = plt.subplots(figsize=(11, 4.8), dpi=120, layout="constrained")
axes.set_facecolor(GREEN)
axes.fill_between(numbers, scores, 0, where=[s >= 0 for s in scores], interpolate=True,
                  color=BLACK, linewidth=0)
axes.fill_between(numbers, scores, 0, where=[s <= 0 for s in scores], interpolate=True,
                  color=WHITE, linewidth=0)
axes.plot(numbers, scores, color="#5d6b5a", linewidth=1.4)
axes.axhline(0, color="#5d6b5a", linewidth=0.8)

for mark, color in MARKS.items():
    marked = [move for move in analysis.moves if move.mark == mark]
    axes.scatter([move.number for move in marked], [move.black_score for move in marked], s=52,
                 color=color, edgecolor="white", linewidth=1, zorder=3, label=NAMES[mark])
    for move in marked:
        # White's mistakes raise the curve, Black's lower it.
        axes.annotate(f"{move.move}{mark}", (move.number, move.black_score), ha="center",
                      va="top" if move.black else "bottom", xytext=(0, -9 if move.black else 9),
                      textcoords="offset points", fontsize=9, color=color, weight="bold",
                      bbox={"boxstyle": "round,pad=0.2", "color": "white", "linewidth": 0})

proven = next((move.number for move in analysis.moves if move.exact), None)
if proven is not None:
    axes.axvline(proven, color="#5d6b5a", linewidth=0.8, linestyle=(0, (4, 3)))
    axes.text(proven + 0.4, lowest + 0.4, "solved from here on", fontsize=9, color="#5d6b5a",
              va="bottom")

axes.set_xlim(1, max(numbers))
axes.set_ylim(lowest, highest)
axes.set_xticks([1, *range(5, max(numbers) + 1, 5)])
axes.yaxis.set_major_formatter(lambda value, position: f"{abs(value):.0f}")
axes.set_xlabel("move")
for text, middle in (("Black leads by", highest / 2), ("White leads by", lowest / 2)):
    axes.text(-0.035, middle, text, rotation=90, ha="right", va="center", fontsize=10,
              transform=axes.get_yaxis_transform())
axes.grid(color=GRID, linewidth=0.7)
axes.set_axisbelow(True)
axes.tick_params(length=0)
for side in axes.spines.values():
    side.set_visible(False)
if any(move.mark for move in analysis.moves):
    axes.legend(loc="upper left", frameon=False, ncols=3, fontsize=9, handletextpad=0.1)

margin = game.black_score
winner = "a draw" if margin == 0 else f"{'Black' if margin > 0 else 'White'} wins by {abs(margin)}"
axes.set_title(f"{game.opening or 'No opening with a name'}: {winner}" if game.over
               else game.opening, loc="left", fontsize=13, weight="bold", pad=12)

if "ipykernel" not in sys.modules:
    figure.savefig(arguments.output)
    print(arguments.output)
