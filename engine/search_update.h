// SPDX-License-Identifier: MIT
#pragma once

#include "engine/opening_book.h"
#include "engine/search_core.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace sumi {

/// Source of a candidate's value.
struct Basis {
  int depth = 0;          ///< Plies, including those inside the book.
  int selectivity = 100;  ///< From kSelectivities.
  bool exact = false;     ///< The value or bound is proven.
  bool book = false;      ///< From the book.
  int book_plies = 0;  ///< Of `depth`, the plies to the position searched when the book was built.
  double error = 0;    ///< likely_error() of the value; 0 if it is exact, a bound, or unmeasured.
};

/// The likely error, in discs, of a value of the shipped net, searched to `depth` at `selectivity`
/// with `empties` (1..60) left: for 68% of positions the score with perfect play is within it, for
/// 95% within twice that (tools/lab/NOTES.md says how well). Requires: 0 <= depth <= empties.
double likely_error(int depth, int selectivity, int empties);

/// Why a search ended.
enum class EndedBy {
  kNone,    ///< It has not ended, or nothing was searched: the game is over, or a player moved.
  kSolved,  ///< The position is solved, as far as it was wanted.
  kDepth,
  kLevel,  ///< At the depth of a level.
  kNodes,
  kTime,  ///< Includes moves that need no more of their time.
  kStopped,
  kBook,  ///< The book has the moves; nothing was searched.
};

/// "depth"; empty for kNone.
std::string_view to_text(EndedBy ended_by);

struct SearchUpdate : SearchReport {
  double seconds = 0;    ///< Excludes loading of weights and book.
  bool book = false;     ///< Move, value and line come from the book.
  bool expired = false;  ///< In a result: Engine::confine() ended the search.

  EndedBy ended_by = EndedBy::kNone;  ///< In a result.

  /// Of the position, if likely_error() applies to its values: the shipped net and book on 8x8.
  std::optional<int> measured_empties{};

  std::vector<BookMove> book_moves{};
  /// In a result from the book: basis of the other candidates.
  Basis searched{};

  /// Requires: one of these candidates.
  Basis basis(const Candidate& candidate) const;
};

struct SearchListener {
  std::function<void(const SearchUpdate&)> on_update;  ///< After each iteration.
  std::function<void(const SearchUpdate&)> on_done;    ///< Once, with the result.
};

}  // namespace sumi
