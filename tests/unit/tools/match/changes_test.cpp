// SPDX-License-Identifier: MIT
#include "tests/support/events.h"
#include "tests/support/results.h"
#include "tools/match/changes.h"
#include "tools/match/schedule.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using Catch::Contains;
using test::event_of;
using test::finished;

namespace {

std::vector<GameResult> play(const MatchConfig& config, std::size_t games) {
  std::vector<GameResult> results;
  for (const Fixture& f : schedule(config, 0, {})) {
    if (results.size() < games) results.push_back(finished(f, 2));
  }
  return results;
}

template <class Change>
Result<MatchConfig> changed(const MatchConfig& stored, const std::vector<GameResult>& games,
                            Change change, const std::vector<std::string>& withdrawn = {}) {
  MatchConfig given = stored;
  change(given);
  return changed_event(stored, given, withdrawn, games);
}

template <class Change>
std::string refusal(const MatchConfig& stored, const std::vector<GameResult>& games,
                    Change change) {
  const auto result = changed(stored, games, change);
  return result ? "accepted" : result.error().message;
}

void add_engine(MatchConfig& config, const std::string& name) {
  config.engines = {parse_engine_spec("evaluator=table name=" + name).value()};
}

void nothing(MatchConfig&) {}

}  // namespace

TEST_CASE("what finished games do not depend on may change", "[changes]") {
  const MatchConfig stored = event_of(Format::kRoundRobin, 4, 4);
  const std::vector<GameResult> games = play(stored, 9);
  CHECK(changed(stored, games, nothing).value() == stored);
  CHECK(changes_text(stored, stored).empty());
  const MatchConfig now = changed(stored, games, [](MatchConfig& c) {
                            c.games = 12;
                            c.time_margin = Millis(50);
                            c.move_limit = Millis(2000);
                            c.max_faults = 3;
                          }).value();
  CHECK(changes_text(stored, now) ==
        "games 4, now 12; time-margin-ms 20, now 50; move-limit none, now 2; max-faults 0, now 3");
  const std::vector<Fixture> plan = schedule(now, 0, {});
  CHECK(plan.size() == 72);
  for (const GameResult& game : games) CHECK(std::ranges::count(plan, game.fixture) == 1);
  // Fewer games, unless that leaves out finished ones.
  CHECK(changed(stored, play(stored, 5), [](MatchConfig& c) { c.games = 2; }));
  CHECK_THAT(refusal(now, play(now, 30), [](MatchConfig& c) { c.games = 4; }),
             Contains("games: 4 would leave out finished games of 12"));
}

TEST_CASE("a change that finished games depend on is refused by name", "[changes]") {
  MatchConfig stored = event_of(Format::kRoundRobin, 3, 4);
  for (EngineSpec& spec : stored.engines) spec.options = {{"evaluator", "table"}};
  const std::vector<GameResult> games = play(stored, 3);
  CHECK_THAT(refusal(stored, games, [](MatchConfig& c) { c.time = {}; }),
             Contains("time: the event has 0.1/move, not none"));
  CHECK_THAT(refusal(stored, games, [](MatchConfig& c) { c.seed = 2; }),
             Contains("seed: the event has 1, not 2"));
  CHECK_THAT(refusal(stored, games, [](MatchConfig& c) { c.rounds = 3; }),
             Contains("rounds: the event has 0, not 3"));
  CHECK_THAT(refusal(stored, games,
                     [](MatchConfig& c) {
                       c.engines[1].options = {{"evaluator", "mobility"}};
                     }),
             Contains("engine 'b': the event has 'name=b evaluator=table', not 'name=b "
                      "evaluator=mobility'"));
  CHECK_THAT(changed(stored, games, nothing, {"nobody"}).error().message,
             Contains("withdraw: 'nobody' is none of a, b, c"));

  MatchConfig swiss = event_of(Format::kSwiss, 4, 2);
  const std::vector<GameResult> round = play(swiss, 4);
  CHECK_THAT(refusal(swiss, round, [](MatchConfig& c) { c.games = 4; }),
             Contains("games: the event has 2, not 4"));
  CHECK(changed(swiss, round, [](MatchConfig& c) { c.rounds = 7; }));
  CHECK_THAT(
      refusal(event_of(Format::kKnockout, 4, 2), {}, [](MatchConfig& c) { add_engine(c, "late"); }),
      Contains("engine 'late': the pairings of this format take no late entry"));
}

TEST_CASE("late entries and withdrawals leave finished games alone", "[changes]") {
  for (const Format format : {Format::kRoundRobin, Format::kGauntlet}) {
    const MatchConfig stored = event_of(format, 3, 4);
    const std::vector<GameResult> games = play(stored, 5);
    const MatchConfig late =
        changed(stored, games, [](MatchConfig& c) { add_engine(c, "late"); }, {"c"}).value();
    CHECK_THAT(changes_text(stored, late), Contains("c withdraws; late enters"));
    // `late` meets the engines that are left.
    const std::vector<Fixture> plan = schedule(late, 0, games);
    const std::size_t before = schedule(stored, 0, {}).size();
    CHECK(plan.size() == before + (format == Format::kGauntlet ? 4 : 8));
    for (const GameResult& game : games) CHECK(std::ranges::count(plan, game.fixture) == 1);
    std::set<int> ids;
    for (const Fixture& f : plan) {
      CHECK(ids.insert(f.id).second);
      if (f.black == 3 || f.white == 3) CHECK((f.black != 2 && f.white != 2));
    }
    // Another change later, with more games.
    const MatchConfig more = changed(late, games, [](MatchConfig& c) {
                               c.games = 8;
                               add_engine(c, "later");
                             }).value();
    const std::vector<Fixture> grown = schedule(more, 0, games);
    for (const Fixture& f : plan) CHECK(std::ranges::count(grown, f) == 1);
    CHECK(more.engines[4].joined == 2);
    CHECK(parse_stored_config(to_json(more)).value() == more);
  }
}

TEST_CASE("an event has room for the games of many changes", "[changes]") {
  MatchConfig config = event_of(Format::kRoundRobin, 2, 2);
  const std::vector<GameResult> games = play(config, 2);
  for (int change = 1; change <= kMaxChanges; ++change) {
    const std::string name = "late" + std::to_string(change);
    config = changed(config, games, [&](MatchConfig& c) { add_engine(c, name); }).value();
    CHECK(config.engines.back().joined == change);
  }
  CHECK_THAT(refusal(config, games, [](MatchConfig& c) { add_engine(c, "last"); }),
             Contains("an event takes at most 99 entries and withdrawals"));
  std::set<int> ids;
  for (const Fixture& f : schedule(config, 0, games)) ids.insert(f.id);
  CHECK(ids.size() == 101 * 100);
  CHECK((*ids.begin() == 0 && *ids.rbegin() < 2'000'000'000));
}
