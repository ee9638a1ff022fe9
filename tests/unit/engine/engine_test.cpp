// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/base/time.h"
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/game/pattern_layout.h"
#include "engine/game/rules.h"
#include "engine/isa_dispatch.h"
#include "engine/levels.h"
#include "engine/weights/network_file.h"
#include "engine/weights/table_file.h"
#include "engine/weights/weights_file.h"
#include "tests/support/boards.h"
#include "tests/support/networks.h"
#include "tests/support/nnue_weights.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/stop_delay.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

using namespace sumi;
using test::kMaxStopDelay;

namespace {

EngineOptions small(std::string_view isa = "auto") {
  EngineOptions options;
  options.hash_mib = 4;
  options.isa = isa;
  return options;
}

EngineOptions with_evaluator(std::string_view evaluator, int size = 8) {
  EngineOptions options = small();
  options.evaluator = evaluator;
  options.size = size;
  return options;
}

EngineOptions with_weights(std::string_view path) {
  EngineOptions options = small();
  options.weights = path;
  return options;
}

/// Weights that give every board 75 times `units`: 74 features and mobility.
std::string flat_weights(std::int16_t units) {
  PatternWeightsFile weights;
  weights.values.assign(std::size_t{kPatternStages} * kStageWeights, units);
  weights.error.random_walk.fill(150);
  return write_pattern_weights(weights, 1);
}

std::string fatal_message(const EngineOptions& options) {
  try {
    Engine engine(options);
    return "none";
  } catch (const FatalError& error) {
    return error.what();
  }
}

/// Sorted seconds from stop() to the end of `count` searches. stop() comes a few microseconds to
/// 0.1 s after the start, mostly early. Every other search is the first of a new engine with the
/// default table size.
std::vector<double> stop_delays(int count, int threads = 1) {
  SplitMix64 random(37);
  EngineOptions options;
  options.threads = threads;
  Engine warm(options);
  std::vector<double> delays;
  while (std::ssize(delays) < count) {
    const Board board = test::random_game(random, 4 + random.below(57));
    if (rules::game_over(board)) continue;
    std::optional<Engine> fresh;
    if (delays.size() % 2 == 0) fresh.emplace(options);
    Engine& engine = fresh ? *fresh : warm;
    engine.set_board(board);
    std::atomic<bool> done = false;
    engine.go({}, {.on_update = {}, .on_done = [&done](const SearchUpdate&) { done = true; }});
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(1 << random.below(18))));
    const bool running = !done;
    const StopWatch watch;
    engine.stop();
    engine.wait();
    if (running) delays.push_back(watch.seconds());
  }
  std::ranges::sort(delays);
  return delays;
}

}  // namespace

TEST_CASE("prepare() loads the weights before the first search", "[engine][timed]") {
  const auto first_look = [](const Engine& engine) {
    const StopWatch clock;
    engine.evaluate();
    return clock.seconds();
  };
  const double reading = first_look(Engine(small()));
  Engine prepared(small());
  prepared.prepare();
  prepared.await_prepared();
  CHECK(first_look(prepared) < reading / 4);
}

TEST_CASE("every instruction-set level visits the same nodes and gives the same answer",
          "[engine][isa]") {
  const std::vector<std::string_view> levels = runnable_isas();
  REQUIRE(!levels.empty());
  const std::string_view evaluator = GENERATE("mobility", "table", "pattern", "nnue");
  SplitMix64 random(31);
  for (const int empties : {50, 30, 20, 14}) {
    const Board board = test::random_game(random, empties);
    std::optional<SearchUpdate> want;
    for (const std::string_view level : levels) {
      EngineOptions options = small(level);
      options.evaluator = evaluator;
      Engine engine(options);
      CHECK(engine.isa() == level);
      engine.set_board(board);
      const SearchUpdate got = engine.think({.depth = 8, .exact_at_empties = 16});
      if (!want) want = got;
      CAPTURE(level, empties);
      CHECK(got.nodes == want->nodes);
      CHECK(got.move() == want->move());
      CHECK(got.value() == want->value());
      CHECK(got.line.size() == want->line.size());
    }
  }
}

TEST_CASE("every instruction-set level evaluates the papers' evaluators equally", "[engine][isa]") {
  const test::TemporaryFolder folder;
  SplitMix64 random(43);
  const auto network = [&](const char* name, NetworkInputs inputs, NetworkOutput output) {
    return folder.write(name,
                        write_network(test::random_network(random, inputs, output, {24}, 0.5f)));
  };
  TableFile table;
  table.squares[0] = table.squares[63] = 20;  // asymmetric
  table.mobility = 1;
  table.decided.emplace();
  table.decided->squares[7] = 30;
  const std::pair<std::string, std::string> all[] = {
      {"table", folder.write("table", write_table(table))},
      {"bpfscn", ""},
      {"bpfscn", "1:3:2:paper"},
      {"mlp", network("discs", NetworkInputs::kDiscs, NetworkOutput::kBlackWhite)},
      {"mlp", network("flips", NetworkInputs::kFlips, NetworkOutput::kMoverWins)},
      {"nnue", folder.write("nnue", write_nnue(test::drawn_nnue(random), 1))}};
  for (const auto& [evaluator, weights] : all) {
    for (const int empties : {45, 24}) {
      const Board board = test::random_game(random, empties);
      std::optional<SearchUpdate> want;
      for (const std::string_view level : runnable_isas()) {
        EngineOptions options = small(level);
        options.evaluator = evaluator;
        options.weights = weights;
        Engine engine(options);
        engine.set_board(board);
        const SearchUpdate got = engine.think({.depth = 5, .selectivity = 73});
        if (!want) want = got;
        CAPTURE(evaluator, weights, level, empties);
        CHECK(got.nodes == want->nodes);
        CHECK(got.move() == want->move());
        CHECK(got.value() == want->value());
      }
    }
  }
}

