// SPDX-License-Identifier: MIT
#include "engine/core/search/root.h"
#include "engine/core/search/searcher.h"
#include "engine/game/notation.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

SearchReport search(test::ThreadFixture& fixture, const Board& b, const SearchLimits& limits) {
  const TableEvaluator<8> eval;
  auto worker = fixture.worker<8>(eval, limits.selectivity);
  const SearchReport report = Root<8>(worker.thread, worker, b, limits, fixture.monitor).run();
  CHECK(report.nodes == worker.thread.nodes);
  return report;
}

SearchReport search_nodes(const Board& b, std::uint64_t nodes) {
  test::ThreadFixture fixture;
  const SearchThread thread(fixture.tt, fixture.stability, *fixture.local, fixture.share,
                            fixture.monitor, nodes);
  const TableEvaluator<8> eval;
  Worker<TableEvaluator<8>, 8> worker(thread, eval, 100, nullptr);
  return Root<8>(worker.thread, worker, b, SearchLimits{}, fixture.monitor).run();
}

Board board_with_move(SplitMix64& random, int empties) {
  while (true) {
    const Board b = test::random_game(random, empties);
    if (rules::legal_moves(b) != 0) return b;
  }
}

}  // namespace

TEST_CASE("entries of earlier searches are replaced first", "[root][tt]") {
  const auto searcher = std::make_unique<Searcher<TableEvaluator<8>, 8>>();
  test::ThreadFixture fixture;
  const Board child = play(kStartBoard, first_square(legal_moves<8>(kStartBoard)));
  SearchReport known;
  known.lower = known.upper = to_value({-40});
  known.depth = 50;
  known.line.push_back(first_square(legal_moves<8>(child)));
  const auto value = [&] {
    return searcher->search(kStartBoard, {.depth = 3}, fixture.monitor).value();
  };
  searcher->add_knowledge(child, known);
  CHECK(value() == to_value({40}));

  // Within one search, the entry would outlive two shallow ones in its bucket.
  SplitMix64 random(6);
  known.depth = 1;
  for (int stored = 0; stored < 2;) {
    const Board other = board_with_move(random, 30);
    if (((hash(other) ^ hash(child)) & 0x3FFF) != 0) continue;
    known.line[0] = first_square(legal_moves<8>(other));
    searcher->add_knowledge(other, known);
    ++stored;
  }
  CHECK(value() != to_value({40}));
}

TEST_CASE("a solution includes the line to the end of the game", "[root]") {
  SplitMix64 random(17);
  test::BruteForce brute_force;
  for (int i = 0; i < 150; ++i) {
    const Board b = board_with_move(random, 1 + i % 9);
    test::ThreadFixture fixture;
    const SearchReport report = search(fixture, b, {.exact_at_empties = 60});
    CAPTURE(b.own, b.opp);
    REQUIRE(report.exact);
    REQUIRE(report.depth == b.empties());
    REQUIRE(report.lower == report.upper);
    REQUIRE(report.value() == to_value({brute_force.solve(b)}));
    REQUIRE(test::legal_line(b, report.line));
    const Board end = test::after(b, report.line);
    REQUIRE(rules::game_over(end));
    const int sign = report.line.size() % 2 == 0 ? 1 : -1;
    REQUIRE(to_value(final_score(end)).units * sign == report.value().units);
  }
}

TEST_CASE("a bound proves a win, loss or draw", "[root]") {
  SplitMix64 random(19);
  test::BruteForce brute_force;
  for (int i = 0; i < 150; ++i) {
    const Board b = board_with_move(random, 1 + i % 9);
    test::ThreadFixture fixture;
    const SearchReport report = search(fixture, b, {.exact_at_empties = 60, .win_loss_draw = true});
    const Value want = to_value({brute_force.solve(b)});
    CAPTURE(b.own, b.opp);
    REQUIRE(report.exact);
    REQUIRE((report.lower <= want && want <= report.upper));
    REQUIRE(((report.lower > Value{0}) == (want > Value{0})));
    REQUIRE(((report.upper < Value{0}) == (want < Value{0})));
    const Board child = b.played(report.move(), rules::flips(b, report.move()));
    const int kept = -brute_force.solve(child);
    REQUIRE(((kept > 0) == (want.units > 0) && (kept < 0) == (want.units < 0)));
  }
}

