// SPDX-License-Identifier: MIT
/// What an engine tells of its searches.
#pragma once

#include "engine/opening_book.h"
#include "engine/search_core.h"

#include <functional>
#include <vector>

namespace sumi {

/// What stands behind the value of a candidate: a search, or the opening book.
struct Basis {
  int depth = 0;          ///< Plies behind the value, those inside the book included.
  int selectivity = 100;  ///< One of kSelectivities.
  bool exact = false;     ///< The value, or the bound that is known, is proven.
  bool book = false;      ///< It is the book's.
  int book_plies = 0;     ///< Of `depth`, the plies from the candidate's position to the one that
                          ///< was searched when the book was made; the search had the rest.
};

/// Progress of a search, or its end.
struct SearchUpdate : SearchReport {
  double seconds = 0;    ///< Of the search; reading weights and the book is not counted.
  bool book = false;     ///< Move, value and line are the book's, not searched.
  bool expired = false;  ///< In a result: the time of Engine::confine() ended it.

  /// The candidates whose values are the book's. The others were searched.
  std::vector<BookMove> book_moves{};
  /// Beside a book's move: how the candidates that are not in the book were searched.
  Basis searched{};

  /// Of one of these candidates.
  Basis basis(const Candidate& candidate) const;
};

struct SearchListener {
  std::function<void(const SearchUpdate&)> on_update;  ///< After each iteration; may be empty.
  std::function<void(const SearchUpdate&)> on_done;    ///< Once, with the result; may be empty.
};

}  // namespace sumi
