// SPDX-License-Identifier: MIT
#include "book/games/game_import.h"
#include "book/games/game_search.h"
#include "book/games/game_store.h"
#include "engine/formats/wthor.h"
#include "tests/support/child_process.h"
#include "tests/support/game_database.h"
#include "tests/support/sqlite.h"

#include <catch2/catch.hpp>

#include <csignal>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

/// Long enough for other spellings to merge.
const std::string kLong = "f5d6c3d3c4f4f6f3e6e7d7g6g5c5c6b5b4b3f7c7";

const test::TestedStore kTested{[](const std::string& path) { add_all(path, random_games(40)); },
                                [](const std::string& path, bool to_write) -> std::string {
                                  if (to_write) {
                                    const auto adder =
                                        GameImporter::open(path, SimilarGames::kMerge);
                                    return adder ? "none" : adder.error().message;
                                  }
                                  const auto store = GameStore::open(path);
                                  return store ? "none" : store.error().message;
                                },
                                "holds no database of games"};

}  // namespace

TEST_CASE("a database keeps all fields of a game", "[game_store]") {
  const TemporaryFolder folder;
  GameRecord game = game_of("f5d6c3", "Tastet Marc", "為則 英司", "1986.11.02");
  game.event = "World Championship";
  game.round = "3";
  game.result = "37-27";
  game.theoretical = TheoreticalScore{{-2}, 22};
  GameRecord other =
      parse_game("---------------------------OX------XO--------------------------- O e3").value();
  add_all(folder.file("g"), {game, other});
  const auto store = store_of(folder.file("g"));
  REQUIRE(store->facts().size() == 2);
  const StoredGame found = store->game(1);
  CHECK(found.record == game);
  CHECK(found.source == "test.ggf:1");
  CHECK(found.year == 1986);
  CHECK(found.ending.outcome == Outcome::kBlack);
  CHECK(found.ending.score == 10);
  CHECK(store->game(2).record == other);
  CHECK(store->game(2).ending.outcome == Outcome::kUnknown);
  CHECK(store->check_file().empty());
}

TEST_CASE("a game is stored once, whatever its orientation", "[game_store]") {
  const TemporaryFolder folder;
  const auto adder = adder_of(folder.file("g"));
  const GameRecord game = game_of("f5d6c3");
  CHECK(adder->add(game, "", "").added == Added::kNew);
  for (int s = 0; s < kSymmetries; ++s) {
    CHECK(adder->add(turned(game, s), "", "").added == Added::kKnown);
  }
  CHECK(adder->add(game_of("f5d6c3", "A", "C"), "", "").added == Added::kNew);
  CHECK(adder->add(game_of("f5d6c3", "A", "B", "2002"), "", "").added == Added::kNew);
  CHECK(adder->add(game_of("f5d6c4"), "", "").added == Added::kNew);
  GameRecord round = game;
  round.round = "2";
  CHECK(adder->add(round, "", "").added == Added::kNew);
  adder->commit();
  CHECK(adder->add(game, "", "").added == Added::kKnown);
  CHECK(adder->games() == 5);
}

TEST_CASE("a game with other spellings of its names is merged and completes the stored one",
          "[game_store]") {
  const TemporaryFolder folder;
  const auto adder = adder_of(folder.file("g"));
  const GameRecord first = game_of(kLong, "#812", "Muller Jorg", "1997");
  GameRecord second = game_of(kLong, "Tastet Marc", "J. Müller", "1997.05.02");
  second.round = "4";
  second.result = "40-24";
  const auto added = adder->add(first, "w.wtb", ", game 1");
  const auto merged = adder->add(second, "g.ggf", ":7");
  CHECK(merged.added == Added::kMerged);
  CHECK(merged.id == added.id);
  CHECK(adder->add(first, "w.wtb", ", game 1").added == Added::kKnown);
  CHECK(adder->add(second, "g.ggf", ":7").added == Added::kKnown);
  CHECK(adder->add(game_of(kLong, "#813", "Muller Jorg", "1997"), "", "").added == Added::kMerged);
  CHECK(adder->add(game_of(kLong, "Tastet Paul", "Muller Jorg", "1997"), "", "").added ==
        Added::kNew);
  CHECK(adder->add(game_of(kLong, "Tastet Marc", "Muller Jorg", "1998"), "", "").added ==
        Added::kNew);
  // Short games may be equal by coincidence.
  CHECK(adder->add(game_of("f5d6c3", "#812"), "", "").added == Added::kNew);
  CHECK(adder->add(game_of("f5d6c3", "Tastet Marc"), "", "").added == Added::kNew);
  adder->commit();
  const auto store = store_of(folder.file("g"));
  const StoredGame game = store->game(added.id);
  CHECK(game.record.black == "Tastet Marc");
  CHECK(game.record.white == "Muller Jorg");
  CHECK(game.record.date == "1997.05.02");
  CHECK(game.record.round == "4");
  CHECK(game.record.result == "40-24");
  CHECK(game.ending.score == 16);
  CHECK(game.others.size() == 3);
  CHECK(store->check_file().empty());
}

