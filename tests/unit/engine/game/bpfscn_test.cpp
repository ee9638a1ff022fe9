// SPDX-License-Identifier: MIT
/// The terms of BP/FS/CN against a reference that scans square by square.
#include "engine/base/random.h"
#include "engine/game/bpfscn.h"
#include "engine/game/bpfscn_text.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <array>

using namespace sumi;

namespace {

constexpr int kPaperTable[8][8] = {
    {45, -11, 4, -1, -1, 4, -11, 45},     {-11, -16, -1, -3, -3, -1, -16, -11},
    {4, -1, 2, -1, -1, 2, -1, 4},         {-1, -3, -1, 0, 0, -1, -3, -1},
    {-1, -3, -1, 0, 0, -1, -3, -1},       {4, -1, 2, -1, -1, 2, -1, 4},
    {-11, -16, -1, -3, -3, -1, -16, -11}, {45, -11, 4, -1, -1, 4, -11, 45}};

/// 1: own, -1: opponent's, 0: empty.
int disc(const Board& b, int file, int rank) {
  const Bitboard s = bit(square_at(file, rank));
  return (b.own & s) != 0 ? 1 : (b.opp & s) != 0 ? -1 : 0;
}

/// Safe discs on the edge from (file, rank): own minus opponent's.
int slow_edge(const Board& b, int file, int rank, int file_step, int rank_step, bool wrong_column) {
  std::array<int, 8> edge{};
  bool full = true;
  for (int i = 0; i < 8; ++i) {
    edge[static_cast<std::size_t>(i)] = disc(b, file + i * file_step, rank + i * rank_step);
    full = full && edge[static_cast<std::size_t>(i)] != 0;
  }
  int sum = 0;
  if (full) {
    for (const int d : edge) sum += d;
    return sum;
  }
  for (std::size_t i = 0; i < 8 && edge[i] == edge[0]; ++i) sum += edge[0];
  for (int i = 7; i >= 0 && edge[7] != 0; --i) {
    const int here = edge[static_cast<std::size_t>(i)];
    if ((wrong_column ? disc(b, 0, i) : here) != edge[7]) break;
    sum += here;
  }
  return sum;
}

BpFsCnTerms slow_terms(const Board& b, int own_moves, int opp_moves, unsigned faults, bool black) {
  BpFsCnTerms terms;
  int corners = 0;
  for (int rank = 0; rank < 8; ++rank) {
    for (int file = 0; file < 8; ++file) {
      terms.bp += kPaperTable[rank][file] * disc(b, file, rank);
      if (file % 7 == 0 && rank % 7 == 0) corners += disc(b, file, rank);
    }
  }
  const int safe = slow_edge(b, 0, 0, 1, 0, false) + slow_edge(b, 0, 7, 1, 0, false) +
                   slow_edge(b, 0, 0, 0, 1, false) +
                   slow_edge(b, 7, 0, 0, 1, (faults & kWrongColumn) != 0);
  if ((faults & kCornersUnsigned) != 0 && !black) corners = -corners;
  terms.fs = 11 * safe - 10 * corners;
  terms.cn = 10 * ((faults & kRepliesAdded) != 0 ? opp_moves : own_moves - opp_moves);
  return terms;
}

BpFsCnTerms terms_of(const Board& b, unsigned faults = kNoFault, bool black = true) {
  return bpfscn_terms(b, 0, 0, faults, black);
}

Bitboard squares(std::initializer_list<int> all) {
  Bitboard set = 0;
  for (const int s : all) set |= Bitboard{1} << s;
  return set;
}

}  // namespace

TEST_CASE("the terms equal the slow reference with every set of faults", "[bpfscn]") {
  SplitMix64 random(811);
  for (int i = 0; i < 8000; ++i) {
    // Such boards have full edges and long runs.
    const int own = 100 + random.below(150);
    Board b = test::random_fill(random, own, random.below(257 - own));
    if (i % 3 == 0) b = b.passed();
    const auto faults = static_cast<unsigned>(random.below(kPaperFaults + 1));
    const bool black = random.below(2) == 0;
    const int own_moves = random.below(20), opp_moves = random.below(20);
    const BpFsCnTerms got = bpfscn_terms(b, own_moves, opp_moves, faults, black);
    const BpFsCnTerms want = slow_terms(b, own_moves, opp_moves, faults, black);
    CAPTURE(b.own, b.opp, faults, black);
    REQUIRE(got.bp == want.bp);
    REQUIRE(got.fs == want.fs);
    REQUIRE(got.cn == want.cn);
  }
  for (int s = 0; s < 64; ++s) {
    CHECK(bp_value(static_cast<Square>(s)) == kPaperTable[s / 8][s % 8]);
  }
}

TEST_CASE("without faults, the terms change sign with the side and ignore the orientation",
          "[bpfscn]") {
  SplitMix64 random(821);
  for (int i = 0; i < 500; ++i) {
    const Board b = test::random_fill(random, 100, 100);
    const BpFsCnTerms terms = bpfscn_terms(b, 7, 3, kNoFault, true);
    const BpFsCnTerms other = bpfscn_terms(b.passed(), 3, 7, kNoFault, false);
    CHECK(other.bp == -terms.bp);
    CHECK(other.fs == -terms.fs);
    CHECK(other.cn == -terms.cn);
    for (int s = 1; s < kSymmetries; ++s) {
      CHECK(terms_of(symmetric(b, s)).bp == terms.bp);
      CHECK(terms_of(symmetric(b, s)).fs == terms.fs);
    }
  }
}

