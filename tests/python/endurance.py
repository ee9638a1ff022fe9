#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Creating and dropping objects many times must not increase memory.

Usage: SUMI_LIBRARY=... endurance.py [--cycles N] [--limit-kib K]

Exits with status 1 if the process grows by more than the limit after the first tenth of the cycles.
Creates engines, games, abandoned searches, batches, analyses and errors. malloc is limited to one
arena, because arenas of threads grow irregularly and would hide leaks.
"""
import argparse
import gc
import os
import sys
import time

from support import PUZZLE, resident_kib, sumi


def cycle():
    with sumi.Engine(hash_mib=2, threads=2) as engine:
        game = sumi.Game("f5d6c3")
        game.copy().play("d3")
        engine.search(game, depth=3, candidates=3, book=False)
        engine.book(game)
        for _ in engine.iterate(game, book=False):
            break
        engine.solve_boards([sumi.Game(PUZZLE)])
        engine.search_boards([sumi.Game(PUZZLE), game], depth=2)
        engine.analyze("f5d6c3d3", depth=3, book=False)
        for wrong in (lambda: engine.search("xyzzy"), lambda: game.play("a1"),
                      lambda: engine.search(game, seconds=1e9)):
            try:
                wrong()
            except sumi.SumiError:
                pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cycles", type=int, default=1000)
    parser.add_argument("--limit-kib", type=int, default=256)
    arguments = parser.parse_args()
    before, begin = 0, time.monotonic()
    for number in range(arguments.cycles):
        if number == arguments.cycles // 10:
            gc.collect()
            before = resident_kib()
        cycle()
    gc.collect()
    after = resident_kib()
    print(f"{arguments.cycles} cycles in {time.monotonic() - begin:.1f} s: "
          f"{before} KiB after a tenth of them, {after} KiB at the end")
    return after - before > arguments.limit_kib


if __name__ == "__main__":
    if os.environ.get("MALLOC_ARENA_MAX") != "1":
        os.environ["MALLOC_ARENA_MAX"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    sys.exit(main())
