// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/random.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/nnue_file.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sumi::test {

/// Largest magnitudes in drawn_nnue().
struct NnueRange {
  int row = 12, start = 60, weight = 127, hidden_bias = 3000, output = 900, direct = 32'000,
      skip = 2000, bias = 1'000'000;
};

inline NnueFile drawn_nnue(SplitMix64& random, const NnueRange& range = {}) {
  const auto draw = [&](int most) { return random.below(2 * most + 1) - most; };
  const NnueColumns columns = nnue_columns();
  std::vector<std::int8_t> of_column(std::size_t{columns.count} * NnueHead::kChannels);
  NnueFile file;
  for (int table = 0; table < kNnueTables; ++table) {
    for (std::int8_t& number : of_column) number = static_cast<std::int8_t>(draw(range.row));
    for (const std::uint32_t column : columns.of_row) {
      const auto first = of_column.begin() + std::ptrdiff_t{column} * NnueHead::kChannels;
      file.rows.insert(file.rows.end(), first, first + NnueHead::kChannels);
    }
  }
  file.heads.resize(NnueWeights::kHeads);
  for (NnueHead& head : file.heads) {
    for (std::int16_t& start : head.start) start = static_cast<std::int16_t>(draw(range.start));
    for (auto& group : head.hidden) {
      for (auto& unit : group) {
        for (std::int8_t& weight : unit) weight = static_cast<std::int8_t>(draw(range.weight));
      }
    }
    for (std::int32_t& bias : head.hidden_bias) bias = draw(range.hidden_bias);
    for (std::int32_t& output : head.output) output = draw(range.output);
    head.direct = draw(range.direct);
    for (int c = 1; c < NnueHead::kChannels; ++c) {
      head.skip[c] = static_cast<std::int16_t>(draw(range.skip));
    }
    head.bias = draw(range.bias);
  }
  file.error = {{1, 2, 3, 4, 5, 6, 7, 8}, {8}, {9}, 500, {-3, 4}};
  return file;
}

}  // namespace sumi::test
