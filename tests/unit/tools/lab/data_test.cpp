// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/records.h"
#include "tests/support/results.h"
#include "tools/lab/data.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace sumi;
using namespace sumi::lab;

namespace {

std::vector<Record> samples() {
  SplitMix64 random(1);
  const Board a = test::random_full(random, 20, 128), b = test::random_full(random, 21, 128);
  std::vector<Record> records{test::record(a, ScoreSource::kExact, 10),
                              test::record(symmetric(a, 5), ScoreSource::kGame, -4),
                              test::record(a, ScoreSource::kNone, 0),
                              test::record(b, ScoreSource::kGame, -8)};
  records[2].value = Value{64};
  return records;
}

}  // namespace

TEST_CASE("statistics: positions are counted by empties and source") {
  const RecordStatistics s = statistics_of(samples());
  const auto& row = s.by_empties[20];
  CHECK(row.positions == 3);
  CHECK(row.by_source == std::array<std::uint64_t, 3>{1, 1, 1});
  CHECK(row.searched == 1);
  CHECK(row.score_sum == 6);
  CHECK(row.score_magnitude_sum == 14);
  CHECK(s.by_empties[21].positions == 1);
  CHECK(s.all.positions == 4);
  CHECK(s.duplicates == 2);
}

TEST_CASE("statistics: a table and JSON show the counts") {
  const RecordStatistics s = statistics_of(samples());
  CHECK(statistics_text(s) ==
        "empties  positions      exact       game       none   searched     mean    size\n"
        "     21          1          0          1          0          0    -8.00    8.00\n"
        "     20          3          1          1          1          1    +3.00    7.00\n"
        "    all          4          1          2          1          1    -0.67    7.33\n"
        "2 duplicates up to symmetry (50.0%)\n");
  const protocol::Json json = statistics_json(s);
  CHECK(json["positions"] == 4);
  CHECK(json["duplicates"] == 2);
  CHECK(json["by_empties"].size() == 2);
  CHECK(json["by_empties"][0]["empties"] == 20);
  CHECK(json["by_empties"][0]["mean_score"] == 3.0);
  CHECK_FALSE(statistics_json(statistics_of({})).contains("mean_score"));
}

using namespace sumi;

namespace {

/// Distinct positions, ten of each game.
std::vector<Record> samples(int count) {
  SplitMix64 random(1);
  std::vector<Record> records(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].board = test::random_fill(random, 100, 100);
    records[i].game = static_cast<std::uint16_t>(i / 10);
  }
  return records;
}

std::multiset<Bitboard> boards_of(const std::vector<Record>& records) {
  std::multiset<Bitboard> boards;
  for (const Record& r : records) boards.insert(r.board.own);
  return boards;
}

std::set<int> games_of(const std::vector<Record>& records) {
  std::set<int> games;
  for (const Record& r : records) games.insert(r.game);
  return games;
}

}  // namespace

TEST_CASE("shuffle: keeps all records, in an order that depends on the seed") {
  const std::vector<Record> original = samples(1000);
  std::vector<Record> one = original, same = original, other = original;
  shuffle(one, 1);
  shuffle(same, 1);
  shuffle(other, 2);
  CHECK(one == same);
  CHECK(one != original);
  CHECK(one != other);
  CHECK(boards_of(one) == boards_of(original));
  std::size_t kept = 0;  // unmoved records; one is expected
  for (std::size_t i = 0; i < one.size(); ++i) kept += one[i] == original[i];
  CHECK(kept < 10);
  std::vector<Record> none;
  shuffle(none, 1);
  CHECK(none.empty());
}

TEST_CASE("dedupe: keeps the best of symmetric positions") {
  std::vector<Record> records = samples(3);
  const auto like_first = [&](int symmetry, ScoreSource source, int depth) {
    Record r = records[0];
    r.board = symmetric(r.board, symmetry);
    r.source = source;
    if (depth > 0) r.value = Value{1};
    r.depth = static_cast<std::uint8_t>(depth);
    r.game = static_cast<std::uint16_t>(100 + symmetry);
    return r;
  };
  records[0].source = ScoreSource::kGame;
  const std::vector<Record> distinct = records;
  records.push_back(like_first(3, ScoreSource::kExact, 0));
  records.push_back(like_first(4, ScoreSource::kExact, 8));
  records.push_back(like_first(5, ScoreSource::kExact, 8));
  records.push_back(like_first(6, ScoreSource::kGame, 20));
  records.push_back(records[1]);
  const Record best = records[4];
  deduplicate(records);
  CHECK(records == std::vector{best, distinct[1], distinct[2]});
  deduplicate(records);
  CHECK(records.size() == 3);
}

TEST_CASE("dedupe: colours are not a symmetry") {
  std::vector<Record> records = samples(1);
  records.push_back(records[0]);
  records[1].board = records[1].board.passed();
  deduplicate(records);
  CHECK(records.size() == 2);
}

TEST_CASE("split: games stay whole, and the part is close to the share") {
  const std::vector<Record> records = samples(2000);
  const SplitRecords split = split_by_game(records, 0.1, 1);
  CHECK(split.part.size() == 200);
  CHECK(split.rest.size() == 1800);
  const std::set<int> part = games_of(split.part), rest = games_of(split.rest);
  CHECK(std::ranges::none_of(part, [&](int game) { return rest.contains(game); }));
  auto all = boards_of(split.part);
  all.merge(boards_of(split.rest));
  CHECK(all == boards_of(records));
  CHECK(split_by_game(records, 0.1, 1).part == split.part);
  CHECK(split_by_game(records, 0.1, 2).part != split.part);
  CHECK(split_by_game({}, 0.1, 1).part.empty());
}

