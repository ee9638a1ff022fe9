// SPDX-License-Identifier: MIT
/// The solver for many empties against published scores and solve().
#include "engine/core/search/root.h"
#include "engine/core/search/solve_deep.h"
#include "engine/formats/obf.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"
#include "tests/support/windows.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

/// The first 19 endgames of the French magazine FFORUM, 14 to 16 empties, with all moves' scores.
constexpr std::string_view kFforum[] = {
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    "; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X"
    "; A4:+10; B2:+0; A3:-6; G7:-8; A7:-12; H7:-14; B7:-14; H2:-24;",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X"
    "; D1:+2; G3:+0; B8:-2; B1:-4; C1:-4; A2:-4; A3:-6; B2:-12;",
    "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X"
    "; H8:+0; A5:+0; B6:-4; B7:-4; A6:-8; B2:-12; H2:-26;",
    "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X"
    "; G8:+32; G2:+12; B2:-20; G6:-26; G1:-32; G7:-34;",
    "--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X"
    "; A1:+14; H3:+14; A8:+12; H2:+8; G2:+8; H4:+4; G7:+4; A7:-22; B1:-24;",
    "--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X"
    "; A6:+8; G1:+0; A1:-2; H8:-6; H7:-14; B1:-30;",
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O"
    "; E1:+8; H2:+4; G2:+4; B2:+4; G7:+4; B1:+2; G1:-6; C1:-8;",
    "--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O"
    "; G7:-8; A4:-8; B1:-16; A7:-16; B7:-26; A3:-30; G1:-38; H7:-40;",
    "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O"
    "; B2:+10; B7:+4; F1:+0; A7:-4; A2:-6; G2:-12; H2:-16; H7:-20;",
    "---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O"
    "; B3:+30; C2:+26; A6:+24; G7:+20; C3:+18; D2:+16; B4:+10; E1:+6;",
    "--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O"
    "; B7:-8; A7:-10; G7:-14; G8:-14; H2:-16; G1:-16; H1:-20;",
    "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X"
    "; B7:+14; A4:+0; A3:-8; B1:-18; G8:-20; H7:-20; A2:-24;",
    "--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X"
    "; A3:+18; A4:+12; B1:+8; G7:-4; H7:-14; A7:-24; B7:-24; B2:-28;",
    "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X"
    "; G3:+4; B8:+4; F1:+0; C1:+0; C2:-2; D1:-4; B2:-8; A3:-8;",
    "-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X"
    "; F8:+24; C7:+20; A5:+6; H1:+6; B6:+0; B7:-2; A6:-6; H2:-26;",
    "-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X"
    "; F8:+8; G2:+6; G6:-24; G1:-32; F7:-32; G7:-34; B2:-38;",
    "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X"
    "; G2:-2; B7:-6; F1:-8; E1:-10; H7:-12; G8:-14; G7:-14; A2:-18; B2:-18;",
    "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X"
    "; B6:+8; H8:+4; B7:+0; G1:-6; B5:-16; H7:-16; B1:-24;",
};

std::vector<ObfLine> fforum() {
  std::vector<ObfLine> problems;
  for (const std::string_view text : kFforum) problems.push_back(**parse_obf_line(text));
  return problems;
}

struct Window {
  int alpha, beta;
};

/// Half are null windows, most of them near the score.
Window random_window(SplitMix64& random, int score) {
  const int near = std::clamp(score - 6 + random.below(12), -64, 63);
  const int alpha = random.below(3) ? near : -64 + random.below(128);
  return {alpha, random.below(2) ? alpha + 1 : alpha + 1 + random.below(64 - alpha)};
}

/// Solves every move of every problem in several windows, with inexact values of selective searches
/// in the table.
template <Evaluator E>
void solve_fforum(const E& eval) {
  SplitMix64 random(503);
  test::ThreadFixture fixture;
  auto worker = fixture.worker<8>(eval);
  for (const ObfLine& problem : fforum()) {
    const Board& b = problem.position.board;
    for (const ObfMove& move : problem.moves) {
      const Board child = b.played(move.square, rules::flips(b, move.square));
      const int want = -move.score.discs;
      CAPTURE(b.own, b.opp, index(move.square));
      for (const int selectivity : {73, 95, 100}) {
        worker.midgame.set_selectivity(selectivity);
        for (int i = 0; i < 3; ++i) {
          const auto [alpha, beta] = random_window(random, want);
          const int score = worker.deep.solve(child, alpha, beta);
          REQUIRE(std::abs(score) <= 64);
          if (selectivity == 100) test::check_score(score, want, alpha, beta);
        }
      }
      REQUIRE(worker.deep.solve(child, -64, 64) == want);
    }
  }
}