TEST_CASE("each evaluator accepts only weights of its own kind", "[engine][weights]") {
  const test::TemporaryFolder folder;
  TableFile table;
  table.squares[0] = 5;
  const std::string good = folder.write("good", write_table(table));
  EngineOptions options = with_evaluator("table");
  options.weights = good;
  Engine engine(options);
  engine.set_board({1, 0x8000000000000000});  // a1 against h8
  CHECK(engine.evaluate() == to_value({5}));

  options.weights.clear();
  REQUIRE(engine.configure(options));
  CHECK(engine.evaluate() == Value{0});  // built-in table

  options.evaluator = "bpfscn";
  options.weights = "1:0:0";
  REQUIRE(engine.configure(options));
  engine.set_board({1, 0});
  CHECK(engine.evaluate() == Value{45 * 128 / 4});

  options.weights = "1:0";
  const auto refused = engine.configure(options);
  REQUIRE(!refused);
  CHECK_THAT(refused.error().message, Catch::Matchers::StartsWith("bpfscn: '1:0' is not BP:FS:CN"));
  CHECK(engine.evaluate() == Value{45 * 128 / 4});  // keeps its weights

  options = with_evaluator("table", 6);
  options.weights = good;
  CHECK_THAT(fatal_message(options),
             Catch::Matchers::EndsWith("a table for boards of 8x8, not 6x6"));
  options.evaluator = "auto";
  CHECK_THAT(fatal_message(options),
             Catch::Matchers::EndsWith("a table for boards of 8x8, not 6x6"));
  // `pattern` weights: 6x6 needs none, but a given file must still be valid.
  options.weights = folder.write("junk", "GIF89a");
  CHECK_THAT(fatal_message(options), Catch::Matchers::Contains("no weights of Sumi"));
  options.weights = good;
  options.weights = good + "-missing";
  CHECK_THAT(fatal_message(options), Catch::Matchers::Contains("good-missing"));
  options.weights = folder.write("pattern", flat_weights(10));
  CHECK(fatal_message(options) == "none");
  CHECK(fatal_message(with_evaluator("bpfscn", 6)) ==
        "evaluator: 'bpfscn' knows the board of 8x8 only, not 6x6; 'auto' knows all");
  CHECK_THAT(fatal_message(with_evaluator("mlp")),
             Catch::Matchers::StartsWith("evaluator: 'mlp' needs a network"));
  options = with_evaluator("mlp");
  options.weights = good;  // not a network
  CHECK(fatal_message(options) == fmt::format("evaluator: 'mlp' cannot read the weights '{}', "
                                              "which are for 'table'",
                                              good));
  options.evaluator = "mobility";
  CHECK(fatal_message(options) ==
        fmt::format("evaluator: 'mobility' does not go with the weights '{}': it has none", good));
  options.evaluator = "s2";
  CHECK(fatal_message(options) ==
        fmt::format("evaluator: 's2' does not go with the weights '{}': it has its own", good));
  options.evaluator = good;
  CHECK_THAT(fatal_message(options), Catch::Matchers::EndsWith("exclude each other"));
  CHECK_THAT(fatal_message(with_evaluator("nhand")),
             Catch::Matchers::StartsWith("evaluator: 'nhand' is a player without an evaluator"));
}

TEST_CASE("every name and every file evaluates as its evaluator with weights",
          "[engine][weights]") {
  const test::TemporaryFolder folder;
  TableFile table;
  table.squares[0] = 5;
  const std::string t = folder.write("t", write_table(table)),
                    q = folder.write("q",
                                     "board,square,value,updates\n"
                                     "---------------------------OX------XO---"
                                     "------------------------,d3,0.75,1\n"),
                    shipped = shipped_folder();
  const std::tuple<std::string, std::string, std::string> same[] = {
      {"s2", "mlp", shipped + "/networks/s2.sumi"},
      {"s3", "mlp", shipped + "/networks/s3.sumi"},
      {"s4-table", "table", shipped + "/tables/s4-bp.table"},
      {"s6-corner", "table", shipped + "/tables/s6-human-a.table"},
      {t, "table", t},
      {q, "qtable", q}};
  SplitMix64 random(67);
  for (const auto& [name, evaluator, weights] : same) {
    CAPTURE(name);
    EngineOptions given = with_evaluator(evaluator), alone = with_evaluator("auto");
    given.weights = alone.weights = weights;
    Engine named(with_evaluator(name)), plain(given), by_weights(alone);
    for (int i = 0; i < 20; ++i) {
      const Board b = i == 0 ? kStartBoard : test::random_game(random, 10 + 2 * i);
      for (Engine* engine : {&named, &plain, &by_weights}) engine->set_board(b);
      CHECK(named.evaluate() == plain.evaluate());
      CHECK(by_weights.evaluate() == plain.evaluate());
    }
    CHECK(named.think({.depth = 3}).move() == plain.think({.depth = 3}).move());
  }
  // The best known move, or half a win for an unknown one.
  EngineOptions options = with_evaluator("qtable");
  options.weights = q;
  Engine engine(options);
  engine.set_board(kStartBoard);
  CHECK(engine.evaluate() == Value{6143});
  engine.set_board({kStartBoard.own | 1, kStartBoard.opp});
  CHECK(engine.evaluate() == Value{QTableWeights::kUnknownUnits});
  CHECK_THAT(fatal_message(with_evaluator("qtable")),
             Catch::Matchers::StartsWith("evaluator: 'qtable' needs a table of moves"));
  options = with_evaluator("s2", 6);
  CHECK_THAT(fatal_message(options), Catch::Matchers::Contains("'s2' knows the board of 8x8 only"));
}

TEST_CASE("weights of one evaluator do not stay for the next", "[engine][weights]") {
  Engine engine(with_evaluator("table"));
  const auto set = [&](std::string_view name, const std::string& text) {
    EngineOptions options = engine.options();
    REQUIRE(set_option(options, name, text));
    return engine.configure_step(options);
  };
  const std::string net = shipped_folder() + "/networks/s2.sumi";
  REQUIRE(set("evaluator", "mlp"));
  REQUIRE(set("weights", net));
  REQUIRE(!engine.pending());
  for (const char* next : {"mobility", "s3", "bpfscn", "pattern"}) {
    CAPTURE(next);
    REQUIRE(set("evaluator", next));
    CHECK(!engine.pending());
    CHECK(engine.options().weights.empty());
    REQUIRE(set("evaluator", "mlp"));
    REQUIRE(set("weights", net));
  }
  // With auto the weights chose the evaluator, so they contradict another.
  REQUIRE(set("evaluator", "auto"));
  CHECK_THAT(engine.description(), Catch::Matchers::StartsWith("evaluator mlp, weights '"));
  REQUIRE(set("evaluator", "table"));
  REQUIRE(engine.pending());
  CHECK_THAT(engine.pending()->message, Catch::Matchers::Contains("which are for 'mlp'"));
}

