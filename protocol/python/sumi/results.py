# SPDX-License-Identifier: MIT
"""What searches and analyses have found, as values that stay when the engine goes on.

Scores are in discs for the side to move, or for the side that moved where that is said; empty
squares go to the winner. Times are in seconds.
"""
from __future__ import annotations

import dataclasses
import re
from typing import NamedTuple

from ._library import library, words
from .errors import NotFound

_MOVE = re.compile(r"[a-h][1-8]|pass")


class Games(NamedTuple):
    """How many games of the book went through a move, by results for the side that plays it."""

    wins: int
    draws: int
    losses: int


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A move that was searched, or that the opening book knows."""

    move: str  #: "f5", or "pass".
    square: int  #: 0..63, or PASS.
    score: float  #: Discs for the side to move; 1, 0 or -1 of a search for win, loss or draw.
    exact: bool  #: Whether the score is proven.
    depth: int  #: Plies.
    selectivity: int  #: Confidence of the cuts that the search made, in per cent; 100: none.
    book: bool  #: Whether the score is the opening book's.
    line: tuple[str, ...]  #: The moves that are expected, this one first.
    games: Games  #: Of the book; zeros for a move that was searched.


@dataclasses.dataclass(frozen=True)
class Result:
    """What a search has found so far, or at its end."""

    candidates: tuple[Candidate, ...]  #: Best first; none if the game is over.
    final: bool  #: Whether the search is over.
    nodes: int  #: Of the whole search.
    seconds: float
    json: str = dataclasses.field(repr=False)  #: All of it, as `sumi hint --json` writes it.

    @property
    def best(self) -> Candidate:
        """The best candidate. Raises NotFound if there is none, because the game is over."""
        if not self.candidates:
            raise NotFound("candidates: there are none, so there is no best one")
        return self.candidates[0]


@dataclasses.dataclass(frozen=True)
class AnalyzedMove:
    """What the engine thinks of a move of a game. Scores are for the side that moved."""

    number: int  #: In the game, from 1; passes are not counted.
    black: bool  #: Whether it is Black's move.
    move: str
    best: str  #: The best move, which may be the one that was played.
    score: float  #: Of the move, in discs.
    best_score: float  #: Of the best move, in discs.
    lost: float  #: Discs, 0 or more.
    exact: bool  #: Whether both scores are proven.
    mark: str  #: "", or "?!", "?" and "??" for an inaccuracy, a mistake and a blunder.

    @property
    def black_score(self) -> float:
        """The score of the move in discs for Black, which is what a graph of the game wants."""
        return self.score if self.black else -self.score


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What the engine thinks of each move of a game."""

    moves: tuple[AnalyzedMove, ...]  #: In the order of the game.
    partial: bool  #: Whether it was stopped; then it has the last moves of the game only.
    json: str = dataclasses.field(repr=False)  #: All of it, as `sumi analyze --json` writes it.


def _candidate(pointer: int, i: int) -> Candidate:
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
    )


def take_result(pointer: int) -> Result:
    """Copies a sumi_result, and frees it."""
    try:
        return Result(
            candidates=tuple(
                _candidate(pointer, i) for i in range(library.sumi_result_count(pointer))
            ),
            final=bool(library.sumi_result_final(pointer)),
            nodes=library.sumi_result_nodes(pointer),
            seconds=library.sumi_result_seconds(pointer),
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
    """Copies a sumi_analysis, and frees it."""
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
