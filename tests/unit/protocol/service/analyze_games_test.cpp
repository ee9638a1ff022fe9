// SPDX-License-Identifier: MIT
/// Games of a command line and of files, analysed in jobs and told in order.
#include "engine/base/file.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/service/analyze_games.h"
#include "tests/support/pipe.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <stop_token>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;

namespace {

AnalysisSetup depth_setup(int depth = 2) {
  AnalysisSetup setup;
  setup.limits.depth = depth;
  return setup;
}

/// Openings of different lengths, and lines that are no game.
const std::string kLines =
    "f5d6c3d3c4\nf5f6e6f4\nf5a1\nf5d6\nd3c5d6e3f4c6f5c3\nf5f4e3\nf5d6c5f4e3c6d3f6e6d7\n";

struct Told {
  std::vector<std::size_t> moves;  ///< 0 for what is no game.
  std::vector<GameAnalysis> games;
  bool complete = false;
};

Told analyze(
    const std::vector<std::string>& words, int jobs,
    const std::function<bool()>& interrupted = [] { return false; },
    AnalysisJournal* journal = nullptr, const AnalysisSetup& setup = depth_setup()) {
  auto source = GameSource::open(words, {});
  REQUIRE(source);
  Told told;
  told.complete =
      analyze_games({*source, test::small_engine(), {}, setup, journal}, jobs, interrupted,
                    [&told](const AnalyzedGame& game) {
                      told.moves.push_back(game.analysis ? game.analysis->moves.size() : 0);
                      if (game.analysis) told.games.push_back(*game.analysis);
                    });
  return told;
}

std::vector<double> losses(const Told& told) {
  std::vector<double> all;
  for (const GameAnalysis& game : told.games) {
    for (const AnalyzedMove& move : game.moves) all.push_back(move.lost);
  }
  return all;
}

}  // namespace

TEST_CASE("words are a game, files have games, in order", "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("games.txt", "f5d6c3\nf5f6\n");
  auto source = GameSource::open({"f5", "d6", file, "d3c5"}, {});
  REQUIRE(source);
  std::vector<std::size_t> moves;
  std::optional<double> share;
  while (const auto game = source->next()) {
    REQUIRE(game->game);
    moves.push_back(game->game->moves.size());
    if (moves.size() == 2) CHECK(game->where.ends_with("games.txt:1"));
    share = game->share;
  }
  CHECK(moves == std::vector<std::size_t>{2, 3, 2, 2});
  CHECK(share == 1.0);
}

TEST_CASE("what gogui-twogtp writes is analysed as it was played, rows from the bottom",
          "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string file =
      folder.write("games-0.sgf", "(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6.0]SZ[8];B[fd];W[fe])");
  auto source = GameSource::open({file}, {});
  REQUIRE(source);
  const auto game = source->next();
  REQUIRE(game);
  REQUIRE(game->game);
  CHECK(to_transcript(*game->game) == "f5f4");
}

TEST_CASE("a position is no game, and the message says what to do", "[analysis]") {
  const auto why = [](const std::vector<std::string>& words) {
    const auto source = GameSource::open(words, {});
    return source ? std::string() : source.error().message;
  };
  CHECK(why({"start"}) == kNoMoves);
  CHECK(why({"f5", "e4"}).starts_with("illegal move: 'e4'"));
  CHECK(why({"no/such.ggf"}).starts_with("'no/such.ggf' is neither a file nor"));
  CHECK(why({"games.pgn"}).starts_with("'games.pgn' is neither a file nor"));

  const test::TemporaryFolder folder;
  auto source = GameSource::open(
      {folder.write("one.obf",
                    "---------------------------OX------XO--------------------------- X\n")},
      {});
  REQUIRE(source);
  const auto game = source->next();
  REQUIRE(game.has_value());
  CHECK(game->game.error().message == kNoMoves);
  CHECK_FALSE(source->next().has_value());
}

TEST_CASE("a file that cannot be read costs the others nothing", "[analysis]") {
  const test::TemporaryFolder folder;
  auto source = GameSource::open({folder.path(), "f5"}, {});
  REQUIRE(source);
  CHECK_FALSE(source->next()->game.has_value());
  CHECK(source->next()->game.has_value());
}

TEST_CASE("jobs change neither the order nor what is found", "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("games.txt", kLines);
  const Told one = analyze({file}, 1), three = analyze({file}, 3);
  CHECK(one.complete);
  CHECK(one.moves == std::vector<std::size_t>{5, 4, 0, 2, 8, 3, 10});
  CHECK(three.moves == one.moves);
  CHECK(losses(three) == losses(one));
}

TEST_CASE("boards of different sizes go through one run", "[analysis]") {
  const test::TemporaryFolder folder;
  const Told told = analyze({folder.write("small.txt", "-----XO--OX----- X a3\n"), "f5d6"}, 1);
  REQUIRE(told.games.size() == 2);
  CHECK(told.games[0].game.start.size == 4);
  CHECK(told.games[1].game.start.size == 8);
}

