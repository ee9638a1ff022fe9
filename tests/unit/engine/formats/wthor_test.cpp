// SPDX-License-Identifier: MIT
/// WTHOR files written byte by byte.
#include "engine/formats/codecs.h"
#include "engine/formats/wthor.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace sumi;

namespace {

std::string bytes(std::initializer_list<int> numbers) {
  std::string text;
  for (const int n : numbers) text += static_cast<char>(n);
  return text;
}

/// One game of 1980, created on 2001-02-03, theoretical scores at 24 empties.
std::string header(int games = 1) {
  return bytes({20, 1, 2, 3, games, 0, 0, 0, 0, 0, 0xBC, 0x07, 8, 0, 24, 0});
}

/// Tournament 258, players 3 and 4, 40 discs for Black (30 in theory), f5 d6 c3 d3.
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

TEST_CASE("wthor: a file written by hand is read") {
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
  const auto odd =
      parse_wthor(changed(changed(header() + game(), 0, 254), 1, 248));  // no such date
  CHECK(parse_wthor(write_wthor(odd.value())).value() == odd.value());
}

TEST_CASE("wthor: reading and writing a file returns the same bytes") {
  const std::string text = header(2) + game() + changed(game(), 6, 64);
  const auto file = parse_wthor(text);
  REQUIRE(file);
  CHECK(write_wthor(*file) == text);
  CHECK(parse_wthor(write_wthor(*file)).value() == *file);
}

TEST_CASE("wthor: passes are inserted, and illegal moves are reported") {
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

TEST_CASE("wthor: files of other types are refused, and the error says why") {
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

TEST_CASE("wthor: name files of players and tournaments are read") {
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

TEST_CASE("wthor: name files survive writing and reading") {
  WthorFile file;
  file.created_year = 2026;
  const std::vector<std::string> names = {"???", "Ren\xC3\xA9", "", "A very long name of a player",
                                          "\xE6\xA3\xAE"};
  const std::string players = write_wthor_names(WthorNameKind::kPlayers, names, file);
  CHECK(players.size() == 16 + 5 * 20);
  CHECK(players.substr(0, 2) == bytes({20, 26}));
  const std::vector<std::string> cut = {"???", "Ren\xC3\xA9", "", "A very long name of", "?"};
  CHECK(parse_wthor_names(players).value() == cut);
  const std::string tournaments = write_wthor_names(WthorNameKind::kTournaments, names, file);
  CHECK(tournaments.size() == 16 + 5 * 26);
  CHECK(parse_wthor_names(tournaments).value()[3] == "A very long name of a pla");
}

TEST_CASE("wthor: every name has a number, and every number a name") {
  const WthorNames none;
  CHECK(none.text_of(812) == "#812");
  CHECK(none.text_of(0).empty());
  CHECK(WthorNames({"???", "Ann"}).text_of(0).empty());
  CHECK(WthorNames({"Ann"}).text_of(0) == "Ann");

  WthorNames names({"???", "Ann", "", " Bert ", "Ann", "Bert #7"});
  CHECK(names.text_of(1) == "Ann");
  CHECK(names.text_of(2) == "#2");
  CHECK(names.text_of(4) == "Ann #4");
  for (std::uint16_t number = 0; number < 9; ++number) {
    CAPTURE(number);
    CHECK(names.number_of(names.text_of(number)).value() == number);
  }
  CHECK(names.number_of("").value() == 0);
  CHECK(names.number_of("Cleo").value() == 9);
  CHECK(names.number_of("Cleo").value() == 9);
  // Number 9 is Cleo, so "#9" becomes a new name.
  CHECK(names.number_of("#9").value() == 10);
  CHECK(names.number_of("#9").value() == 10);
  CHECK(names.number_of("Ann #5").value() == 11);
  CHECK(names.number_of("#99999").value() == 12);
  CHECK(names.number_of("#65535").value() == 65535);  // too large for a file of names
  CHECK(names.names().size() == 13);

  WthorNames sparse;
  CHECK(sparse.number_of("#65534").value() == 65534);
  CHECK(sparse.number_of("#1").value() == 1);
  CHECK(sparse.number_of("Anna").value() == 2);
  CHECK(sparse.number_of("Anna").value() == 2);
  CHECK(sparse.text_of(2) == "Anna");

  CHECK(fits_wthor_name(WthorNameKind::kPlayers, "Ren\xC3\xA9 d'Anjou #812"));
  CHECK_FALSE(fits_wthor_name(WthorNameKind::kPlayers, "Christian-Alexandre Delacroix"));
  CHECK(fits_wthor_name(WthorNameKind::kTournaments, "Cambridge International"));
  CHECK_FALSE(fits_wthor_name(WthorNameKind::kTournaments, "\xE6\xA3\xAE"));

  WthorNames full(std::vector<std::string>(65535, "x"));
  CHECK(full.number_of("x #65000").value() == 65000);
  CHECK(full.number_of("new").error().code == ErrorCode::kOutOfRange);
}

TEST_CASE("wthor: a game survives GGF, SGF and PGN, with or without name files") {
  const WthorFile file = parse_wthor(header(2) + game() + changed(game(), 6, 64)).value();
  std::vector<std::string> tournaments(259, "Open");
  WthorTables named{WthorNames({"???", "a", "b", "Ren\xC3\xA9", "[Bert] \"b\""}),
                    WthorNames(tournaments)};
  const GameRecord record = to_record(file, file.games[0], named).value();
  CHECK(record.black == "Ren\xC3\xA9");
  CHECK(record.event == "Open #258");
  CHECK(record.date == "1980");
  CHECK(record.result == "40-24");
  CHECK(record.theoretical == TheoreticalScore{{-4}, 24});
  CHECK(to_record(file, file.games[0]).value().white == "#4");
  for (WthorTables tables : {WthorTables{}, named}) {
    for (const WthorGame& g : file.games) {
      const GameRecord one = to_record(file, g, tables).value();
      for (const GameRecord& read :
           {one, parse_ggf(to_ggf(one)).value(), parse_sgf(to_sgf(one)).value(),
            parse_pgn(to_pgn(one)).value()}) {
        CHECK(to_wthor_game(read, file.depth, tables).value() == g);
        CHECK(wthor_year(read) == 1980);
      }
    }
  }
}

TEST_CASE("wthor: games of other formats are converted") {
  WthorTables tables;
  GameRecord record = parse_game("e6f4e3f6g5d6e7f5c5papa").value();
  record.black = "Ann";
  record.theoretical = TheoreticalScore{{10}, 20};
  for (const char* result : {"", "1-0", "13-0", "64-0", "+63.500"}) {
    CAPTURE(result);
    record.result = result;
    const WthorGame game = to_wthor_game(record, 24, tables).value();
    CHECK(game.score.discs == 64);
    CHECK(game.theoretical_score.discs == 64);  // unknown at 24 empties
    CHECK(game.moves.size() == 9);
    CHECK(game.black == 1);
    CHECK(game.white == 0);
  }
  CHECK(to_wthor_game(record, 20, tables)->theoretical_score.discs == 10);

  GameRecord open = parse_game("f5").value();
  CHECK_THAT(to_wthor_game(open, 24, tables).error().message, Catch::Contains("tells no score"));
  open.result = "W+4";
  CHECK(to_wthor_game(open, 24, tables)->score.discs == -4);
  open.start = start_position(6);
  open.moves.clear();
  CHECK_THAT(to_wthor_game(open, 24, tables).error().message, Catch::Contains("start position"));

  const auto year = [](std::string date) {
    GameRecord game;
    game.date = std::move(date);
    return wthor_year(game);
  };
  CHECK(year("2003.12.15_12:33:18.MST") == 2003);
  CHECK(year("2014-02-21") == 2014);
  CHECK(year("1071513198") == 0);
  CHECK(year("") == 0);
}

TEST_CASE("wthor: reading a file in pieces gives the same games") {
  const std::string text = header(1) + game();
  const WthorHeader head = parse_wthor_header(text.substr(0, kWthorHeaderBytes)).value();
  CHECK(head.games == 1);
  CHECK(head.file.year == 1980);
  CHECK(write_wthor_header(head) + write_wthor_game(parse_wthor_game(game()).value()) == text);
  CHECK_FALSE(parse_wthor_game("short"));
}