TEST_CASE("safe discs equal counts made by hand", "[bpfscn]") {
  CHECK(terms_of({squares({0}), 0}).fs == 22 - 10);        // a1 is on two edges
  CHECK(terms_of({squares({0, 1, 2}), 0}).fs == 44 - 10);  // a1 b1 c1
  CHECK(terms_of({squares({1, 2}), 0}).fs == 0);           // no corner
  CHECK(terms_of({squares({0}), squares({7})}).fs == 0);   // one corner each
  CHECK(terms_of({squares({0, 1}), squares({7})}).fs == 11);
  // All discs of a full edge count, and corners on their other edges as well.
  CHECK(terms_of({squares({0, 2, 4, 6}), squares({1, 3, 5, 7})}).fs == 0);
  CHECK(terms_of({squares({0, 2, 3, 4, 5, 6, 7}), squares({1})}).fs == 11 * (7 - 1 + 2) - 20);
  const BpFsCnTerms counted = terms_of({squares({0, 1}), squares({7})});
  CHECK(counted.counted == 3 + 2);
}

TEST_CASE("each fault has the effect that it has in the paper's program", "[bpfscn]") {
  const Board corner{squares({0}), 0};
  CHECK(terms_of(corner, kCornersUnsigned, true).fs == 12);
  CHECK(terms_of(corner, kCornersUnsigned, false).fs == 32);

  const Board right{squares({63, 55, 47}), 0};  // h8 h7 h6: misses the upward run
  CHECK(terms_of(right).fs == 44 - 10);
  CHECK(terms_of(right, kWrongColumn).fs == 11 - 10);  // h8 counts on the lower edge only
  // With a8 a7 a6 a5, h8 and h7 count as own, h6 as the opponent's, and h5 not at all.
  const Board both{squares({63, 55, 56, 48, 40, 32}), squares({47})};
  const BpFsCnTerms left = terms_of(both, kWrongColumn);
  CHECK(left.fs == 11 * (2 + 4 + 2 - 1) - 20);
  CHECK(left.counted == 2 + 4 + 4);

  const BpFsCnTerms replies = bpfscn_terms(Board{}, 3, 8, kRepliesAdded, true);
  CHECK(replies.cn == 80);
  CHECK(bpfscn_sum({0, 0, 1, kRepliesAdded}, replies) == -80);
  CHECK(bpfscn_sum({0, 1, 1, kRepliesAdded}, replies) == 80);
  CHECK(bpfscn_sum({1, 0, 1, kRepliesAdded}, replies) == 80);

  BpFsCnTerms terms;
  terms.bp = 100;
  terms.fs = 10;
  terms.cn = 1;
  CHECK(bpfscn_sum({2, 5, 3}, terms) == 253);
  CHECK(bpfscn_sum({0, 5, 3}, terms) == 53);
  CHECK(bpfscn_sum({0, 5, 3, kFsWeightIgnored}, terms) == 13);
  CHECK(bpfscn_sum({0, 5, 0, kFsWeightIgnored}, terms) == 50);
  CHECK(bpfscn_sum({2, 5, 3, kFsWeightIgnored}, terms) == 253);
}

TEST_CASE("weights of bpfscn survive writing and reading", "[bpfscn]") {
  const auto read = [](std::string_view text) { return parse_bpfscn(text).value(); };
  CHECK(read("") == BpFsCnWeights{2, 5, 1, kNoFault});
  CHECK(read("1:3:0") == BpFsCnWeights{1, 3, 0, kNoFault});
  CHECK(read("1:3:0:corrected") == read("1:3:0"));
  CHECK(read("2:5:1:paper") == BpFsCnWeights{2, 5, 1, kPaperFaults});
  CHECK(read("0:5:1:b") == BpFsCnWeights{0, 5, 1, kFsWeightIgnored});
  CHECK(read("0:5:1:ca") == BpFsCnWeights{0, 5, 1, kRepliesAdded | kCornersUnsigned});
  CHECK(read("0:0:1000:d").cn == 1000);
  for (const char* text : {"2:5:1", "0:5:1:abcd", "0:5:1:ac", "7:0:0:paper"}) {
    CAPTURE(text);
    CHECK(read(to_text(read(text))) == read(text));
  }
  for (const char* text : {"2", "2:5", "2:5:", "2:5:1:", "2:5:1:e", "2:5:1:aa", "2:5:1:paper:",
                           "0:0:0", "-1:5:1", "1001:0:0", "2,5,1", ":::", "2:5:1:b:c", "a:b:c"}) {
    CAPTURE(text);
    const auto refused = parse_bpfscn(text);
    REQUIRE(!refused);
    CHECK_THAT(refused.error().message,
               Catch::Matchers::StartsWith("bpfscn: '" + std::string(text) +
                                           "' is not BP:FS:CN with weights in 0..1000"));
  }
}
