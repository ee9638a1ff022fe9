# SPDX-License-Identifier: MIT
"""Access to an engine of the C library, and long calls that react to Ctrl-C.

One thread at a time may use an engine, except to stop it; the user is called its worker, and others
get Busy. Closing an engine in use stops it; its worker then frees it.
"""
from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator

from ._library import ProgressCallback, check, library, new_object
from .errors import Busy, Closed

Progress = Callable[[int, int], object]

#: Seconds between checks for the end of a call and for Ctrl-C.
TICK = 0.05


class Core:
    """The sumi_engine of an Engine, which it may outlive. Thread-safe."""

    def __init__(self) -> None:
        self._pointer = new_object(library.sumi_engine_new)
        self._process = os.getpid()
        # Reentrant: a signal handler that calls stop() may interrupt the holder.
        self._mutex = threading.RLock()
        self._worker: object = None
        self._thread: threading.Thread | None = None  # The thread of watch().
        self._closed = False

    @property
    def busy(self) -> bool:
        return self._worker is not None

    @property
    def closed(self) -> bool:
        return self._closed

    def begin(self, worker: object) -> int:
        """Makes `worker` the user of the engine. Returns the pointer; raises Busy or Closed."""
        if self._process != os.getpid():
            raise Closed(
                f"this engine was made before a fork, by process {self._process}: "
                f"process {os.getpid()} must make its own"
            )
        with self._mutex:
            if self._closed or self._pointer is None:
                raise Closed("this engine is closed")
            if self._worker is not None:
                raise Busy(
                    "the engine is at work, in another thread or in a search that was not closed"
                )
            self._worker = worker
            return self._pointer

    def end(self, worker: object) -> None:
        """Releases the engine if `worker` uses it."""
        with self._mutex:
            if self._worker is worker:
                self._worker = None
                if self._closed:
                    self._free()

    def stop(self) -> None:
        """Stops the running call, if any."""
        if self._process == os.getpid():
            with self._mutex:
                if self._pointer is not None:
                    library.sumi_engine_stop(self._pointer)

    def stop_worker(self, worker: object) -> bool:
        """Stops this worker's call. Returns whether it is the worker."""
        with self._mutex:
            if self._worker is not worker or self._process != os.getpid():
                return False
            self.stop()
            return True

    def close(self) -> None:
        """Frees the engine, or stops it and lets its worker free it.

        Waits for the thread of watch(): at exit, Python would kill it inside a callback of the
        library, which crashes.
        """
        if self._process != os.getpid():
            return
        with self._mutex:
            self._closed = True
            if self._worker is None:
                self._free()
            else:
                self.stop()
        while (thread := self._thread) and thread is not threading.current_thread():
            self.stop()
            thread.join(TICK / 5)

    def _free(self) -> None:
        pointer, self._pointer = self._pointer, None
        if pointer is not None:
            library.sumi_engine_free(pointer)

    @contextlib.contextmanager
    def at_work(self) -> Iterator[int]:
        """Yields the engine's pointer for short calls."""
        worker = object()
        try:
            yield self.begin(worker)
        finally:
            self.end(worker)

    def watch(self, call: Callable[[int, object], int], progress: Progress | None) -> None:
        """Runs `call(engine, callback)`, which may take hours, and reports its progress.

        Runs it on another thread while this one waits in Python and calls `progress`. Otherwise an
        interrupt would be raised in a callback of the library, where exceptions are lost.
        """
        worker, finished = object(), threading.Event()
        failures: list[BaseException] = []
        counts = (0, 0)

        def note(done: int, every: int, user: object) -> int:
            nonlocal counts
            counts = (done, every)
            return 0

        callback = ProgressCallback(note) if progress else ProgressCallback(0)

        def work() -> None:
            try:
                engine = self.begin(worker)
                self._thread = thread
                check(call(engine, callback))
            except BaseException as failure:
                failures.append(failure)
            finally:
                if self._thread is thread:
                    self._thread = None
                self.end(worker)
                finished.set()

        thread = threading.Thread(target=work, name="sumi", daemon=True)
        told = counts
        try:
            thread.start()
            while not finished.wait(TICK):
                if progress and told != counts:
                    told = counts
                    progress(*told)
        except BaseException:
            # Repeated, because a stop has no effect before the call has started.
            while thread.is_alive() and not finished.is_set():
                self.stop_worker(worker)
                finished.wait(TICK / 5)
            raise
        if failures:
            raise failures[0]
