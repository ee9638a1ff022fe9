// SPDX-License-Identifier: MIT
#include "engine/game/nnue_layout.h"
#include "engine/game/rules.h"

#include <bit>

namespace sumi {
namespace {

/// The filling that stands for all that the board's symmetries make of it: of two odd quadrants
/// only those side by side and those across a diagonal differ.
int canonical_parity(int filling) {
  constexpr int kSideBySide = 0b0011, kAcross = 0b0110;
  switch (std::popcount(static_cast<unsigned>(filling))) {
    case 1:
      return 0b0001;
    case 2:
      return filling == 0b0110 || filling == 0b1001 ? kAcross : kSideBySide;
    case 3:
      return 0b0111;
    default:
      return filling;
  }
}

}  // namespace

std::array<std::uint32_t, kNnueInputs> nnue_rows(const Board& b) {
  std::array<std::uint32_t, kNnueInputs> rows{};
  const PatternIndices indices = pattern_indices(b);
  std::size_t f = 0;
  for (; f < static_cast<std::size_t>(kPatternLayout.features); ++f) {
    const auto pattern = static_cast<std::size_t>(kPatternLayout.feature[f].pattern);
    rows[f] = static_cast<std::uint32_t>(kPatternLayout.offset[pattern]) + indices[f];
  }
  const int mobility = mobility_filling(std::popcount(rules::legal_moves(b)),
                                        std::popcount(rules::legal_moves(b.passed())));
  rows[f++] = static_cast<std::uint32_t>(kFirstMobilityRow + mobility);
  rows[f] = static_cast<std::uint32_t>(kFirstParityRow + parity_filling(b.empty()));
  return rows;
}

NnueColumns nnue_columns() {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  NnueColumns columns;
  columns.of_row.assign(kNnueRows, kNone);
  // The column of a row is that of its canonical one, which gets it when the first of its kind
  // comes.
  const auto add = [&](int first, int filling, int canonical) {
    std::uint32_t& column = columns.of_row[static_cast<std::size_t>(first + canonical)];
    if (column == kNone) column = columns.count++;
    columns.of_row[static_cast<std::size_t>(first + filling)] = column;
  };
  for (int pattern = 0; pattern < kPatternTypes; ++pattern) {
    const int first = kPatternLayout.offset[static_cast<std::size_t>(pattern)];
    const std::vector<std::uint16_t> canonical = canonical_fillings(pattern);
    for (const std::uint16_t i : fillings_of_files(pattern)) add(first, i, canonical[i]);
  }
  for (int i = 0; i < kMobilityFillings; ++i) add(kFirstMobilityRow, i, i);
  for (int i = 0; i < kParityFillings; ++i) add(kFirstParityRow, i, canonical_parity(i));
  return columns;
}

}  // namespace sumi
