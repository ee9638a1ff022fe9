# SPDX-License-Identifier: MIT
"""Boards as values, and numbers and names of squares.

On 8x8, square 0 is a1, 1 is b1, 8 is a2 and 63 is h8; bit n of a bitboard is square n. Boards of
4x4 and 6x6 use the middle, c3..f6 and b2..g7, but name their first corner a1.
"""
from __future__ import annotations

import dataclasses

from ._library import PASS, integer
from .errors import BadSyntax, OutOfRange

BITBOARD_MAX = (1 << 64) - 1


def check_size(size: int) -> int:
    """Returns `size` if it is 4, 6 or 8, else raises OutOfRange."""
    if integer(size, "size", 0, BITBOARD_MAX) not in (4, 6, 8):
        raise OutOfRange(f"size: {size!r} is not 4, 6 or 8")
    return size


def square_name(square: int, size: int = 8) -> str:
    """Returns the name of a square 0..63, or "pass" for PASS: ``square_name(37)`` is "f5"."""
    if integer(square, "square", 0, PASS) == PASS:
        return "pass"
    edge = (8 - check_size(size)) // 2
    column, row = square % 8 - edge, square // 8 - edge
    if not (0 <= column < size and 0 <= row < size):
        raise OutOfRange(f"square: {square} is not on a board of {size}x{size}")
    return "abcdefgh"[column] + str(row + 1)


def square_number(name: str, size: int = 8) -> int:
    """Returns the number of a square, 0..63, or PASS: ``square_number("f5")`` is 37."""
    text = name.strip().lower()
    if text == "pass":
        return PASS
    columns, rows = "abcdefgh"[: check_size(size)], "12345678"[:size]
    if len(text) != 2 or text[0] not in columns or text[1] not in rows:
        raise BadSyntax(f"square: {name!r} is not in a1..{columns[-1]}{rows[-1]}")
    edge = (8 - size) // 2
    return columns.index(text[0]) + edge + 8 * (rows.index(text[1]) + edge)


def squares_of(bitboard: int) -> list[int]:
    """Returns the squares of a bitboard in order: ``squares_of(0x8100)`` is [8, 15]."""
    bits = integer(bitboard, "bitboard", 0, BITBOARD_MAX)
    squares = []
    while bits:
        squares.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return squares


@dataclasses.dataclass(frozen=True)
class Board:
    """A position: the discs of both sides and the side to move. Hashable.

    ``str()`` gives all squares from a1 and the side to move in one line, which ``Game()`` reads.
    """

    black: int  #: Bitboard of Black's discs.
    white: int  #: Bitboard of White's discs.
    black_to_move: bool = True
    size: int = 8  #: 4, 6 or 8.

    def __post_init__(self) -> None:
        check_size(self.size)
        integer(self.black, "black", 0, BITBOARD_MAX)
        integer(self.white, "white", 0, BITBOARD_MAX)

    @property
    def own(self) -> int:
        """Bitboard of the side to move."""
        return self.black if self.black_to_move else self.white

    @property
    def opponent(self) -> int:
        """Bitboard of the other side."""
        return self.white if self.black_to_move else self.black

    @property
    def empties(self) -> int:
        """Number of empty squares, 0..60."""
        return self.size * self.size - (self.black | self.white).bit_count()

    def __str__(self) -> str:
        edge = (8 - self.size) // 2
        lines = range(edge, edge + self.size)
        squares = "".join(
            "X" if self.black >> (8 * row + column) & 1
            else "O" if self.white >> (8 * row + column) & 1
            else "-"
            for row in lines
            for column in lines
        )  # fmt: skip
        return f"{squares} {'X' if self.black_to_move else 'O'}"

    def _repr_svg_(self) -> str:
        from .picture import svg

        return svg(self)
