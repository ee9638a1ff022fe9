// SPDX-License-Identifier: MIT
#include "tests/support/engines.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/tournament.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <string>

using namespace sumi;
using namespace sumi::match;

namespace {

const test::IgnoreSigpipe kIgnoreSigpipe;

EngineSpec engine(const std::string& text) { return parse_engine_spec(text).value(); }

/// Depth 1 and random openings: fast and deterministic.
MatchConfig small_match(int games) {
  MatchConfig config;
  config.engines = {engine("name=table evaluator=table depth=1 option.hash-mib=1"),
                    engine("name=mobility evaluator=mobility depth=1 option.hash-mib=1")};
  config.openings = "random:8";
  config.time = {};
  config.games = games;
  config.seed = 7;
  return config;
}

Tournament::End run(ResultStore& store, bool (*interrupted)(), int concurrency = 2) {
  const MatchConfig& config = store.config();
  const bool all_played = static_cast<int>(store.games().value().size()) == planned_games(config);
  Tournament tournament(store, Openings::of(config, "").value(), RunSetup{concurrency, true, ""});
  int shown = 0;
  const auto end = tournament.run(
      [&](std::span<const GameResult> games, const Progress& progress) {
        ++shown;
        CHECK(static_cast<int>(games.size()) == progress.played);
      },
      interrupted);
  CHECK((shown > 0 || all_played || end == Tournament::End::kDecided));
  return end;
}

bool never() { return false; }

/// What every run must reproduce.
std::string essence(const GameResult& game) {
  std::string text = std::to_string(game.fixture.id) + ' ' + std::to_string(game.fixture.black) +
                     ' ' + std::string(to_text(game.ending));
  for (const TimedMove& move : game.moves) text += ' ' + std::to_string(index(move.square));
  return text;
}

std::vector<std::string> essences(const ResultStore& store) {
  std::vector<std::string> texts;
  for (const GameResult& game : store.games().value()) texts.push_back(essence(game));
  return texts;
}

ResultStore create(const std::string& path, const MatchConfig& config) {
  return ResultStore::create(path, config).value();
}

}  // namespace

TEST_CASE("an interrupted tournament has the results of an uninterrupted one",
          "[match][tournament]") {
  const test::TemporaryFolder folder;
  const MatchConfig config = small_match(60);
  ResultStore whole = create(folder.file("whole"), config);
  CHECK(run(whole, never, 1) == Tournament::End::kFinished);
  REQUIRE(whole.games().value().size() == 60);

  static std::atomic<int> asked;
  int interruptions = 0;
  create(folder.file("parts"), config);
  while (true) {
    ResultStore parts = ResultStore::open(folder.file("parts"), ResultStore::Access::kAdd).value();
    asked = 0;
    const auto end = run(parts, [] { return ++asked > 0; });
    if (end == Tournament::End::kFinished) break;
    ++interruptions;
    REQUIRE(interruptions < 1000);
  }
  const ResultStore parts =
      ResultStore::open(folder.file("parts"), ResultStore::Access::kRead).value();
  CHECK(essences(parts) == essences(whole));
}

TEST_CASE("a finished tournament does not change", "[match][tournament]") {
  const test::TemporaryFolder folder;
  ResultStore store = create(folder.file("ended"), small_match(4));
  for (int i = 0; i < 2; ++i) CHECK(run(store, never) == Tournament::End::kFinished);
  CHECK(store.games().value().size() == 4);
}

