#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for asyncio: plays games against slow random opponents at the same time, with one engine.

Usage: two_games.py [GAMES] [--level N]
"""
import argparse
import asyncio
import random
import time

import sumi


async def opponent(game):
    """Stands for a person or a server: answers after a while."""
    await asyncio.sleep(random.uniform(0.01, 0.05))
    return random.choice(game.legal_moves)


async def play(engine, number, level):
    """Plays a game and prints it. Returns its number of moves."""
    game, black = sumi.Game(), number % 2 == 0
    while not game.over:
        if game.black_to_move == black:
            move = (await engine.search_async(game, level)).best.move
        else:
            move = await opponent(game)
        game.play(move)
    score = game.black_score if black else -game.black_score
    print(f"game {number}: {'Black' if black else 'White'}, {score:+} discs, {game.to_text()}")
    return len(game.moves)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="?", type=int, default=2, help="(2)")
    parser.add_argument("--level", type=int, default=8, help="0..60 (8)")
    arguments = parser.parse_args()
    began = time.monotonic()
    with sumi.Engine(hash_mib=64) as engine:
        moves = await asyncio.gather(
            *(play(engine, number, arguments.level) for number in range(arguments.games))
        )
    print(f"{sum(moves) / (time.monotonic() - began):.0f} moves a second")


asyncio.run(main())
