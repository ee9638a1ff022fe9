# SPDX-License-Identifier: MIT
"""A search in the background."""
from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator

from ._library import Limits, check, library, new_object
from ._work import TICK, Core
from .errors import SumiError
from .game import Game
from .results import Result, take_result


class Search(Iterator[Result]):
    """A running search: an iterator of partial results and, last, the final one.

    Each step waits for a new result and skips all but the latest. As a context manager it stops the
    search at the end of the block, also on exceptions such as KeyboardInterrupt. The engine is busy
    until the search is over or closed. Thread-safe.

    >>> with engine.iterate("f5d6c3") as search:
    ...     for found in search:
    ...         if found.best.depth >= 16:
    ...             break
    """

    def __init__(
        self, core: Core, game: Game, limits: Limits, turn: object | None = None
    ) -> None:
        """`turn` is the engine's worker, by which Core.stop_worker() ends the wait for the engine."""
        self._core = core
        self._turn = turn or object()  # Not self, so that it can be collected.
        self._lock = threading.Lock()  # Held in calls of the library.
        self._over = False
        try:
            self._engine = core.begin(self._turn)
            check(library.sumi_search_start(self._engine, game.pointer, ctypes.byref(limits)))
        except BaseException:
            self.close()
            raise

    def __next__(self) -> Result:
        """Waits for a new result. The final one comes last, once."""
        return self._await(final=False)

    def result(self) -> Result:
        """Waits for the final result.

        Raises SumiError if it was returned before or the search was closed.
        """
        try:
            return self._await(final=True)
        except StopIteration:
            raise SumiError("the search is over, and its final result was taken") from None

    def stop(self) -> None:
        """Asks the search to end; the final result then has the best so far."""
        self._core.stop_worker(self._turn)

    def close(self) -> None:
        """Stops the search, discards its result and waits until the engine is free."""
        with self._lock:
            while not self._over:
                if not self._core.stop_worker(self._turn):
                    self._over = True
                    break
                try:
                    pointer = self._take()
                except SumiError:
                    self._end()  # The search was never started.
                else:
                    library.sumi_result_free(pointer)

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _await(self, final: bool) -> Result:
        try:
            while True:
                with self._lock:
                    if self._over:
                        raise StopIteration
                    pointer = self._take()
                if pointer is not None and (self._over or not final):
                    return take_result(pointer)
                library.sumi_result_free(pointer)
        except StopIteration:
            raise
        except BaseException:
            self.close()
            raise

    def _take(self) -> int | None:
        """Returns a new result, if one comes within TICK. Requires: the lock is held."""
        pointer = new_object(library.sumi_search_next, self._engine, TICK)
        if pointer is not None and library.sumi_result_final(pointer):
            self._end()
        return pointer

    def _end(self) -> None:
        self._over = True
        self._core.end(self._turn)
