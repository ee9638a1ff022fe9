// SPDX-License-Identifier: MIT
/// The solver against brute force without cutoffs or tables.
#include "engine/core/search/solve.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"
#include "tests/support/windows.h"

#include <catch2/catch.hpp>

using namespace sumi;
using sumi::SUMI_ISA::solve;

namespace {

struct Tally {
  int positions = 0, wipe_outs = 0, early_ends = 0;
  long passes = 0;
};

/// Half from random games, half of random discs, some of them one-sided.
Tally compare_with_brute_force(int count, int max_empties, std::uint64_t seed) {
  test::ThreadFixture fixture;
  SplitMix64 random(seed);
  test::BruteForce brute_force;
  Tally tally;
  while (tally.positions < count) {
    const int empties = 1 + tally.positions % max_empties;
    const int own_chance = random.below(2) ? 16 + random.below(224) : random.below(2) ? 4 : 252;
    const Board b = random.below(2) ? test::random_game(random, empties)
                                    : test::random_full(random, empties, own_chance);
    if (b.empties() > empties) {
      ++tally.early_ends;
      continue;
    }
    const int want = brute_force.solve(b);
    CAPTURE(b.own, b.opp, empties);
    REQUIRE(solve<8>(fixture.thread, b, -64, 64) == want);
    ++tally.positions;
    tally.wipe_outs += want == 64 || want == -64;

    const int alpha = -64 + random.below(128), beta = alpha + 1 + random.below(64 - alpha);
    test::check_score(solve<8>(fixture.thread, b, alpha, beta), want, alpha, beta);
  }
  tally.passes = brute_force.passes;
  return tally;
}

}  // namespace

TEST_CASE("the solver agrees with brute force on small endgames", "[endgame]") {
  const Tally tally = compare_with_brute_force(1400, 7, 1);
  CHECK(tally.passes > 1000);
  CHECK(tally.wipe_outs > 20);
}

TEST_CASE("the solver agrees with brute force on 1,000 endgames of 1 to 10 empties",
          "[endgame][slow]") {
  compare_with_brute_force(1000, 10, 5);
}

TEST_CASE("the solver agrees with brute force on 5,000 endgames of 1 to 10 empties",
          "[endgame][.long]") {
  const Tally tally = compare_with_brute_force(5000, 10, 2);
  WARN(tally.positions << " endgames, " << tally.passes << " passes, " << tally.wipe_outs
                       << " wipe-outs");
  CHECK(tally.passes > 100'000);
  CHECK(tally.wipe_outs > 100);
}

TEST_CASE("finished games and boards without moves have their final score", "[endgame]") {
  test::ThreadFixture fixture;
  const Bitboard all = ~Bitboard{0};
  CHECK(solve<8>(fixture.thread, {all, 0}, -64, 64) == 64);
  CHECK(solve<8>(fixture.thread, {0, all}, -64, 64) == -64);
  CHECK(solve<8>(fixture.thread, {all >> 32, all << 32}, -64, 64) == 0);
  CHECK(solve<8>(fixture.thread, {1, 0}, -64, 64) == 64);
  CHECK(solve<8>(fixture.thread, {0, 1}, -64, 64) == -64);
  CHECK(solve<8>(fixture.thread, {0, 0}, -64, 64) == 0);
  CHECK(solve<8>(fixture.thread, {1, Bitboard{1} << 63}, -64, 64) == 0);
  CHECK(fixture.thread.nodes == 0);
}

TEST_CASE("a stopped solver returns at once", "[endgame][stop]") {
  test::ThreadFixture fixture;
  fixture.monitor.max_polls = 3;
  SplitMix64 random(9);
  const Board b = test::random_game(random, 30);
  solve<8>(fixture.thread, b, -64, 64);
  CHECK(fixture.thread.stopped());
  CHECK(fixture.thread.nodes < 60'000);  // ten empties do not poll
  CHECK(fixture.monitor.polls == 4);     // not polled after the stop
}
