# SPDX-License-Identifier: MIT
"""Results of searches and analyses, as values independent of the engine.

Scores are in discs for the side to move unless noted otherwise; empty squares go to the winner.
Times are in seconds.
"""
from __future__ import annotations

import dataclasses
import math
import re
from typing import NamedTuple

from ._library import library, words
from .errors import NotFound

_MOVE = re.compile(r"[a-h][1-8]|pass")


class Games(NamedTuple):
    """The book's games with a move, by result for the side that plays it."""

    wins: int
    draws: int
    losses: int


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A move from a search or the opening book."""

    move: str  #: "f5", or "pass".
    square: int  #: 0..63, or PASS.
    score: float  #: Discs for the side to move; with win_loss_draw 1, 0 or -1.
    exact: bool  #: Whether the score is proven.
    depth: int  #: Plies, including those in the book.
    selectivity: int  #: Confidence of selective cuts in per cent; 100: no cuts.
    book: bool  #: Whether the score is from the opening book.
    line: tuple[str, ...]  #: The expected moves, this one first.
    games: Games  #: Zeros for a searched move.
    book_plies: int  #: Of the depth, the plies in the book; 0 for a searched move.
    #: Likely error of the score, in discs: for 68% of such scores perfect play is within the error,
    #: for 95% within twice that. 0: exact; None: unknown (a bound, or not of the built-in net).
    error: float | None = None


@dataclasses.dataclass(frozen=True)
class Result:
    """A partial or final result of a search."""

    candidates: tuple[Candidate, ...]  #: Best first; empty if the game is over.
    final: bool  #: Whether the search is over.
    nodes: int  #: Of the whole search.
    seconds: float
    #: Why the search ended: "solved", "depth", "level", "nodes", "time" (also when a move needs no
    #: more of it), "stopped" or "book". "" for a partial result, a finished game, or the move of a
    #: `player` that does not search.
    ended_by: str
    json: str = dataclasses.field(repr=False)  #: As `sumi hint --json` prints it.

    @property
    def best(self) -> Candidate:
        """The best candidate. Raises NotFound if the game is over."""
        if not self.candidates:
            raise NotFound("candidates: there are none, so there is no best one")
        return self.candidates[0]


@dataclasses.dataclass(frozen=True)
class AnalyzedMove:
    """The analysis of a move. Scores are for the side that moved."""

    number: int  #: Move number from 1, without passes.
    black: bool  #: Whether it is Black's move.
    move: str
    best: str  #: The best move, perhaps the one played.
    score: float  #: Of the move played, in discs.
    best_score: float  #: Of the best move, in discs.
    lost: float  #: Discs, 0 or more.
    exact: bool  #: Whether both scores are proven.
    mark: str  #: "", "?!" (inaccuracy), "?" (mistake) or "??" (blunder).

    @property
    def black_score(self) -> float:
        """The score of the move in discs for Black, as for a graph of the game."""
        return self.score if self.black else -self.score


@dataclasses.dataclass(frozen=True)
class Analysis:
    """The analysis of each move of a game."""

    moves: tuple[AnalyzedMove, ...]  #: In the order of the game.
    partial: bool  #: Whether it was stopped; `moves` then has only the last ones.
    json: str = dataclasses.field(repr=False)  #: As `sumi analyze --json` prints it.


def _candidate(pointer: int, i: int) -> Candidate:
    error = library.sumi_result_error(pointer, i)
    return Candidate(
        move=words(library.sumi_result_move(pointer, i)),
        square=library.sumi_result_square(pointer, i),
        score=library.sumi_result_score(pointer, i),
        exact=bool(library.sumi_result_exact(pointer, i)),
        depth=library.sumi_result_depth(pointer, i),
        selectivity=library.sumi_result_selectivity(pointer, i),
        book=bool(library.sumi_result_book(pointer, i)),
        line=tuple(_MOVE.findall(words(library.sumi_result_line(pointer, i)))),
        games=Games(*(library.sumi_result_games(pointer, i, outcome) for outcome in range(3))),
        book_plies=library.sumi_result_book_plies(pointer, i),
        error=None if math.isnan(error) else error,
    )


def take_result(pointer: int) -> Result:
    """Copies and frees a sumi_result."""
    try:
        return Result(
            candidates=tuple(
                _candidate(pointer, i) for i in range(library.sumi_result_count(pointer))
            ),
            final=bool(library.sumi_result_final(pointer)),
            nodes=library.sumi_result_nodes(pointer),
            seconds=library.sumi_result_seconds(pointer),
            ended_by=words(library.sumi_end_name(library.sumi_result_ended_by(pointer))),
            json=words(library.sumi_result_json(pointer)),
        )
    finally:
        library.sumi_result_free(pointer)


def _analyzed_move(pointer: int, i: int) -> AnalyzedMove:
    return AnalyzedMove(
        number=library.sumi_analysis_number(pointer, i),
        black=bool(library.sumi_analysis_black(pointer, i)),
        move=words(library.sumi_analysis_move(pointer, i)),
        best=words(library.sumi_analysis_best(pointer, i)),
        score=library.sumi_analysis_score(pointer, i),
        best_score=library.sumi_analysis_best_score(pointer, i),
        lost=library.sumi_analysis_lost(pointer, i),
        exact=bool(library.sumi_analysis_exact(pointer, i)),
        mark=words(library.sumi_analysis_mark(pointer, i)),
    )


def take_analysis(pointer: int) -> Analysis:
    """Copies and frees a sumi_analysis."""
    try:
        return Analysis(
            moves=tuple(
                _analyzed_move(pointer, i) for i in range(library.sumi_analysis_count(pointer))
            ),
            partial=bool(library.sumi_analysis_partial(pointer)),
            json=words(library.sumi_analysis_json(pointer)),
        )
    finally:
        library.sumi_analysis_free(pointer)
