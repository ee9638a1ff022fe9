// SPDX-License-Identifier: MIT
#include "engine/game/pattern_layout.h"
#include "engine/game/rules.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

namespace sumi {
namespace {

using PlaceValues = std::array<int, kMaxPatternSquares>;

/// Nothing if `s` is outside the pattern.
std::optional<int> place_value(std::size_t pattern, Square s) {
  const auto first = static_cast<std::size_t>(kPatternLayout.first[pattern]);
  const PatternFeature& feature = kPatternLayout.feature[first];
  int value = 1;
  for (int i = 0; i < feature.size; ++i, value *= 3) {
    if (feature.squares[static_cast<std::size_t>(i)] == s) return value;
  }
  return std::nullopt;
}

/// Calls each(number, index) for all fillings in ascending base-3 order of `number`. `index` weighs
/// the same digits by `places`, lowest digit first.
template <class Each>
void for_each_filling(const PlaceValues& places, std::size_t fillings, const Each& each) {
  std::array<int, kMaxPatternSquares> digits{};
  int index = 0;
  for (std::size_t number = 0; number < fillings; ++number) {
    each(number, static_cast<std::uint16_t>(index));
    for (std::size_t i = 0; i < digits.size(); ++i) {
      index += places[i];
      if (++digits[i] < 3) break;
      index -= 3 * places[i];
      digits[i] = 0;
    }
  }
}

/// Of the squares' images under `symmetry`; nothing if an image is outside the pattern.
std::optional<PlaceValues> moved_places(std::size_t pattern, int symmetry) {
  const auto first = static_cast<std::size_t>(kPatternLayout.first[pattern]);
  const PatternFeature& feature = kPatternLayout.feature[first];
  PlaceValues places{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(feature.size); ++i) {
    const auto value = place_value(pattern, symmetric(feature.squares[i], symmetry));
    if (!value) return std::nullopt;
    places[i] = *value;
  }
  return places;
}

}  // namespace

PatternIndices pattern_indices(const Board& b) {
  PatternIndices indices{};
  for (int f = 0; f < kPatternLayout.features; ++f) {
    const PatternFeature& feature = kPatternLayout.feature[static_cast<std::size_t>(f)];
    int index = 0;
    for (int i = feature.size - 1; i >= 0; --i) {
      const Bitboard square = bit(feature.squares[static_cast<std::size_t>(i)]);
      index = 3 * index + (b.own & square ? 0 : b.opp & square ? 2 : 1);
    }
    indices[static_cast<std::size_t>(f)] = static_cast<std::uint16_t>(index);
  }
  return indices;
}

std::vector<std::uint16_t> canonical_fillings(int pattern) {
  const auto p = static_cast<std::size_t>(pattern);
  std::vector<std::uint16_t> canonical(static_cast<std::size_t>(kPatternLayout.fillings[p]));
  std::iota(canonical.begin(), canonical.end(), std::uint16_t{0});
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    const auto places = moved_places(p, symmetry);
    if (!places) continue;
    for_each_filling(*places, canonical.size(), [&](std::size_t index, std::uint16_t image) {
      canonical[index] = std::min(canonical[index], image);
    });
  }
  return canonical;
}

std::vector<std::uint16_t> fillings_of_files(int pattern) {
  const auto p = static_cast<std::size_t>(pattern);
  PlaceValues places{};
  for (int i = 0; i < kPatternLayout.size[p]; ++i) {
    places[static_cast<std::size_t>(i)] =
        place_value(p, detail::pattern_square(kPatterns[p].squares, i)).value();
  }
  std::vector<std::uint16_t> indices(static_cast<std::size_t>(kPatternLayout.fillings[p]));
  for_each_filling(places, indices.size(),
                   [&](std::size_t number, std::uint16_t index) { indices[number] = index; });
  return indices;
}

namespace {

/// The representative of a filling's symmetry class. Of two odd quadrants, only adjacent and
/// diagonal pairs differ.
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
  // The first row of a class creates the column.
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