TEST_CASE("a search without a depth limit ends with the solution", "[root]") {
  SplitMix64 random(23);
  test::BruteForce brute_force;
  for (int i = 0; i < 20; ++i) {
    const Board b = board_with_move(random, 8);
    test::ThreadFixture fixture;
    const SearchReport report = search(fixture, b, {});
    REQUIRE(report.exact);
    REQUIRE(report.value() == to_value({brute_force.solve(b)}));
  }
}

TEST_CASE("values include tempo and parity at the leaves", "[root]") {
  TableWeights none = SUMI_ISA::detail::kBuiltInTable<8>, some = none;
  none.error.tempo = {};
  none.error.parity = {};
  some.error.tempo = {0, 0, 0, 0, 100, 200, 250, 300};
  some.error.parity = {0, 0, 0, 0, 70, 60, 50, 40};
  SplitMix64 random(27);
  for (int i = 0; i < 12; ++i) {
    const Board b = board_with_move(random, 50 + i % 6);  // no passes within the depth
    for (int depth = 1; depth <= 5; ++depth) {
      const auto value = [&](const TableWeights& weights) {
        test::ThreadFixture fixture;
        const TableEvaluator<8> eval(weights);
        auto worker = fixture.worker<8>(eval);
        const SearchLimits limits{.depth = depth};
        return Root<8>(worker.thread, worker, b, limits, fixture.monitor).run().value().units;
      };
      const int more = some.error.leaf_correction(b.empties() - depth);
      CAPTURE(b.own, b.opp, depth);
      REQUIRE(value(some) == value(none) + (depth % 2 == 0 ? more : -more));
    }
  }
}

