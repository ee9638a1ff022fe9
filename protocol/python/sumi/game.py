# SPDX-License-Identifier: MIT
"""Games, and files of games."""
from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

from ._library import PASS, Handle, check, encoded, integer, library, new_object, words
from .board import Board, check_size, square_name
from .errors import Closed, MissingFile, NotFound, SumiError
from .picture import svg

_INT_MAX = (1 << 31) - 1


class Game:
    """A game: a start position and moves, with the resulting position.

    `text` is any position or game that Sumi reads: moves such as "f5d6c3" from the start on a board
    of `size` (4, 6 or 8), all squares and the side to move ("X" black, "O" white, "-" empty), a
    FEN, a board and moves, or a game as GGF, SGF, PGN and so on. Empty: the start position.

    >>> game = Game("f5d6")
    >>> game.play("c3")
    >>> game.moves
    ('f5', 'd6', 'c3')

    Games are equal if start and moves are equal; compare `board` for positions. Games can be copied
    and pickled; notebooks show their board. One thread at a time.
    """

    __hash__ = None  # type: ignore[assignment]  # Mutable.

    def __init__(self, text: str = "", size: int = 8) -> None:
        check_size(size)
        self._own(new_object(library.sumi_game_new, encoded(text, "text"), size))

    def _own(self, pointer: int | None) -> None:
        self._handle = Handle(self, pointer, library.sumi_game_free, "game")

    @classmethod
    def _owning(cls, pointer: int | None) -> Game:
        game = cls.__new__(cls)
        game._own(pointer)
        return game

    @classmethod
    def of_board(cls, board: Board) -> Game:
        """Returns a game that starts from `board`."""
        black_to_move = int(board.black_to_move)
        return cls._owning(
            new_object(
                library.sumi_game_of_board, board.black, board.white, black_to_move, board.size
            )
        )

    @property
    def pointer(self) -> int:
        """The sumi_game of the C library, owned by this object."""
        return self._handle.pointer

    # Moves

    def play(self, move: str | int) -> None:
        """Plays moves by name or one by number: "f5", 37, "f5 d6 c3".

        Passes may be omitted. If one move is illegal, none is played.
        """
        if isinstance(move, str):
            check(library.sumi_game_play(self.pointer, encoded(move, "move")))
        else:
            square = integer(move, "move", 0, PASS)
            check(library.sumi_game_play_square(self.pointer, square))

    def undo(self, moves: int = 1) -> int:
        """Takes back at most `moves` moves, not counting passes. Returns their number."""
        count = integer(moves, "moves", 0, _INT_MAX)
        return int(library.sumi_game_undo(self.pointer, count))

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the moves played, with PASS for a pass."""
        pointer = self.pointer
        count = library.sumi_game_move_count(pointer)
        return tuple(library.sumi_game_move(pointer, i) for i in range(count))

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves played, with "pass" for a pass."""
        size = self.size
        return tuple(square_name(square, size) for square in self.squares)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The names of the legal moves; "pass" alone if it is forced; empty at the end."""
        size, legal = self.size, self.legal
        if not legal and not self.over:
            return ("pass",)
        return tuple(square_name(n, size) for n in range(64) if legal >> n & 1)

    @property
    def legal(self) -> int:
        """Bitboard of the legal moves."""
        return int(library.sumi_game_legal(self.pointer))

    # The position

    @property
    def size(self) -> int:
        """Side length of the board: 4, 6 or 8."""
        return int(library.sumi_game_size(self.pointer))

    @property
    def black(self) -> int:
        """Bitboard of Black's discs."""
        return int(library.sumi_game_black(self.pointer))

    @property
    def white(self) -> int:
        """Bitboard of White's discs."""
        return int(library.sumi_game_white(self.pointer))

    @property
    def black_to_move(self) -> bool:
        """Whether it is Black's turn, even if that is to pass."""
        return bool(library.sumi_game_black_to_move(self.pointer))

    @property
    def board(self) -> Board:
        """The current position, as an immutable value."""
        return Board(self.black, self.white, self.black_to_move, self.size)

    @property
    def over(self) -> bool:
        """Whether neither side can move."""
        return bool(library.sumi_game_over(self.pointer))

    @property
    def black_score(self) -> int:
        """Black's discs minus White's, as if the game ended now; empties to the winner."""
        return int(library.sumi_game_black_score(self.pointer))

    @property
    def info(self) -> GameInfo:
        """Players, result, event and so on; can be changed."""
        return GameInfo(self)

    @property
    def opening(self) -> str:
        """The English name of the opening, or "" if it has none."""
        return words(library.sumi_game_opening(self.pointer))

    # Copies and texts

    def copy(self) -> Game:
        """Returns an independent copy."""
        return Game._owning(new_object(library.sumi_game_copy, self.pointer))

    def start(self) -> Game:
        """Returns a copy without moves: the start position of this game."""
        game = self.copy()
        game.undo(_INT_MAX)
        return game

    def positions(self) -> Iterator[Game]:
        """Yields copies of the game after 0, 1, 2, ... moves, including passes."""
        game = self.start()
        yield game.copy()
        for square in self.squares:
            game.play(square)
            yield game.copy()

    def boards(self) -> Iterator[Board]:
        """Yields the boards of the game after 0, 1, 2, ... moves, including passes."""
        for game in self.positions():
            yield game.board

    def to_text(self, format: str = "moves") -> str:
        """Returns the game or its position as text.

        `format` is "moves" (without passes), "board" (all squares and the side to move), "diagram",
        "fen", or one of `sumi.formats()`: "ggf", "sgf" and so on.
        """
        text = ctypes.c_void_p()
        name = encoded(format, "format")
        check(library.sumi_game_text(self.pointer, name, ctypes.byref(text)))
        try:
            return words(ctypes.string_at(text.value or 0))
        finally:
            library.sumi_text_free(text)

    def __str__(self) -> str:
        return self.to_text("diagram").rstrip("\n")

    def __repr__(self) -> str:
        text, size = self.to_text(), self.size
        start = self.start().board
        if start != Game(size=size).board:
            text = f"{start} {text}".rstrip()
        return f"Game({text!r})" if size == 8 else f"Game({text!r}, size={size})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.squares == other.squares and self.start().board == other.start().board

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.to_text("ggf"), self.start().board, self.squares)

    def _repr_svg_(self) -> str:
        played = [square for square in self.squares if square != PASS]
        return svg(self.board, played[-1] if played else None, self.legal)


