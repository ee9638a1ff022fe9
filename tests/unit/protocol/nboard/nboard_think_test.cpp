// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "tests/unit/protocol/nboard/conversation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace sumi;
using namespace sumi::protocol;

namespace {

std::vector<std::vector<SearchLine>> iterations(const Lines& said) {
  std::vector<std::vector<SearchLine>> all(1);
  for (const std::string& line : said) {
    if (line.starts_with("search ")) all.back().push_back(search_line(line));
    if (line.starts_with("nodestats ")) all.emplace_back();
  }
  CHECK(all.back().empty());
  all.pop_back();
  return all;
}

void check_iterations(const std::vector<std::vector<SearchLine>>& all, std::size_t moves) {
  int last_depth = 0;
  for (const auto& iteration : all) {
    CHECK(iteration.size() == moves);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < iteration.size(); ++i) {
      CHECK(seen.insert(iteration[i].moves.substr(0, 2)).second);
      CHECK(iteration[i].depth == iteration[0].depth);
      if (i > 0) CHECK(iteration[i].discs <= iteration[i - 1].discs);
    }
    const int depth = std::stoi(iteration[0].depth);
    CHECK(depth >= last_depth);
    last_depth = depth;
  }
}

/// White has c1 and c3; Black never has a move.
const char* const kBlackIsStuck =
    "(;GM[Othello]TY[8]BO[8 O*------ -------- O*------ -------- -------- -------- -------- "
    "-------- *];)";

}  // namespace

TEST_CASE("a hint prints all moves of each depth, best first", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C3]"));
  nboard.send("hint 3");
  const auto all = iterations(nboard.until_iterations(4));
  CHECK(all.size() >= 4);
  check_iterations(all, 3);
  CHECK(all.back()[0].depth.find_first_not_of("0123456789") == std::string::npos);
  CHECK(nboard.session().busy());
  nboard("ping 1");

  nboard.send("hint 64");
  const auto legal = static_cast<std::size_t>(std::popcount(nboard.game().legal_moves()));
  check_iterations(iterations(nboard.until_iterations(2)), legal);
  nboard("ping 2");
  nboard.send("hint");
  check_iterations(iterations(nboard.until_iterations(1)), 4);
  nboard("ping 3");
  for (const char* line : {"hint 0", "hint -1", "hint all"}) {
    CHECK(nboard(line).at(0).starts_with("status hint: '"));
  }
}

TEST_CASE("a hint ends when all values are proven", "[nboard]") {
  const GameRecord record = random_record(
      [](const Game& g) { return empties_of(g) == 7 && std::popcount(g.legal_moves()) >= 3; });
  const Board board = record.replay().position().board;
  NBoardConversation nboard;
  nboard.send("set game " + to_ggf(record));
  const Lines said = nboard("hint 64");
  CHECK(said.front() == "status Analyzing");
  CHECK(said.back() == "status");
  const auto all = iterations(said);
  check_iterations(all, static_cast<std::size_t>(std::popcount(rules::legal_moves(board))));
  CHECK(all.back()[0].depth == "100%");
  for (const SearchLine& line : all.back()) {
    CAPTURE(line.moves);
    const Square s = parse_nboard_move(line.moves.substr(0, 2))->square;
    const Board child = board.played(s, rules::flips(board, s));
    CHECK(line.discs == -test::BruteForce().solve(child));
  }
}

TEST_CASE("a hint works for a side that must pass", "[nboard]") {
  NBoardConversation nboard;
  nboard.send(std::string("set game ") + kBlackIsStuck);
  const auto stuck = iterations(nboard("hint 4"));
  check_iterations(stuck, 1);
  CHECK(stuck.back()[0].moves.starts_with("PAc"));
  CHECK(stuck.back()[0].discs == -64);
  CHECK(stuck.back()[0].depth == "100%");

  const GameRecord record =
      random_record([](const Game& g) { return must_pass(g) && empties_of(g) <= 7; });
  const Board board = record.replay().position().board;
  nboard.send("set game " + to_ggf(record));
  const auto all = iterations(nboard("hint 4"));
  check_iterations(all, 1);
  for (const auto& iteration : all) CHECK(iteration[0].moves.starts_with("PA"));
  CHECK(all.back()[0].discs == -test::BruteForce().solve(board.passed()));
}

