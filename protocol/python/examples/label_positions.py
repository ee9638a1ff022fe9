#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Labels the positions of games with searches on all processors, as CSV.

Usage: label_positions.py FILE... [-o LABELS.csv] [--level N] [--threads N]

Reads games in any format that `sumi convert --formats` lists and searches each position once.
"""
import argparse
import csv
import sys
import time

import sumi

CHUNK = 1000  #: Positions per call; Ctrl-C keeps the chunks that are written.

parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
parser.add_argument("files", nargs="+", help="games or positions")
parser.add_argument("-o", "--output", default="-", help="(standard output)")
parser.add_argument("--level", type=int, default=10, help="0..60 (10)")
parser.add_argument("--threads", type=int, default=0, help="0: all processors (0)")
arguments = parser.parse_args()

boards = {}  # In order, each once.
for file in arguments.files:
    for game in sumi.read_games(file, on_error=lambda error: print(error, file=sys.stderr)):
        boards.update((board, None) for board in game.boards() if not sumi.Game.of_board(board).over)
boards = list(boards)

began = time.monotonic()
with (
    open(sys.stdout.fileno() if arguments.output == "-" else arguments.output, "w", newline="",
         closefd=arguments.output != "-") as output,
    sumi.Engine(hash_mib=16) as engine,
):
    table = csv.writer(output)
    table.writerow(["position", "move", "score", "exact", "depth", "ended_by"])
    for first in range(0, len(boards), CHUNK):
        chunk = boards[first:first + CHUNK]
        results = engine.search_boards(chunk, arguments.level, book=False,
                                       threads=arguments.threads)
        for board, result in zip(chunk, results):
            best = result.best
            table.writerow([board, best.move, f"{best.score:.2f}", int(best.exact), best.depth,
                            result.ended_by])
        output.flush()
seconds = time.monotonic() - began
print(f"{len(boards)} positions in {seconds:.1f} s, {len(boards) / seconds:.0f} a second",
      file=sys.stderr)
