// SPDX-License-Identifier: MIT
/// Openings by name, and what there is to say of each of their moves.
#pragma once

#include "book/opening_names.h"
#include "engine/game/position.h"
#include "engine/opening_book.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// The openings that a person means: those whose English or Japanese name, or whose moves, are this
/// text; if there are none, those of whose name it is the part before or inside brackets ("Tiger",
/// "Tora" of "Tiger (Tora)"); else those whose name begins with it; else those whose name has it
/// inside. The case of ASCII letters does not count, nor do blanks, brackets and other signs. Of
/// openings with the same English name only the longest, if it goes on from the others. In the
/// order of the table. None for a text of nothing but such signs.
std::vector<const book::OpeningName*> find_openings(std::string_view text);

/// Names that are like a text which find_openings() does not find, the nearest first; perhaps none.
std::vector<std::string> similar_openings(std::string_view text, std::size_t most = 3);

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
  const book::OpeningName* opening = nullptr;
  std::vector<WalkStep> steps;
  std::vector<BookMove> next;  ///< The book's moves behind the last step.
  /// Named openings that begin with this one's moves, and are one line of it longer.
  std::vector<const book::OpeningName*> continuations;
};

/// `opening`: one of book::opening_names(). `book`: may be null. Microseconds a move. Any thread.
OpeningWalk walk_opening(const book::OpeningName& opening, const OpeningBook* book);

}  // namespace sumi::protocol