TEST_CASE("go returns a move, its value and its time", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("nboard 2");
  nboard.send("set depth 3");
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C3]"));
  nboard.said();
  const Lines said = nboard("go");
  CHECK(said.front() == "status Thinking");
  CHECK(starting_with(said, "nodestats ").size() >= 1);
  CHECK(said[said.size() - 2] == "status");
  const std::string& answer = said.back();
  REQUIRE(answer.starts_with("=== "));
  const auto move = parse_nboard_move(answer.substr(4));
  REQUIRE(move.has_value());
  CHECK((nboard.game().legal_moves() & bit(move->square)) != 0);
  CHECK(move->note.discs.has_value());
  CHECK(move->note.seconds.has_value());
  CHECK(nboard.game().moves().size() == 3);
  const auto searched = starting_with(said, "search ");
  REQUIRE_FALSE(searched.empty());
  CHECK(search_line(searched.back()).moves.substr(0, 2) == answer.substr(4, 2));
  CHECK(search_line(searched.back()).discs == *move->note.discs);
  CHECK(search_line(searched.back()).depth == "3");  // of the level
}

TEST_CASE("go respects the clock of the game", "[nboard][clock]") {
  EngineOptions options = test::small_engine();
  options.level = 60;
  NBoardConversation nboard(options);
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C3//9]", "0:02"));
  const StopWatch watch;
  CHECK(nboard("go").back().starts_with("=== "));
  CHECK(watch.seconds() < 2);
  nboard.send("set game " + nboard_game("B[F5]W[D6//9999]B[C3]", "10:00"));  // no time left
  CHECK(nboard("go").back().starts_with("=== "));
  CHECK(watch.seconds() < 3);
}

TEST_CASE("an analysis covers every position from the last to the first, and counts passes",
          "[nboard]") {
  const GameRecord record = random_record([](const Game& g) {
    return g.over() && std::ranges::count(g.moves(), Square::kPass, &PlayedMove::square) > 0;
  });
  NBoardConversation nboard;
  nboard.send("set depth 1");
  nboard.send("set game " + to_ggf(record));
  nboard.said();
  const Lines said = starting_with(nboard("analyze"), "analysis ");
  REQUIRE(said.size() == record.moves.size() + 1);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const std::size_t made = record.moves.size() - i;
    const auto words = words_of(said[i]);
    CHECK(words[1] == std::to_string(made));
    const Position position = record.replay(made).position();
    if (rules::game_over(position.board)) {
      CHECK(std::stod(words[2]) == final_score(position.board).discs);
    }
  }
}

TEST_CASE("an analysis solves where its level solves", "[nboard]") {
  const GameRecord record =
      random_record([](const Game& g) { return must_pass(g) && empties_of(g) <= 6; });
  NBoardConversation nboard;
  nboard.send("set depth 5");
  nboard.send("set game " + to_ggf(record));
  nboard.said();
  const Lines said = starting_with(nboard("analyze"), "analysis ");
  REQUIRE(said.size() == record.moves.size() + 1);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Board board = record.replay(record.moves.size() - i).position().board;
    if (board.empties() > 6) break;
    CHECK(std::stod(words_of(said[i])[2]) == test::BruteForce().solve(board));
  }
}

TEST_CASE("variety applies to moves only", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("set depth 1");
  nboard.send("set seed 1");
  nboard.send("set game " + nboard_game("B[F5]W[D6]B[C3]W[D3]B[C4]"));
  nboard.said();
  const Lines said = nboard("analyze");
  nboard("set variety 64");
  CHECK(nboard("analyze") == said);
  nboard.send("hint 2");
  check_iterations(iterations(nboard.until_iterations(1)), 2);
}

TEST_CASE("a position that was set up is analysed", "[nboard]") {
  NBoardConversation nboard;
  nboard.send("set depth 60");
  nboard.send(std::string("set game ") + kBlackIsStuck);
  nboard.said();
  const Lines said = nboard("analyze");
  CHECK(starting_with(said, "analysis ") == Lines{"analysis 0 -64.00"});
}

TEST_CASE("the longest possible clock is accepted", "[nboard]") {
  NBoardConversation nboard;
  nboard("set depth 3");
  nboard("set game " + nboard_game("", "277777:46:40/277777:46:40"));
  REQUIRE(nboard.session().clock());
  CHECK(starting_with(nboard("go"), "=== ").size() == 1);
  nboard("set game " + nboard_game("", "2147483647.00:00:00"));
  CHECK_FALSE(nboard.session().clock());
}
