# SPDX-License-Identifier: MIT
"""The engine: searches, solves, analyses games and looks up its opening book."""
from __future__ import annotations

import asyncio
import concurrent.futures
import ctypes
import threading
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

#: A game (its current position), a board, or any text that `Game()` reads.
Searched = Union[Game, Board, str]
OptionValue = Union[str, int, float, bool]

_DEFAULT_LEVEL = 20


def _game_of(what: Searched) -> Game:
    """Copies the game, because another thread may change the caller's."""
    if isinstance(what, Game):
        return what.copy()
    return Game.of_board(what) if isinstance(what, Board) else Game(what)


class Options(Mapping[str, str]):
    """The options of an engine by name: ``engine.options["threads"] = 4``.

    Values are texts. Names may use underscores for hyphens: "hash_mib" is "hash-mib". `help()`
    returns an option's meaning, range and default. Access waits for the engine's work to end.
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
        """Returns one line: the meaning, range and default of an option."""
        wanted = name.replace("_", "-")
        for i, option in enumerate(self):
            if option == wanted:
                return words(library.sumi_option_help(i))
        raise NotFound(f"option: there is no {name!r}")

    def __repr__(self) -> str:
        return f"Options({dict(self)!r})"


class Engine:
    """An Othello engine with its own options, such as threads and hash_mib.

    >>> with Engine(threads=4, hash_mib=64) as engine:
    ...     print(engine.search("f5d6c3", seconds=2.0).best)

    A new engine has one thread, the shipped weights and opening book, and a hash table that grows
    to 256 MiB as it fills. `options` has all options.

    An engine runs one call at a time; calls of other threads wait in a queue, except `stop()`. A
    thread that has not closed its `iterate()` would wait for itself, so it gets Busy. Several
    engines may run at the same time. Ctrl-C ends a call within 0.1 s. After a fork, the child
    process must create its own engines.
    """

    def __init__(self, **options: OptionValue) -> None:
        self._core = Core()
        self._finalizer = weakref.finalize(self, self._core.close)
        self._pool = concurrent.futures.ThreadPoolExecutor(1, "sumi")  # For search_async().
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
        """Searches a position.

        `level` is 0..60 (see `sumi levels`), `depth` 1..60 plies; `nodes` and `seconds` are above
        0. All given limits apply; without any the level is 20. `exact` solves the position and
        `win_loss_draw` only its outcome; both ignore `level` and `depth`, but `nodes` and `seconds`
        may end them early. `candidates`, 1..46, is the number of best moves; 1 is fastest. With
        `book`, moves in the opening book are not searched, unless `exact`, `win_loss_draw` or the
        level solves the position.

        After `stop()` the result is the best so far.
        """
        limits = limits_of(
            level, depth, nodes, seconds, exact, win_loss_draw, candidates, book,
            default_level=_DEFAULT_LEVEL,
        )  # fmt: skip
        with Search(self._core, _game_of(position), limits) as search:
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
        """Starts a search like `search()` and returns an iterator of partial results.

        Without limits, it runs until it is closed or has solved the position. If the book has
        enough moves, it ends at once.

        >>> with engine.iterate("f5d6c3", seconds=10, book=False) as search:
        ...     for found in search:
        ...         print(found.best.depth, found.best.move, found.best.score)
        """
        limits = limits_of(
            level, depth, nodes, seconds, exact, win_loss_draw, candidates, book
        )
        return Search(self._core, _game_of(position), limits)

    async def search_async(
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
        """Searches like `search()` while the event loop of asyncio continues.

        Requests wait in a queue, so any number of tasks may share an engine. Cancelling the task
        ends its search within 50 ms, or removes it from the queue.

        >>> async with asyncio.timeout(5):
        ...     result = await engine.search_async("f5d6c3", level=24)
        """
        self._core.check_process()
        limits = limits_of(
            level, depth, nodes, seconds, exact, win_loss_draw, candidates, book,
            default_level=_DEFAULT_LEVEL,
        )  # fmt: skip
        game, turn, cancelled = _game_of(position), object(), threading.Event()

        def work() -> Result:
            with Search(self._core, game, limits, turn) as search:
                if cancelled.is_set():  # A stop before the start had no effect.
                    search.stop()
                return search.result()

        try:
            return await asyncio.wrap_future(self._pool.submit(work))
        except asyncio.CancelledError:
            cancelled.set()
            self._core.stop_worker(turn)
            raise

    def solve(
        self, position: Searched, *, win_loss_draw: bool = False, candidates: int = 1
    ) -> Result:
        """Solves a position without a limit: about 1 s at 22 empties, three times as long for each
        further one. With `win_loss_draw` scores are 1, 0 and -1."""
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
        """Chooses a move as in a match.

        Uses the options `player`, `strength`, `variety`, `own-book` and the other book options
        and, without limits here, `level`, `depth`, `nodes` and `move-time-ms`. `remaining` is the
        time left for the game and `increment` the time added per move, both in seconds. A
        remaining time of 0 counts as 1 ms.
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
        """Returns the opening book's moves, best first; none out of book or without `own-book`."""
        game = _game_of(position)
        with self._core.at_work() as engine:
            pointer = new_object(library.sumi_book, engine, game.pointer)
        return take_result(pointer or 0)

    def stop(self) -> None:
        """Ends the current call within 50 ms. Thread-safe.

        A search or analysis returns its partial result; `search_boards()`, `solve_boards()` and
        `evaluate_boards()` raise Stopped.
        """
        self._core.stop()

    def clear(self) -> None:
        """Clears the hash table, so that the next search does not depend on earlier ones."""
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
        """Analyses each move of a game as `sumi analyze` does, with these limits per move.

        Without limits the level is 20. Clears the hash table first. `progress(done, all)` is called
        in this thread with numbers of moves, up to 20 times a second and at the end; an exception
        from it stops the analysis. After `stop()` the result has only the last moves of the game.
        """
        limits = limits_of(
            level, depth, nodes, seconds, book=book, default_level=_DEFAULT_LEVEL
        )
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
        """Returns the static evaluation in discs for the side to move."""
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
        """Returns the static evaluations of boards in discs for the side to move.

        `boards` and `opponent` are the discs of the side to move and of the other side. uint64
        arrays of one shape, or one array of shape (count, 2), give a float32 array. Sequences of
        ints, or one sequence of games, boards or pairs, give a list. `size` applies to bare
        bitboards. `threads` 0 uses all processors; each thread has a hash table of the engine's
        size if memory allows.

        `progress(done, all)` is called in this thread up to 20 times a second and at the end; an
        exception from it ends the call. `out` is an array for the values; Ctrl-C and `stop()` leave
        the values of unfinished boards unchanged.
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
        """Returns the exact scores of boards, -64..64 discs for the side to move.

        Arguments as for `evaluate_boards()`; arrays give an int8 array.
        """
        gathered = boards_of(boards, opponent, size, "b", out)
        return self._for_all(library.sumi_solve, gathered, threads, progress)

    def search_boards(
        self,
        boards: Bitboards | Sequence[Position],
        level: int | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        exact: bool = False,
        win_loss_draw: bool = False,
        candidates: int = 1,
        book: bool = True,
        size: int = 8,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> list[Result]:
        """Searches boards in parallel, one thread each, and returns their results in order.

        Limits as for `search()`, per board; `boards`, `size`, `threads` and `progress` as for
        `evaluate_boards()`. At a level, depth or number of nodes each result is that of `search()`
        on an engine with one thread and an empty hash table. The `json` of a result has Black to
        move. Ctrl-C and `stop()` discard all results.
        """
        limits = limits_of(
            level, depth, nodes, seconds, exact, win_loss_draw, candidates, book,
            default_level=_DEFAULT_LEVEL,
        )  # fmt: skip
        gathered = boards_of(boards, None, size, "b", None)
        own, opponent, _ = gathered.addresses()
        count = integer(threads, "threads", 0, 256)
        pointers = (ctypes.c_size_t * gathered.count)()  # NULL is 0, not None.

        def call(engine: int, callback: object) -> int:
            return int(
                library.sumi_search_boards(
                    engine,
                    gathered.size,
                    own,
                    opponent,
                    gathered.count,
                    ctypes.byref(limits),
                    count,
                    pointers,
                    callback,
                    None,
                )
            )

        try:
            self._core.watch(call, progress)
        except BaseException:
            for pointer in pointers:
                library.sumi_result_free(pointer)
            raise
        if progress:
            progress(gathered.count, gathered.count)
        return [take_result(pointer) for pointer in pointers]

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
        """Stops the engine and frees its memory; later calls raise Closed.

        A search in another thread returns its partial result.
        """
        self._finalizer()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._core.closed else "at work" if self._core.busy else "idle"
        return f"<sumi.Engine, {state}>"
