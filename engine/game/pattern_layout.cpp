// SPDX-License-Identifier: MIT
#include "engine/game/pattern_layout.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace sumi {
namespace {

using detail::pattern_square;

using PlaceValues = std::array<int, kMaxPatternSquares>;

/// The place values of the squares that the squares of `pattern` go to under `symmetry`; nothing
/// if one leaves the pattern.
std::optional<PlaceValues> moved_places(std::size_t pattern, int symmetry) {
  const std::string_view text = kPatterns[pattern].squares;
  const int size = kPatternLayout.size[pattern];
  PlaceValues places{};
  for (int i = 0; i < size; ++i) {
    const Square to = symmetric(pattern_square(text, i), symmetry);
    int at = 0, value = 1;
    for (; at < size && pattern_square(text, at) != to; ++at) value *= 3;
    if (at == size) return std::nullopt;
    places[static_cast<std::size_t>(i)] = value;
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
    // Counting upwards: each step adds one to a digit and clears those below it.
    std::array<int, kMaxPatternSquares> digits{};
    int image = 0;
    for (std::size_t index = 0; index < canonical.size(); ++index) {
      canonical[index] = std::min(canonical[index], static_cast<std::uint16_t>(image));
      for (std::size_t i = 0; i < digits.size(); ++i) {
        image += (*places)[i];
        if (++digits[i] < 3) break;
        image -= 3 * (*places)[i];
        digits[i] = 0;
      }
    }
  }
  return canonical;
}

}  // namespace sumi