TEST_CASE("games with other spellings are stored separately on request", "[game_store]") {
  const TemporaryFolder folder;
  const auto adder = adder_of(folder.file("g"), SimilarGames::kKeep);
  CHECK(adder->add(game_of(kLong, "Tastet Marc"), "", "").added == Added::kNew);
  const auto similar = adder->add(game_of(kLong, "M. Tastet"), "", "");
  CHECK(similar.added == Added::kSimilar);
  CHECK(similar.id == 1);
  CHECK(adder->add(game_of(kLong, "M. Tastet"), "", "").added == Added::kKnown);
  CHECK(adder->games() == 2);
}

TEST_CASE("an import skips what is not a game and reports its location", "[game_store]") {
  const TemporaryFolder folder;
  const std::string ggf =
      folder.write("a.ggf",
                   "(;GM[Othello]PB[A]PW[B]TY[8]B[F5]W[D6];)\n(;GM[Othello]PB[A]PW[B]TY[8]B[A1];)\n"
                   "(;GM[Othello]PB[A]PW[C]TY[8];)\n(;GM[Othello]PB[A]PW[D]TY[8]B[F5]W[F6];)\n");
  const std::string obf = folder.write(
      "b.obf", "---------------------------OX------XO--------------------------- X; f5:0;\n");
  const std::string junk = folder.write("c.bin", std::string(5000, '\x01'));
  WthorFile file;
  file.year = 1977;
  for (int i = 0; i < 3; ++i) {
    WthorGame game;
    game.black = 1;
    game.white = static_cast<std::uint16_t>(i + 2);
    game.score = {0};
    for (const Square move : parse_game("f5d6").value().moves) game.moves.push_back(move);
    file.games.push_back(game);
  }
  const std::string bytes = write_wthor(file);
  const std::string cut =
      folder.write("d.wtb", std::string_view(bytes).substr(0, bytes.size() - 30));
  const std::string names = folder.write(
      "d.jou", write_wthor_names(WthorNameKind::kPlayers, {"???", "A", "Müller"}, file));

  const auto adder = adder_of(folder.file("g"));
  std::vector<std::string> told;
  ImportSetup setup;
  setup.tell = [&](const ImportNote& note) {
    if (note.kind == ImportNote::Kind::kLeftOut) told.push_back(note.where);
  };
  ImportReport report;
  for (const std::string& path : {ggf, obf, junk, folder.file("none"), names, cut}) {
    import_file(*adder, path, setup, report);
  }
  adder->commit();
  CHECK(report.games == 4);
  CHECK(report.added == 4);
  CHECK(report.left_out == 6);
  CHECK(report.files == 5);
  CHECK(told == std::vector<std::string>{ggf + ":2", ggf + ":3", obf + ":1", junk,
                                         folder.file("none"), cut + ", game 3"});
  const auto store = store_of(folder.file("g"));
  CHECK(store->players()[3] == "D");
  CHECK(store->player_index().find("muller").size() == 1);
  CHECK(store->game(4).source == "d.wtb, game 2");
}

