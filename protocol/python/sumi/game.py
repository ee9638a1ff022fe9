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
    """A position, and the moves that have led to it from where its game began.

    `text` is whatever the programs of Sumi take for a position: moves such as "f5d6c3" from the
    start of a board of `size` (4, 6 or 8), all squares of a board and the side to move ("X" is
    black, "O" white, "-" empty), a FEN, a board and moves, or a whole game as GGF, SGF, PGN and so
    on. Without a text it is the start.

    >>> game = Game("f5d6")
    >>> game.play("c3")
    >>> game.moves
    ('f5', 'd6', 'c3')

    Games are equal if they have the same moves from the same start; `board` compares positions.
    They can be copied and pickled. In a notebook a game is shown as its board. A game is for one
    thread at a time.
    """

    __hash__ = None  # type: ignore[assignment]  # A game changes.

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
        """A game that begins on this board."""
        black_to_move = int(board.black_to_move)
        return cls._owning(
            new_object(
                library.sumi_game_of_board, board.black, board.white, black_to_move, board.size
            )
        )

    @property
    def pointer(self) -> int:
        """The sumi_game of the C library, which stays this object's."""
        return self._handle.pointer

    # Moves

    def play(self, move: str | int) -> None:
        """Plays a move by the name or number of its square, or several: "f5", 37, "f5 d6 c3".

        Passes may be left out. If one of the moves is refused, none is played.
        """
        if isinstance(move, str):
            check(library.sumi_game_play(self.pointer, encoded(move, "move")))
        else:
            square = integer(move, "move", 0, PASS)
            check(library.sumi_game_play_square(self.pointer, square))

    def undo(self, moves: int = 1) -> int:
        """Takes back so many moves, passes not counted, or all if there are fewer.

        Returns how many were taken back.
        """
        count = integer(moves, "moves", 0, _INT_MAX)
        return int(library.sumi_game_undo(self.pointer, count))

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the moves that were played, with PASS for a pass."""
        pointer = self.pointer
        count = library.sumi_game_move_count(pointer)
        return tuple(library.sumi_game_move(pointer, i) for i in range(count))

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves that were played, with "pass" for a pass."""
        size = self.size
        return tuple(square_name(square, size) for square in self.squares)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The names of the moves that `play()` takes now.

        That is "pass" alone if the side to move must pass, and nothing if the game is over.
        """
        size, legal = self.size, self.legal
        if not legal and not self.over:
            return ("pass",)
        return tuple(square_name(n, size) for n in range(64) if legal >> n & 1)

    @property
    def legal(self) -> int:
        """The squares where the side to move may play, as a bitboard."""
        return int(library.sumi_game_legal(self.pointer))

    # The position

    @property
    def size(self) -> int:
        """Squares on a side of the board: 4, 6 or 8."""
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
        """The position as it is now, as a value that later moves do not change."""
        return Board(self.black, self.white, self.black_to_move, self.size)

    @property
    def over(self) -> bool:
        """Whether neither side can move."""
        return bool(library.sumi_game_over(self.pointer))

    @property
    def black_score(self) -> int:
        """Black's discs minus White's if the game ended now; empty squares go to the winner."""
        return int(library.sumi_game_black_score(self.pointer))

    @property
    def info(self) -> GameInfo:
        """What is said about the game: players, result, event and so on, which may be set."""
        return GameInfo(self)

    @property
    def opening(self) -> str:
        """The English name of the opening, or "" if it has none."""
        return words(library.sumi_game_opening(self.pointer))

    # Copies and texts

    def copy(self) -> Game:
        """A game of its own with the same moves."""
        return Game._owning(new_object(library.sumi_game_copy, self.pointer))

    def start(self) -> Game:
        """A copy without any moves: the position where this game began."""
        game = self.copy()
        game.undo(_INT_MAX)
        return game

    def positions(self) -> Iterator[Game]:
        """Copies of the game after no move, after the first one, and so on up to all of them."""
        game = self.start()
        yield game.copy()
        for square in self.squares:
            game.play(square)
            yield game.copy()

    def to_text(self, format: str = "moves") -> str:
        """The game or its position as text.

        `format` is "moves", which leaves passes out, "board", which is all squares and the side to
        move, "diagram", "fen", or one of `sumi.formats()`: "ggf", "sgf" and so on.
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
    """A pickled game. GGF keeps the players and the event, but need not keep each pass."""
    game = Game(text, start.size)
    if game.squares == squares and game.start().board == start:
        return game
    game = Game.of_board(start)
    for square in squares:
        game.play(square)
    return game


def formats() -> list[str]:
    """The names of the formats in which `Game.to_text()` writes games: "ggf", "sgf" and so on."""
    names: list[str] = []
    while name := library.sumi_format_name(len(names)):
        names.append(words(name))
    return names


class GameInfo(MutableMapping[str, str]):
    """Texts about a game: ``game.info["black"] = "Ann"``. What is not known is "".

    The names are black, white, black-rating, white-rating, result, event, round, place, date and
    comment. To delete one is to set it to "". A move that is played or taken back clears the
    result.
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
    """The games of a file, one after the other; see `read_games()`."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        on_error: Callable[[SumiError], object] | None = None,
    ) -> None:
        name = os.fsencode(path)
        if b"\0" in name:
            raise MissingFile(f"path: {path!r} has a zero byte in it")
        self._on_error = on_error
        self._lock = threading.Lock()  # For each call of the library.
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

    The result is an iterator and a context manager. A game that is damaged raises its exception,
    after which the iterator goes on with the next game; with `on_error` the exception is handed to
    that function instead, and the loop sees the good games only.

    >>> for game in read_games("games.ggf", on_error=print):
    ...     print(game.info["black"], game.info["white"], game.info["result"], game.opening)
    """
    return GameReader(path, on_error)