TEST_CASE("an interrupted run tells what is done, and the journal goes on", "[analysis]") {
  const test::TemporaryFile file;
  // From its end backwards the first moves take no time; those of the opening, to that depth, take
  // longer than anybody has.
  const std::vector<std::string> words{
      "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
      "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1"};
  const AnalysisSetup endless = depth_setup(60);
  const Told whole = analyze(words, 1);
  std::size_t kept = 0;
  {
    auto journal = AnalysisJournal::open(file.path(), "test");
    REQUIRE(journal);
    const auto some_lines = [&file] {
      const std::string text = file.contents();
      return std::count(text.begin(), text.end(), '\n') > 4;
    };
    const Told part = analyze(words, 1, some_lines, journal->get(), endless);
    REQUIRE_FALSE(part.complete);
    REQUIRE(part.games.at(0).partial);
    kept = part.moves.at(0);
  }
  REQUIRE(kept >= 4);
  REQUIRE(kept < whole.moves.at(0));
  auto journal = AnalysisJournal::open(file.path(), "test");
  REQUIRE(journal);
  CHECK((*journal)->known(whole.games[0].game).size() == kept);
  const Told resumed = analyze(
      words, 1, [] { return false; }, journal->get());
  CHECK(resumed.complete);
  CHECK_FALSE(resumed.games.at(0).partial);
  CHECK(resumed.moves == whole.moves);
}

TEST_CASE("a silent pipe does not keep an interrupted run", "[analysis]") {
  const std::string line = GENERATE(as<std::string>(), "f5d6c3d3c4\n", "");
  const test::Pipe pipe;
  pipe.write(line);
  const Told told = analyze({pipe.path()}, 2, [] { return true; });
  CHECK_FALSE(told.complete);
  // A line that was there is a game, if it was read before the run ended.
  CHECK(told.games.size() <= (line.empty() ? 0 : 1));
}

TEST_CASE("a game cut off by a stop is none", "[analysis]") {
  const test::Pipe pipe;
  for (int i = 0; i < 500; ++i) pipe.write("f5d6c3d3c4\n");
  pipe.write("f5d6");
  auto source = GameSource::open({pipe.path()}, {});
  REQUIRE(source);
  std::stop_source stop;
  for (int i = 0; i < 490; ++i) REQUIRE(source->next(stop.get_token())->game);
  const std::jthread stopper([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  while (const auto game = source->next(stop.get_token())) CHECK(game->game->moves.size() == 5);
  CHECK(stop.stop_requested());
}

TEST_CASE("games that are not wanted are told, but not analysed", "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string games = folder.write("two.txt", "f5d6c3d3c4\nf5f6e6f4\nf5d6c3d3\n");
  auto source = GameSource::open({games}, {});
  REQUIRE(source);
  std::vector<std::size_t> given, analysed;
  const auto wants = [](const GameRecord& game) {
    return game.moves[1] == parse_square("d6").value();
  };
  const bool complete = analyze_games(
      {*source, test::small_engine(), {}, depth_setup(), nullptr, {}, wants}, 2,
      [] { return false; },
      [&](const AnalyzedGame& game) {
        given.push_back(game.source.game.value().moves.size());
        if (game.analysis) analysed.push_back(game.analysis->moves.size());
      });
  CHECK(complete);
  CHECK(given == std::vector<std::size_t>{5, 4, 4});
  CHECK(analysed == std::vector<std::size_t>{5, 4});
}

TEST_CASE("shards analyse games whole, and put together they search nothing", "[analysis][shard]") {
  const test::TemporaryFolder folder;
  const std::string moves = "f5d6c3d3c4", path = folder.file("1-of-2.analysis");
  const GameRecord game = GameSource::open({moves}, {})->next()->game.value();
  const GameAnalysis whole = analyze({moves}, 1).games.at(0);
  // As a kill leaves it: one move is known.
  AnalysisJournal::open(path, "depth").value()->add(game, whole.moves.back());
  const auto run = [&](bool known_only) {
    const auto journal = AnalysisJournal::open(path, "depth").value();
    auto source = GameSource::open({moves}, {});
    std::optional<AnalyzedGame> got;
    AnalysisRun setup{*source, test::small_engine(), {}, depth_setup(), journal.get()};
    setup.whole_games = true;
    setup.known_only = known_only;
    REQUIRE(analyze_games(
        setup, 1, [] { return false; }, [&](const AnalyzedGame& one) { got = one; }));
    return *got;
  };
  const auto lines = [&] { return std::ranges::count(read_file(path).value(), '\n'); };
  CHECK(run(true).source.game.error().message == "no shard has analysed the whole game");
  CHECK(lines() == 2);
  const AnalyzedGame begun_again = run(false);
  REQUIRE(begun_again.analysis);
  CHECK(lines() == 2 + static_cast<std::ptrdiff_t>(whole.moves.size()));
  const AnalyzedGame known = run(true);
  REQUIRE(known.analysis);
  CHECK(lines() == 2 + static_cast<std::ptrdiff_t>(whole.moves.size()));
  REQUIRE(known.analysis->moves.size() == whole.moves.size());
  for (std::size_t i = 0; i < whole.moves.size(); ++i) {
    CHECK(known.analysis->moves[i].lost == whole.moves[i].lost);
    CHECK(std::ranges::equal(known.analysis->moves[i].best_line, whole.moves[i].best_line));
  }
}

TEST_CASE("what the report throws ends the run", "[analysis]") {
  auto source = GameSource::open({"f5d6c3d3c4"}, {});
  REQUIRE(source);
  CHECK_THROWS_AS(
      analyze_games(
          {*source, test::small_engine(), {}, depth_setup(), nullptr}, 2, [] { return false; },
          [](const AnalyzedGame&) { throw std::runtime_error("closed"); }),
      std::runtime_error);
}
