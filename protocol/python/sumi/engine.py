# SPDX-License-Identifier: MIT
"""The engine: it searches, solves, analyses games and looks into its opening book."""
from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, overload

from ._boards import Boards, Position, boards_of
from ._library import check, encoded, integer, library, new_object, words
from ._limits import limits_of, seconds_of
from ._work import Core, Progress
from .board import Board
from .errors import NotFound, OutOfRange
from .game import Game
from .results import Analysis, Result, take_analysis, take_result
from .search import Search

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from ._boards import Bitboards

    Floats = numpy.typing.NDArray[numpy.float32]
    Scores = numpy.typing.NDArray[numpy.int8]

#: What can be searched: a game as it is now, a board, or any text that `Game()` takes.
Searched = Union[Game, Board, str]
OptionValue = Union[str, int, float, bool]

_DEFAULT_LEVEL = 20


def _game_of(what: Searched) -> Game:
    """A game of the call's own, since another thread may change the caller's meanwhile."""
    if isinstance(what, Game):
        return what.copy()
    return Game.of_board(what) if isinstance(what, Board) else Game(what)


class Options(Mapping[str, str]):
    """The options of an engine by name: ``engine.options["threads"] = 4``.

    Values are read as texts. A name may have underscores for hyphens: "hash_mib" is "hash-mib".
    `help()` tells the meaning, range and default of each; there is no search going on meanwhile.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def __getitem__(self, name: str) -> str:
        with self._core.at_work() as engine:
            value = library.sumi_engine_get(engine, encoded(name.replace("_", "-"), "option"))
        if value is None:
            raise NotFound(f"option: there is no {name!r}")
        return words(value)

    def __setitem__(self, name: str, value: OptionValue) -> None:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        option = encoded(name.replace("_", "-"), "option")
        with self._core.at_work() as engine:
            check(library.sumi_engine_set(engine, option, encoded(text, name)))

    def __iter__(self) -> Iterator[str]:
        i = 0
        while name := library.sumi_option_name(i):
            yield words(name)
            i += 1

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def help(self, name: str) -> str:
        """One line about an option: its meaning, range and default."""
        wanted = name.replace("_", "-")
        for i, option in enumerate(self):
            if option == wanted:
                return words(library.sumi_option_help(i))
        raise NotFound(f"option: there is no {name!r}")

    def __repr__(self) -> str:
        return f"Options({dict(self)!r})"


class Engine:
    """An Othello engine with options of its own, such as threads and hash_mib.

    >>> with Engine(threads=4, hash_mib=64) as engine:
    ...     print(engine.search("f5d6c3", seconds=2.0).best)

    A new engine has one thread, the weights and the opening book that are shipped, and a hash table
    that takes up to 256 MiB as it fills. `options` lists all options.

    An engine does one thing at a time: a second thread that asks it for something meanwhile gets
    Busy. `stop()` may come from any thread. Several engines may be at work at the same time. Ctrl-C
    ends whatever a call does within a tenth of a second. After a fork the child process makes
    engines of its own.
    """

    def __init__(self, **options: OptionValue) -> None:
        self._core = Core()
        self._finalizer = weakref.finalize(self, self._core.close)
        self.options = Options(self._core)
        try:
            for name, value in options.items():
                self.options[name] = value
        except BaseException:
            self.close()
            raise

    # Searching

    def search(
        self,
        position: Searched,
        level: int | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        exact: bool = False,
        win_loss_draw: bool = False,
        candidates: int = 1,
        book: bool = True,
    ) -> Result:
        """Searches a position, and returns what was found.

        `level` is 0..60, as `sumi levels` lists them; `depth` is 1..60 plies, `nodes` and `seconds`
        are above 0. All limits that are given apply; without any of them the level is 20. With
        `exact` the position is solved, and with `win_loss_draw` solved for who wins only; `level`
        and `depth` do not count then, `nodes` and `seconds` may end it early. `candidates` is how many of the best moves are wanted, 1..46; one is fastest.
        With `book` the moves that the opening book knows are told from it, but
        never where the position is to be solved: by `exact`, `win_loss_draw`, or a level that does.

        A search that `stop()` ends returns the best so far.
        """
        limits = (level, depth, nodes, seconds)
        if limits == (None, None, None, None) and not (exact or win_loss_draw):
            level = _DEFAULT_LEVEL
        with self.iterate(
            position,
            level,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            exact=exact,
            win_loss_draw=win_loss_draw,
            candidates=candidates,
            book=book,
        ) as search:
            return search.result()

    def iterate(
        self,
        position: Searched,
        level: int | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        exact: bool = False,
        win_loss_draw: bool = False,
        candidates: int = 1,
        book: bool = True,
    ) -> Search:
        """Begins to search as `search()` does, and returns an iterator of partial results.

        Without any limit the search goes on until it is closed or has solved the position. Where the
        book knows as many moves as are wanted there is nothing to search, and it is over at once.

        >>> with engine.iterate("f5d6c3", seconds=10, book=False) as search:
        ...     for found in search:
        ...         print(found.best.depth, found.best.move, found.best.score)
        """
        limits = limits_of(
            level,
            depth,
            nodes,
            seconds,
            exact=exact,
            win_loss_draw=win_loss_draw,
            candidates=candidates,
            book=book,
        )
        return Search(self._core, _game_of(position), limits)

    def solve(
        self, position: Searched, *, win_loss_draw: bool = False, candidates: int = 1
    ) -> Result:
        """Solves a position, however long that takes: a second at 22 empty squares or so, and some
        three times as long for each one more. With `win_loss_draw` only who wins is found out, and
        scores are 1, 0 and -1."""
        return self.search(
            position, exact=True, win_loss_draw=win_loss_draw, candidates=candidates
        )

    def play(
        self,
        position: Searched,
        level: int | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        remaining: float | None = None,
        increment: float = 0.0,
    ) -> Result:
        """Chooses a move as in a game of a match.

        The options `player`, `variety` and those of the book apply, and where no limit is given
        here, those of the options `level`, `depth`, `nodes` and `move-time-ms`. `remaining` is what
        is left on the clock for the rest of the game and `increment` what it gets for each move, in
        seconds. A clock that shows 0 is taken for a millisecond. The option `own-book` says whether
        the book is played from.
        """
        limits = limits_of(level, depth, nodes, seconds)
        limits.play = 1
        limits.increment = seconds_of(increment, "increment", above_zero=False)
        if remaining is not None:
            limits.remaining = max(seconds_of(remaining, "remaining", above_zero=False), 0.001)
        elif increment:
            raise OutOfRange(f"increment: {increment!r} needs a clock: remaining")
        with Search(self._core, _game_of(position), limits) as search:
            return search.result()

    def book(self, position: Searched) -> Result:
        """The moves that the engine's opening book knows, best first; it may know none.

        With the option `own-book` false there is no book.
        """
        game = _game_of(position)
        with self._core.at_work() as engine:
            pointer = new_object(library.sumi_book, engine, game.pointer)
        return take_result(pointer or 0)

    def stop(self) -> None:
        """Ends what the engine does, within 50 ms; later calls are not affected. From any thread.

        A search and an analysis return what they have; `solve_boards()` and `evaluate_boards()`
        raise Stopped.
        """
        self._core.stop()

    def clear(self) -> None:
        """Forgets what earlier searches have found, so that the next one does not depend on it."""
        with self._core.at_work() as engine:
            check(library.sumi_engine_clear(engine))

    # Whole games

    def analyze(
        self,
        game: Searched,
        level: int | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        book: bool = True,
        progress: Progress | None = None,
    ) -> Analysis:
        """Analyses each move of a game as `sumi analyze` does, with these limits a move.

        Without any limit the level is 20. `progress(done, all)` is told of moves some twenty times
        a second and at the end, in this thread, and what it raises stops the analysis. The hash
        table is emptied first. An analysis that `stop()` ends has the moves that are done, which
        are the last ones of the game.
        """
        if (level, depth, nodes, seconds) == (None, None, None, None):
            level = _DEFAULT_LEVEL
        limits = limits_of(level, depth, nodes, seconds, book=book)
        own = _game_of(game)
        pointer = ctypes.c_void_p()

        def call(engine: int, callback: object) -> int:
            return int(
                library.sumi_analyze(
                    engine,
                    own.pointer,
                    ctypes.byref(limits),
                    callback,
                    None,
                    ctypes.byref(pointer),
                )
            )

        try:
            self._core.watch(call, progress)
        except BaseException:
            library.sumi_analysis_free(pointer)
            raise
        analysis = take_analysis(pointer.value or 0)
        if progress and not analysis.partial:
            progress(len(analysis.moves), len(analysis.moves))
        return analysis

    # Many boards

    def evaluate(self, position: Searched) -> float:
        """What the evaluator says of a position without any search, in discs for the side to
        move."""
        return self.evaluate_boards([_game_of(position)], threads=1)[0]

    @overload
    def evaluate_boards(
        self,
        boards: Bitboards,
        opponent: Bitboards | None = None,
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
        out: Floats | None = None,
    ) -> Floats: ...

    @overload
    def evaluate_boards(
        self,
        boards: Sequence[Position],
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> list[float]: ...

    @overload
    def evaluate_boards(
        self,
        boards: Sequence[int],
        opponent: Sequence[int],
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> list[float]: ...

    def evaluate_boards(
        self,
        boards: Any,
        opponent: Any = None,
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
        out: Any = None,
    ) -> Any:
        """What the evaluator says of many boards without any search, in discs for the side to move.

        `boards` and `opponent` are the discs of the side to move and of the other side: arrays of
        uint64 of one shape, or one array of the shape (count, 2), whose values come as an array of
        float32; or sequences of ints, or one sequence of games, boards or pairs, whose values come
        as a list. `size` is that of bare bitboards. `threads` 0 are as many as there are
        processors, each with a hash table of the engine's size as far as memory allows.

        `progress(done, all)` is called in this thread some twenty times a second and at the end,
        and what it raises ends the call. `out` is an array for the values; after Ctrl-C or `stop()`
        it has what it had before where a board was not reached.
        """
        gathered = boards_of(boards, opponent, size, "f", out)
        return self._for_all(library.sumi_evaluate, gathered, threads, progress)

    @overload
    def solve_boards(
        self,
        boards: Bitboards,
        opponent: Bitboards | None = None,
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
        out: Scores | None = None,
    ) -> Scores: ...

    @overload
    def solve_boards(
        self,
        boards: Sequence[Position],
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> list[int]: ...

    @overload
    def solve_boards(
        self,
        boards: Sequence[int],
        opponent: Sequence[int],
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> list[int]: ...

    def solve_boards(
        self,
        boards: Any,
        opponent: Any = None,
        *,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
        out: Any = None,
    ) -> Any:
        """The exact scores of many boards, -64..64 discs for the side to move.

        Arguments are those of `evaluate_boards()`; scores of arrays come as an array of int8.
        """
        gathered = boards_of(boards, opponent, size, "b", out)
        return self._for_all(library.sumi_solve, gathered, threads, progress)

    def _for_all(
        self, function: Any, boards: Boards, threads: int, progress: Progress | None
    ) -> Any:
        own, opponent, values = boards.addresses()
        count = integer(threads, "threads", 0, 256)

        def call(engine: int, callback: object) -> int:
            return int(
                function(
                    engine,
                    boards.size,
                    own,
                    opponent,
                    boards.count,
                    count,
                    values,
                    callback,
                    None,
                )
            )

        self._core.watch(call, progress)
        if progress:
            progress(boards.count, boards.count)
        return boards.filled()

    # The engine itself

    def close(self) -> None:
        """Stops the engine and frees its memory; then it raises Closed on whatever is asked.

        A search that another thread waits for ends with what it has.
        """
        self._finalizer()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._core.closed else "at work" if self._core.busy else "idle"
        return f"<sumi.Engine, {state}>"