TEST_CASE("with auto, the kind of the weights determines the evaluator", "[engine][weights]") {
  const test::TemporaryFolder folder;
  SplitMix64 random(59);
  const NnueFile net = test::drawn_nnue(random);
  EngineOptions options = with_evaluator("auto");
  options.weights = folder.write("net", write_nnue(net, 1));
  Engine engine(options);
  CHECK_THAT(engine.description(), Catch::Matchers::StartsWith("evaluator nnue, weights '"));
  CHECK(engine.evaluate() == nnue_value(net, kStartBoard));
  options.weights = folder.write("weights", flat_weights(10));
  REQUIRE(engine.configure(options));
  CHECK_THAT(engine.description(), Catch::Matchers::StartsWith("evaluator pattern, weights '"));
  options.weights.clear();
  REQUIRE(engine.configure(options));
  CHECK_THAT(engine.description(), Catch::Matchers::StartsWith("evaluator nnue, isa"));
}

TEST_CASE("options that depend on each other may be set in any order", "[engine][weights]") {
  const test::TemporaryFolder folder;
  SplitMix64 random(53);
  TableFile table;
  table.size = 6;
  table.squares[index(square_at(2, 2))] = 7;
  using Step = std::pair<std::string, std::string>;
  const std::string net =
      folder.write("net", write_network(test::random_network(random, NetworkInputs::kDiscs,
                                                             NetworkOutput::kMoverWins, {4}, 1)));
  const std::vector<Step> all[] = {
      {{"evaluator", "mlp"}, {"weights", net}},
      {{"evaluator", "bpfscn"}, {"weights", "1:3:2"}},
      {{"evaluator", "table"}, {"weights", folder.write("t", write_table(table))}, {"size", "6"}}};
  for (std::vector<Step> steps : all) {
    std::ranges::sort(steps);
    EngineOptions wanted = small();
    for (const auto& [name, value] : steps) REQUIRE(set_option(wanted, name, value));
    const Value value = Engine(wanted).evaluate();
    do {
      Engine engine(small());
      for (const auto& [name, text] : steps) {
        CAPTURE(name, text);
        EngineOptions options = engine.options();
        REQUIRE(set_option(options, name, text));
        REQUIRE(engine.configure_step(options));
        CHECK(engine.options() == options);
        if (engine.pending()) {
          CHECK(engine.think({.depth = 2}).line.empty());
          CHECK(engine.evaluate() == Value{0});
          engine.ponder(kStartBoard);
          CHECK_FALSE(engine.pondering());
        }
      }
      REQUIRE(!engine.pending());
      CHECK(engine.options() == wanted);
      CHECK(engine.evaluate() == value);
      CHECK_THAT(engine.description(),
                 Catch::Matchers::StartsWith("evaluator " + wanted.evaluator + ", weights '"));
      CHECK(engine.think({.depth = 2}).depth == 2);
    } while (std::next_permutation(steps.begin(), steps.end()));
  }
}

TEST_CASE("an option that no other option can make valid is refused at once", "[engine][weights]") {
  const test::TemporaryFolder folder;
  Engine engine(small());
  const auto refused = [&](std::string_view name, const std::string& text) {
    EngineOptions options = engine.options();
    if (const auto set = set_option(options, name, text); !set) return set.error().message;
    const auto met = engine.configure_step(options);
    if (met) return std::string("none");
    CHECK(engine.options() != options);
    return met.error().message;
  };
  CHECK_THAT(refused("weights", "/no/such"), Catch::Matchers::Contains("'/no/such'"));
  CHECK_THAT(refused("weights", folder.write("junk", "GIF89a")),
             Catch::Matchers::Contains("no weights of Sumi"));
  CHECK_THAT(refused("isa", "v9"), Catch::Matchers::StartsWith("isa: 'v9' is not one of"));
  CHECK(!engine.pending());

  CHECK(refused("evaluator", "mlp") == "none");
  REQUIRE(engine.pending());
  CHECK_THAT(engine.pending()->message, Catch::Matchers::StartsWith("evaluator: 'mlp' needs"));
  CHECK(refused("weights", "/no/such") != "none");
  CHECK(engine.options().evaluator == "mlp");
  REQUIRE(engine.pending());
  CHECK(refused("depth", "3") == "none");
  CHECK(engine.use_size(6));
  CHECK(refused("evaluator", "auto") == "none");
  CHECK(!engine.pending());
  CHECK_THAT(engine.description(), Catch::Matchers::StartsWith("evaluator table, isa "));

  // The evaluator does not support this board size, which can still be changed.
  Engine big(with_evaluator("pattern"));
  CHECK(!big.use_size(6));
  CHECK(!big.pending());
  CHECK(big.options().size == 8);

  // Remote users cannot name files, so they cannot choose an evaluator that needs one.
  Engine confined(small());
  confined.confine();
  EngineOptions options = confined.options();
  options.evaluator = "mlp";
  CHECK(!confined.configure_step(options));
  CHECK(!confined.pending());
  options.evaluator = shipped_folder() + "/networks/s2.sumi";
  CHECK(!confined.configure_step(options));
  options.evaluator = "s2";
  CHECK(confined.configure_step(options));
}

TEST_CASE("on 6x6 the second player wins by 4 along J. Feinstein's solution", "[engine]") {
  // His line of 1993, columns b to g and rows 2 to 7 of 8x8 as a to f and 1 to 6. The first move is
  // the only one up to symmetry.
  constexpr std::string_view kMoves[] = {"c2", "b4", "c5", "d2", "e4", "e3", "d1", "c1",
                                         "b1", "d5", "d6", "f4", "b3", "b2", "f3", "f2"};
  constexpr int kSize = 6, kSolvedFrom = 20;
  Position now = start_position(kSize);
  EngineOptions options = with_evaluator("table", kSize);
  options.hash_mib = 32;
  Engine engine(options);
  int solved = 0;
  for (const std::string_view move : kMoves) {
    if (empties(now.board, kSize) <= kSolvedFrom) {
      CAPTURE(move);
      engine.set_board(now.board, now.to_move);
      const SearchUpdate got = engine.think({.exact_at_empties = kSolvedFrom});
      CHECK(got.exact);
      CHECK(got.value() == to_value(DiscDiff{now.to_move == Color::kBlack ? -4 : 4}));
      ++solved;
    }
    const Square s = parse_square(move, kSize).value();
    const Bitboard flips = rules::flips(now.board, s, kSize);
    REQUIRE(flips != 0);
    now = {now.board.played(s, flips), !now.to_move, kSize};
  }
  CHECK(solved == 4);
}

