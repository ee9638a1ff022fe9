// SPDX-License-Identifier: MIT
/// The evaluators `table` (from a file) and `bpfscn` against sums over squares.
#include "engine/core/evaluators/bpfscn_evaluator.h"
#include "engine/core/evaluators/evaluator.h"
#include "engine/weights/table_file.h"
#include "tests/support/boards.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

template <class E>
Value static_value(const E& eval, const Board& b) {
  typename E::State state;
  eval.reset(b, state);
  return eval.value(b, state);
}

int slow_points(const SquareValues& values, const Board& b) {
  int points = 0;
  for (int s = 0; s < 64; ++s) {
    const Bitboard square = Bitboard{1} << s;
    const int value = values[static_cast<std::size_t>(s)];
    points += (b.own & square) != 0 ? value : (b.opp & square) != 0 ? -value : 0;
  }
  return points;
}

int mobility(const Board& b, int size) {
  return std::popcount(rules::legal_moves(b, size)) -
         std::popcount(rules::legal_moves(b.passed(), size));
}

TableFile random_table(SplitMix64& random, int size) {
  TableFile table;
  table.size = size;
  table.points_per_disc = 1 + random.below(2000);
  table.mobility = random.below(401) - 200;
  table.decided.emplace();
  table.decided->from = random.below(size * size - 4);
  table.decided->corners = 1 + random.below(4);
  for (std::size_t s = 0; s < 64; ++s) {
    if ((squares_of(size) >> s & 1) == 0) continue;
    table.squares[s] = random.below(8001) - 4000;
    table.decided->squares[s] = random.below(8001) - 4000;
  }
  return table;
}

template <int N>
void compare_table(std::uint64_t seed) {
  SplitMix64 random(seed);
  int decided = 0;
  for (int i = 0; i < 1000; ++i) {
    const TableFile table = random_table(random, N);
    const TableWeights weights = table_weights(table);
    Board b = test::random_fill(random, 20 + random.below(120), 20 + random.below(110));
    b = {b.own & kSquares<N>, b.opp & kSquares<N>};
    const int moves = N * N - 4 - empties(b, N);
    const int corners =
        std::max(std::popcount(b.own & kCorners<N>), std::popcount(b.opp & kCorners<N>));
    const bool late = moves >= table.decided->from && corners >= table.decided->corners;
    decided += late;
    const int points = slow_points(late ? table.decided->squares : table.squares, b) +
                       table.mobility * mobility(b, N);
    CAPTURE(b.own, b.opp, late);
    const TableEvaluator<N> eval(weights);
    REQUIRE(static_value(eval, b) == compress_estimate(points * 128 / table.points_per_disc));
    REQUIRE(static_value(eval, b.passed()) == -static_value(eval, b));
  }
  CHECK(decided > 50);
  CHECK(decided < 900);
}

}  // namespace

TEST_CASE("a table from a file adds up squares and mobility", "[table]") {
  compare_table<8>(907);
  compare_table<6>(911);
  compare_table<4>(919);
}

TEST_CASE("the conditional table applies after its move number, if corners are held", "[table]") {
  TableFile table;
  table.squares[1] = 10;
  table.decided.emplace();
  table.decided->squares[1] = -10;
  const TableWeights weights = table_weights(table);
  const TableEvaluator<8> eval(weights);
  Board b{0x8000000000000003, 0x00FFFFFF7C000000};  // a1 b1 h8: 32 discs
  REQUIRE(b.empties() == 32);
  const auto disc = [&] { return static_value(eval, b).units > 0 ? 1 : -1; };
  b.opp |= Bitboard{1} << 16;
  b.opp |= Bitboard{1} << 17;
  b.opp |= Bitboard{1} << 18;
  b.opp |= Bitboard{1} << 19;
  CHECK(disc() == 1);  // 36 discs: after move 32
  b.opp |= Bitboard{1} << 20;
  CHECK(disc() == -1);
  b.own ^= 1;
  b.opp |= 1;
  CHECK(disc() == 1);
}

TEST_CASE("values of the built-in table never change", "[table]") {
  SplitMix64 random(929);
  constexpr int kWeights[4][4] = {{1863, -128, 82, 56},
                                  {-128, -528, -388, -263},
                                  {82, -388, -167, -124},
                                  {56, -263, -124, -80}};
  SquareValues values{}, small{};
  for (int s = 0; s < 64; ++s) {
    const int file = std::min(s % 8, 7 - s % 8), rank = std::min(s / 8, 7 - s / 8);
    values[static_cast<std::size_t>(s)] = kWeights[rank][file];
    if (file >= 2 && rank >= 2) small[static_cast<std::size_t>(s)] = kWeights[rank - 2][file - 2];
  }
  for (int i = 0; i < 2000; ++i) {
    const Board b = test::random_fill(random, 20 + random.below(120), 20 + random.below(110));
    REQUIRE(static_value(TableEvaluator<8>(), b) == clamp_estimate(slow_points(values, b)));
    const Board inner{b.own & kSquares<4>, b.opp & kSquares<4>};
    REQUIRE(static_value(TableEvaluator<4>(), inner) == clamp_estimate(slow_points(small, inner)));
  }
}

TEST_CASE("bpfscn evaluates for the side that has moved", "[bpfscn]") {
  SplitMix64 random(937);
  for (int i = 0; i < 1000; ++i) {
    BpFsCnWeights weights{random.below(6), random.below(6), random.below(6), kNoFault};
    if (weights.bp + weights.fs + weights.cn == 0) continue;
    weights.faults = static_cast<unsigned>(random.below(kPaperFaults + 1));
    const Board b = test::random_fill(random, 20 + random.below(120), 20 + random.below(110));
    const Board moved = b.passed();
    const BpFsCnTerms terms =
        bpfscn_terms(moved, std::popcount(rules::legal_moves(moved)),
                     std::popcount(rules::legal_moves(b)), weights.faults, b.empties() % 2 != 0);
    const int points = bpfscn_sum(weights, terms);
    const Value value = static_value(BpFsCnEvaluator(weights), b);
    CAPTURE(b.own, b.opp, weights.bp, weights.fs, weights.cn, weights.faults);
    REQUIRE(value == compress_estimate(-points * 128 / bpfscn_points_per_disc(weights)));
    if (weights.faults == kNoFault) {
      REQUIRE(static_value(BpFsCnEvaluator(weights), b.passed()) == -value);
    }
  }
}

TEST_CASE("with fault (a) and a weight of FS, bpfscn rewards the opponent's replies", "[bpfscn]") {
  SplitMix64 random(941);
  int told = 0;
  for (int i = 0; i < 300; ++i) {
    const Board b = test::random_game(random, 30 + random.below(20));
    const int replies = std::popcount(rules::legal_moves(b));
    const BpFsCnEvaluator alone({0, 0, 1, kRepliesAdded}), added({0, 1, 1, kRepliesAdded});
    if (replies == 0 || static_value(BpFsCnEvaluator({0, 1, 0, kNoFault}), b) != Value{0}) continue;
    CHECK(static_value(alone, b) == Value{128 * replies});
    CHECK(static_value(added, b) == Value{-10 * replies * 128 / 16});
    ++told;
  }
  CHECK(told > 50);
}
