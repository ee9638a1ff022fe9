// SPDX-License-Identifier: MIT
/// Progress updates and results of the engine's searches.
#pragma once

#include "engine/opening_book.h"
#include "engine/search_core.h"

#include <functional>
#include <vector>

namespace sumi {

/// Source of a candidate's value.
struct Basis {
  int depth = 0;          ///< Plies, including those inside the book.
  int selectivity = 100;  ///< One of kSelectivities.
  bool exact = false;     ///< The value or bound is proven.
  bool book = false;      ///< From the book.
  int book_plies = 0;  ///< Part of `depth` up to the position that was searched to build the book.
};

/// A progress update or the result of a search.
struct SearchUpdate : SearchReport {
  double seconds = 0;    ///< Without loading weights and the book.
  bool book = false;     ///< Move, value and line come from the book.
  bool expired = false;  ///< In a result: Engine::confine() ended the search.

  /// Candidates with book values.
  std::vector<BookMove> book_moves{};
  /// In a book result: basis of the other candidates.
  Basis searched{};

  /// Of one of these candidates.
  Basis basis(const Candidate& candidate) const;
};

struct SearchListener {
  std::function<void(const SearchUpdate&)> on_update;  ///< After each iteration.
  std::function<void(const SearchUpdate&)> on_done;    ///< Once, with the result.
};

}  // namespace sumi
