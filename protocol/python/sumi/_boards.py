# SPDX-License-Identifier: MIT
"""Converts batches of boards, NumPy arrays or lists, to arrays of the C library.

Never imports NumPy: a caller that passes a NumPy array has done so.
"""
from __future__ import annotations

import array
import dataclasses
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

from .board import BITBOARD_MAX, Board, check_size
from .errors import OutOfRange
from .game import Game

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Bitboards = numpy.typing.NDArray[numpy.uint64]

#: A game (its current position), a board, or the bitboards of the side to move and of the other.
Position = Union[Game, Board, "tuple[int, int]"]


@dataclasses.dataclass
class Boards:
    """Two columns of bitboards, and the buffer for their values."""

    own: Any
    opponent: Any
    values: Any
    count: int
    size: int

    def addresses(self) -> tuple[int, int, int]:
        return _address(self.own), _address(self.opponent), _address(self.values)

    def filled(self) -> Any:
        """Returns the values: an array for NumPy arrays, else a list."""
        return self.values.tolist() if isinstance(self.values, array.array) else self.values


def boards_of(
    boards: Bitboards | Sequence[Position] | Sequence[int],
    opponent: Bitboards | Sequence[int] | None,
    size: int,
    kind: str,
    out: Any,
) -> Boards:
    """Gathers the boards. `kind` is the type code of their values, "f" or "b"."""
    check_size(size)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(boards, numpy.ndarray):
        return _of_arrays(numpy, boards, opponent, size, kind, out)
    if out is not None:
        raise TypeError("out: is for boards that are arrays of NumPy")
    if opponent is None:
        own, other, size = _of_positions(boards, size)
    else:
        own, other = _column(boards, "boards"), _column(opponent, "opponent")
    if len(own) != len(other):
        raise OutOfRange(f"opponent: there are {len(other)} of them for {len(own)} boards")
    values = array.array(kind, [0]) * len(own)
    return Boards(own, other, values, len(own), size)


def _of_arrays(
    numpy: Any, boards: Any, opponent: Any, size: int, kind: str, out: Any
) -> Boards:
    if opponent is None:
        if boards.ndim != 2 or boards.shape[1] != 2:
            raise OutOfRange(f"boards: the shape {boards.shape} is not (count, 2)")
        boards, opponent = boards[:, 0], boards[:, 1]
    columns = []
    for name, column in (("boards", boards), ("opponent", numpy.asarray(opponent))):
        if column.dtype != numpy.uint64:
            raise TypeError(f"{name}: an array of {column.dtype} is not an array of uint64")
        columns.append(numpy.ascontiguousarray(column))
    own, other = columns
    if own.shape != other.shape:
        raise OutOfRange(f"opponent: the shape {other.shape} is not {own.shape}, that of boards")
    dtype = numpy.dtype(kind)
    if out is None:
        out = numpy.empty(own.shape, dtype)
    elif not isinstance(out, numpy.ndarray) or out.dtype != dtype:
        raise TypeError(f"out: {getattr(out, 'dtype', type(out))} is not an array of {dtype}")
    elif out.shape != own.shape or not out.flags.c_contiguous or not out.flags.writeable:
        raise OutOfRange(f"out: is no writable, contiguous array of the shape {own.shape}")
    return Boards(own, other, out, own.size, size)


def _of_positions(positions: Any, size: int) -> tuple[array.array[int], array.array[int], int]:
    own, other = array.array("Q"), array.array("Q")
    sizes: set[int] = set()
    try:
        numbered = enumerate(positions)
    except TypeError:
        raise TypeError(f"boards: {positions!r} is not a sequence of positions") from None
    for number, position in numbered:
        if isinstance(position, Game):
            position = position.board
        if isinstance(position, Board):
            sizes.add(position.size)
            position = (position.own, position.opponent)
        elif not isinstance(position, tuple) or len(position) != 2:
            raise TypeError(
                f"boards: {position!r}, number {number}, is not a Game, Board or pair of bitboards"
            )
        pair = _column(position, "boards")
        own.append(pair[0])
        other.append(pair[1])
    if len(sizes) > 1:
        raise OutOfRange(f"boards: they have different sizes: {sorted(sizes)}")
    return own, other, sizes.pop() if sizes else size


def _column(bitboards: Any, name: str) -> array.array[int]:
    try:
        return array.array("Q", bitboards)
    except OverflowError:
        raise OutOfRange(f"{name}: {bitboards!r:.100} is not in 0..{BITBOARD_MAX}") from None
    except TypeError:
        raise TypeError(f"{name}: {bitboards!r:.100} is not a sequence of bitboards") from None


def _address(column: Any) -> int:
    if isinstance(column, array.array):
        return column.buffer_info()[0]
    return int(column.ctypes.data)
