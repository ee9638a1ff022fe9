// SPDX-License-Identifier: MIT
#include "engine/search_update.h"

#include <algorithm>
#include <cstddef>

namespace sumi {

std::string_view to_text(EndedBy ended_by) {
  constexpr std::string_view kNames[] = {"",      "solved", "depth",   "level",
                                         "nodes", "time",   "stopped", "book"};
  return kNames[static_cast<std::size_t>(ended_by)];
}

Basis SearchUpdate::basis(const Candidate& candidate) const {
  const auto known = std::ranges::find(book_moves, candidate.move(), &BookMove::move);
  if (known != book_moves.end()) {
    return {known->depth, known->selectivity, known->exact, true,
            known->exact ? 0 : sumi::book_plies(candidate.line, known->depth)};
  }
  return book ? searched : Basis{depth, selectivity, exact};
}

}  // namespace sumi