TEST_CASE("errors name an unknown instruction-set level", "[engine][isa]") {
  const auto core = make_search_core(EvaluatorKind::kTable, 8, "v9");
  REQUIRE(!core);
  CHECK_THAT(core.error().message, Catch::Matchers::StartsWith("isa: 'v9' is not one of auto, "));
  CHECK_THROWS_AS(Engine(small("v9")), FatalError);

  Engine engine(small());
  const EngineOptions before = engine.options();
  CHECK(!engine.configure(small("v9")));
  CHECK(engine.options() == before);
  CHECK(engine.think({.depth = 2}).depth == 2);
}

TEST_CASE("stop() ends a search within 50 ms", "[engine][stop][timed]") {
  const std::vector<double> delays = stop_delays(100);
  CHECK(delays[97] < kMaxStopDelay);  // other tests may delay two of them
}

TEST_CASE("stop() ends a search on three threads within 50 ms", "[engine][stop][thread][timed]") {
  const std::vector<double> delays = stop_delays(100, 3);
  CHECK(delays[97] < kMaxStopDelay);
}

TEST_CASE("stop() ends each of a thousand searches within 50 ms", "[.long]") {
  const int threads = GENERATE(1, 3);
  CAPTURE(threads);
  const std::vector<double> delays = stop_delays(1000, threads);
  WARN("stop() takes " << 1e3 * delays[delays.size() / 2] << " ms, at worst " << 1e3 * delays.back()
                       << " ms");
  CHECK(delays.back() < kMaxStopDelay);
}

TEST_CASE("a search with a time limit ends within 50 ms of it", "[engine][time][timed]") {
  const auto weights = load_nnue("");  // loading takes 25 ms, more under load
  for (const long ms : {1, 20, 100}) {
    Engine engine{EngineOptions()};  // table not yet allocated
    const StopWatch watch;
    const SearchUpdate update = engine.think({.move_time = Millis(ms)});
    CAPTURE(ms, watch.seconds());
    CHECK(watch.seconds() < 1e-3 * static_cast<double>(ms) + kMaxStopDelay);
    CHECK(rules::flips(kStartBoard, update.move()) != 0);
  }
}

TEST_CASE("the update callback gets each iteration, the result callback the result once",
          "[engine]") {
  Engine engine(small());
  int updates = 0, ends = 0;
  engine.go({.depth = 5}, {[&](const SearchUpdate& u) { CHECK(u.depth == ++updates); },
                           [&](const SearchUpdate& u) {
                             CHECK(u.depth == 5);
                             ++ends;
                           }});
  CHECK(engine.wait().depth == 5);
  CHECK(updates == 5);
  CHECK(ends == 1);
}

TEST_CASE("searches of passes and finished games have results", "[engine]") {
  Engine engine(small());
  SplitMix64 random(41);
  Board passing;
  do {
    passing = test::random_full(random, 6, 128);
  } while (!rules::must_pass(passing));
  engine.set_board(passing);
  int iterations = 0;
  const auto on_update = [&](const SearchUpdate& u) {
    ++iterations;
    CHECK(u.move() == Square::kPass);
    CHECK(test::legal_line(passing, u.line));
    if (u.exact) CHECK(u.value() == to_value({test::BruteForce().solve(passing)}));
  };
  engine.go({}, {.on_update = on_update, .on_done = {}});
  const SearchUpdate update = engine.wait();
  CHECK(iterations > 0);
  CHECK(update.move() == Square::kPass);
  CHECK(update.exact);
  CHECK(test::legal_line(passing, update.line));
  CHECK(update.value() == to_value({test::BruteForce().solve(passing)}));

  engine.set_board({0xFF, 0});
  const SearchUpdate end = engine.think({});
  CHECK(end.exact);
  CHECK(end.line.empty());
  CHECK(end.value() == to_value({64}));
}

TEST_CASE("likely errors fall with depth and width", "[engine]") {
  for (int empties = 1; empties <= 60; ++empties) {
    CAPTURE(empties);
    for (int depth = 1; depth <= empties; ++depth) {
      CAPTURE(depth);
      CHECK(likely_error(depth, 73, empties) <= likely_error(depth - 1, 73, empties));
      CHECK(likely_error(depth, 87, empties) < likely_error(depth, 73, empties));
    }
    CHECK(likely_error(empties, 100, empties) == 0);
    CHECK(likely_error(empties, 73, empties) > 0);
  }
}

TEST_CASE("values of the built-in net have a likely error, unless they are exact or bounds",
          "[engine]") {
  EngineOptions options = test::small_engine();
  options.evaluator = "nnue";
  Engine engine(options);
  const Position late =
      parse_position("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X").value();
  engine.set_board(late.board);
  SearchLimits limits{.depth = 4};
  const SearchUpdate found = engine.think(limits);
  CHECK(found.basis(found).error == likely_error(4, 100, late.board.empties()));
  Candidate bound = found;
  bound.upper = kInfinity;
  CHECK(found.basis(bound).error == 0);
  limits.depth = 60;
  const SearchUpdate solved = engine.think(limits);
  REQUIRE(solved.exact);
  CHECK(solved.basis(solved).error == 0);

  options.evaluator = "mobility";
  engine.configure(options).value();
  limits.depth = 4;
  const SearchUpdate other = engine.think(limits);
  CHECK(other.basis(other).error == 0);
}

TEST_CASE("published scores are those of the starts of 8x8 and 6x6", "[engine]") {
  REQUIRE(published_score(start_position(8)));
  CHECK(published_score(start_position(8))->score == DiscDiff{0});
  REQUIRE(published_score(start_position(6)));
  CHECK(published_score(start_position(6))->score == DiscDiff{-4});
  CHECK_FALSE(published_score(start_position(4)));
  CHECK_FALSE(published_score(start_position(8).passed()));
  const Square f5 = parse_square("f5").value();
  const Board after = kStartBoard.played(f5, rules::flips(kStartBoard, f5));
  CHECK_FALSE(published_score({after, Color::kWhite, 8}));
}

