// SPDX-License-Identifier: MIT
#include "book/book_games.h"
#include "engine/formats/codecs.h"
#include "tests/support/book_work.h"

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

/// `count` games with common first moves.
std::vector<GameRecord> random_records(SplitMix64& random, int count) {
  std::vector<GameRecord> games;
  for (int i = 0; i < count; ++i) {
    GameRecord game = random_record(random);
    game.black = "player " + std::to_string(i);
    games.push_back(game);
  }
  return games;
}

/// As the book stores it; std::nullopt if the game is over.
std::optional<Position> position_after(const GameRecord& game, std::size_t moves) {
  const Position position = game.replay(moves).position();
  if (rules::legal_moves(position.board) != 0) return position;
  if (rules::legal_moves(position.passed().board) != 0) return position.passed();
  return std::nullopt;
}

std::map<BoardKey, GameCounts> naive_counts(const std::vector<GameRecord>& games, int plies) {
  std::map<BoardKey, GameCounts> counts;
  for (const GameRecord& game : games) {
    const int black = game.replay().black_score().discs;
    std::set<BoardKey> seen;
    for (std::size_t i = 0; i <= game.moves.size(); ++i) {
      const auto position = position_after(game, i);
      if (!position || 60 - position->board.empties() > plies) break;
      if (!seen.insert(key_of(position->board)).second) continue;
      const int score = position->to_move == Color::kBlack ? black : -black;
      GameCounts& count = counts[key_of(position->board)];
      ++(score > 0 ? count.wins : score < 0 ? count.losses : count.draws);
    }
  }
  return counts;
}

AddReport add_all(BookStore& book, const std::vector<GameRecord>& games, AddSetup setup = {}) {
  GameAdder adder(book, setup);
  AddReport report;
  if (setup.min_games > 1) {
    for (const GameRecord& game : games) adder.survey(game);
  }
  for (const GameRecord& game : games) adder.add(game, report);
  return report;
}

GameRecord transcript(std::string_view moves, std::string result = "") {
  GameRecord game = parse_game(moves).value();
  game.result = std::move(result);
  return game;
}

}  // namespace

TEST_CASE("a game's identity depends on moves, players, date, place, event and round only",
          "[book][games]") {
  GameRecord game = transcript("f5d6c3d3c4");
  game.black = "A";
  game.white = "B";
  game.date = "2024.01.31";
  const std::uint64_t id = identity(game);
  CHECK(id == 0xC125EB7117F3C6A0);
  GameRecord same = game;
  same.comment = "good";
  same.result = "B+2";
  same.black_rating = "1500";
  CHECK(identity(same) == id);
  std::set<std::uint64_t> ids{id};
  for (auto field : {&GameRecord::black, &GameRecord::white, &GameRecord::date, &GameRecord::place,
                     &GameRecord::event, &GameRecord::round}) {
    GameRecord other = game;
    other.*field += "C";
    CHECK(ids.insert(identity(other)).second);
  }
  GameRecord other = game;
  other.moves.pop_back();
  CHECK(ids.insert(identity(other)).second);
  other = game;
  std::swap(other.black, other.white);
  CHECK(ids.insert(identity(other)).second);
  other = game;
  other.black = "AB";
  other.white = "";
  CHECK(ids.insert(identity(other)).second);
}

TEST_CASE("omitted passes do not make another game", "[book][games]") {
  SplitMix64 random(71);
  GameRecord game = random_record(random);
  while (!has_passes(game)) game = random_record(random);
  GameRecord without = game;
  std::erase(without.moves, Square::kPass);
  CHECK(identity(game) == identity(without));
  const TemporaryBook one, other;
  CHECK(add_all(*one, {game}, {.plies = 60}).added ==
        add_all(*other, {without}, {.plies = 60}).added);
  CHECK(entries_of(*one) == entries_of(*other));
}

TEST_CASE("games are counted in all their positions", "[book][games]") {
  SplitMix64 random(73);
  const std::vector<GameRecord> games = random_records(random, 60);
  CHECK(std::ranges::count_if(games, has_passes) > 10);
  for (const int plies : {0, 1, 10, 60}) {
    const TemporaryBook book;
    const AddReport report = add_all(*book, games, {.plies = plies});
    CHECK(report.games == 60);
    CHECK(report.known == 0);
    CHECK(report.skipped == 0);
    const auto counts = naive_counts(games, plies);
    const Entries entries = entries_of(*book);
    REQUIRE(entries.size() == counts.size());
    CHECK(report.added.size() == counts.size());
    for (const auto& [key, entry] : entries) {
      REQUIRE(entry.games == counts.at(key));
      REQUIRE(entry.leaf == Leaf{});
      REQUIRE((!entry.score || plies == 60));
    }
    const AddReport again = add_all(*book, games, {.plies = plies});
    CHECK(again.games == 60);
    CHECK(again.known == 60);
    CHECK(again.added.empty());
    CHECK(entries_of(*book) == entries);
  }
}

