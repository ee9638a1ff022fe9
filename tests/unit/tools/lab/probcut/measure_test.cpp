// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/probcut/measure.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace sumi;
using namespace sumi::lab;

namespace {

MeasureSetup small_setup() {
  MeasureSetup setup;
  setup.engine = test::small_engine();
  setup.positions = 3;
  setup.max_depth = 5;
  setup.exact_at = 8;
  return setup;
}

std::vector<Record> random_records(std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  std::vector<Record> records(static_cast<std::size_t>(count));
  for (Record& r : records) r.board = test::random_game(random, random.below(61));
  return records;
}

bool never() { return false; }
bool always(std::size_t) { return true; }
void quiet(std::size_t) {}

}  // namespace

TEST_CASE("probcut: positions are spread over the game, in any order of the files") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> files{folder.file("a.pos"), folder.file("b.pos")};
  REQUIRE(write_file(files[0], write_records(random_records(1, 600))));
  REQUIRE(write_file(files[1], write_records(random_records(2, 600))));
  const MeasureSetup setup = small_setup();
  const auto chosen = choose_positions(files, setup, always).value();
  std::map<int, int> of_empties;
  std::set<std::pair<Bitboard, Bitboard>> boards;
  for (const Record& r : chosen) {
    ++of_empties[r.board.empties()];
    CHECK(rules::legal_moves(r.board) != 0);
    const Board b = canonical(r.board).board;
    CHECK(boards.insert({b.own, b.opp}).second);
  }
  CHECK(of_empties.begin()->first == kFewestEmpties);
  CHECK(of_empties.rbegin()->first == kMostEmpties);
  CHECK(of_empties[kMostEmpties] == 1);  // all boards after a move are one
  for (const auto& [empties, count] : of_empties) CHECK(count <= 3);
  CHECK(chosen.size() > 100);
  // One of each, then a second.
  for (std::size_t i = 1; i < 40; ++i) {
    CHECK(chosen[i].board.empties() > chosen[i - 1].board.empties());
  }

  CHECK(choose_positions(std::vector{files[1], files[0]}, setup, always).value() == chosen);
  MeasureSetup other = setup;
  other.seed = 2;
  CHECK(choose_positions(files, other, always).value() != chosen);
  CHECK(choose_positions(files, setup, [](std::size_t) { return false; }).value().empty());
  CHECK(choose_positions(std::vector{folder.file("none.pos")}, setup, always).has_error());
}

TEST_CASE("probcut: of equal positions one with its score is taken") {
  const test::TemporaryFolder folder;
  Record bare = random_records(3, 1)[0];
  SplitMix64 random(5);
  do bare.board = test::random_game(random, 30);
  while (rules::legal_moves(bare.board) == 0);
  Record scored = bare;
  scored.score = {4};
  scored.source = ScoreSource::kExact;
  for (const auto& records : {std::vector{bare, scored}, std::vector{scored, bare}}) {
    REQUIRE(write_file(folder.file("a.pos"), write_records(records)));
    const auto chosen = choose_positions(std::vector{folder.file("a.pos")}, small_setup(), always);
    REQUIRE(chosen.value().size() == 1);
    CHECK(chosen.value()[0].source == ScoreSource::kExact);
  }
}

TEST_CASE("probcut: values by depth are those of searches") {
  const MeasureSetup setup = small_setup();
  Reader reader(setup);
  EngineOptions options = setup.engine;
  options.parameters.tempo_percent = 0;
  Engine engine(options);
  int solved = 0;
  for (Record r : random_records(7, 90)) {
    const int empties = r.board.empties();
    if (empties < kFewestEmpties || rules::legal_moves(r.board) == 0) continue;
    if (empties > 50) r.score = {-6}, r.source = ScoreSource::kExact;
    const Readings got = reader.read(r);
    CHECK(got.empties == empties);
    REQUIRE(got.values.size() == static_cast<std::size_t>(std::min(5, empties - 1) + 1));
    engine.set_board(r.board);
    CHECK(got.values[0] == engine.evaluate().units);
    for (int depth = 1; depth < std::ssize(got.values); ++depth) {
      engine.clear_table();
      CHECK(got.values[static_cast<std::size_t>(depth)] ==
            engine.think({.depth = depth}).value().units);
    }
    CHECK(got.exact.has_value() == (empties <= 8 || empties > 50));
    if (empties > 50) CHECK(got.exact == -6 * Value::kPerDisc);
    if (empties > 8) continue;
    ++solved;
    CHECK(got.exact == test::BruteForce().solve(r.board) * Value::kPerDisc);
  }
  CHECK(solved > 2);
}

TEST_CASE("probcut: the same for any number of threads, nothing when interrupted") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> files{folder.file("a.pos")};
  REQUIRE(write_file(files[0], write_records(random_records(11, 400))));
  const MeasureSetup setup = small_setup();
  const auto positions = choose_positions(files, setup, always).value();
  const auto one = measure(positions, setup, 1, never, quiet);
  const auto three = measure(positions, setup, 3, never, quiet);
  REQUIRE(one);
  REQUIRE(three);
  REQUIRE(one->size() == three->size());
  for (const auto& [pair, moments] : *one) {
    const Moments& other = three->at(pair);
    CHECK((moments.count == other.count && moments.sum == other.sum));
    CHECK(moments.squares == other.squares);
  }
  CHECK_FALSE(measure(
      positions, setup, 2, [] { return true; }, quiet));
}
