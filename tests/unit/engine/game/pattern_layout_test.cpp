// SPDX-License-Identifier: MIT
#include "engine/game/pattern_layout.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

using namespace sumi;

namespace {

using Squares = std::vector<Square>;

/// In file order.
Squares squares_of_files(std::size_t pattern) {
  Squares squares;
  for (int i = 0; i < kPatternLayout.size[pattern]; ++i) {
    squares.push_back(detail::pattern_square(kPatterns[pattern].squares, i));
  }
  return squares;
}

Squares squares_of_feature(const PatternFeature& feature) {
  return {feature.squares.begin(), feature.squares.begin() + feature.size};
}

Squares squares_of_pattern(std::size_t pattern) {
  const auto first = static_cast<std::size_t>(kPatternLayout.first[pattern]);
  return squares_of_feature(kPatternLayout.feature[first]);
}

Squares symmetric_squares(Squares squares, int symmetry) {
  for (Square& s : squares) s = symmetric(s, symmetry);
  return squares;
}

Bitboard set_of(const Squares& squares) {
  Bitboard set = 0;
  for (const Square s : squares) set |= bit(s);
  return set;
}

int index_on(const Board& b, const Squares& squares) {
  int index = 0, place = 1;
  for (const Square s : squares) {
    index += place * (b.own & bit(s) ? 0 : b.opp & bit(s) ? 2 : 1);
    place *= 3;
  }
  return index;
}

/// The board with filling `index` on `squares`, empty elsewhere.
Board board_with(int index, const Squares& squares) {
  Board b{0, 0};
  for (const Square s : squares) {
    if (index % 3 == 0) b.own |= bit(s);
    if (index % 3 == 2) b.opp |= bit(s);
    index /= 3;
  }
  return b;
}

}  // namespace

TEST_CASE("features are the distinct images of the patterns", "[pattern]") {
  CHECK(kPatternLayout.features == 74);
  std::vector<std::set<Bitboard>> images(kPatternTypes);
  int last = 0;
  for (int f = 0; f < kPatternLayout.features; ++f) {
    const PatternFeature& feature = kPatternLayout.feature[static_cast<std::size_t>(f)];
    const auto pattern = static_cast<std::size_t>(feature.pattern);
    CAPTURE(f, kPatterns[pattern].name);
    CHECK(feature.pattern >= last);  // grouped by pattern
    last = feature.pattern;
    CHECK(feature.size == kPatternLayout.size[pattern]);
    const Squares squares = squares_of_feature(feature), original = squares_of_pattern(pattern);
    CHECK(std::popcount(set_of(squares)) == feature.size);
    int ways = 0;
    for (int s = 0; s < kSymmetries; ++s) ways += symmetric_squares(original, s) == squares;
    CHECK(ways >= 1);
    CHECK(images[pattern].insert(set_of(squares)).second);
  }
  for (std::size_t pattern = 0; pattern < kPatternTypes; ++pattern) {
    for (int s = 0; s < kSymmetries; ++s) {
      CAPTURE(kPatterns[pattern].name, s);
      CHECK(images[pattern].count(set_of(symmetric_squares(squares_of_pattern(pattern), s))) == 1);
    }
  }
}

TEST_CASE("the fillings of the patterns are numbered without gaps or overlaps", "[pattern]") {
  int total = 0;
  for (std::size_t pattern = 0; pattern < kPatternTypes; ++pattern) {
    int fillings = 1;
    for (int i = 0; i < kPatternLayout.size[pattern]; ++i) fillings *= 3;
    CHECK(kPatternLayout.size[pattern] >= 4);
    CHECK(kPatternLayout.size[pattern] <= kMaxPatternSquares);
    CHECK(kPatternLayout.fillings[pattern] == fillings);
    CHECK(kPatternLayout.offset[pattern] == total);
    total += fillings;
  }
  CHECK(kPatternLayout.total_fillings == total);
}

TEST_CASE("an index is the filling's number in base 3", "[pattern]") {
  // The first pattern is line 2, and its own orientation is the first feature: c2 and f2 have the
  // lowest digits.
  REQUIRE(kPatterns[0].squares == "a2 b2 c2 d2 e2 f2 g2 h2");
  const Square c2 = square_at(2, 1), d2 = square_at(3, 1);
  CHECK(pattern_indices({0, 0})[0] == (6561 - 1) / 2);  // all digits are 1
  CHECK(pattern_indices({bit(c2), 0})[0] == 3280 - 1);
  CHECK(pattern_indices({0, bit(c2)})[0] == 3280 + 1);
  CHECK(pattern_indices({bit(c2), bit(d2)})[0] == 3280 - 1 + 9);

  SplitMix64 random(101);
  for (int i = 0; i < 2000; ++i) {
    const int own = random.below(257), opp = random.below(257 - own);
    const Board b = test::random_fill(random, own, opp);
    const PatternIndices indices = pattern_indices(b), passed = pattern_indices(b.passed());
    for (std::size_t f = 0; f < indices.size(); ++f) {
      const PatternFeature& feature = kPatternLayout.feature[f];
      if (f >= static_cast<std::size_t>(kPatternLayout.features)) {
        REQUIRE(indices[f] == 0);
        continue;
      }
      CAPTURE(f, b.own, b.opp);
      REQUIRE(indices[f] == index_on(b, squares_of_feature(feature)));
      const int fillings = kPatternLayout.fillings[static_cast<std::size_t>(feature.pattern)];
      REQUIRE(passed[f] == fillings - 1 - indices[f]);
    }
  }
}

