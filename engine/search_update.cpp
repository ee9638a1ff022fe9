// SPDX-License-Identifier: MIT
#include "engine/search_update.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace sumi {
namespace {

// From tools/lab/likely_errors.py.

/// Of searches at full width, against perfect play.
constexpr ErrorModel kErrors{
    {138, 524, 743, 472, 430, 418, 551, 729}, {374, 232, 129, 78, 84, 80, 71, 64}, {}, 734};

/// Standard deviations that cuts add, in value units, for each of kSelectivities: fitted at 73%,
/// elsewhere in the proportions that 400 positions show at 14 plies (98% is between its
/// neighbours).
constexpr int kErrorsOfCuts[] = {258, 204, 190, 170, 151, 0};
static_assert(std::size(kErrorsOfCuts) == std::size(kSelectivities));

}  // namespace

std::string_view to_text(EndedBy ended_by) {
  constexpr std::string_view kNames[] = {"",      "solved", "depth",   "level",
                                         "nodes", "time",   "stopped", "book"};
  return kNames[static_cast<std::size_t>(ended_by)];
}

double likely_error(int depth, int selectivity, int empties) {
  const auto place = std::ranges::find(kSelectivities, selectivity) - std::begin(kSelectivities);
  return std::hypot(kErrors.sigma(empties, depth, empties), kErrorsOfCuts[place]) / Value::kPerDisc;
}

Basis SearchUpdate::basis(const Candidate& candidate) const {
  Basis basis = book ? searched : Basis{depth, selectivity, exact};
  const auto known = std::ranges::find(book_moves, candidate.move(), &BookMove::move);
  if (known != book_moves.end()) {
    basis = {known->depth, known->selectivity, known->exact, true,
             known->exact ? 0 : sumi::book_plies(candidate.line, known->depth)};
  }
  if (measured_empties && !basis.exact && candidate.lower == candidate.upper) {
    // In the book the fastest searches count, too: a value is only as good as those beside its
    // line.
    const int left = *measured_empties - basis.book_plies;
    const int searched_plies = std::min(basis.depth - basis.book_plies, left);
    basis.error =
        likely_error(searched_plies, basis.book ? kFastSelectivity : basis.selectivity, left);
  }
  return basis;
}

}  // namespace sumi