TEST_CASE("add_knowledge() counts for the depth of its values, but never proves a score",
          "[engine]") {
  constexpr int kGood = 30, kBad = -20;
  SplitMix64 random(409);
  for (int i = 0; i < 20; ++i) {
    const int empties = i % 2 == 0 ? 30 : 8;
    Board board;
    do {
      board = test::random_full(random, empties, 128);
    } while (std::popcount(rules::legal_moves(board)) < 3);
    Engine engine(small());
    const Bitboard moves = rules::legal_moves(board);
    const Square favourite = first_square(moves);
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      const Square move = first_square(left);
      SearchReport known;
      known.depth = empties == 8 ? 20 : 5;  // the depth at which the search below ends
      known.lower = known.upper = to_value({move == favourite ? -kGood : -kBad});
      engine.add_knowledge(board.played(move, rules::flips(board, move)), known);
    }
    engine.set_board(board);
    const SearchUpdate found = engine.think({.depth = empties == 8 ? 8 : 6});
    CAPTURE(board);
    if (empties == 8) {
      CHECK(found.exact);
      CHECK(found.value() == to_value({test::BruteForce().solve(board)}));
    } else {
      CHECK(found.move() == favourite);
      CHECK(found.value() == to_value({kGood}));
    }
  }
}

TEST_CASE("after clear_table() a search repeats itself", "[engine]") {
  Engine engine(small());
  const std::uint64_t first = engine.think({.depth = 7}).nodes;
  CHECK(engine.think({.depth = 7}).nodes < first);
  engine.clear_table();
  CHECK(engine.think({.depth = 7}).nodes == first);
}

TEST_CASE("clear_table() undoes all effects of a stopped search", "[engine]") {
  EngineOptions options = small();
  options.hash_mib = 64;
  Engine engine(options);
  SplitMix64 random(83);
  for (int i = 0; i < 3; ++i) {
    const Board board = test::random_game(random, 48);
    const SearchLimits limits{.nodes = 400'000};
    engine.set_board(board);
    engine.clear_table();
    const SearchUpdate first = engine.think(limits);
    engine.go({}, {});
    std::this_thread::sleep_for(Millis(50 + random.below(20)));
    engine.stop();
    engine.clear_table();
    const SearchUpdate second = engine.think(limits);
    CHECK(second.nodes == first.nodes);
    CHECK(second.depth == first.depth);
    CHECK(second.value() == first.value());
  }
}

TEST_CASE("two engines searching at once find what each finds alone", "[engine][thread]") {
  EngineOptions other = small();
  other.evaluator = "mobility";
  Engine table(small()), mobility(other);
  const std::uint64_t table_nodes = table.think({.depth = 8}).nodes;
  const std::uint64_t mobility_nodes = mobility.think({.depth = 8}).nodes;
  table.clear_table();
  mobility.clear_table();
  table.go({.depth = 8}, {});
  mobility.go({.depth = 8}, {});
  CHECK(table.wait().nodes == table_nodes);
  CHECK(mobility.wait().nodes == mobility_nodes);
}

TEST_CASE("options can change between searches", "[engine]") {
  Engine engine(small());
  engine.think({.depth = 3});
  EngineOptions other = small();
  other.evaluator = "mobility";
  other.hash_mib = 1;
  REQUIRE(engine.configure(other));
  CHECK(engine.options() == other);
  CHECK(engine.evaluate() == Value{0});
  CHECK(engine.think({.depth = 3}).depth == 3);
  CHECK(engine.perft(4) == 244);
}

TEST_CASE("the engine's number of threads can change between searches", "[engine][thread]") {
  SplitMix64 random(103);
  const Board board = test::random_game(random, 14);
  EngineOptions options = small();
  Engine engine(options);
  engine.set_board(board);
  const SearchUpdate alone = engine.think({.exact_at_empties = 20});
  REQUIRE(alone.exact);
  for (const int threads : {3, 2, 4, 1}) {
    options.threads = threads;
    REQUIRE(engine.configure(options));
    engine.clear_table();
    const SearchUpdate update = engine.think({.exact_at_empties = 20});
    CAPTURE(threads);
    CHECK(update.exact);
    CHECK(update.value() == alone.value());
    if (threads == 1) CHECK(update.nodes == alone.nodes);
  }
}

TEST_CASE("variety plays any move within its limit of the best, chosen by the seed",
          "[engine][variety]") {
  const auto moves_of = [](int variety, int seed) {
    EngineOptions options = small();
    options.variety_discs = variety;
    options.seed = seed;
    Engine engine(options);
    std::string moves;
    SplitMix64 random(67);
    for (int i = 0; i < 12; ++i) {
      engine.set_board(test::random_game(random, 40));
      const SearchUpdate update = engine.think({.depth = 3, .varies = true});
      moves += static_cast<char>(' ' + index(update.move()));
      for (const Candidate& other : update.others) {
        CHECK(std::abs(other.value().units - update.value().units) <= 128 * variety);
      }
    }
    return moves;
  };
  CHECK(moves_of(6, 1) == moves_of(6, 1));
  CHECK(moves_of(6, 1) != moves_of(6, 2));
  CHECK(moves_of(0, 1) == moves_of(0, 2));
  CHECK(moves_of(6, 0) != moves_of(6, 0));  // equal once in millions of runs

  EngineOptions options = small();
  options.variety_discs = 6;
  options.seed = 1;
  Engine engine(options);
  SplitMix64 random(67);
  engine.set_board(test::random_game(random, 40));
  std::set<Square> within, played;
  for (int i = 0; i < 100; ++i) {
    const SearchUpdate update = engine.think({.depth = 3, .varies = true});
    played.insert(update.move());
    for (const Candidate& other : update.others) within.insert(other.move());
  }
  CHECK(within.size() > 1);
  CHECK(played == within);
}

TEST_CASE("strength chooses each move with a probability that falls with its loss",
          "[engine][strength]") {
  SplitMix64 random(73);
  const Board board = test::random_game(random, 30);
  const Strength& weakest = strength_row(1);
  EngineOptions options = small();
  Engine engine(options);
  engine.set_board(board);
  SearchLimits all{.depth = kStrengthDepth, .candidates = kMaxLegalMoves};
  const SearchUpdate known = engine.think(all);
  std::map<Square, double> expected{{known.move(), 1}};
  double sum = 1;
  for (const Candidate& other : known.others) {
    const double lost = to_discs(Value{known.value().units - other.value().units});
    sum += expected[other.move()] = std::exp(-lost / weakest.temperature(30));
  }
  REQUIRE(expected.size() > 5);

  options.strength = 1;
  options.seed = 1;
  REQUIRE(engine.configure(options));
  constexpr int kMoves = 4000;
  std::map<Square, int> played;
  int told = 0;
  for (int i = 0; i < kMoves; ++i) {
    engine.go({.depth = kStrengthDepth, .varies = true},
              {[&told](const SearchUpdate&) { ++told; }, {}});
    ++played[engine.wait().move()];
  }
  for (const auto& [move, part] : expected) {
    CAPTURE(index(move));
    CHECK(played[move] / double{kMoves} == Approx(part / sum).margin(0.03));
  }
  CHECK(told == 0);  // updates would show better moves than the one played
  CHECK(engine.think({.depth = 1}).move() == known.move());  // no game
}

TEST_CASE("moves of a strength follow the seed", "[engine][strength]") {
  const auto moves_of = [](int seed) {
    EngineOptions options = small();
    options.strength = 1;
    options.seed = seed;
    Engine engine(options);
    SplitMix64 random(79);
    std::string moves;
    for (int i = 0; i < 12; ++i) {
      engine.set_board(test::random_game(random, 40));
      moves += static_cast<char>(
          ' ' + index(engine.think({.depth = kStrengthDepth, .varies = true}).move()));
    }
    return moves;
  };
  CHECK(moves_of(1) == moves_of(1));
  CHECK(moves_of(1) != moves_of(2));
  CHECK(moves_of(0) != moves_of(0));  // equal once in millions of runs
}

TEST_CASE("a strength passes, ends games and plays only allowed moves", "[engine][strength]") {
  EngineOptions options = small();
  options.strength = kMaxStrength;
  Engine engine(options);
  SplitMix64 random(83);
  int passes = 0, ends = 0;
  for (int i = 0; i < 3000; ++i) {
    const Board board = test::random_game(random, i % 8);
    const Bitboard legal = rules::legal_moves(board);
    engine.set_board(board);
    if (legal == 0) {
      const SearchUpdate update = engine.think({.varies = true});
      const bool over = rules::game_over(board);
      CHECK(update.line.empty() == over);
      if (!over) CHECK(update.move() == Square::kPass);
      ++(over ? ends : passes);
    } else if (i % 8 == 7) {
      const Square only = first_square(legal);
      CHECK(engine.think({.moves = bit(only), .varies = true}).move() == only);
    }
  }
  CHECK(passes > 0);
  CHECK(ends > 0);
}

TEST_CASE("a line given to add_knowledge() may contain a pass and does not change the solution",
          "[engine]") {
  SplitMix64 random(419);
  // After this reply the opponent must pass.
  for (int found = 0; found < 3;) {
    const Board board = test::random_full(random, 12, 128);
    const Bitboard moves = rules::legal_moves(board);
    const auto after = [&](Square s) { return board.played(s, rules::flips(board, s)); };
    Square move = Square::kPass;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      if (rules::must_pass(after(first_square(left)))) move = first_square(left);
    }
    if (move == Square::kPass || std::popcount(moves) < 2) continue;
    const Board reply = after(move);
    ++found;
    SearchReport known;
    known.depth = 30;
    known.selectivity = 73;
    known.lower = known.upper = to_value({2});
    known.line.push_back(move);
    known.line.push_back(Square::kPass);
    known.line.push_back(first_square(rules::legal_moves(reply.passed())));
    Engine engine(small());
    engine.add_knowledge(board, known);
    engine.set_board(board);
    const SearchUpdate update = engine.think({});
    CHECK(update.exact);  // 73% cutoffs are ignored
    Engine plain(small());
    plain.set_board(board);
    CHECK(update.value() == plain.think({}).value());
  }
}

