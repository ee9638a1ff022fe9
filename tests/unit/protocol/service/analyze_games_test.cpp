// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/service/analyze_games.h"
#include "tests/support/flips.h"
#include "tests/support/pipe.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
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

/// Openings of different lengths, and lines that are not games.
const std::string kLines =
    "f5d6c3d3c4\nf5f6e6f4\nf5a1\nf5d6\nd3c5d6e3f4c6f5c3\nf5f4e3\nf5d6c5f4e3c6d3f6e6d7\n";

struct Told {
  std::vector<std::size_t> moves;  ///< 0 for a line that is not a game
  std::vector<GameAnalysis> games;
  bool complete = false;
};

Told analyze(
    const std::vector<std::string>& words, int jobs,
    const std::function<bool()>& interrupted = [] { return false; },
    AnalysisJournal* journal = nullptr, const AnalysisSetup& setup = depth_setup(),
    const EngineOptions& options = test::small_engine()) {
  auto source = GameSource::open(words, {});
  REQUIRE(source);
  Told told;
  told.complete = analyze_games(
      {*source, options, {}, setup, journal}, jobs, interrupted, [&told](const AnalyzedGame& game) {
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

TEST_CASE("words are one game; files have several, in order", "[analysis]") {
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

TEST_CASE("rows are counted from the bottom in games of gogui-twogtp", "[analysis]") {
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

TEST_CASE("a position is not a game, and the error says what to do", "[analysis]") {
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

TEST_CASE("an unreadable file does not affect other files", "[analysis]") {
  const test::TemporaryFolder folder;
  auto source = GameSource::open({folder.path(), "f5"}, {});
  REQUIRE(source);
  CHECK_FALSE(source->next()->game.has_value());
  CHECK(source->next()->game.has_value());
}

TEST_CASE("the order and the results do not depend on --jobs", "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("games.txt", kLines);
  const Told one = analyze({file}, 1), three = analyze({file}, 3);
  CHECK(one.complete);
  CHECK(one.moves == std::vector<std::size_t>{5, 4, 0, 2, 8, 3, 10});
  CHECK(three.moves == one.moves);
  CHECK(losses(three) == losses(one));
}

TEST_CASE("one run may contain boards of different sizes", "[analysis]") {
  const test::TemporaryFolder folder;
  const Told told = analyze({folder.write("small.txt", "-----XO--OX----- X a3\n"), "f5d6"}, 1);
  REQUIRE(told.games.size() == 2);
  CHECK(told.games[0].game.start.size == 4);
  CHECK(told.games[1].game.start.size == 8);
}

TEST_CASE("an interrupted run reports finished moves, and its journal resumes it", "[analysis]") {
  const test::TemporaryFile file;
  // Analysis runs backwards: the last moves take no time, and the opening moves would never end.
  const std::vector<std::string> words{
      "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
      "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1"};
  const std::size_t moves = 60;
  const AnalysisSetup endless = depth_setup(60);
  std::size_t kept = 0;
  GameRecord game;
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
    game = part.games[0].game;
  }
  REQUIRE(kept >= 4);
  REQUIRE(kept < moves);
  auto journal = AnalysisJournal::open(file.path(), "test");
  REQUIRE(journal);
  CHECK((*journal)->known(game).size() == kept);
  EngineOptions options = test::small_engine();
  options.evaluator = "nnue";  // solves 22 empties in half the time
  const Told resumed = analyze(
      words, 1, [] { return false; }, journal->get(), depth_setup(), options);
  CHECK(resumed.complete);
  CHECK_FALSE(resumed.games.at(0).partial);
  CHECK(resumed.moves == std::vector{moves});
}

TEST_CASE("a silent pipe does not delay the end of an interrupted run", "[analysis][posix]") {
  const std::string line = GENERATE(as<std::string>(), "f5d6c3d3c4\n", "");
  const test::Pipe pipe;
  pipe.write(line);
  const Told told = analyze({pipe.path()}, 2, [] { return true; });
  CHECK_FALSE(told.complete);
  // The game counts only if it was read before the run ended.
  CHECK(told.games.size() <= (line.empty() ? 0 : 1));
}

TEST_CASE("a game truncated by a stop is dropped", "[analysis][posix]") {
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

TEST_CASE("games of other shards are reported but not analysed", "[analysis]") {
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

TEST_CASE("each shard analyses whole games, and a merge searches nothing", "[analysis][shard]") {
  const test::TemporaryFolder folder;
  const std::string moves = "f5d6c3d3c4", path = folder.file("1-of-2.analysis");
  const GameRecord game = GameSource::open({moves}, {})->next()->game.value();
  const GameAnalysis whole = analyze({moves}, 1).games.at(0);
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

TEST_CASE("an exception in the report callback ends the run", "[analysis]") {
  auto source = GameSource::open({"f5d6c3d3c4"}, {});
  REQUIRE(source);
  CHECK_THROWS_AS(
      analyze_games(
          {*source, test::small_engine(), {}, depth_setup(), nullptr}, 2, [] { return false; },
          [](const AnalyzedGame&) { throw std::runtime_error("closed"); }),
      std::runtime_error);
}

namespace {

constexpr const char* kSetup = "level 20, evaluator auto";

GameRecord sample_game() { return *parse_game("f5d6c3d3c4"); }

std::vector<AnalyzedMove> judged_moves(const GameRecord& game) {
  std::vector<AnalyzedMove> moves = moves_to_analyze(game);
  for (AnalyzedMove& move : moves) {
    move.best = {1.5, false, 12, 73};
    move.after = {-2.5078125, false, 12, 73};
    move.best_line.push_back(move.played);
    move.played_line.push_back(move.played);
    move.seconds = 0.25;
    derive_loss(move);
  }
  return moves;
}

std::unique_ptr<AnalysisJournal> opened(const std::string& path,
                                        const std::string& setup = kSetup) {
  auto journal = AnalysisJournal::open(path, setup);
  if (!journal) FAIL(journal.error().message);
  return std::move(*journal);
}

std::string why_not(const std::string& path, const std::string& setup = kSetup) {
  const auto journal = AnalysisJournal::open(path, setup);
  return journal ? "" : journal.error().message;
}

void write_sample(const std::string& path) {
  const auto journal = opened(path);
  for (const AnalyzedMove& move : judged_moves(sample_game())) journal->add(sample_game(), move);
}

}  // namespace

TEST_CASE("stored moves are used after a restart", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  const auto known = opened(file.path())->known(sample_game());
  const auto expected = judged_moves(sample_game());
  REQUIRE(known.size() == expected.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    CHECK(known[i].index == expected[i].index);
    CHECK(known[i].before == expected[i].before);
    CHECK(known[i].best == expected[i].best);
    CHECK(known[i].after == expected[i].after);
    CHECK(known[i].lost == expected[i].lost);
    CHECK(known[i].mark == Mark::kMistake);
    CHECK(known[i].seconds == expected[i].seconds);
    REQUIRE(known[i].best_line.size() == 1);
    CHECK(known[i].best_line[0] == expected[i].best_line[0]);
  }
}

TEST_CASE("a game is identified by its start and moves alone", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  const auto journal = opened(file.path());
  GameRecord named = sample_game();
  named.black = "Ann";
  CHECK(journal->known(named).size() == 5);
  CHECK(journal->known(*parse_game("f5d6c3d3")).empty());
}

TEST_CASE("a kill loses at most the last line", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  const std::string whole = file.contents();
  std::size_t lines = 0;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    std::ofstream(file.path(), std::ios::binary) << whole.substr(0, cut);
    if (cut > 0 && whole[cut - 1] == '\n') ++lines;
    const auto journal = opened(file.path());
    INFO("cut at " << cut);
    REQUIRE(journal->known(sample_game()).size() == (lines == 0 ? 0 : lines - 1));
    journal->add(sample_game(), judged_moves(sample_game())[0]);
    const std::string after = file.contents();
    REQUIRE(after.back() == '\n');
    REQUIRE(std::count(after.begin(), after.end(), '\n') ==
            static_cast<std::ptrdiff_t>(std::max<std::size_t>(lines, 1) + 1));
  }
}

TEST_CASE("changed lines of the journal are searched again", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string text = file.contents();
  const auto change = [&text](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != text.npos);
    text.replace(at, from.size(), to);
  };
  change("[1.5,", "[1e99,");
  change("\"played_line\":\"d6\"", "\"played_line\":\"a1\"");
  change("\"index\":2", "\"index\":-2");
  change("{\"game\"", "{\"gamy\"");
  std::ofstream(file.path(), std::ios::binary) << text << "[1,2]\nnull\n{\"game\":7}\n\n";
  CHECK(opened(file.path())->known(sample_game()).size() == 2);
}

TEST_CASE("a journal reformatted by another program is still read", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string text = file.contents(), spaced;
  for (const char c : text)
    spaced += c == ':' || c == ',' ? std::string(1, c) + " " : std::string(1, c);
  std::ofstream(file.path(), std::ios::binary) << spaced;
  CHECK(opened(file.path(), "level 20,  evaluator auto")->known(sample_game()).size() == 5);
}

TEST_CASE("overlong lines and short keys affect only themselves", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::ofstream(file.path(), std::ios::app)
      << "{\"game\":\"12\"}\n{\"game\":\"\n{\"game\":\"" << std::string(16, 'x')
      << "\"}\n{\"game\":\"" << std::string(60'000, '0') << "\"}\n";
  CHECK(opened(file.path())->known(sample_game()).size() == 5);
}

TEST_CASE("scores of another version are not used", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string text = file.contents();
  const std::string key = "\"version\":\"";
  const std::size_t at = text.find(key);
  REQUIRE(at < text.find('\n'));
  text.insert(at + key.size(), "0.0.");
  std::ofstream(file.path(), std::ios::binary) << text;
  CHECK(why_not(file.path()).find("was made by Sumi \"0.0.") != std::string::npos);
  CHECK(file.contents() == text);
}

TEST_CASE("files of other types and of other settings are not changed", "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string letter = folder.write("letter", "Dear Sir,\n");
  CHECK(why_not(letter).find("is not a file of `sumi analyze`") != std::string::npos);
  CHECK(*read_file(letter) == "Dear Sir,\n");
  const std::string unended = folder.write("unended", "Dear Sir");
  CHECK(why_not(unended).find("is not a file of `sumi analyze`") != std::string::npos);
  CHECK(*read_file(unended) == "Dear Sir");
  const std::string json = folder.write("json", "{\"a\":1}\n");
  CHECK(why_not(json).find("is not a file of `sumi analyze`") != std::string::npos);

  const std::string ours = folder.file("ours");
  write_sample(ours);
  const std::string before = *read_file(ours);
  CHECK(why_not(ours, "level 10, evaluator auto").find("was made with \"level 20") !=
        std::string::npos);
  CHECK(*read_file(ours) == before);
  CHECK_FALSE(why_not(folder.file("none/such")).empty());
  CHECK_FALSE(why_not(folder.path()).empty());
}

TEST_CASE("two processes cannot use the same file", "[analysis]") {
  const test::TemporaryFile file;
  const auto first = opened(file.path());
  CHECK(why_not(file.path()).find("in use") != std::string::npos);
}

namespace {

std::optional<std::string> content_of(const std::string& path) {
  const auto journal = AnalysisJournal::open(path, kSetup);
  if (!journal || (*journal)->damaged() > 0) return std::nullopt;
  std::string text;
  for (const AnalyzedMove& move : (*journal)->known(sample_game())) {
    for (const Score& j : {move.best, move.after}) {
      text += std::to_string(j.discs) + (j.exact ? "=" : "~") + std::to_string(j.depth) + "@" +
              std::to_string(j.selectivity) + " ";
    }
    for (const Line& line : {move.best_line, move.played_line}) {
      for (const Square s : line) text += std::to_string(index(s)) + " ";
    }
    text += std::to_string(move.index) + ": " + std::to_string(move.seconds) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a flipped bit in an analysis file is harmless or detected", "[analysis][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("journal");
  write_sample(path);
  test::check_flips(
      {"analysis", content_of, [](const std::string& file) { return !content_of(file); }}, folder,
      path);
}

TEST_CASE("a file in the older format can be continued", "[analysis][damage]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string old = file.contents();
  old.replace(old.find("analysis 2"), 10, "analysis 1");
  for (std::size_t at; (at = old.find(",\"sum\":")) != old.npos;) old.erase(at, 25);
  std::ofstream(file.path(), std::ios::binary) << old;
  opened(file.path())->add(*parse_game("f5d6"), judged_moves(*parse_game("f5d6"))[0]);
  CHECK(file.contents().starts_with(old));
  CHECK(file.contents().find("\"sum\":") > old.size());
  const auto journal = opened(file.path());
  CHECK(journal->damaged() == 0);
  CHECK(journal->known(sample_game()).size() == 5);
  CHECK(journal->known(*parse_game("f5d6")).size() == 1);
}
