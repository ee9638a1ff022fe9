// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/isa_dispatch.h"
#include "engine/levels.h"
#include "engine/ponder.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"
#include "tests/support/stop_delay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace sumi;
using test::kMaxStopDelay;

namespace {

EngineOptions small() {
  EngineOptions options;
  options.hash_mib = 4;
  options.evaluator = "table";  // equal on every machine, whatever the weights
  options.ponder = true;
  return options;
}

SearchReport report_of(std::initializer_list<const char*> line) {
  SearchReport report;
  for (const char* move : line) report.line.push_back(parse_square(move).value());
  return report;
}

Board played(Board b, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    const Square s = parse_square(move).value();
    b = b.played(s, rules::flips(b, s));
  }
  return b;
}

const SearchLimits kMoveTime{.move_time = Millis(100)};

/// Starts pondering and returns after an iteration that satisfies `reached`; pondering continues.
void ponder_until(Engine& engine, const Board& board,
                  const std::function<bool(const SearchUpdate&)>& reached) {
  std::atomic<bool> done = false;
  engine.ponder(board, {.on_update = [&](const SearchUpdate& u) { done = done || reached(u); },
                        .on_done = {}});
  while (!done) std::this_thread::yield();
  // Otherwise a thread could write to `done` after it is gone.
  engine.stop();
  while (engine.pondering()) std::this_thread::yield();
}

/// False if pondering ends unsolved.
bool ponder_to_the_end(Engine& engine, const Board& board) {
  std::atomic<bool> done = false, exact = false;
  engine.ponder(board, {.on_update = {}, .on_done = [&](const SearchUpdate& u) {
                          exact = u.exact;
                          done = true;
                        }});
  while (!done) std::this_thread::yield();
  return exact;
}

/// Differs in one disc, and has the same legal moves.
Board other_with_moves_of(const Board& board) {
  for (Bitboard left = board.own | board.opp; left != 0; left &= left - 1) {
    const Bitboard disc = left & -left;
    const Board other{board.own ^ disc, board.opp ^ disc};
    if (rules::legal_moves(other) == rules::legal_moves(board)) return other;
  }
  FAIL("no such board");
  return board;
}

/// A search core without an engine, with its iterations.
struct BareCore : SearchMonitor {
  BareCore() { core->resize_table(1); }

  bool should_stop(std::uint64_t) override { return stop; }
  bool on_iteration(const SearchReport& report) override {
    depths.push_back(report.depth);
    return true;
  }
  SearchReport search(const Board& board, const SearchLimits& limits) {
    depths.clear();
    return core->search(board, limits, *this);
  }
  /// As the engine ponders.
  Headstart ponder(const Board& board) {
    const SearchReport found = search(board, {.selectivity = kFastSelectivity});
    return {found.depth, found.move(), found.value()};
  }

  std::unique_ptr<SearchCore> core = make_search_core(EvaluatorKind::kTable, 8, "auto").value();
  std::vector<int> depths;
  bool stop = false;
};

}  // namespace

TEST_CASE("pondering searches the position after the expected reply", "[ponder]") {
  const EngineOptions options = small();
  const auto target = [&](const SearchReport& found) {
    return ponder_board(options, kMoveTime, kStartBoard, found);
  };
  CHECK(target(report_of({"f5", "d6", "c3"})) == played(kStartBoard, {"f5", "d6"}));
  CHECK(target(report_of({"f5"})) == played(kStartBoard, {"f5"}));        // no expected reply
  CHECK(target(report_of({"f5", "a1"})) == played(kStartBoard, {"f5"}));  // an illegal reply
  CHECK(target(report_of({"f5", "pass"})) == played(kStartBoard, {"f5"}));
  CHECK_FALSE(target(report_of({})));  // a pass without a search
  CHECK_FALSE(target(report_of({"a1", "d6"})));

  // White has c1 and c3 left, Black has no move: both sides must pass at times.
  const Board stuck{bit(parse_square("a1").value()) | bit(parse_square("a3").value()),
                    bit(parse_square("b1").value()) | bit(parse_square("b3").value())};
  CHECK(ponder_board(options, kMoveTime, stuck, report_of({"c1", "pass"})) ==
        played(stuck, {"c1"}).passed());
  CHECK(ponder_board(options, kMoveTime, stuck.passed(), report_of({"pass", "c3"})) ==
        played(stuck, {"c3"}));
  const Board last = played(stuck, {"c1"}).passed();
  CHECK_FALSE(ponder_board(options, kMoveTime, last, report_of({"c3"})));  // ends the game
  CHECK(ponder_board(options, kMoveTime, stuck.passed(), report_of({"pass", "c1", "pass"})) ==
        played(stuck, {"c1"}));
}