TEST_CASE("weight files number fillings in the order of the patterns' squares", "[pattern]") {
  for (int p = 0; p < kPatternTypes; ++p) {
    const auto pattern = static_cast<std::size_t>(p);
    const Squares in_files = squares_of_files(pattern), here = squares_of_pattern(pattern);
    REQUIRE(set_of(in_files) == set_of(here));
    const std::vector<std::uint16_t> indices = fillings_of_files(p);
    REQUIRE(std::ssize(indices) == kPatternLayout.fillings[pattern]);
    long wrong = 0;
    for (int i = 0; i < std::ssize(indices); ++i) {
      wrong += indices[static_cast<std::size_t>(i)] != index_on(board_with(i, in_files), here);
    }
    CAPTURE(kPatterns[pattern].name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("a canonical filling is the smallest of its symmetric images", "[pattern]") {
  for (int pattern = 0; pattern < kPatternTypes; ++pattern) {
    const Squares squares = squares_of_pattern(static_cast<std::size_t>(pattern));
    std::vector<Squares> orders;  // orders in which the squares can be read
    for (int s = 0; s < kSymmetries; ++s) {
      const Squares image = symmetric_squares(squares, s);
      if (set_of(image) == set_of(squares)) orders.push_back(image);
    }
    const std::vector<std::uint16_t> canonical = canonical_fillings(pattern);
    REQUIRE(std::ssize(canonical) == kPatternLayout.fillings[static_cast<std::size_t>(pattern)]);
    long wrong = 0;
    for (int i = 0; i < std::ssize(canonical); ++i) {
      const Board b = board_with(i, squares);
      int smallest = i;
      for (const Squares& order : orders) smallest = std::min(smallest, index_on(b, order));
      wrong += canonical[static_cast<std::size_t>(i)] != smallest;
    }
    CAPTURE(kPatterns[static_cast<std::size_t>(pattern)].name, orders.size());
    CHECK(wrong == 0);
  }
}

TEST_CASE("symmetric boards have the same canonical fillings", "[pattern]") {
  std::vector<std::vector<std::uint16_t>> canonical;
  for (int pattern = 0; pattern < kPatternTypes; ++pattern) {
    canonical.push_back(canonical_fillings(pattern));
  }
  const auto fillings = [&](const Board& b) {
    const PatternIndices indices = pattern_indices(b);
    std::vector<std::array<int, 2>> found;
    for (int f = 0; f < kPatternLayout.features; ++f) {
      const int pattern = kPatternLayout.feature[static_cast<std::size_t>(f)].pattern;
      const std::uint16_t index = indices[static_cast<std::size_t>(f)];
      found.push_back({pattern, canonical[static_cast<std::size_t>(pattern)][index]});
    }
    std::ranges::sort(found);
    return found;
  };
  SplitMix64 random(103);
  for (int i = 0; i < 200; ++i) {
    const Board b = test::random_game(random, random.below(60));
    for (int s = 1; s < kSymmetries; ++s) {
      CAPTURE(b.own, b.opp, s);
      REQUIRE(fillings(symmetric(b, s)) == fillings(b));
    }
  }
}

TEST_CASE("a stage spans two plies", "[pattern]") {
  CHECK(pattern_stage(60) == 0);
  CHECK(pattern_stage(59) == 0);
  CHECK(pattern_stage(58) == 1);
  CHECK(pattern_stage(3) == 28);
  CHECK(pattern_stage(2) == 29);
  CHECK(pattern_stage(0) == 29);
  CHECK(pattern_stage(64) == 0);
}

TEST_CASE("mobility has a filling for each pair of counts up to 31", "[pattern]") {
  CHECK(mobility_filling(0, 0) == 0);
  CHECK(mobility_filling(0, 1) == 1);
  CHECK(mobility_filling(1, 0) == 32);
  CHECK(mobility_filling(33, 40) == kMobilityFillings - 1);
  CHECK(kStageWeights == kPatternLayout.total_fillings + 1024);
}

namespace {

std::map<std::uint32_t, int> chosen_columns(const NnueColumns& columns, const Board& b) {
  std::map<std::uint32_t, int> chosen;
  for (const std::uint32_t row : nnue_rows(b)) ++chosen[columns.of_row[row]];
  return chosen;
}

}  // namespace

TEST_CASE("all eight images of a board select the same columns of the net", "[nnue]") {
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

TEST_CASE("parities of quadrants share a column only if they are symmetric", "[nnue]") {
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
