// SPDX-License-Identifier: MIT
/// Counts and means over a set of labelled positions.
#pragma once

#include "protocol/text/json_lines.h"
#include "tools/lab/records.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace sumi::lab {

struct RecordStatistics {
  struct Row {
    std::uint64_t positions = 0;
    std::array<std::uint64_t, 3> by_source{};       ///< Indexed by ScoreSource.
    std::uint64_t searched = 0;                     ///< Positions with a search's value.
    double score_sum = 0, score_magnitude_sum = 0;  ///< Sums over positions with a score, in discs.

    std::uint64_t scored() const { return positions - by_source[0]; }
  };
  std::array<Row, 65> by_empties;
  Row all;
  std::uint64_t duplicates = 0;  ///< Positions that equal an earlier one up to symmetry.
};

RecordStatistics statistics_of(std::span<const Record> records);

/// A table by empties.
std::string statistics_text(const RecordStatistics& statistics);

/// {"positions", "exact", "game", "none", "searched", "mean_score", "mean_magnitude",
/// "duplicates", "by_empties": [...]}; means are left out if nothing has a score.
protocol::Json statistics_json(const RecordStatistics& statistics);

}  // namespace sumi::lab