/// From a random game or of random discs.
Board endgame(SplitMix64& random, int empties, bool must_pass) {
  while (true) {
    const Board b = random.below(2) ? test::random_game(random, empties)
                                    : test::random_full(random, empties, 32 + random.below(192));
    if (b.empties() == empties && rules::must_pass(b) == must_pass) return b;
  }
}

/// Solves endgames of 13 to 15 empties; solve() has its own table.
template <Evaluator E>
void compare_with_solve(const E& eval, int count, std::uint64_t seed) {
  SplitMix64 random(seed);
  test::ThreadFixture fixture, other;
  auto worker = fixture.worker<8>(eval);
  for (int i = 0; i < count; ++i) {
    const Board b = endgame(random, kDeepMinEmpties + i % 3, i % 5 == 0);
    const int want = solve<8>(other.thread, b, -64, 64);
    CAPTURE(b.own, b.opp);
    for (int k = 0; k < 4; ++k) {
      const auto [alpha, beta] = random_window(random, want);
      test::check_score(worker.deep.solve(b, alpha, beta), want, alpha, beta);
    }
    REQUIRE(worker.deep.solve(b, -64, 64) == want);
  }
}

}  // namespace

TEST_CASE("the deep solver finds published scores in any window", "[endgame][deep]") {
  solve_fforum(test::shipped_patterns());
}

TEST_CASE("the deep solver finds published scores with any evaluator", "[endgame][deep][slow]") {
  solve_fforum(TableEvaluator<8>());
  solve_fforum(MobilityEvaluator<8>());
}

TEST_CASE("the deep solver agrees with solve() on a few endgames", "[endgame][deep]") {
  compare_with_solve(test::shipped_patterns(), 40, 509);
}

TEST_CASE("the deep solver agrees with solve() on two hundred endgames", "[endgame][deep][slow]") {
  compare_with_solve(test::shipped_patterns(), 120, 541);
  compare_with_solve(TableEvaluator<8>(), 80, 547);
}

TEST_CASE("the deep solver agrees with solve() on a thousand endgames", "[endgame][deep][.long]") {
  compare_with_solve(test::shipped_patterns(), 600, 521);
  compare_with_solve(TableEvaluator<8>(), 400, 523);
}

TEST_CASE("a search from the root finds the scores of all moves", "[endgame][deep][root]") {
  const PatternEvaluator eval = test::shipped_patterns();
  const std::vector<ObfLine> problems = fforum();
  for (std::size_t i = 0; i < problems.size(); i += 4) {
    const ObfLine& problem = problems[i];
    const Board& b = problem.position.board;
    test::ThreadFixture fixture;
    auto worker = fixture.worker<8>(eval);
    const SearchLimits limits{.exact_at_empties = 60, .candidates = 33};
    const SearchReport report = Root<8>(worker.thread, worker, b, limits, fixture.monitor).run();
    CAPTURE(b.own, b.opp);
    REQUIRE(report.exact);
    const auto score_of = [&](const Candidate& candidate) {
      return std::ranges::find(problem.moves, candidate.move(), &ObfMove::square)->score.discs;
    };
    REQUIRE(report.others.size() + 1 == problem.moves.size());
    REQUIRE(report.value() == to_value({score_of(report)}));
    for (const Candidate& other : report.others) {
      REQUIRE(other.value() == to_value({score_of(other)}));
    }
  }
}

TEST_CASE("a stopped deep solver returns at once", "[endgame][deep][stop]") {
  test::ThreadFixture fixture;
  fixture.monitor.max_polls = 3;
  SplitMix64 random(541);
  const PatternEvaluator eval = test::shipped_patterns();
  auto worker = fixture.worker<8>(eval);
  worker.deep.solve(test::random_game(random, 30), -64, 64);
  CHECK(worker.thread.stopped());
  CHECK(worker.thread.nodes < 60'000);
  CHECK(fixture.monitor.polls == 4);  // not polled after the stop
}