TEST_CASE("faults of engines are counted and do not end the tournament",
          "[match][tournament][slow]") {
  const test::TemporaryFolder folder;
  MatchConfig config = small_match(2);
  config.format = Format::kRoundRobin;
  config.hang_after = Millis(300);
  config.time = {TimeControl::Kind::kMove, Millis(200), Millis(0)};
  const std::string fake = SUMI_FAKE_ENGINE;
  config.engines = {engine("name=sumi depth=1"),
                    engine("name=fine cmd='" + fake + " ok'"),
                    engine("name=crash cmd='" + fake + " crash 3'"),
                    engine("name=hang cmd='" + fake + " hang 2'"),
                    engine("name=cheat cmd='" + fake + " cheat 4'"),
                    engine("name=flood cmd='" + fake + " flood 2'")};
  ResultStore store = create(folder.file("faults"), config);
  CHECK(run(store, never) == Tournament::End::kFinished);

  const auto games = store.games().value();
  CHECK(games.size() == 2 * 15);
  for (const GameResult& game : games) {
    if (!game.at_fault) continue;
    const int guilty = *game.at_fault == Color::kBlack ? game.fixture.black : game.fixture.white;
    const Ending expected[] = {Ending::kPlayedOut, Ending::kPlayedOut,   Ending::kCrash,
                               Ending::kHang,      Ending::kIllegalMove, Ending::kFlood};
    CAPTURE(guilty, game.detail);
    CHECK(guilty >= 2);
    CHECK(game.ending == expected[guilty]);
    CHECK(game.black_points() == (*game.at_fault == Color::kBlack ? 0 : 2));
  }
  const Summary summary = summarise(config, games);
  CHECK(summary.engines[0].engine <= 1);  // an engine without faults
  for (const EngineSummary& e : summary.engines) {
    CHECK(e.score.games() == 10);
    CHECK(e.faults.empty() == (e.engine <= 1));
  }
}

TEST_CASE("after too many faults an engine is out", "[match][tournament][slow]") {
  const test::TemporaryFolder folder;
  MatchConfig config = small_match(6);
  config.format = Format::kRoundRobin;
  config.max_faults = 2;
  const std::string fake = SUMI_FAKE_ENGINE;
  config.engines.push_back(engine("name=crash cmd='" + fake + " crash 1'"));
  config.engines.push_back(engine("name=cheat cmd='" + fake + " cheat 1'"));
  ResultStore store = create(folder.file("out"), config);
  CHECK(run(store, never, 1) == Tournament::End::kFinished);
  const auto games = store.games().value();
  CHECK(games.size() == 36);
  const Summary summary = summarise(config, games);
  for (const EngineSummary& e : summary.engines) {
    int faults = 0;
    for (const auto& [ending, count] : e.faults) faults += count;
    CHECK(faults == (e.engine >= 2 ? 2 : 0));
    CHECK((e.unplayed > 0) == (e.engine >= 2));
    CHECK(e.score.games() == 18);
  }
  int both_out = 0;
  for (const GameResult& game : games) {
    if (game.ending != Ending::kUnplayed) continue;
    CHECK(game.moves.empty());
    CHECK((game.fixture.black >= 2 || game.fixture.white >= 2));
    if (!game.at_fault) ++both_out;
    if (!game.at_fault) CHECK(std::min(game.fixture.black, game.fixture.white) >= 2);
  }
  CHECK(both_out > 0);
}

TEST_CASE("an engine without a clock hangs for its limit only", "[match][tournament][slow]") {
  const test::TemporaryFolder folder;
  MatchConfig config = small_match(2);
  const std::string fake = SUMI_FAKE_ENGINE;
  config.engines[1] = engine("name=hang move-limit=0.3 cmd='" + fake + " hang 2'");
  ResultStore store = create(folder.file("hangs"), config);
  CHECK(run(store, never) == Tournament::End::kFinished);
  for (const GameResult& game : store.games().value()) {
    CHECK(game.ending == Ending::kHang);
    CHECK_THAT(game.detail, Catch::Contains("within 0.3 s"));
  }
}