TEST_CASE("variety applies to game moves only", "[engine][variety]") {
  EngineOptions options = small();
  options.variety_discs = 64;
  Engine engine(options);
  engine.set_board(kStartBoard.played(Square{19}, rules::flips(kStartBoard, Square{19})));
  const SearchUpdate best = engine.think({.depth = 5});
  CHECK(best.others.empty());
  for (int i = 0; i < 10; ++i) CHECK(engine.think({.depth = 5}).move() == best.move());
}

TEST_CASE("in a solved position, variety plays only best moves", "[engine][variety]") {
  EngineOptions options = small();
  options.variety_discs = 64;
  options.seed = 5;
  Engine engine(options);
  SplitMix64 random(71);
  for (int i = 0; i < 20; ++i) {
    const Board b = test::random_game(random, 7);
    if (rules::legal_moves(b) == 0) continue;
    engine.set_board(b);
    const SearchUpdate update = engine.think({.varies = true});
    REQUIRE(update.exact);
    const Board child = b.played(update.move(), rules::flips(b, update.move()));
    CHECK(-test::BruteForce().solve(child) == test::BruteForce().solve(b));
  }
}

TEST_CASE("an engine plays on boards of the size in its options", "[engine][size]") {
  EngineOptions options = small();
  options.size = 4;
  Engine engine(options);
  CHECK(engine.think({}).value() == to_value({-10}));
  CHECK(engine.perft(2) == 12);
  options.size = 6;
  REQUIRE(engine.configure(options));
  const SearchUpdate update = engine.think({.depth = 6});
  CHECK(update.depth == 6);
  CHECK((bit(update.move()) & rules::legal_moves(kStartBoard, 6)) != 0);
}

