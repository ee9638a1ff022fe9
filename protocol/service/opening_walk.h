// SPDX-License-Identifier: MIT
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

/// Returns the openings of the first rule that matches any:
/// - the text is an English or Japanese name, or the moves;
/// - it is a name without a suffix such as "Teiseki" or "basic form" in Japanese;
/// - it is a part of a name that has brackets or slashes ("Tiger" or "Tora" of "Tiger (Tora)");
/// - a name begins with it;
/// - a name contains it from the beginning of a word.
///
/// The last two rules need three ASCII letters. Ignores case, blanks and punctuation; common
/// animals may be in kana or kanji. Of openings with the same English name, returns only the
/// longest if it continues the others. In the table's order; empty for mere punctuation.
std::vector<const book::OpeningName*> find_openings(std::string_view text);

/// Names, or parts of names, similar to an unknown text, most similar first.
std::vector<std::string> similar_openings(std::string_view text, std::size_t most = 3);

/// The game if the text is only moves, in ASCII or full-width characters; parse_game()'s error for
/// an illegal move; std::nullopt otherwise.
std::optional<Result<GameRecord>> moves_meant(std::string_view text);

struct WalkStep {
  int number = 0;  ///< From 1; openings contain no passes.
  Position before;
  Square move = Square::kPass;
  Position after;
  const book::OpeningName* reached = nullptr;  ///< The new opening name; null if unchanged.
  /// The book's moves in `before`, best first; may be empty.
  std::vector<BookMove> book;

  /// The entry of `move` in `book`, or null.
  const BookMove* known() const;
};

struct OpeningWalk {
  const book::OpeningName* opening = nullptr;
  std::string moves;  ///< All moves: "f5d6c3".
  std::vector<WalkStep> steps;
  std::vector<BookMove> next;  ///< The book's moves after the last step.
  /// A named opening that continues the walk, up to symmetry.
  struct Continuation {
    const book::OpeningName* name;
    std::string moves;  ///< Its moves after the walk, on the walk's board.
  };
  std::vector<Continuation> continuations;  ///< Without those that continue another one.
};

/// `book` may be null. Takes microseconds per move. Thread-safe. Requires: `game` has legal moves
/// from the usual start.
OpeningWalk walk_moves(const GameRecord& game, const OpeningBook* book);

}  // namespace sumi::protocol
