# SPDX-License-Identifier: MIT
"""The Othello engine Sumi: searches, solves, analyses games and evaluates boards.

>>> import sumi
>>> with sumi.Engine(threads=2) as engine:
...     found = engine.search("f5d6c3", level=20)
...     print(found.best.move, found.best.score)

Scores are in discs for the side to move, empty squares to the winner; times are in seconds. The
module needs only the shared library libsumi.so.0; NumPy is optional, for batches of boards.
"""
from ._library import PASS, library, words
from .board import Board, square_name, square_number, squares_of
from .engine import Engine, Options
from .errors import (
    BadFile,
    BadSyntax,
    Busy,
    Closed,
    DiskFull,
    IllegalMove,
    InternalError,
    MissingFile,
    NoMemory,
    NotFound,
    OutOfRange,
    Stopped,
    SumiError,
)
from .game import Game, GameInfo, GameReader, formats, read_games
from .results import Analysis, AnalyzedMove, Candidate, Games, Result
from .search import Search

__all__ = [
    "PASS",
    "Analysis",
    "AnalyzedMove",
    "BadFile",
    "BadSyntax",
    "Board",
    "Busy",
    "Candidate",
    "Closed",
    "DiskFull",
    "Engine",
    "Game",
    "GameInfo",
    "GameReader",
    "Games",
    "IllegalMove",
    "InternalError",
    "MissingFile",
    "NoMemory",
    "NotFound",
    "Options",
    "OutOfRange",
    "Result",
    "Search",
    "Stopped",
    "SumiError",
    "formats",
    "read_games",
    "square_name",
    "square_number",
    "squares_of",
    "version",
]


def version() -> str:
    """Returns the version of the loaded library, such as "0.2.0"."""
    return words(library.sumi_version())


__version__ = version()