TEST_CASE("a name is the same player in UTF-8 and in Shift-JIS", "[game_store]") {
  const TemporaryFolder folder;
  const auto ggf = [&](const char* file, const std::string& black) {
    std::string text = "(;GM[Othello]DT[2001]PB[" + black + "]PW[B]TY[8]";
    for (std::size_t i = 0; i < kLong.size(); i += 2) {
      text += std::string(i % 4 == 0 ? "B" : "W") + "[" + kLong.substr(i, 2) + "]";
    }
    return folder.write(file, text + ";)\n");
  };
  const auto adder = adder_of(folder.file("g"));
  ImportSetup setup;
  setup.tell = [](const ImportNote&) {};
  ImportReport report;
  import_file(*adder, ggf("utf8.ggf", "ゾロ"), setup, report);
  import_file(*adder, ggf("sjis.ggf", "\x83\x5D\x83\x8D"), setup, report);  // 0x5D is a bracket
  adder->commit();
  CHECK(report.added == 1);
  CHECK(report.known == 1);
  CHECK(store_of(folder.file("g"))->player_index().find("ゾロ").size() == 1);
}

TEST_CASE("a kill loses only uncommitted games and duplicates none", "[game_store][posix]") {
  const TemporaryFolder folder;
  const std::vector<GameRecord> games = random_games(90);
  for (const int before : {0, 5, 10, 37, 80, 89}) {
    const std::string path = folder.file("g" + std::to_string(before));
    test::wait_for(test::in_child([&] {
      const auto adder = GameImporter::open(path, SimilarGames::kMerge, 10).value();
      for (int i = 0; i < before; ++i) adder->add(games[static_cast<std::size_t>(i)], "f", "");
      raise(SIGKILL);
    }));
    CHECK(store_of(path)->facts().size() == static_cast<std::size_t>(before / 10 * 10));
    CHECK(store_of(path)->check_file().empty());
    int known = 0;
    {
      const auto adder = adder_of(path);
      for (const GameRecord& game : games) {
        known += adder->add(game, "f", "").added == Added::kKnown;
      }
      adder->commit();
    }
    CHECK(known == before / 10 * 10);
    CHECK(store_of(path)->facts().size() == games.size());
    CHECK(store_of(path)->check_file().empty());
  }
}

TEST_CASE("several processes can read while one adds games", "[game_store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("g");
  add_all(path, random_games(3));
  const auto before = store_of(path);
  CHECK(before->facts().size() == 3);
  const auto adder = adder_of(path);
  CHECK_FALSE(GameImporter::open(path, SimilarGames::kMerge));
  adder->add(game_of("f5d6"), "f", "");
  CHECK(store_of(path)->facts().size() == 3);
  adder->commit();
  CHECK(before->facts().size() == 3);
  CHECK(games_at(*before, kStartBoard).tally.games == 3);
  CHECK(store_of(path)->facts().size() == 4);
}

TEST_CASE("a file that is not a database of games is refused and unchanged", "[game_store]") {
  test::check_refuses_other_files(kTested);
  test::check_refuses_cut_files(kTested);
}

TEST_CASE("verify finds inconsistent rows", "[game_store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("g");
  for (const char* const change :
       {"UPDATE games SET moves = 'a1' WHERE id = 2", "UPDATE games SET black = 1 WHERE id = 2",
        "DELETE FROM games WHERE id = 3", "DELETE FROM positions WHERE bucket % 7 = 0",
        "UPDATE positions SET lists = x'00' WHERE bucket % 7 = 0",
        "UPDATE games SET line = 5 WHERE id = 2", "DELETE FROM players WHERE id = 2"}) {
    CAPTURE(change);
    std::filesystem::remove(path);
    add_all(path, random_games(20));
    CHECK(store_of(path)->check_file().empty());
    test::ask_sqlite(path, change);
    CHECK_FALSE(store_of(path)->check_file().empty());
  }
}

TEST_CASE("years are found in dates of all formats", "[game_store]") {
  CHECK(year_of("1977") == 1977);
  CHECK(year_of("2003.12.15_12:33:18.MST") == 2003);
  CHECK(year_of("2014-02-21 20:52:27 GMT") == 2014);
  CHECK(year_of("15/12/2003") == 2003);
  CHECK(year_of("20031215") == 2003);
  CHECK(year_of("1071500000") == 2003);
  CHECK(year_of("") == 0);
  CHECK(year_of("????.??.??") == 0);
}
