// SPDX-License-Identifier: MIT
/// Files written by hand, byte by byte.
#include "engine/game/wthor.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;

namespace {

std::string bytes(std::initializer_list<int> numbers) {
  std::string text;
  for (const int n : numbers) text += static_cast<char>(n);
  return text;
}

/// Header of one game of 1980, created on 2001-02-03, scores at 24 empties.
std::string header(int games = 1) {
  return bytes({20, 1, 2, 3, games, 0, 0, 0, 0, 0, 0xBC, 0x07, 8, 0, 24, 0});
}

/// Tournament 258, players 3 and 4, 40 discs for Black, 30 theoretically; f5 d6 c3 d3.
std::string game() {
  std::string text = bytes({2, 1, 3, 0, 4, 0, 40, 30, 56, 64, 33, 34});
  text.resize(68);
  return text;
}

std::string changed(std::string text, std::size_t at, int byte) {
  text[at] = static_cast<char>(byte);
  return text;
}

}  // namespace

TEST_CASE("wthor: a file by hand") {
  const auto file = parse_wthor(header() + game());
  REQUIRE(file);
  CHECK(file->year == 1980);
  CHECK(file->depth == 24);
  CHECK(file->created_year == 2001);
  CHECK(file->created_month == 2);
  CHECK(file->created_day == 3);
  REQUIRE(file->games.size() == 1);
  const WthorGame& g = file->games[0];
  CHECK(g.tournament == 258);
  CHECK(g.black == 3);
  CHECK(g.white == 4);
  CHECK(g.score.discs == 16);
  CHECK(g.theoretical_score.discs == -4);
  const auto record = replay_wthor(g);
  REQUIRE(record);
  CHECK(to_transcript(*record) == "f5d6c3d3");
  CHECK(record->result == "40-24");

  CHECK(parse_wthor(changed(header() + game(), 14, 0))->depth == 22);
  CHECK(parse_wthor(changed(header() + game(), 12, 0)));
  CHECK(parse_wthor(header(0)));
}

TEST_CASE("wthor: what is written is read back, byte for byte") {
  const std::string text = header(2) + game() + changed(game(), 6, 64);
  const auto file = parse_wthor(text);
  REQUIRE(file);
  CHECK(write_wthor(*file) == text);
  CHECK(parse_wthor(write_wthor(*file)).value() == *file);
}

TEST_CASE("wthor: passes are put in, illegal moves told") {
  // Random games: some have passes.
  SplitMix64 random(1);
  WthorGame g;
  int passes = 0;
  for (int i = 0; i < 20; ++i) {
    Game game;
    g.moves.clear();
    std::vector<Square> all;
    while (!game.over()) {
      const Bitboard moves = game.legal_moves();
      const Square move = moves == 0 ? Square::kPass : test::random_square(random, moves);
      REQUIRE(game.play(move));
      all.push_back(move);
      if (move != Square::kPass) g.moves.push_back(move);
    }
    passes += static_cast<int>(all.size() - g.moves.size());
    CHECK(replay_wthor(g).value().moves == all);
  }
  CHECK(passes > 0);

  g.moves = {Square::kA1};
  const auto refused = replay_wthor(g);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kIllegalMove);
  CHECK(refused.error().message.find("at move 1") != std::string::npos);
}

TEST_CASE("wthor: other files are refused in words") {
  const auto message = [](const std::string& text) {
    const auto file = parse_wthor(text);
    return file ? "" : file.error().message;
  };
  using Catch::Contains;
  const std::string good = header() + game();
  CHECK_THAT(message(""), Contains("header"));
  CHECK_THAT(message(good.substr(0, 83)), Contains("83"));
  CHECK_THAT(message(good + "x"), Contains("85"));
  CHECK_THAT(message(changed(good, 12, 10)), Contains("10x10"));
  CHECK_THAT(message(changed(good, 13, 1)), Contains("solitaires"));
  CHECK_THAT(message(changed(good, 14, 61)), Contains("61"));
  CHECK_THAT(message(changed(good, 16 + 6, 65)), Contains("65") && Contains("game 1"));
  CHECK_THAT(message(changed(good, 16 + 9, 89)), Contains("move 2") && Contains("89"));
  CHECK_THAT(message(changed(good, 16 + 9, 10)), Contains("move 2"));
  test::check_bad_input(parse_wthor, {good}, std::string("\x08\x01\x18\x28", 4));
}

TEST_CASE("wthor: names of players and tournaments") {
  std::string players = bytes({20, 1, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
  const std::string head = players;
  const auto add = [](std::string& text, std::string name, std::size_t size) {
    name.resize(size);
    text += name;
  };
  add(players, "???", 20);
  add(players, "Ren\xE9", 20);
  CHECK(parse_wthor_names(players).value() == std::vector<std::string>{"???", "Ren\xC3\xA9"});
  std::string tournaments = head;
  add(tournaments, "Cambridge", 26);
  add(tournaments, std::string(26, 'x'), 26);
  CHECK(parse_wthor_names(tournaments).value() ==
        std::vector<std::string>{"Cambridge", std::string(26, 'x')});
  CHECK_FALSE(parse_wthor_names(players + "x"));
  CHECK_FALSE(parse_wthor_names("short"));
  test::check_bad_input(parse_wthor_names, {players}, std::string("\x02?", 2));
}