TEST_CASE("the evaluator auto is nnue on 8x8 and table on smaller boards", "[engine][pattern]") {
  SplitMix64 random(89);
  const Board board = test::random_game(random, 30);
  const auto value = [&](std::string_view evaluator) {
    Engine engine(with_evaluator(evaluator));
    engine.set_board(board);
    return engine.evaluate();
  };
  CHECK(EngineOptions().evaluator == "auto");
  CHECK(value("auto") == value("nnue"));
  CHECK(value("auto") != value("table"));

  for (const int size : {4, 6}) {
    Engine best(with_evaluator("auto", size)), table(with_evaluator("table", size));
    CAPTURE(size);
    CHECK(best.think({.depth = 4}).value() == table.think({.depth = 4}).value());
    CHECK(best.think({.depth = 4}).nodes == table.think({.depth = 4}).nodes);
  }

  Engine engine(with_evaluator("auto"));
  engine.think({.depth = 3});
  for (const int size : {6, 8, 4, 8}) {
    REQUIRE(engine.configure(with_evaluator("auto", size)));
    CHECK(engine.think({.depth = 3}).depth == 3);
  }
  engine.set_board(board);
  CHECK(engine.evaluate() == value("nnue"));
}

TEST_CASE("errors about evaluators name the option at fault", "[engine][pattern]") {
  const std::string on_6x6 =
      "evaluator: 'pattern' knows the board of 8x8 only, not 6x6; 'auto' knows all";
  CHECK(fatal_message(with_evaluator("pattern", 6)) == on_6x6);
  CHECK(fatal_message(with_evaluator("oracle")) ==
        fmt::format("evaluator: 'oracle' is not one of auto, {}, nor a file with a / in its name",
                    fmt::join(evaluator_names(), ", ")));

  for (const std::string_view mine : {"pattern", "table"}) {
    Engine engine(with_evaluator(mine));
    const Value value = engine.evaluate();
    const auto met = engine.configure(with_evaluator("pattern", 6));
    REQUIRE(!met);
    CHECK(met.error().message == on_6x6);
    CHECK(!engine.configure(with_evaluator("oracle")));
    CHECK(engine.options() == with_evaluator(mine));
    CHECK(engine.evaluate() == value);
    CHECK(engine.think({.depth = 4}).depth == 4);
  }
}

TEST_CASE("a weights file replaces the shipped weights", "[engine][pattern]") {
  const test::TemporaryFolder folder;
  const EngineOptions other_weights = with_weights(folder.write("weights", flat_weights(10)));
  Engine engine(small());
  const Value shipped = engine.evaluate();
  REQUIRE(engine.configure(other_weights));
  CHECK(engine.evaluate() == Value{750});
  CHECK(engine.think({.depth = 3}).value() == Value{-750});
  REQUIRE(engine.configure(small()));
  CHECK(engine.evaluate() == shipped);

  Engine other(other_weights);
  CHECK(other.evaluate() == Value{750});
}

TEST_CASE("a bad weights file is refused and changes nothing", "[engine][pattern]") {
  const std::string good = flat_weights(10);
  std::string altered = good;
  altered[good.size() / 2] ^= 1;
  std::string newer = good;
  newer[8] = 2;
  Engine engine(small());
  const Value value = engine.evaluate();
  const std::uint64_t nodes = engine.think({.depth = 5}).nodes;
  const auto check = [&](const EngineOptions& bad, const std::string& want) {
    const auto met = engine.configure(bad);
    REQUIRE(!met);
    CHECK_THAT(met.error().message, Catch::Matchers::Contains(want));
    CHECK(engine.options() == small());
    CHECK(engine.evaluate() == value);
    engine.clear_table();
    CHECK(engine.think({.depth = 5}).nodes == nodes);
    CHECK(fatal_message(bad) == met.error().message);  // at once, not by the first search
  };
  const test::TemporaryFolder folder;
  for (const auto& [bytes, want] : {std::pair<std::string, std::string>{altered, "checksum"},
                                    {newer, "format version 2"},
                                    {good.substr(0, good.size() / 3), "cut off"},
                                    {"GIF89a", "no weights of Sumi"},
                                    {"", "no weights of Sumi"}}) {
    check(with_weights(folder.write("weights", bytes)), want);
  }
  EngineOptions missing = with_weights("/nonexistent/pattern.sumi");
  check(missing, "file '/nonexistent/pattern.sumi': No such file or directory");

  missing.evaluator = "mobility";
  check(missing, "'mobility' does not go with the weights '/nonexistent/pattern.sumi'");
}

TEST_CASE("an engine is constructed before its weights are loaded", "[engine][pattern][timed]") {
  double made = 1, loaded = 1;
  for (int i = 0; i < 5; ++i) {
    const StopWatch watch;
    Engine engine(small());
    engine.perft(1);
    made = std::min(made, watch.seconds());
    engine.evaluate();
    loaded = std::min(loaded, watch.seconds());
  }
  CHECK(made < kMaxStopDelay / 10);
  CHECK(made < loaded / 2);
}

TEST_CASE("stop() ends a search within 50 ms while it reads its weights",
          "[engine][stop][pattern][timed]") {
  std::vector<double> delays;
  for (int i = 0; i < 20; ++i) {
    Engine engine(small());  // the only engine, so nothing is cached
    engine.go({}, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
    const StopWatch watch;
    engine.stop();
    CHECK(rules::flips(kStartBoard, engine.wait().move()) != 0);
    delays.push_back(watch.seconds());
  }
  std::ranges::sort(delays);
  CHECK(delays[18] < kMaxStopDelay);
}

TEST_CASE("loading weights does not count as search time", "[engine][time][pattern]") {
  Engine engine(small());
  const StopWatch watch;
  const double seconds = engine.think({.depth = 1}).seconds;
  CHECK(watch.seconds() - seconds > 0.002);
}

TEST_CASE("two engines that start at once get the same weights", "[engine][thread][pattern]") {
  SplitMix64 random(97);
  const Board board = test::random_game(random, 30);
  const Value want = [&] {
    Engine engine(small());
    engine.set_board(board);
    return engine.evaluate();
  }();
  for (int i = 0; i < 5; ++i) {
    Engine first(small()), second(small());
    first.set_board(board);
    second.set_board(board);
    first.go({.depth = 6}, {});
    second.go({.depth = 6}, {});
    CHECK(first.evaluate() == want);  // while both searches start
    CHECK(second.evaluate() == want);
    CHECK(first.wait().nodes == second.wait().nodes);
  }
}

TEST_CASE("engines share one copy of the shipped weights for as long as any of them uses it",
          "[engine][pattern]") {
  REQUIRE(nnue_in_use("") == nullptr);
  {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < 20; ++i) engines.push_back(std::make_unique<Engine>(small()));
    CHECK(nnue_in_use("") == nullptr);  // read on demand
    for (const auto& engine : engines) engine->think({.depth = 1});
    const auto weights = nnue_in_use("");
    REQUIRE(weights != nullptr);
    CHECK(weights.use_count() == 21);
    Engine late(small());  // available at once
    CHECK(weights.use_count() == 22);
    CHECK(late.think({.depth = 3}).nodes == engines[0]->think({.depth = 3}).nodes);
    EngineOptions table = small();
    table.evaluator = "table";
    REQUIRE(late.configure(table));
    CHECK(weights.use_count() == 21);
  }
  CHECK(nnue_in_use("") == nullptr);
  CHECK(nnue_in_use("/nonexistent") == nullptr);
}

