# SPDX-License-Identifier: MIT
"""Converts search limits from Python's arguments to the struct of the C library.

The struct uses 0 or -1 for no limit, Python uses None: a 0 may be a mistake, so it is an error.
"""
from __future__ import annotations

import math

from ._library import Limits, integer
from .errors import OutOfRange

def seconds_of(value: float, name: str, above_zero: bool) -> float:
    """Checks a finite time in seconds: above 0, or at least 0."""
    try:
        good = math.isfinite(value) and (value > 0 or (value == 0 and not above_zero))
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a number but {type(value).__name__}") from None
    if not good:
        raise OutOfRange(f"{name}: {value!r} is not {'above 0' if above_zero else '0 or more'}")
    return float(value)


def limits_of(
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    exact: bool = False,
    win_loss_draw: bool = False,
    candidates: int = 1,
    book: bool = True,
    *,
    default_level: int | None = None,
) -> Limits:
    """Returns the struct; None means no limit. Without any, `default_level` applies."""
    limits = Limits()
    limited = (level, depth, nodes, seconds) != (None, None, None, None)
    if not (limited or exact or win_loss_draw):
        level = default_level
    if level is not None:
        limits.level = integer(level, "level", 0, 60)
    if depth is not None:
        limits.depth = integer(depth, "depth", 1, 60)
    if nodes is not None:
        limits.nodes = integer(nodes, "nodes", 1, (1 << 64) - 1)
    if seconds is not None:
        limits.seconds = seconds_of(seconds, "seconds", above_zero=True)
    limits.exact = bool(exact)
    limits.win_loss_draw = bool(win_loss_draw)
    limits.candidates = integer(candidates, "candidates", 1, 46)
    limits.book = bool(book)
    return limits
