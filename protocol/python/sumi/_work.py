# SPDX-License-Identifier: MIT
"""Who is at work with an engine of the C library, and how long work hears Ctrl-C.

One thread at a time may use an engine, except for stopping it. Whoever uses it is its worker here,
and any other one gets Busy instead of a crash. An engine that is closed while it has a worker is
stopped at once, and freed by that worker.
"""
from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator

from ._library import ProgressCallback, check, library, new_object
from .errors import Busy, Closed

Progress = Callable[[int, int], object]

#: Seconds between two looks at whether a call is done. Ctrl-C is heard at least as often.
TICK = 0.05


class Core:
    """The sumi_engine of an Engine, apart from it because it may have to outlive it."""

    def __init__(self) -> None:
        self._pointer = new_object(library.sumi_engine_new)
        self._process = os.getpid()
        # Reentrant, since a signal handler that calls stop() may interrupt its holder.
        self._mutex = threading.RLock()
        self._worker: object = None
        self._thread: threading.Thread | None = None  # Where watch() has its worker.
        self._closed = False

    @property
    def busy(self) -> bool:
        return self._worker is not None

    @property
    def closed(self) -> bool:
        return self._closed

    def begin(self, worker: object) -> int:
        """Makes `worker` the one who may use the engine, and returns the engine's pointer."""
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
        """The worker is done; nothing happens if it is somebody else's turn."""
        with self._mutex:
            if self._worker is worker:
                self._worker = None
                if self._closed:
                    self._free()

    def stop(self) -> None:
        """Ends the call that is running, if there is one."""
        if self._process == os.getpid():
            with self._mutex:
                if self._pointer is not None:
                    library.sumi_engine_stop(self._pointer)

    def stop_worker(self, worker: object) -> bool:
        """Ends what this worker does. Returns whether it is the worker."""
        with self._mutex:
            if self._worker is not worker or self._process != os.getpid():
                return False
            self.stop()
            return True

    def close(self) -> None:
        """Frees the engine, or stops it and leaves that to its worker.

        Waits for a thread of watch(). At the end of the process that thread would die in a callback
        of the library, which the library does not survive.
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
        """The engine's pointer, for short calls."""
        worker = object()
        try:
            yield self.begin(worker)
        finally:
            self.end(worker)

    def watch(self, call: Callable[[int, object], int], progress: Progress | None) -> None:
        """Runs `call(engine, callback)`, which may take hours, and tells of its progress.

        The call has a thread of its own, while this one waits in Python. An interrupt that arrives
        while a thread waits in C becomes an exception at the beginning of the next callback, and
        what a callback raises is lost; so `progress` is called from here, and not from there.
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
            # Again and again, since a stop is lost on a call that has not quite begun.
            while thread.is_alive() and not finished.is_set():
                self.stop_worker(worker)
                finished.wait(TICK / 5)
            raise
        if failures:
            raise failures[0]
