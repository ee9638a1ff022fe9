# SPDX-License-Identifier: MIT
"""Access to an engine of the C library, and long calls that react to Ctrl-C.

One thread at a time may use an engine, except to stop it; the user is called its worker. Others wait
in a queue, but a thread that would wait for itself gets Busy. Closing an engine in use stops it; its
worker then frees it.
"""
from __future__ import annotations

import collections
import contextlib
import os
import threading
from collections.abc import Callable, Iterator

from ._library import ProgressCallback, check, library, new_object
from .errors import Busy, Closed, Stopped

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
        self._changed = threading.Condition(self._mutex)
        self._queue: collections.deque[object] = collections.deque()  # Workers to be.
        self._worker: object = None
        self._owner = 0  # The thread that waits for the worker.
        self._thread: threading.Thread | None = None  # The thread of watch().
        self._closed = False

    @property
    def busy(self) -> bool:
        return self._worker is not None

    @property
    def closed(self) -> bool:
        return self._closed

    def check_process(self) -> None:
        """Raises Closed in a forked child."""
        if self._process != os.getpid():
            raise Closed(
                f"this engine was made before a fork, by process {self._process}: "
                f"process {os.getpid()} must make its own"
            )

    def begin(self, worker: object, owner: int | None = None) -> int:
        """Waits until `worker` is the user of the engine. Returns the pointer.

        `owner` is the thread that waits for the worker, by default this one. Raises Busy if it has
        a worker at work, Closed, or Stopped if stop_worker() came first.
        """
        self.check_process()
        owner = owner or threading.get_ident()
        with self._changed:
            if self._worker is not None and self._owner == owner and not self._closed:
                raise Busy("the engine is at work for this thread, in a search that was not closed")
            self._queue.append(worker)
            try:
                while not self._closed and worker in self._queue:
                    if self._worker is None and self._queue[0] is worker:
                        break
                    self._changed.wait()
                if self._closed or self._pointer is None:
                    raise Closed("this engine is closed")
                if worker not in self._queue:
                    raise Stopped("stopped before it began")
                self._worker, self._owner = worker, owner
                return self._pointer
            finally:
                if worker in self._queue:
                    self._queue.remove(worker)
                self._changed.notify_all()

    def end(self, worker: object) -> None:
        """Releases the engine if `worker` uses it."""
        with self._mutex:
            if self._worker is worker:
                self._worker = None
                if self._closed:
                    self._free()
                self._changed.notify_all()

    def stop(self) -> None:
        """Stops the running call, if any."""
        if self._process == os.getpid():
            with self._mutex:
                if self._pointer is not None:
                    library.sumi_engine_stop(self._pointer)

    def stop_worker(self, worker: object) -> bool:
        """Stops this worker's call or ends its wait. Returns whether it was at work or waiting."""
        if self._process != os.getpid():
            return False
        with self._mutex:
            if worker in self._queue:
                self._queue.remove(worker)
                self._changed.notify_all()
                return True
            if self._worker is not worker:
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
            self._changed.notify_all()
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
        worker, owner, finished = object(), threading.get_ident(), threading.Event()
        failures: list[BaseException] = []
        counts = (0, 0)

        def note(done: int, every: int, user: object) -> int:
            nonlocal counts
            counts = (done, every)
            return 0

        callback = ProgressCallback(note) if progress else ProgressCallback(0)

        def work() -> None:
            try:
                engine = self.begin(worker, owner)
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
