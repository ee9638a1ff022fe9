# SPDX-License-Identifier: MIT
"""Loads libsumi and declares its functions as in protocol/c/sumi.h.

Tries the path in the environment variable SUMI_LIBRARY; if it is unset, the library installed in
the same tree as this package, then the loader's search path.

Slow functions release Python's global lock (GIL), so that other threads continue. All others hold
it (PyDLL), which is faster and serializes threads that use the same game; the library does not.
"""
from __future__ import annotations

import ctypes
import operator
import os
import pathlib
import sysconfig
import weakref
from collections.abc import Callable, Iterator
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from typing import Any

from .errors import BY_STATUS, BadSyntax, Closed, InternalError, OutOfRange

SONAME = "libsumi.so.0"
PASS = 64


class Limits(ctypes.Structure):
    """sumi_limits, initialized as by SUMI_LIMITS_INIT."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("level", c_int),
        ("depth", c_int),
        ("nodes", c_uint64),
        ("seconds", c_double),
        ("exact", c_int),
        ("win_loss_draw", c_int),
        ("candidates", c_int),
        ("book", c_int),
        ("play", c_int),
        ("remaining", c_double),
        ("increment", c_double),
    ]

    def __init__(self) -> None:
        super().__init__(struct_size=ctypes.sizeof(Limits), level=-1, candidates=1, book=1)


ProgressCallback = ctypes.CFUNCTYPE(c_int, c_size_t, c_size_t, c_void_p)

_HANDLE = c_void_p  # sumi_game*, sumi_engine*, ...
_NEW = POINTER(c_void_p)  # sumi_game**, ...: receives a new object
_STATUS = c_int
_OF_CANDIDATE = [_HANDLE, c_int]

#: Return and argument types of each function of the header. Search callbacks are not used, and are
#: declared as void pointers.
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "sumi_error": (c_char_p, []),
    "sumi_version": (c_char_p, []),
    "sumi_text_free": (None, [c_void_p]),
    "sumi_game_new": (_STATUS, [c_char_p, c_int, _NEW]),
    "sumi_game_of_board": (_STATUS, [c_uint64, c_uint64, c_int, c_int, _NEW]),
    "sumi_game_copy": (_STATUS, [_HANDLE, _NEW]),
    "sumi_game_free": (None, [_HANDLE]),
    "sumi_game_play": (_STATUS, [_HANDLE, c_char_p]),
    "sumi_game_play_square": (_STATUS, [_HANDLE, c_int]),
    "sumi_game_undo": (c_int, [_HANDLE, c_int]),
    "sumi_game_size": (c_int, [_HANDLE]),
    "sumi_game_move_count": (c_int, [_HANDLE]),
    "sumi_game_move": (c_int, [_HANDLE, c_int]),
    "sumi_game_over": (c_int, [_HANDLE]),
    "sumi_game_black_to_move": (c_int, [_HANDLE]),
    "sumi_game_black": (c_uint64, [_HANDLE]),
    "sumi_game_white": (c_uint64, [_HANDLE]),
    "sumi_game_legal": (c_uint64, [_HANDLE]),
    "sumi_game_black_score": (c_int, [_HANDLE]),
    "sumi_game_text": (_STATUS, [_HANDLE, c_char_p, POINTER(c_void_p)]),
    "sumi_format_name": (c_char_p, [c_int]),
    "sumi_game_info": (c_char_p, [_HANDLE, c_char_p]),
    "sumi_game_set_info": (_STATUS, [_HANDLE, c_char_p, c_char_p]),
    "sumi_game_opening": (c_char_p, [_HANDLE]),
    "sumi_reader_new": (_STATUS, [c_char_p, _NEW]),
    "sumi_reader_next": (_STATUS, [_HANDLE, _NEW]),
    "sumi_reader_free": (None, [_HANDLE]),
    "sumi_engine_new": (_STATUS, [_NEW]),
    "sumi_engine_free": (None, [_HANDLE]),
    "sumi_engine_set": (_STATUS, [_HANDLE, c_char_p, c_char_p]),
    "sumi_engine_get": (c_char_p, [_HANDLE, c_char_p]),
    "sumi_option_name": (c_char_p, [c_int]),
    "sumi_option_help": (c_char_p, [c_int]),
    "sumi_engine_clear": (_STATUS, [_HANDLE]),
    "sumi_engine_stop": (None, [_HANDLE]),
    "sumi_search": (_STATUS, [_HANDLE, _HANDLE, POINTER(Limits), c_void_p, c_void_p, _NEW]),
    "sumi_search_start": (_STATUS, [_HANDLE, _HANDLE, POINTER(Limits)]),
    "sumi_search_next": (_STATUS, [_HANDLE, c_double, _NEW]),
    "sumi_result_free": (None, [_HANDLE]),
    "sumi_result_final": (c_int, [_HANDLE]),
    "sumi_result_nodes": (c_uint64, [_HANDLE]),
    "sumi_result_seconds": (c_double, [_HANDLE]),
    "sumi_result_ended_by": (c_int, [_HANDLE]),
    "sumi_end_name": (c_char_p, [c_int]),
    "sumi_result_count": (c_int, [_HANDLE]),
    "sumi_result_move": (c_char_p, _OF_CANDIDATE),
    "sumi_result_square": (c_int, _OF_CANDIDATE),
    "sumi_result_score": (c_double, _OF_CANDIDATE),
    "sumi_result_exact": (c_int, _OF_CANDIDATE),
    "sumi_result_depth": (c_int, _OF_CANDIDATE),
    "sumi_result_book_plies": (c_int, _OF_CANDIDATE),
    "sumi_result_error": (c_double, _OF_CANDIDATE),
    "sumi_result_selectivity": (c_int, _OF_CANDIDATE),
    "sumi_result_book": (c_int, _OF_CANDIDATE),
    "sumi_result_line": (c_char_p, _OF_CANDIDATE),
    "sumi_result_games": (c_int, [_HANDLE, c_int, c_int]),
    "sumi_result_json": (c_char_p, [_HANDLE]),
    "sumi_book": (_STATUS, [_HANDLE, _HANDLE, _NEW]),
    "sumi_analyze": (
        _STATUS,
        [_HANDLE, _HANDLE, POINTER(Limits), ProgressCallback, c_void_p, _NEW],
    ),
    "sumi_analysis_free": (None, [_HANDLE]),
    "sumi_analysis_partial": (c_int, [_HANDLE]),
    "sumi_analysis_count": (c_int, [_HANDLE]),
    "sumi_analysis_number": (c_int, _OF_CANDIDATE),
    "sumi_analysis_black": (c_int, _OF_CANDIDATE),
    "sumi_analysis_move": (c_char_p, _OF_CANDIDATE),
    "sumi_analysis_best": (c_char_p, _OF_CANDIDATE),
    "sumi_analysis_score": (c_double, _OF_CANDIDATE),
    "sumi_analysis_best_score": (c_double, _OF_CANDIDATE),
    "sumi_analysis_lost": (c_double, _OF_CANDIDATE),
    "sumi_analysis_exact": (c_int, _OF_CANDIDATE),
    "sumi_analysis_mark": (c_char_p, _OF_CANDIDATE),
    "sumi_analysis_json": (c_char_p, [_HANDLE]),
    "sumi_evaluate": (
        _STATUS,
        [_HANDLE, c_int, c_void_p, c_void_p, c_size_t, c_int, c_void_p, ProgressCallback, c_void_p],
    ),
    "sumi_solve": (
        _STATUS,
        [_HANDLE, c_int, c_void_p, c_void_p, c_size_t, c_int, c_void_p, ProgressCallback, c_void_p],
    ),
    "sumi_search_boards": (
        _STATUS,
        [_HANDLE, c_int, c_void_p, c_void_p, c_size_t, POINTER(Limits), c_int, c_void_p,
         ProgressCallback, c_void_p],
    ),
}

#: Slow functions, which run without the GIL.
_SLOW = {
    "sumi_reader_new", "sumi_reader_next", "sumi_reader_free", "sumi_engine_new",
    "sumi_engine_free", "sumi_engine_set", "sumi_engine_clear", "sumi_search",
    "sumi_search_start", "sumi_search_next", "sumi_book", "sumi_analyze", "sumi_evaluate",
    "sumi_search_boards", "sumi_solve",
}  # fmt: skip


def _places() -> Iterator[str]:
    """Yields the files to try, in order."""
    named = os.environ.get("SUMI_LIBRARY")
    if named:
        yield named
        return
    for folder in pathlib.Path(__file__).resolve().parents:
        if folder.name in ("lib", "lib64"):
            multiarch = sysconfig.get_config_var("MULTIARCH")
            if multiarch:
                yield str(folder / multiarch / SONAME)
            yield str(folder / SONAME)
    yield SONAME


class _Library:
    """The functions of libsumi as attributes, with their types."""

    def __init__(self, path: str) -> None:
        slow, quick = ctypes.CDLL(path), ctypes.PyDLL(path)
        missing = [name for name in PROTOTYPES if not hasattr(quick, name)]
        if missing:
            raise OSError(f"it lacks {', '.join(missing)}: it is older than this module")
        for name, (result, arguments) in PROTOTYPES.items():
            function = getattr(slow if name in _SLOW else quick, name)
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


def _load() -> _Library:
    tried = []
    for place in _places():
        try:
            return _Library(place)
        except OSError as error:
            tried.append(f"{place}: {error}")
    hint = "set SUMI_LIBRARY to the path of libsumi.so.0"
    raise ImportError("sumi finds no library that it can use; " + hint + ". Tried:\n  " +
                      "\n  ".join(tried))


library = _load()


def check(status: int) -> None:
    """Raises the exception of a nonzero status, with the library's message."""
    if status:
        raise BY_STATUS.get(status, InternalError)(words(library.sumi_error()))


