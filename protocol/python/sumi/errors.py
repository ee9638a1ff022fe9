# SPDX-License-Identifier: MIT
"""The exceptions of the module: one class for each status of the C library.

Each message is the library's own and quotes what was wrong, for example
``level: 99 is not in 0..60``. Where Python has an exception for the same thing, the class derives
from that too, so `except ValueError` catches a move that does not parse.
"""
from __future__ import annotations


class SumiError(Exception):
    """Anything that the library refuses or fails to do. All exceptions here derive from it."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class BadSyntax(SumiError, ValueError):
    """A text is no position, move, game or option value."""


class IllegalMove(SumiError, ValueError):
    """A move parses, but the rules forbid it in this position."""


class OutOfRange(SumiError, ValueError):
    """A number is outside its range."""


class NotFound(SumiError, KeyError):
    """There is no such option, format, candidate or file."""


class MissingFile(NotFound, FileNotFoundError):
    """There is no such file of games."""


class BadFile(SumiError, OSError):
    """A file is there, but it cannot be read or is damaged."""


class DiskFull(SumiError, OSError):
    """A file could not be written, because there is no room for it."""


class Busy(SumiError, RuntimeError):
    """The engine is at work, for another thread or for a search that is still open."""


class Stopped(SumiError):
    """`Engine.stop()` ended a call before it had a result."""


class NoMemory(SumiError, MemoryError):
    """There is not enough memory, for instance for the hash table."""


class InternalError(SumiError, RuntimeError):
    """A fault of the library. Please report it."""


class Closed(SumiError, ValueError):
    """The object was closed, or was made by the parent process before a fork."""


#: The exception of each status of the C library but 0, which is success.
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
