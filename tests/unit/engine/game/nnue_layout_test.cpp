// SPDX-License-Identifier: MIT
#include "engine/game/nnue_layout.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace sumi;

namespace {

/// How often a board chooses each column.
std::map<std::uint32_t, int> chosen_columns(const NnueColumns& columns, const Board& b) {
  std::map<std::uint32_t, int> chosen;
  for (const std::uint32_t row : nnue_rows(b)) ++chosen[columns.of_row[row]];
  return chosen;
}

}  // namespace

TEST_CASE("images of a board choose the same columns of the net", "[nnue]") {
  const NnueColumns columns = nnue_columns();
  REQUIRE(columns.of_row.size() == kNnueRows);
  CHECK(*std::ranges::max_element(columns.of_row) + 1 == columns.count);
  SplitMix64 random(7);
  for (int i = 0; i < 200; ++i) {
    const Board b = test::random_fill(random, random.below(129), random.below(129));
    const auto chosen = chosen_columns(columns, b);
    for (int s = 1; s < kSymmetries; ++s) {
      CAPTURE(b.own, b.opp, s);
      REQUIRE(chosen_columns(columns, symmetric(b, s)) == chosen);
    }
  }
}

TEST_CASE("parity is told apart as far as symmetry lets it", "[nnue]") {
  // One empty square in each of the quadrants named.
  constexpr Bitboard kCorner[] = {bit(Square::kA1), 1u << 7, Bitboard{1} << 56, bit(Square::kH8)};
  std::map<std::uint32_t, int> seen;
  const NnueColumns columns = nnue_columns();
  for (int set = 0; set < kParityFillings; ++set) {
    Bitboard empties = 0x0000001818000000;  // one square of each quadrant
    for (int q = 0; q < 4; ++q) empties ^= set >> q & 1 ? 0 : kCorner[q];
    CHECK(parity_filling(empties) == set);
    ++seen[columns.of_row[static_cast<std::size_t>(kFirstParityRow + set)]];
  }
  std::vector<int> sizes;
  for (const auto& [column, count] : seen) sizes.push_back(count);
  std::ranges::sort(sizes);
  CHECK(sizes == std::vector{1, 1, 2, 4, 4, 4});
}