def words(text: bytes | None) -> str:
    """Decodes a text of the library."""
    return (text or b"").decode("utf-8", "replace")


def encoded(text: str, name: str) -> bytes:
    """Encodes a text for the library, where a zero byte would end it early."""
    if not isinstance(text, str):
        raise TypeError(f"{name}: {text!r} is not text but {type(text).__name__}")
    if "\0" in text:
        raise BadSyntax(f"{name}: {text!r} has a zero byte in it")
    return text.encode("utf-8", "replace")


def integer(value: int, name: str, lowest: int, highest: int) -> int:
    """Checks a number for the library; ctypes would silently truncate it."""
    try:
        number = operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name}: {value!r} is not a whole number but {kind}") from None
    if not lowest <= number <= highest:
        raise OutOfRange(f"{name}: {number} is not in {lowest}..{highest}")
    return number


def new_object(make: Callable[..., int], *arguments: Any) -> int | None:
    """Calls a function whose last argument receives a new object; returns it, or None."""
    pointer = c_void_p()
    check(make(*arguments, ctypes.byref(pointer)))
    return pointer.value


class Handle:
    """An object of the library, freed once: by close() or with its owner.

    A forked child process may neither use nor free its parent's objects.
    """

    __slots__ = ("_finalizer", "_pointer", "_process", "_what")

    def __init__(
        self, owner: object, pointer: int | None, free: Callable[[int], None], what: str
    ) -> None:
        self._pointer = pointer
        self._process = os.getpid()
        self._what = what
        self._finalizer = weakref.finalize(owner, _free, free, pointer or 0, self._process)

    @property
    def pointer(self) -> int:
        """The pointer for the library. Raises Closed after close() or a fork."""
        if self._pointer is None or not self._finalizer.alive:
            raise Closed(f"this {self._what} is closed")
        if self._process != os.getpid():
            raise Closed(
                f"this {self._what} was made before a fork, by process {self._process}: "
                f"process {os.getpid()} must make its own"
            )
        return self._pointer

    def close(self) -> None:
        """Frees the object, if not yet done."""
        self._finalizer()


def _free(free: Callable[[int], None], pointer: int, process: int) -> None:
    if process == os.getpid():
        free(pointer)