TEST_CASE("the limit of a move follows the clock and the settings", "[match]") {
  using Kind = TimeControl::Kind;
  const auto limit = [](Kind kind, std::optional<Millis> setting) {
    const TimeControl time{kind, Millis(5000), Millis(0)};
    return move_limit({8, Millis(1000), "", setting}, {time, Millis(3000)}).count();
  };
  CHECK(limit(Kind::kNone, {}) == 60'000);
  CHECK(limit(Kind::kNone, Millis(90'000)) == 90'000);
  CHECK(limit(Kind::kMove, {}) == 6000);
  CHECK(limit(Kind::kMove, Millis(90'000)) == 6000);
  CHECK(limit(Kind::kMove, Millis(2000)) == 2000);
  CHECK(limit(Kind::kGame, {}) == 4000);
  CHECK(limit(Kind::kGame, Millis(2000)) == 2000);

  MatchConfig config = small_match(2);
  CHECK(move_limits_text(config).empty());
  config.hang_after = Millis(1500);
  config.move_limit = Millis(20'000);
  config.engines = {engine("level=1"), engine("cmd=a time=none"), engine("cmd=b time=0.1/move"),
                    engine("cmd=c time=60 move-limit=5")};
  CHECK(move_limits_text(config) == "a 20 s, b 1.6 s, c 1.5 s beyond its clock, at most 5 s");
  config.move_limit.reset();
  config.engines.back() = engine("cmd=c time=60");
  CHECK(move_limits_text(config) == "a 60 s, b 1.6 s, c 1.5 s beyond its clock");
}

TEST_CASE("a decided SPRT ends the match", "[match][tournament]") {
  const test::TemporaryFolder folder;
  MatchConfig config = small_match(2000);
  config.engines[0] = engine("name=deep evaluator=table depth=3 option.hash-mib=1");
  config.sprt = SprtSetup{0, 100, 0.05, 0.05};
  ResultStore store = create(folder.file("sprt"), config);
  CHECK(run(store, never) == Tournament::End::kDecided);
  const auto games = store.games().value();
  CHECK(games.size() < 1000);
  CHECK(summarise(config, games).sprt->verdict == SprtVerdict::kAccepted);
  CHECK(run(store, never) == Tournament::End::kDecided);  // the decision is final
  CHECK(store.games().value().size() == games.size());
}

TEST_CASE("shards together are the whole tournament", "[match][tournament]") {
  const test::TemporaryFolder folder;
  MatchConfig config = small_match(40);
  ResultStore whole = create(folder.file("whole"), config);
  run(whole, never);
  std::vector<std::string> paths;
  for (int i = 1; i <= 3; ++i) {
    config.shard = {i, 3};
    paths.push_back(folder.file("shard" + std::to_string(i)));
    ResultStore shard = create(paths.back(), config);
    run(shard, never);
  }
  REQUIRE(merge(paths, folder.file("merged")));
  const ResultStore merged =
      ResultStore::open(folder.file("merged"), ResultStore::Access::kRead).value();
  CHECK(essences(merged) == essences(whole));
}

TEST_CASE("Swiss rounds follow one another", "[match][tournament]") {
  const test::TemporaryFolder folder;
  MatchConfig config = small_match(2);
  config.format = Format::kSwiss;
  config.rounds = 3;
  config.engines.push_back(engine("name=deeper evaluator=table depth=2 option.hash-mib=1"));
  config.engines.push_back(engine("name=deepest evaluator=table depth=3 option.hash-mib=1"));
  ResultStore store = create(folder.file("swiss"), config);
  CHECK(run(store, never) == Tournament::End::kFinished);
  CHECK(store.games().value().size() == 3 * 2 * 2);
}

TEST_CASE("an engine that cannot start is reported before the first game", "[match][tournament]") {
  MatchConfig config = small_match(2);
  config.hang_after = Millis(2000);
  config.engines[1] = engine("name=ghost cmd=/no/such/engine");
  CHECK_THROWS_WITH(try_engines(config, {}),
                    Catch::Matchers::StartsWith("engine ghost cannot play: "));
  config.engines.pop_back();
  CHECK_NOTHROW(try_engines(config, {}));
}

TEST_CASE("an interrupted tournament does not wait for thinking engines", "[match][tournament]") {
  const test::TemporaryFolder folder;
  const std::string fake = SUMI_FAKE_ENGINE;
  for (const std::string& slow :
       {std::string("name=slow depth=40"), "name=slow cmd='" + fake + " hang 1'"}) {
    CAPTURE(slow);
    MatchConfig config = small_match(2);
    config.engines[0] = engine(slow);
    config.engines[1] = engine("name=other depth=40");
    config.hang_after = Millis(60'000);
    ResultStore store = create(folder.file(slow.substr(10, 3)), config);
    static std::atomic<int> asked;
    asked = 0;
    const StopWatch watch;
    CHECK(run(store, [] { return ++asked > 2; }) == Tournament::End::kInterrupted);
    CHECK(watch.seconds() < 5);
    CHECK(store.games().value().empty());
  }
}
