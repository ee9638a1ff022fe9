// SPDX-License-Identifier: MIT
/// Openings by name, and what there is to say of each of their moves.
#pragma once

#include "book/opening_names.h"
#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/game.h"
#include "engine/opening_book.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// The openings that a person means, by the first of these that fits any: those whose English or
/// Japanese name is this text, or whose moves are; those of which it is the whole name but for what
/// says only that it is an opening ("Teiseki", "basic form" in Japanese); those of whose name it is
/// a part between brackets and strokes ("Tiger", "Tora" of "Tiger (Tora)"); those whose name begins
/// with it; those whose name has it inside, from the beginning of a word on. The case of ASCII
/// letters does not count, nor do blanks, brackets and other signs; common animals may be in kana
/// or kanji. The beginning or inside of a name is three letters of ASCII or more. Of openings with
/// the same English name only the longest, if it goes on from the others. In the order of the
/// table. None for a text of nothing but signs.
std::vector<const book::OpeningName*> find_openings(std::string_view text);

/// Names that are like a text which find_openings() does not find, the nearest first; perhaps none.
/// Of names with brackets or strokes the parts.
std::vector<std::string> similar_openings(std::string_view text, std::size_t most = 3);

/// The game that a text means which is nothing but squares: moves from the start, blanks between
/// them or not, in letters and digits of either width. Nothing if the text is no such thing; an
/// error, as parse_game() has it, if a move is illegal.
std::optional<Result<GameRecord>> moves_meant(std::string_view text);

/// A move of an opening.
struct WalkStep {
  int number = 0;   ///< From 1; openings have no passes.
  Position before;  ///< Its side to move makes the move.
  Square move = Square::kPass;
  Position after;
  const book::OpeningName* reached = nullptr;  ///< The name that the game has from this move on,
                                               ///< if it has another than before.
  /// What the book knows of `before`, best first; may be empty.
  std::vector<BookMove> book;

  /// The row of `move` in `book`; null if the book does not know it.
  const BookMove* known() const;
};

struct OpeningWalk {
  /// The longest named opening that the game went through; null if there is none.
  const book::OpeningName* opening = nullptr;
  std::string moves;  ///< All of them: "f5d6c3".
  std::vector<WalkStep> steps;
  std::vector<BookMove> next;  ///< The book's moves behind the last step.
  /// A named opening that begins with the walk's moves, or with those symmetric to them.
  struct Continuation {
    const book::OpeningName* name;
    std::string moves;  ///< Those behind the walk's last one, on its board.
  };
  std::vector<Continuation> continuations;  ///< Without those behind another one.
};

/// `book`: may be null. Microseconds a move. Any thread. Requires: `game` is from the usual start,
/// and its moves are legal.
OpeningWalk walk_moves(const GameRecord& game, const OpeningBook* book);

}  // namespace sumi::protocol
