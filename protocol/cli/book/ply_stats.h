// SPDX-License-Identifier: MIT
/// What a book holds, counted by plies.
#pragma once

#include "book/store/book_reader.h"

#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

namespace sumi::protocol {

/// Scores by their size: below the first limit, up to the next, ..., above the last. Discs.
inline constexpr int kScoreLimits[] = {-16, -8, -4, -2, 0, 2, 4, 8, 16};
inline constexpr std::size_t kScoreRanges = std::size(kScoreLimits) + 1;

/// Stale: the leaf's move leads into the book. Games: counted at each position, for every ply.
struct PlyStats {
  std::uint64_t positions = 0, scored = 0, stale = 0, unsearched = 0, games = 0;
  int min_level = std::numeric_limits<int>::max(),
      max_level = -1;                          ///< Levels of the leaves that have one.
  double depths = 0, scores = 0, squares = 0;  ///< Sums over those with a score; scores in discs.
  std::array<std::uint64_t, kScoreRanges> ranges{};  ///< Number of scores in each range.

  void operator+=(const PlyStats& other);

  // These are 0 if no position has a score.
  double mean_depth() const { return mean(depths); }
  double mean_score() const { return mean(scores); }
  double deviation() const;  ///< Standard deviation of the scores.

 private:
  double mean(double sum) const { return scored > 0 ? sum / static_cast<double>(scored) : 0; }
};

using StatsByPly = std::map<int, PlyStats>;  ///< A ply is a disc more than the start has.

/// Ends early when `progress`, which is told the share that is done, returns false.
StatsByPly stats_of(const book::BookReader& book,
                    const std::function<bool(double share)>& progress);
PlyStats total_of(const StatsByPly& by_ply);

}  // namespace sumi::protocol