TEST_CASE("a game that ends within the search has its score, without tempo", "[root]") {
  TableWeights weights = SUMI_ISA::detail::kBuiltInTable<8>;
  weights.error.tempo.fill(5 * Value::kPerDisc);
  const TableEvaluator<8> eval(weights);
  const auto value = [&](const Board& b, int depth) {
    test::ThreadFixture fixture;
    auto worker = fixture.worker<8>(eval);
    const SearchLimits limits{.depth = depth};
    return Root<8>(worker.thread, worker, b, limits, fixture.monitor).run().value();
  };
  // The shortest game in which a side can lose all discs; c5 is next.
  Board b = kStartBoard;
  for (const char* move : {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"}) {
    b = play(b, *parse_square(move));
  }
  for (int depth = 1; depth <= 5; ++depth) CHECK(value(b, depth).units == 64 * Value::kPerDisc);
}

TEST_CASE("selective searches avoid a wipe-out", "[root][probcut]") {
  // f5 looks best but can lose all discs within five plies.
  Board b = kStartBoard;
  for (const char* move :
       {"e6", "f4", "d3", "d6", "f3", "f6", "f7", "d2", "g4", "h4", "e3", "g8"}) {
    b = play(b, *parse_square(move));
  }
  const PatternEvaluator eval = test::shipped_patterns();
  for (int depth = 8; depth <= 11; ++depth) {
    test::ThreadFixture fixture;
    auto worker = fixture.worker<8>(eval, 73);
    const SearchLimits limits{.depth = depth, .selectivity = 73};
    CAPTURE(depth);
    CHECK(Root<8>(worker.thread, worker, b, limits, fixture.monitor).run().move() !=
          *parse_square("f5"));
  }
}

TEST_CASE("a search ends at its depth limit and reports the depth", "[root]") {
  test::ThreadFixture fixture;
  const SearchReport report = search(fixture, kStartBoard, {.depth = 6});
  CHECK(report.depth == 6);
  CHECK(!report.exact);
  CHECK(fixture.monitor.iterations == 6);
  CHECK(report.line.size() <= 6);
  CHECK(report.line.size() >= 2);
  CHECK(test::legal_line(kStartBoard, report.line));
}

TEST_CASE("the limits determine the iterations before a solution", "[root]") {
  struct Steps : SearchMonitor {
    bool should_stop(std::uint64_t) override { return false; }
    bool on_iteration(const SearchReport& report) override {
      all.emplace_back(report.depth, report.selectivity);
      return true;
    }
    std::vector<std::pair<int, int>> all;
  };
  SplitMix64 random(37);
  const Board b = board_with_move(random, 18);
  const auto steps = [&](const SearchLimits& limits) {
    test::ThreadFixture fixture;
    const TableEvaluator<8> eval;
    auto worker = fixture.worker<8>(eval, limits.selectivity);
    Steps steps;
    CHECK(Root<8>(worker.thread, worker, b, limits, steps).run().exact);
    return steps.all;
  };
  using List = std::vector<std::pair<int, int>>;
  const auto deepened = [](int depth, int selectivity, List last) {
    List all;
    for (int d = 1; d <= depth; ++d) all.emplace_back(d, selectivity);
    all.insert(all.end(), last.begin(), last.end());
    return all;
  };
  // Selective iterations almost to the end, then solutions of increasing selectivity level.
  CHECK(steps({.selectivity = 73}) == deepened(14, 73, {{18, 73}, {18, 87}, {18, 100}}));
  CHECK(steps({}) == deepened(8, 100, {{18, 73}, {18, 87}, {18, 100}}));
  CHECK(steps({.exact_at_empties = 18}) == deepened(6, 73, {{18, 73}, {18, 100}}));
}

TEST_CASE("a search stopped at any moment returns a legal move", "[root][stop]") {
  SplitMix64 random(29);
  for (int i = 0; i < 60; ++i) {
    const Board b = board_with_move(random, 4 + random.below(50));
    test::ThreadFixture fixture;
    fixture.monitor.max_polls = i / 2;
    const SearchReport report = search(fixture, b, {});
    CAPTURE(b.own, b.opp, i);
    REQUIRE(rules::flips(b, report.move()) != 0);
    REQUIRE(test::legal_line(b, report.line));
  }
}

TEST_CASE("the monitor can end the search after an iteration", "[root][stop]") {
  test::ThreadFixture fixture;
  fixture.monitor.max_iterations = 3;
  CHECK(search(fixture, kStartBoard, {}).depth == 3);
}

TEST_CASE("a search ends soon after its node limit", "[root][stop]") {
  const SearchReport report = search_nodes(kStartBoard, 10'000);
  CHECK(report.nodes >= 10'000);
  CHECK(report.nodes < 10'100);
}

TEST_CASE("equal searches visit equally many nodes", "[root]") {
  test::ThreadFixture first, second;
  const SearchReport a = search(first, kStartBoard, {.depth = 8});
  const SearchReport b = search(second, kStartBoard, {.depth = 8});
  CHECK(a.nodes == b.nodes);
  CHECK(a.value() == b.value());
}

TEST_CASE("several candidates have exact values and are sorted, best first", "[root][candidates]") {
  SplitMix64 random(43);
  test::BruteForce brute_force;
  for (int i = 0; i < 60; ++i) {
    const Board b = board_with_move(random, 4 + i % 5);
    std::vector<int> want;
    for (Bitboard left = rules::legal_moves(b); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      want.push_back(-brute_force.solve(b.played(s, rules::flips(b, s))));
    }
    std::sort(want.rbegin(), want.rend());
    for (const int candidates : {2, 3, 20}) {
      test::ThreadFixture fixture;
      const SearchReport report =
          search(fixture, b, {.exact_at_empties = 60, .candidates = candidates});
      CAPTURE(b.own, b.opp, candidates);
      const std::size_t expected = std::min(want.size(), static_cast<std::size_t>(candidates));
      REQUIRE(report.others.size() + 1 == expected);
      REQUIRE(report.value() == to_value({want[0]}));
      for (std::size_t k = 1; k < expected; ++k) {
        const Candidate& other = report.others[k - 1];
        REQUIRE(other.lower == other.upper);
        REQUIRE(other.value() == to_value({want[k]}));
        REQUIRE(test::legal_line(b, other.line));
        const Board child = b.played(other.move(), rules::flips(b, other.move()));
        REQUIRE(brute_force.solve(child) == -want[k]);
      }
    }
  }
}

TEST_CASE("a margin selects every move within it of the best", "[root][candidates]") {
  SplitMix64 random(47);
  test::BruteForce brute_force;
  for (int i = 0; i < 60; ++i) {
    const Board b = board_with_move(random, 5 + i % 4);
    std::vector<int> values;
    for (Bitboard left = rules::legal_moves(b); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      values.push_back(-brute_force.solve(b.played(s, rules::flips(b, s))));
    }
    const int best = *std::max_element(values.begin(), values.end());
    const auto near = std::count_if(values.begin(), values.end(),
                                    [best](int value) { return value >= best - 4; });
    test::ThreadFixture fixture;
    const SearchReport report =
        search(fixture, b, {.exact_at_empties = 60, .margin = to_value({4})});
    CAPTURE(b.own, b.opp);
    REQUIRE(static_cast<long>(report.others.size()) + 1 == near);
  }
}

TEST_CASE("a search with a window returns a bound on the right side of it", "[root][window]") {
  SplitMix64 random(53);
  test::BruteForce brute_force;
  for (int i = 0; i < 150; ++i) {
    const Board b = board_with_move(random, 1 + i % 9);
    const Value want = to_value({brute_force.solve(b)});
    const Value alpha{want.units - 700 + random.below(1400)};
    const Value beta{alpha.units + 1 + random.below(700)};
    test::ThreadFixture fixture;
    const SearchReport report =
        search(fixture, b, {.exact_at_empties = 60, .alpha = alpha, .beta = beta});
    CAPTURE(b.own, b.opp, alpha.units, beta.units, want.units);
    REQUIRE((report.lower <= want && want <= report.upper));
    if (want <= alpha) {
      REQUIRE(report.upper <= alpha);
    } else if (want >= beta) {
      REQUIRE(report.lower >= beta);
    } else {
      REQUIRE(report.lower == report.upper);
    }
  }
}

TEST_CASE("only the given moves are candidates", "[root]") {
  SplitMix64 random(59);
  for (int i = 0; i < 40; ++i) {
    const Board b = board_with_move(random, 8 + random.below(40));
    const Square only = test::random_square(random, rules::legal_moves(b));
    test::ThreadFixture fixture;
    CHECK(search(fixture, b, {.depth = 4, .moves = bit(only)}).move() == only);
    CHECK(rules::flips(b, search(fixture, b, {.depth = 2, .moves = ~b.empty()}).move()) != 0);
  }
}

TEST_CASE("only one of symmetric moves is searched, unless several candidates are requested",
          "[root][symmetry]") {
  const auto nodes = [](const Board& b, Bitboard moves) {
    test::ThreadFixture fixture;
    return search(fixture, b, {.depth = 8, .moves = moves}).nodes;
  };
  const Bitboard legal = rules::legal_moves(kStartBoard);
  std::vector<std::uint64_t> of_one;
  for (Bitboard left = legal; left != 0; left &= left - 1) {
    of_one.push_back(nodes(kStartBoard, bit(first_square(left))));
  }
  CHECK_THAT(of_one, Catch::Matchers::VectorContains(nodes(kStartBoard, legal)));

  test::ThreadFixture fixture;
  const SearchReport report = search(fixture, kStartBoard, {.depth = 6, .candidates = 4});
  REQUIRE(report.others.size() == 3);
  for (const Candidate& other : report.others) CHECK(other.value() == report.value());
}

TEST_CASE("an interrupted iteration returns the previous best move or a better one", "[root]") {
  SplitMix64 random(67);
  int changed = 0;
  for (int i = 0; i < 40; ++i) {
    const Board b = board_with_move(random, 30 + random.below(20));
    const auto value = [&b](Square move, int depth) {
      test::ThreadFixture fixture;
      return search(fixture, b, {.depth = depth, .moves = bit(move)}).value();
    };
    for (std::uint64_t nodes = 300; nodes < 6000; nodes += 300) {
      const SearchReport stopped = search_nodes(b, nodes);
      test::ThreadFixture whole;
      const Square before = search(whole, b, {.depth = stopped.depth}).move();
      if (stopped.move() == before) continue;
      ++changed;
      CAPTURE(b.own, b.opp, nodes, stopped.depth);
      CHECK(value(stopped.move(), stopped.depth + 1) > value(before, stopped.depth + 1));
    }
  }
  CHECK(changed > 5);
}

TEST_CASE("the search solves 4x4", "[root][size]") {
  const TableEvaluator<4> eval;
  SearchLimits limits;
  limits.exact_at_empties = 12;
  test::ThreadFixture fixture;
  auto worker = fixture.worker<4>(eval);
  const SearchReport report =
      Root<4>(worker.thread, worker, kStartBoard, limits, fixture.monitor).run();
  // 3-11 and two empties for the winner, known since the 1990s
  CHECK(report.exact);
  CHECK(report.value() == to_value({-10}));
  CHECK(report.depth == 12);
}

TEST_CASE("ProbCut margins are quantiles of the error model", "[root][probcut]") {
  const ErrorModel model{{300, 800, 900, 700, 650, 600, 500, 400},
                         {300, 250, 200, 150, 120, 100, 90, 80},
                         {500, 600, 700, 700, 700, 700, 700, 700},
                         700};
  ProbcutMargins none(model, 100), some(model, 73), many(model, 99);
  for (const Probe probe : {Probe::kCheap, Probe::kMain}) {
    const int from = probe == Probe::kCheap ? kCheapProbeMinDepth : kProbcutMinDepth;
    for (int depth = from; depth < 64; ++depth) {
      const int shallow = probcut_depth(depth, probe);
      REQUIRE(0 <= shallow);
      REQUIRE(shallow < (probe == Probe::kCheap ? probcut_depth(depth, Probe::kMain) : depth));
      REQUIRE((depth - shallow) % 2 == 0);
      for (int empties = 0; empties <= 60; ++empties) {
        const int sigma = model.sigma(depth, shallow, empties);
        for (int again = 0; again < 2; ++again) {
          REQUIRE(none.at(depth, probe, empties) == 0);
          REQUIRE(some.at(depth, probe, empties) == 1103 * sigma / 1000);
          REQUIRE(many.at(depth, probe, empties) == 2576 * sigma / 1000);
        }
      }
    }
  }
  const ErrorModel vast{{}, {8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192}, {}, 0};
  CHECK(ProbcutMargins(vast, 99).at(60, Probe::kMain, 60) > 2 * kMaxEstimate.units);
  CHECK(ProbcutMargins(ErrorModel{}, 73).at(8, Probe::kMain, 30) == 0);
}

TEST_CASE("ProbCut halves the nodes and is rarely far from the full-width value",
          "[root][probcut]") {
  SplitMix64 random(61);
  std::uint64_t full_nodes = 0, cut_nodes = 0;
  int far = 0, count = 0;
  for (int i = 0; i < 30; ++i) {
    const Board b = board_with_move(random, 20 + random.below(30));
    test::ThreadFixture full, cut;
    const SearchReport wide = search(full, b, {.depth = 8});
    const SearchReport narrow = search(cut, b, {.depth = 8, .selectivity = 73});
    CHECK(wide.selectivity == 100);
    CHECK(narrow.selectivity == 73);
    full_nodes += wide.nodes;
    cut_nodes += narrow.nodes;
    far += std::abs(wide.value().units - narrow.value().units) > 8 * Value::kPerDisc;
    ++count;
  }
  CAPTURE(full_nodes, cut_nodes, far, count);
  CHECK(cut_nodes * 2 < full_nodes);
  CHECK(far * 4 < count);
}

TEST_CASE("a full-width search ignores selective table entries", "[root][probcut]") {
  test::ThreadFixture shared, fresh;
  search(shared, kStartBoard, {.depth = 9, .selectivity = 73});
  const Value after_cuts = search(shared, kStartBoard, {.depth = 8}).value();
  CHECK(after_cuts == search(fresh, kStartBoard, {.depth = 8}).value());
}
