# SPDX-License-Identifier: MIT
"""Exceptions: one class for each status of the C library.

The messages are the library's and quote the bad value, such as ``level: 99 is not in 0..60``.
Classes also derive from Python's matching exception, so that `except ValueError` catches a move
that does not parse.
"""
from __future__ import annotations


class SumiError(Exception):
    """The base of all exceptions here."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class BadSyntax(SumiError, ValueError):
    """A text is not a position, move, game or option value."""


class IllegalMove(SumiError, ValueError):
    """The rules forbid the move in this position."""


class OutOfRange(SumiError, ValueError):
    """A number is outside its range."""


class NotFound(SumiError, KeyError):
    """The option, format, candidate or file does not exist."""


class MissingFile(NotFound, FileNotFoundError):
    """The file of games does not exist."""


class BadFile(SumiError, OSError):
    """A file is damaged or cannot be read."""


class DiskFull(SumiError, OSError):
    """A file could not be written for lack of space."""


class Busy(SumiError, RuntimeError):
    """The thread would wait for itself: it has an open search or call of this engine."""


class Stopped(SumiError):
    """`Engine.stop()` ended a call before it had a result."""


class NoMemory(SumiError, MemoryError):
    """Not enough memory, for example for the hash table."""


class InternalError(SumiError, RuntimeError):
    """A bug in the library. Please report it."""


class Closed(SumiError, ValueError):
    """The object was closed, or created by the parent process before a fork."""


#: The exception of each nonzero status of the C library.
BY_STATUS: dict[int, type[SumiError]] = {
    1: BadSyntax,
    2: IllegalMove,
    3: OutOfRange,
    4: NotFound,
    5: BadFile,
    6: DiskFull,
    7: Busy,
    8: Stopped,
    9: NoMemory,
    10: InternalError,
}