TEST_CASE("a confined engine refuses options that take more resources", "[engine]") {
  EngineOptions options = small();
  options.evaluator = "table";
  Engine engine(options);
  engine.confine();
  const auto refusal = [&](auto change) {
    EngineOptions wanted = engine.options();
    change(wanted);
    const auto met = engine.configure(wanted);
    CHECK((met || engine.options() != wanted));
    return met ? "" : met.error().message;
  };
  CHECK(refusal([](EngineOptions& o) { o.hash_mib = 5; }) ==
        "hash-mib: 5 is more than 4, the most that this engine may take");
  CHECK(refusal([](EngineOptions& o) { o.weights = "/etc/passwd"; }) ==
        "weights: this engine keeps those it has");
  CHECK(refusal([](EngineOptions& o) { o.ponder = true; }) == "ponder: not allowed to this engine");
  CHECK(refusal([](EngineOptions& o) { o.hash_mib = 1; }).empty());
  CHECK(refusal([](EngineOptions& o) { o.hash_mib = 4; }).empty());
  CHECK(refusal([](EngineOptions& o) { o.size = 6, o.threads = 2, o.depth = 3; }).empty());
  engine.ponder(kStartBoard);
  CHECK_FALSE(engine.pondering());
}

TEST_CASE("a confined engine's searches end, whatever limits are requested", "[engine][timed]") {
  EngineOptions options = small();
  options.evaluator = "table";
  Engine engine(options);
  CHECK(engine.longest_search() == Millis::max());
  CHECK_FALSE(engine.think({.depth = 1}).expired);
  engine.confine(Millis(50));
  CHECK(engine.longest_search() == Millis(50));
  const SearchLimits wanted = GENERATE(SearchLimits{}, SearchLimits{.move_time = Millis(60'000)},
                                       SearchLimits{.depth = 60}, SearchLimits{.candidates = 30});
  const StopWatch watch;
  const SearchUpdate found = engine.think(wanted);
  CHECK(watch.seconds() < 5);
  CHECK(found.expired);
  CHECK(found.depth > 0);
  CHECK((rules::legal_moves(kStartBoard) & bit(found.move())) != 0);
  CHECK_FALSE(engine.think({.depth = 1}).expired);
}

TEST_CASE("an engine refuses a table larger than the machine's memory", "[engine]") {
  REQUIRE(memory_mib() > 4);
  if (memory_mib() >= 1 << 20) return;  // beyond the option's range
  EngineOptions options = small();
  options.evaluator = "table";
  Engine engine(options);
  options.hash_mib = 1 << 20;
  const std::string why = fmt::format(
      "hash-mib: 1048576 is more than the memory of this machine, {} MiB", memory_mib());
  const auto met = engine.configure(options);
  REQUIRE_FALSE(met);
  CHECK(met.error().message == why);
  CHECK(engine.options().hash_mib == small().hash_mib);
  CHECK_THROWS_WITH(Engine(options), why);
}

/// A low-priority thread may be slow to return from the callback.
TEST_CASE("a search may start before the previous search's result callback returns",
          "[engine][thread]") {
  EngineOptions options = small();
  options.evaluator = "table";
  Engine engine(options);
  std::atomic<bool> told = false, leave = false;
  std::atomic<int> done = 0;
  engine.go({.depth = 1}, {{}, [&](const SearchUpdate&) {
                             told = true;
                             while (!leave) std::this_thread::sleep_for(Millis(1));
                             ++done;
                           }});
  while (!told) std::this_thread::yield();
  engine.set_board(kStartBoard);
  engine.clear_table();
  REQUIRE(engine.configure(options));
  engine.go({.depth = 1}, {{}, [&](const SearchUpdate&) { ++done; }});
  CHECK(done == 0);
  leave = true;
  engine.wait();
  CHECK(done == 2);
}

TEST_CASE("prepare() also applies to cores created later", "[engine][pattern]") {
  Engine engine(small());
  engine.prepare();
  EngineOptions options = small();
  options.size = 6;
  REQUIRE(engine.configure(options));
  engine.await_prepared();
  options.size = 8;
  REQUIRE(engine.configure(options));
  engine.await_prepared();
  CHECK(nnue_in_use("") != nullptr);
}

TEST_CASE("a search keeps the thread limit with which it started",
          "[engine][thread][timed][posix]") {
  const auto threads = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
  };
  EngineOptions options = small();
  options.evaluator = "table";
  options.threads = 4;
  Engine engine(options);
  const auto none = threads();
  const auto searches_with = [&](int count) {
    std::atomic<bool> begun = false;
    engine.go({}, {[&begun](const SearchUpdate&) { begun = true; }, {}});
    while (!begun) std::this_thread::yield();
    const StopWatch watch;  // /proc lists ended threads a little longer
    while (threads() - none != count && watch.seconds() < 5) std::this_thread::yield();
    const auto now = threads() - none;
    engine.limit_threads(3);
    std::this_thread::sleep_for(Millis(5));
    CHECK(threads() - none == now);
    engine.stop();
    engine.wait();
    return now == count;
  };
  CHECK(searches_with(4));
  CHECK(searches_with(3));
  engine.limit_threads(1);
  CHECK(searches_with(1));
  engine.limit_threads(100);
  CHECK(searches_with(4));
  options.size = 6;
  engine.limit_threads(2);
  REQUIRE(engine.configure(options));
  CHECK(searches_with(2));
}
