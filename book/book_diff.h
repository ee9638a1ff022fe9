// SPDX-License-Identifier: MIT
/// What two books know differently.
#pragma once

#include "book/store/book_reader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sumi::book {

/// A position that both books have a score of.
struct ScoreDifference {
  Board board;  ///< Canonical.
  Value first{}, second{};
  Square best_first = Square::kPass, best_second = Square::kPass;  ///< Best moves on `board`.

  int units() const { return second.units - first.units; }
};

struct BookDifference {
  std::uint64_t only_first = 0, only_second = 0, both = 0;  ///< Positions.
  std::uint64_t compared = 0;      ///< Positions that have a score in both.
  std::uint64_t same_score = 0;    ///< Of these: with the same score.
  std::uint64_t other_best = 0;    ///< Of these: whose best moves differ, symmetric ones aside.
  double mean = 0, deviation = 0;  ///< Second minus first, discs, for the side to move; mean and
                                   ///< standard deviation.
  std::vector<ScoreDifference> largest;  ///< The largest first, `most` of them.
};

/// Looks at every position of both. Nothing if `progress` ends it.
std::optional<BookDifference> compare_books(const BookReader& first, const BookReader& second,
                                            std::size_t most, const Progress& progress = {});

}  // namespace sumi::book
