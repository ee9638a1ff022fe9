# SPDX-License-Identifier: MIT
"""Random games for Python tests by slow rules, independent of Sumi's."""

STEPS = [(number // 3 - 1, number % 3 - 1) for number in range(9) if number != 4]


def start():
    """Discs by (file, rank): 1 black, -1 white, 0 none."""
    board = {(x, y): 0 for x in range(8) for y in range(8)}
    board.update({(3, 3): -1, (4, 4): -1, (3, 4): 1, (4, 3): 1})
    return board


def flips(board, x, y, side):
    """The squares that a disc there flips."""
    found = []
    for dx, dy in STEPS:
        line, at = [], (x + dx, y + dy)
        while board.get(at) == -side:
            line.append(at)
            at = (at[0] + dx, at[1] + dy)
        if board.get(at) == side:
            found += line
    return found


def legal_moves(board, side):
    return [(x, y) for (x, y), disc in board.items() if not disc and flips(board, x, y, side)]


def play(board, move, side):
    board.update({square: side for square in [move, *flips(board, *move, side)]})


def random_moves(rng, count=60):
    """The first `count` moves of a game, each with its side."""
    board, side, played = start(), 1, []
    while len(played) < count:
        moves = legal_moves(board, side)
        if not moves:
            side = -side
            moves = legal_moves(board, side)
        if not moves:
            break
        move = rng.choice(moves)
        play(board, move, side)
        played.append((side, "abcdefgh"[move[0]] + str(move[1] + 1)))
        side = -side
    return played


def random_game(rng):
    """A finished game as a transcript."""
    return "".join(name for _, name in random_moves(rng))


def random_opening(rng, plies):
    """The beginning of a game in GGF."""
    return "".join(f"{'B' if side > 0 else 'W'}[{name}]" for side, name in random_moves(rng, plies))
