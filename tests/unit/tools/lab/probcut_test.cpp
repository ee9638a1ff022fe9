// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/probcut.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
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

TEST_CASE("probcut: positions are spread over the game, whatever the order of files") {
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
  CHECK(of_empties.rbegin()->first == kMaxEmpties);
  CHECK(of_empties[kMaxEmpties] == 1);  // all boards after one move are symmetric
  for (const auto& [empties, count] : of_empties) CHECK(count <= 3);
  CHECK(chosen.size() > 100);
  // One position per number of empties, then a second one.
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

TEST_CASE("probcut: of symmetric positions, one with a score is chosen") {
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

TEST_CASE("probcut: values by depth equal those of searches") {
  const MeasureSetup setup = small_setup();
  PositionSearcher searcher(setup);
  EngineOptions options = setup.engine;
  options.parameters.tempo_percent = 0;
  Engine engine(options);
  int solved = 0;
  for (Record r : random_records(7, 90)) {
    const int empties = r.board.empties();
    if (empties < kFewestEmpties || rules::legal_moves(r.board) == 0) continue;
    if (empties > 50) r.score = {-6}, r.source = ScoreSource::kExact;
    const SearchValues got = searcher.search_all(r);
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

TEST_CASE("probcut: results do not depend on threads; an interruption gives none") {
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

using namespace sumi;

namespace {

constexpr ErrorModel kMadeUp{
    {300, 800, 900, 700, 650, 600, 500, 400}, {300, 250, 200, 150, 120, 100, 90, 80},
    {500, 600, 700, 700, 700, 700, 700, 700}, 700,
    {-30, 60, 150, 200, 190, 180, 170, 160},  {0, 30, 90, 110, 110, 110, 110, 110}};

/// Nearly normal: the sum of twelve uniform numbers.
double normal(SplitMix64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.next() >> 11) / 0x1p53;
  return sum;
}

/// The correction at leaves without parity.
int tempo_at(ErrorModel model, int empties) {
  model.parity = {};
  return model.leaf_correction(empties);
}

/// Random differences of all pairs of depths, `count` per number of empties in from..to.
Differences drawn(const ErrorModel& model, int count, int from, int to, int max_depth) {
  SplitMix64 random(409);
  Differences differences;
  for (int empties = from; empties <= to; ++empties) {
    const auto draw = [&](int deep, int shallow, double mean) {
      Moments& moments = differences[{empties, deep, shallow}];
      const int sigma = model.sigma(deep, shallow, empties);
      for (int i = 0; i < count; ++i) moments.add(std::lround(mean + sigma * normal(random)));
    };
    const int depths = std::min(max_depth, empties - 1);
    for (int shallow = 0; shallow <= depths; ++shallow) {
      for (int deep = shallow + 1; deep <= depths; ++deep) {
        const int odd = deep % 2 != 0 ? deep : shallow;
        const int more = 2 * tempo_at(model, empties - odd);
        draw(deep, shallow, (deep - shallow) % 2 == 0 ? 0 : odd == deep ? more : -more);
      }
      const int left = model.leaf_correction(empties - shallow);
      if (empties <= 25) draw(empties, shallow, shallow % 2 == 0 ? left : -left);
    }
  }
  return differences;
}

}  // namespace

TEST_CASE("probcut: the fit finds the model of random differences") {
  const ErrorModel found = fit_error_model(drawn(kMadeUp, 200, 4, 59, 10));
  CHECK(std::abs(found.fade - kMadeUp.fade) < 25);
  for (int empties = 5; empties < 60; ++empties) {
    for (int shallow = 1; shallow < std::min(empties - 1, 9); ++shallow) {
      for (int deep = shallow + 2; deep < empties && deep <= 24; deep += 2) {
        const double want = kMadeUp.sigma(deep, shallow, empties);
        CAPTURE(empties, deep, shallow, want);
        REQUIRE(std::abs(found.sigma(deep, shallow, empties) / want - 1) < 0.1);
      }
      const double want = kMadeUp.sigma(empties, shallow, empties);
      if (empties <= 30) REQUIRE(std::abs(found.sigma(empties, shallow, empties) / want - 1) < 0.1);
    }
  }
}

TEST_CASE("probcut: tempo is the excess of odd depths") {
  const ErrorModel found = fit_error_model(drawn(kMadeUp, 400, 4, 59, 6));
  for (int empties = 4; empties < 59; ++empties) {
    CAPTURE(empties);
    CHECK(std::abs(tempo_at(found, empties) - tempo_at(kMadeUp, empties)) < 12);
  }
  CHECK(fit_error_model(drawn(kMadeUp, 400, 30, 30, 4)).tempo[7] > 100);  // as its neighbours
}

TEST_CASE("probcut: parity is the excess of exact scores at odd numbers of empties") {
  const auto is_near = [](int found, int want) { return std::abs(found - want) < 12; };
  const Differences differences = drawn(kMadeUp, 1600, 4, 40, 6);
  const ErrorModel found = fit_error_model(differences);
  CHECK(is_near(found.parity[1], kMadeUp.parity[1]));
  CHECK(is_near(found.parity[2], kMadeUp.parity[2]));
  CHECK(is_near(found.parity[7], found.parity[3]));  // beyond the exact scores: as its neighbours

  // A difference shared by all numbers of empties is not parity.
  Differences all = differences;
  for (auto& [pair, moments] : all) {
    if (pair.to_end()) moments.sum += 500 * moments.count;
  }
  const ErrorModel same = fit_error_model(all);
  CHECK(is_near(same.parity[1], kMadeUp.parity[1]));
  CHECK(is_near(same.parity[2], kMadeUp.parity[2]));

  std::erase_if(all, [](const auto& pair) { return pair.first.empties % 2 == 1; });
  CHECK(fit_error_model(all).parity == std::array<int, ErrorModel::kKnots>{});
}

TEST_CASE("probcut: stages without positions follow their neighbours") {
  const ErrorModel found = fit_error_model(drawn(kMadeUp, 100, 24, 40, 8));
  for (const int empties : {8, 50, 60}) {
    const int near = empties < 24 ? 24 : 40;
    const double want = kMadeUp.sigma(6, 2, near);
    CHECK(std::abs(found.sigma(6, 2, empties) / want - 1) < 0.35);
    CHECK(found.sigma(30, 15, empties) > 0);
  }
}

TEST_CASE("probcut: without exact scores the end errs no more than the plies before") {
  Differences differences = drawn(kMadeUp, 50, 20, 40, 6);
  std::erase_if(differences, [](const auto& pair) { return pair.first.to_end(); });
  CHECK(fit_error_model(differences).end == std::array<int, ErrorModel::kKnots>{});
}

TEST_CASE("probcut: few positions give a plausible model") {
  Differences one;
  one[{30, 4, 2}].add(100);
  const ErrorModel found = fit_error_model(one);
  CHECK(found.sigma(4, 2, 30) > 50);
  CHECK(found.sigma(4, 2, 30) < 150);
  CHECK(found.sigma(30, 15, 30) > 0);
  CHECK(found.sigma(30, 15, 60) < 64 * Value::kPerDisc);
}

TEST_CASE("probcut: differences of depths have moments, and the model uses some pairs") {
  Moments moments;
  for (const int x : {-2, 0, 5}) moments.add(x);
  CHECK(moments.mean() == 1);
  CHECK(moments.mean_square() == Approx(29 / 3.0));
  CHECK(moments.deviation() == Approx(std::sqrt(26 / 3.0)));
  CHECK(Moments{}.deviation() == 0);

  const std::vector<SearchValues> search_values{{20, {10, 20, -30}, 64},
                                                {20, {0, 1}, std::nullopt}};
  const Differences d = differences_of(search_values);
  CHECK(d.at({20, 1, 0}).sum == 11);
  CHECK(d.at({20, 1, 0}).count == 2);
  CHECK(d.at({20, 2, 0}).sum == -40);
  CHECK(d.at({20, 20, 2}).squares == 94 * 94);
  CHECK(d.size() == 6);
  CHECK(in_model({20, 3, 1}));
  CHECK_FALSE(in_model({20, 3, 2}));
  CHECK_FALSE(in_model({20, 2, 0}));
  CHECK(in_model({20, 20, 0}));
  CHECK_FALSE(in_model({20, 20, 1}));
}