using namespace sumi;
using namespace sumi::lab;

namespace {

const std::string kStart = "---------------------------OX------XO---------------------------";

WthorGame random_game(SplitMix64& random) {
  WthorGame game;
  Board b = kStartBoard;
  int black = 1;  // 1: Black to move
  while (!rules::game_over(b)) {
    if (rules::must_pass(b)) {
      b = b.passed();
      black = -black;
    }
    const Square move = test::random_square(random, rules::legal_moves(b));
    game.moves.push_back(move);
    b = b.played(move, rules::flips(b, move));
    black = -black;
  }
  game.score = {black * final_score(b).discs};
  game.theoretical_score = {-6};
  return game;
}

}  // namespace

TEST_CASE("text: records survive writing and reading") {
  SplitMix64 random(1);
  std::vector<Record> records(30);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].board = test::random_fill(random, 90, 90);
    records[i].game = static_cast<std::uint16_t>(i);
    records[i].score = {static_cast<int>(i) - 15};
    records[i].source = i == 7 ? ScoreSource::kNone : ScoreSource::kExact;
  }
  records[7].score = {};
  CHECK(parse_records_text(records_text(records), ScoreSource::kExact).value() == records);
}

TEST_CASE("text: every form of a line is read") {
  const auto one = [](const std::string& line) {
    return parse_records_text(line, ScoreSource::kGame).value().at(0);
  };
  CHECK(records_text(std::vector{one(kStart + " X +4")}) == kStart + " X +4\n");
  CHECK(one(kStart + " X -12").score.discs == -12);
  CHECK(one(kStart + " X\t12").score.discs == 12);
  CHECK(one(kStart + " O 0").board == kStartBoard.passed());
  CHECK(one(kStart + " O 0").source == ScoreSource::kGame);
  CHECK(one(kStart + " X").source == ScoreSource::kNone);
  CHECK(one(kStart + " 0").board == kStartBoard.passed());  // the side to move
  CHECK(one(kStart + " 0").source == ScoreSource::kNone);
  CHECK(one(kStart + " X; d3:-2; c4:+6 % best").score.discs == 6);
  CHECK(one("\n% a comment\n" + kStart + " O 2\r\n").score.discs == 2);
  CHECK(parse_records_text("", ScoreSource::kGame).value().empty());
}

TEST_CASE("text: messages name the line") {
  const auto message = [](const std::string& text) {
    const auto read = parse_records_text(text, ScoreSource::kGame);
    return read ? "" : read.error().message;
  };
  using Catch::Contains;
  CHECK_THAT(message(kStart + " X 2\n\njunk\n"), Contains("line 3") && Contains("'junk'"));
  CHECK_THAT(message(kStart + " X 66"), Contains("66"));
  CHECK_THAT(message(kStart + " X 1.5"), Contains("line 1"));
  CHECK_THAT(message("-----OX--XO----- X 2"), Contains("4x4"));
  test::check_bad_input(
      [](std::string_view text) { return parse_records_text(text, ScoreSource::kGame); },
      {kStart + " X +4\n", kStart + " X; d3:-2\n"}, "-X;+\n");
}

TEST_CASE("WTHOR: scores are theoretical up to the file's depth, then actual results") {
  constexpr int kDepth = 22;
  SplitMix64 random(3);
  WthorFile file;
  file.depth = kDepth;
  for (int i = 0; i < 20; ++i) file.games.push_back(random_game(random));
  const WthorRecords result = wthor_records(file, 65530);
  CHECK(result.games == 20);
  CHECK(result.illegal == 0);
  std::size_t at = 0;
  int passes = 0;
  for (std::size_t g = 0; g < file.games.size(); ++g) {
    const WthorGame& game = file.games[g];
    Board b = kStartBoard;
    int black = 1;
    for (const Square move : game.moves) {
      if (rules::must_pass(b)) {
        b = b.passed();
        black = -black;
        ++passes;
      }
      REQUIRE(at < result.records.size());
      const Record& r = result.records[at++];
      CHECK(r.board == b);
      CHECK(r.game == static_cast<std::uint16_t>(65530 + g));
      CHECK(r.move == index(move));
      const int score = b.empties() >= kDepth ? -6 : game.score.discs;
      CHECK(r.score.discs == black * score);
      CHECK((r.source == ScoreSource::kExact) == (b.empties() == kDepth));
      b = b.played(move, rules::flips(b, move));
      black = -black;
    }
  }
  CHECK(at == result.records.size());
  CHECK(passes > 0);
}

TEST_CASE("WTHOR: games that end early have their results, and illegal games are counted") {
  SplitMix64 random(3);
  WthorFile file;
  file.games = {random_game(random), random_game(random)};
  file.games[0].moves.resize(20);
  file.games[1].moves[5] = Square::kA1;
  const WthorRecords result = wthor_records(file, 0);
  CHECK(result.games == 1);
  CHECK(result.illegal == 1);
  CHECK_THAT(result.first_fault, Catch::Contains("game 2"));
  REQUIRE(result.records.size() == 20);
  CHECK(result.records[0].score == file.games[0].score);
  CHECK(std::ranges::all_of(result.records,
                            [](const Record& r) { return r.source == ScoreSource::kGame; }));
}