def _restored(text: str, start: Board, squares: tuple[int, ...]) -> Game:
    """Unpickles a game. GGF keeps players and event, but perhaps not every pass."""
    game = Game(text, start.size)
    if game.squares == squares and game.start().board == start:
        return game
    game = Game.of_board(start)
    for square in squares:
        game.play(square)
    return game


def formats() -> list[str]:
    """Returns the formats of games for `Game.to_text()`: "ggf", "sgf" and so on."""
    names: list[str] = []
    while name := library.sumi_format_name(len(names)):
        names.append(words(name))
    return names


class GameInfo(MutableMapping[str, str]):
    """Texts about a game: ``game.info["black"] = "Ann"``. Unset or deleted ones are "".

    The names are black, white, black-rating, white-rating, result, event, round, place, date and
    comment. Playing or taking back a move clears the result.
    """

    NAMES = (
        "black",
        "white",
        "black-rating",
        "white-rating",
        "result",
        "event",
        "round",
        "place",
        "date",
        "comment",
    )

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getitem__(self, name: str) -> str:
        value = library.sumi_game_info(self._game.pointer, encoded(name, "name"))
        if value is None:
            raise NotFound(f"name: {name!r} is none of {', '.join(self.NAMES)}")
        return words(value)

    def __setitem__(self, name: str, value: str) -> None:
        text = encoded(value, name)
        check(library.sumi_game_set_info(self._game.pointer, encoded(name, "name"), text))

    def __delitem__(self, name: str) -> None:
        self[name] = ""

    def __iter__(self) -> Iterator[str]:
        return iter(self.NAMES)

    def __len__(self) -> int:
        return len(self.NAMES)

    def __repr__(self) -> str:
        return f"GameInfo({ {name: text for name, text in self.items() if text} })"


class GameReader(Iterator[Game]):
    """An iterator of the games of a file; see `read_games()`."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        on_error: Callable[[SumiError], object] | None = None,
    ) -> None:
        name = os.fsencode(path)
        if b"\0" in name:
            raise MissingFile(f"path: {path!r} has a zero byte in it")
        self._on_error = on_error
        self._lock = threading.Lock()  # Held in calls of the library.
        try:
            pointer = new_object(library.sumi_reader_new, name)
        except NotFound as error:
            raise MissingFile(str(error)) from None
        self._handle = Handle(self, pointer, library.sumi_reader_free, "file of games")

    def __next__(self) -> Game:
        while True:
            try:
                pointer = self._take()
            except SumiError as error:
                if self._on_error is None or isinstance(error, Closed):
                    raise
                self._on_error(error)
                continue
            if pointer is None:
                raise StopIteration
            return Game._owning(pointer)

    def _take(self) -> int | None:
        with self._lock:
            return new_object(library.sumi_reader_next, self._handle.pointer)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._handle.close()

    def __enter__(self) -> GameReader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def read_games(
    path: str | os.PathLike[str], on_error: Callable[[SumiError], object] | None = None
) -> GameReader:
    """Reads a file of games or positions in any format that `sumi convert --formats` lists.

    Returns an iterator and context manager. A damaged game raises an exception, after which the
    iterator continues with the next game; with `on_error`, that function gets the exception.

    >>> for game in read_games("games.ggf", on_error=print):
    ...     print(game.info["black"], game.info["white"], game.info["result"], game.opening)
    """
    return GameReader(path, on_error)