TEST_CASE("positions of a game are added in the order of its moves", "[book][games]") {
  const TemporaryBook book;
  const AddReport report = add_all(*book, {transcript("f5d6c3d3c4")}, {.plies = 3});
  REQUIRE(report.added.size() == 4);
  for (std::size_t i = 0; i < report.added.size(); ++i) {
    CHECK(report.added[i].empties() == 60 - static_cast<int>(i));
    CHECK(report.added[i] == canonical(report.added[i]).board);
  }
}

TEST_CASE("a new position needs a minimum number of games", "[book][games]") {
  SplitMix64 random(79);
  const std::vector<GameRecord> games = random_records(random, 200);
  const auto counts = naive_counts(games, 12);
  const TemporaryBook book;
  // Already in the book, so one game counts.
  const auto rare =
      std::ranges::find_if(counts, [](const auto& c) { return c.second.games() == 1; });
  book->put({rare->first.first, rare->first.second}, {});
  add_all(*book, games, {.plies = 12, .min_games = 3});
  const Entries entries = entries_of(*book);
  std::size_t wanted = 1;
  for (const auto& [key, count] : counts) {
    if (count.games() >= 3) ++wanted;
    REQUIRE(entries.contains(key) == (count.games() >= 3 || key == rare->first));
    if (entries.contains(key)) CHECK(entries.at(key).games == count);
  }
  CHECK(entries.size() == wanted);
  CHECK(wanted > 20);
  CHECK(wanted < counts.size() / 2);
}

TEST_CASE("duplicates of a game count once towards the minimum", "[book][games]") {
  const std::vector<GameRecord> games{transcript("f5d6c3"), transcript("f5d6c3"),
                                      transcript("f5f6e6")};
  const TemporaryBook book;
  add_all(*book, games, {.min_games = 2});
  CHECK(book->size() == 2);  // the start and f5
}

TEST_CASE("an unfinished game counts if its result names the winner", "[book][games]") {
  const auto counts = [](std::string result) {
    const TemporaryBook book;
    const AddReport report = add_all(*book, {transcript("f5d6", std::move(result))});
    CHECK(report.added.size() == 3);
    CHECK(report.skipped == 0);
    return book->find(kStartBoard)->games;
  };
  CHECK(counts("B+12") == GameCounts{1, 0, 0});
  CHECK(counts("0-1") == GameCounts{0, 0, 1});
  CHECK(counts("W+Resign") == GameCounts{0, 0, 1});
  CHECK(counts("1/2-1/2") == GameCounts{0, 1, 0});
  CHECK(counts("?") == GameCounts{});
  CHECK(counts("") == GameCounts{});
}

TEST_CASE("games on other boards or from other starts are refused", "[book][games]") {
  GameRecord late = transcript("f5d6c3");
  late.start = late.replay(1).position();
  late.moves.erase(late.moves.begin());
  const TemporaryBook book;
  const AddReport report = add_all(*book, {parse_game("b1", 4).value(), late, transcript("")});
  CHECK(report.games == 3);
  CHECK(report.skipped == 3);
  CHECK(book->size() == 0);
  CHECK(book->games().empty());

  GameRecord mirrored = transcript("f5d6c3");
  mirrored.start.board = symmetric(mirrored.start.board, 1);
  for (Square& move : mirrored.moves) move = symmetric(move, 1);
  CHECK(add_all(*book, {transcript("f5d6c3"), mirrored}).skipped == 0);
  CHECK(book->size() == 4);
}

TEST_CASE("games change scores only where they make leaves stale", "[book][games]") {
  SplitMix64 random(83);
  const TemporaryBook book;
  BuildGoal goal;
  goal.plies = 4;
  goal.max_loss = kInfinity;  // otherwise stale positions may leave the goal
  goal.level = 2;
  REQUIRE(BookWorker(*book, work_setup()).build(goal) == BuildEnd::kDone);
  REQUIRE(check_tree(*book).stale == 0);
  const Entries before = entries_of(*book);
  const AddReport report = add_all(*book, random_records(random, 40), {.plies = 8});
  CHECK(report.added.size() > 100);
  const TreeFaults tree = check_tree(*book);
  CAPTURE(tree.faults);
  CHECK(tree.faulty == 0);
  CHECK(tree.stale > 0);
  for (const auto& [key, entry] : before) {
    const BookEntry after = book->find({key.first, key.second}).value();
    CHECK(after.leaf == entry.leaf);
    CHECK(after.level == entry.level);
  }
  REQUIRE(BookWorker(*book, work_setup()).search(report.added, 2) == BuildEnd::kDone);
  const TreeFaults searched = check_tree(*book);
  CHECK(searched.stale == 0);
  CHECK(searched.unsearched == 0);
}
