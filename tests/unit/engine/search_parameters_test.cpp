// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "engine/formats/codecs.h"
#include "engine/search_parameters.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <set>

using namespace sumi;

namespace {

EngineOptions small_options() {
  EngineOptions options;
  options.evaluator = "table";
  options.hash_mib = 4;
  return options;
}

Board board_of(std::string_view text) { return parse_game(text).value().replay().position().board; }

/// Nodes of searches of every kind, and the scores of solutions.
struct Work {
  std::vector<std::uint64_t> nodes;
  std::vector<int> scores;

  friend bool operator==(const Work&, const Work&) = default;
};

Work work_of(Engine& engine) {
  const Board middle = board_of("f5d6c3d3c4f4f6g5");
  // FFO 15 and 18 with 16 empties (http://radagast.se/othello/ffotest.html).
  const Board one = board_of("----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X");
  const Board other =
      board_of("-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X");
  Work work;
  const auto search = [&](const Board& b, const SearchLimits& limits, bool solves) {
    engine.clear_table();
    engine.set_board(b);
    const SearchUpdate update = engine.think(limits);
    work.nodes.push_back(update.nodes);
    if (solves) work.scores.push_back(update.value().units);
  };
  search(middle, {.depth = 8, .selectivity = 73}, false);
  search(one, {.exact_at_empties = 64}, true);
  search(other, {.exact_at_empties = 64}, true);
  search(other, {.selectivity = 73}, true);  // midgame, then a solution
  return work;
}

}  // namespace

TEST_CASE("parameters: names and fields are unique, and defaults are within their ranges",
          "[parameters]") {
  const SearchParameters defaults;
  std::set<std::string_view> names;
  SearchParameters changed = defaults;
  for (const SearchParameterSpec& spec : kSearchParameters) {
    CAPTURE(spec.name);
    CHECK(names.insert(spec.name).second);
    CHECK_FALSE(spec.help.empty());
    CHECK(spec.min < spec.max);
    CHECK(defaults.*spec.field >= spec.min);
    CHECK(defaults.*spec.field <= spec.max);
    // A step in each direction stays within the range.
    CHECK(spec.step >= 1);
    CHECK(2 * spec.step <= spec.max - spec.min);
    CHECK(changed.*spec.field == defaults.*spec.field);
    changed.*spec.field = spec.max;
  }
  CHECK(sizeof(SearchParameters) == kSearchParameters.size() * sizeof(int));
}

TEST_CASE("parameters: each of them changes the nodes, none an exact score", "[parameters]") {
  Engine engine(small_options());
  const Work standard = work_of(engine);
  for (const SearchParameterSpec& spec : kSearchParameters) {
    bool changes = false, changes_games = false;
    for (const int value : {spec.min, spec.max}) {
      CAPTURE(spec.name, value);
      EngineOptions options = small_options();
      options.parameters.*spec.field = value;
      REQUIRE(engine.configure(options));
      CHECK_FALSE(engine.options() == small_options());
      const Work changed = work_of(engine);
      changes = changes || changed.nodes != standard.nodes;
      // The first and the last search are as in games.
      changes_games = changes_games || changed.nodes.front() != standard.nodes.front() ||
                      changed.nodes.back() != standard.nodes.back();
      CHECK(changed.scores == standard.scores);
    }
    CAPTURE(spec.name);
    CHECK(changes);
    CHECK(changes_games == spec.in_games);
  }
  REQUIRE(engine.configure(small_options()));
  CHECK(work_of(engine) == standard);
}

TEST_CASE("parameters: an engine starts with its own and keeps them when the evaluator changes",
          "[parameters]") {
  EngineOptions options = small_options();
  options.parameters.midgame_mobility = 20;
  options.parameters.solve_mobility = 3;
  Engine begun(options), configured(small_options()), changed(options);
  REQUIRE(configured.configure(options));
  const Work work = work_of(begun);
  CHECK(work_of(configured) == work);
  options.evaluator = "mobility";
  REQUIRE(changed.configure(options));
  CHECK(work_of(changed).nodes != work.nodes);
  options.evaluator = "table";
  REQUIRE(changed.configure(options));
  CHECK(work_of(changed) == work);
}

TEST_CASE("parameters: changes for helper threads keep exact scores", "[parameters]") {
  // Exact scores do not depend on them, so this only shows that nothing breaks.
  EngineOptions options = small_options();
  options.threads = 2;
  options.parameters.probcut_percent = 300;
  options.parameters.solve_value = 0;
  Engine engine(options);
  Engine alone(small_options());
  CHECK(work_of(engine).scores == work_of(alone).scores);
}