TEST_CASE("pondering needs the option, no limit except time and full strength", "[ponder]") {
  EngineOptions options = small();
  const SearchReport found = report_of({"f5", "d6"});
  const auto ponders = [&](const std::optional<Clock>& clock) {
    return ponder_board(options, move_limits(options, clock), kStartBoard, found).has_value();
  };
  const std::optional<Clock> minute = Clock{Millis(60'000)};
  CHECK(ponders(minute));
  CHECK(ponders({}));  // one second a move
  options.move_time_ms = 50;
  CHECK(ponders({}));
  for (int EngineOptions::*limit : {&EngineOptions::level, &EngineOptions::depth,
                                    &EngineOptions::nodes, &EngineOptions::strength}) {
    const int none = std::exchange(options.*limit, 5);
    CHECK_FALSE(ponders({}));
    CHECK_FALSE(ponders(minute));
    options.*limit = none;
  }
  CHECK(ponders({}));
  options.ponder = false;
  CHECK_FALSE(ponders({}));
  CHECK_FALSE(ponders(minute));
  CHECK_FALSE(EngineOptions().ponder);
}

TEST_CASE("a search of a pondered position takes few nodes", "[ponder]") {
  SplitMix64 random(211);
  int cheap = 0;
  for (int i = 0; i < 9; ++i) {
    const Board board = test::random_game(random, 40);
    const SearchLimits limits{.depth = 11, .selectivity = kFastSelectivity};
    Engine engine(small());
    engine.set_board(board);
    const std::uint64_t cold = engine.think(limits).nodes;
    engine.clear_table();
    ponder_until(engine, board, [&](const SearchUpdate& u) { return u.depth >= 11; });
    const SearchUpdate warm = engine.think(limits);
    CHECK(warm.depth == 11);
    cheap += 4 * warm.nodes < cold;  // the last iteration may have changed the move
  }
  CHECK(cheap >= 5);
}

TEST_CASE("the next search of a pondered position continues from the pondered depth", "[ponder]") {
  SplitMix64 random(223);
  const SearchLimits limits{.selectivity = kFastSelectivity};
  EngineOptions options = small();
  options.hash_mib = 1;
  for (int i = 0; i < 5; ++i) {
    const Board board = test::random_game(random, 14);
    BareCore core;
    SearchLimits from_there = limits;
    from_there.headstart = core.ponder(board);
    const SearchReport want = core.search(board, from_there);
    Engine engine(options);
    engine.set_board(board);
    REQUIRE(ponder_to_the_end(engine, board));
    const SearchUpdate update = engine.think(limits);
    CHECK(update.nodes == want.nodes);
    CHECK(update.value() == want.value());
    CHECK(update.exact);

    const auto first_depth = [&] {
      int first = 0;
      engine.go(limits, {.on_update =
                             [&](const SearchUpdate& u) {
                               if (first == 0) first = u.depth;
                             },
                         .on_done = {}});
      engine.wait();
      return first;
    };
    CHECK(first_depth() == 1);  // only once
    REQUIRE(ponder_to_the_end(engine, board));
    CHECK(first_depth() == 10);  // the last depth before the solution
    REQUIRE(ponder_to_the_end(engine, board));
    engine.clear_table();
    CHECK(first_depth() == 1);
    REQUIRE(ponder_to_the_end(engine, other_with_moves_of(board)));
    CHECK(first_depth() == 1);
  }
}

TEST_CASE("a search uses a headstart as far as its own limits allow", "[ponder]") {
  BareCore core;
  SplitMix64 random(239);
  const Board board = test::random_game(random, 45);
  const SearchReport known = core.search(board, {.depth = 6});
  const Headstart headstart{6, known.move(), known.value()};
  using Depths = std::vector<int>;
  const auto depths = [&](int depth, const Headstart& from) {
    CHECK(core.search(board, {.depth = depth, .headstart = from}).depth == depth);
    return core.depths;
  };
  CHECK(depths(8, headstart) == Depths{6, 7, 8});
  CHECK(depths(4, headstart) == Depths{4});
  CHECK(depths(3, {}) == Depths{1, 2, 3});
  CHECK(depths(3, {2, Square::kPass, {}}) == Depths{1, 2, 3});
  CHECK(depths(3, {2, first_square(board.opp), {}}) == Depths{1, 2, 3});

  // Near the end the search starts with the solution.
  const Board end = test::random_game(random, 8);
  BareCore other_core;
  const Headstart solved = other_core.ponder(end);
  CHECK(other_core.search(end, {.exact_at_empties = 8}).exact);
  CHECK(other_core.depths == Depths{8});
  CHECK(other_core.search(end, {.exact_at_empties = 8, .headstart = solved}).exact);
  CHECK(other_core.depths == Depths{8});

  // Stopped at once, so the headstart is the best result.
  core.core->clear_table();
  core.stop = true;
  Bitboard others = rules::legal_moves(board) & ~bit(known.move());
  const Headstart other{14, first_square(others), Value{77}};
  const SearchReport stopped = core.search(board, {.headstart = other});
  CHECK(core.depths.empty());
  CHECK(stopped.move() == other.best);
  CHECK(stopped.depth == 14);
  CHECK(stopped.value() == Value{77});
}

TEST_CASE("a search with a headstart does not age the table", "[ponder]") {
  SplitMix64 random(241);
  std::uint64_t kept = 0, aged = 0;
  for (int i = 0; i < 4; ++i) {
    const Board board = test::random_game(random, 40), flood = test::random_game(random, 40);
    SearchLimits limits{.depth = 11, .selectivity = kFastSelectivity};
    for (const bool age : {false, true}) {
      BareCore core;  // its table is smaller than the tree
      core.search(board, limits);
      SearchLimits between = limits;
      if (!age) between.headstart = {1, first_square(rules::legal_moves(flood)), {}};
      core.search(flood, between);
      (age ? aged : kept) += core.search(board, limits).nodes;
    }
  }
  CHECK(kept < aged);
}

TEST_CASE("each call that needs the engine ends pondering within 50 ms", "[ponder][stop][timed]") {
  using Call = std::pair<const char*, std::function<void(Engine&)>>;
  const std::vector<Call> calls{
      {"configure", [](Engine& e) { REQUIRE(e.configure(small())); }},
      {"set_board", [](Engine& e) { e.set_board(kStartBoard); }},
      {"clear_table", [](Engine& e) { e.clear_table(); }},
      {"go", [](Engine& e) { e.go({.depth = 1}, {}); }},
      {"think", [](Engine& e) { CHECK(e.think({.depth = 1}).depth == 1); }},
      {"wait", [](Engine& e) { CHECK(e.wait().depth == 2); }},
      {"evaluate", [](Engine& e) { e.evaluate(); }},
      {"perft", [](Engine& e) { CHECK(e.perft(3) == 56); }},
      {"stop",
       [](Engine& e) {
         e.stop();
         while (e.pondering()) std::this_thread::yield();
       }},
  };
  SplitMix64 random(227);
  for (const auto& [name, call] : calls) {
    double best = 1;
    for (int i = 0; i < 3; ++i) {  // load may delay single calls
      Engine engine(small());
      engine.think({.depth = 2});
      engine.ponder(test::random_game(random, 45));
      std::this_thread::sleep_for(Millis(random.below(20)));
      REQUIRE(engine.pondering());
      const StopWatch watch;
      call(engine);
      best = std::min(best, watch.seconds());
      CHECK_FALSE(engine.pondering());
    }
    CAPTURE(name);
    CHECK(best < kMaxStopDelay);
  }

  double best = 1;
  for (int i = 0; i < 3; ++i) {
    auto engine = std::make_unique<Engine>(small());
    engine->ponder(test::random_game(random, 45));
    const StopWatch watch;
    engine->ponder(test::random_game(random, 45));
    CHECK(engine->pondering());
    engine.reset();
    best = std::min(best, watch.seconds());
  }
  CHECK(best < kMaxStopDelay);
}

TEST_CASE("pondering does not affect the position or the result of the previous search",
          "[ponder]") {
  SplitMix64 random(229);
  const Board board = test::random_game(random, 50), other = test::random_game(random, 9);
  Engine engine(small());
  engine.set_board(board);
  const SearchUpdate first = engine.think({.depth = 5});
  REQUIRE(ponder_to_the_end(engine, other));
  CHECK_FALSE(engine.pondering());
  CHECK(engine.wait().nodes == first.nodes);
  CHECK(engine.wait().move() == first.move());
  engine.clear_table();
  CHECK(engine.think({.depth = 5}).nodes == first.nodes);
  engine.set_board(other);
  CHECK(engine.think({}).value() == to_value({test::BruteForce().solve(other)}));
}

TEST_CASE("pondering does not affect variety's random choices", "[ponder][variety]") {
  const auto moves_of = [](bool ponder) {
    EngineOptions options = small();
    options.variety_discs = 6;
    options.seed = 1;
    Engine engine(options);
    std::string moves;
    SplitMix64 random(67);
    for (int i = 0; i < 12; ++i) {
      const Board board = test::random_game(random, 40);
      if (ponder) {
        ponder_until(engine, board, [](const SearchUpdate& u) { return u.depth >= 3; });
      }
      engine.clear_table();
      engine.set_board(board);
      moves += static_cast<char>(' ' + index(engine.think({.depth = 3, .varies = true}).move()));
    }
    return moves;
  };
  CHECK(moves_of(true) == moves_of(false));
}

TEST_CASE("pondering on several threads ends as soon as on one", "[ponder][stop][thread][timed]") {
  EngineOptions options = small();
  options.threads = 3;
  Engine engine(options);
  SplitMix64 random(233);
  std::vector<double> delays;
  for (int i = 0; i < 20; ++i) {
    const Board board = test::random_game(random, 10 + random.below(45));
    if (rules::game_over(board)) continue;
    engine.ponder(board);
    std::this_thread::sleep_for(Millis(random.below(10)));
    const StopWatch watch;
    engine.set_board(board);
    delays.push_back(watch.seconds());
    CHECK(engine.think({.depth = 4}).depth == 4);
  }
  std::ranges::sort(delays);
  CHECK(delays[delays.size() - 4] < kMaxStopDelay);  // load may delay three
}
