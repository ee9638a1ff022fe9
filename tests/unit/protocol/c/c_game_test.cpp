// SPDX-License-Identifier: MIT
#include "tests/support/temporary_folder.h"
#include "tests/unit/protocol/c/c_handles.h"

#include <string>
#include <vector>

using namespace sumi::c_tests;

namespace {

constexpr std::uint64_t square_bit(int square) { return std::uint64_t{1} << square; }

}  // namespace

TEST_CASE("c: games are read, played, undone and copied", "[c]") {
  const GameHandle game = new_game("");
  CHECK(sumi_game_size(game.get()) == 8);
  CHECK(sumi_game_black_to_move(game.get()) == 1);
  CHECK(sumi_game_black(game.get()) == (square_bit(28) | square_bit(35)));
  CHECK(sumi_game_white(game.get()) == (square_bit(27) | square_bit(36)));
  CHECK(sumi_game_legal(game.get()) ==
        (square_bit(19) | square_bit(26) | square_bit(37) | square_bit(44)));

  REQUIRE(sumi_game_play(game.get(), "F5 d6") == SUMI_OK);
  REQUIRE(sumi_game_play(game.get(), "c3d3c4") == SUMI_OK);
  CHECK(sumi_game_move_count(game.get()) == 5);
  CHECK(sumi_game_move(game.get(), 0) == 37);
  CHECK(sumi_game_move(game.get(), 5) == -1);
  CHECK(text_of(game, "moves") == "f5d6c3d3c4");
  CHECK(std::string(sumi_game_opening(game.get())) == "Tiger (Tora)");

  sumi_game* copied = nullptr;
  REQUIRE(sumi_game_copy(game.get(), &copied) == SUMI_OK);
  const GameHandle copy(copied);
  CHECK(sumi_game_undo(game.get(), 2) == 2);
  CHECK(text_of(game, "moves") == "f5d6c3");
  CHECK(text_of(copy, "moves") == "f5d6c3d3c4");
  CHECK(sumi_game_undo(game.get(), 99) == 3);
  CHECK(sumi_game_undo(game.get(), 1) == 0);
  REQUIRE(sumi_game_play_square(game.get(), 19) == SUMI_OK);
  CHECK(text_of(game, "moves") == "d3");
}

TEST_CASE("c: an illegal move leaves the game unchanged", "[c]") {
  const GameHandle game = new_game("f5");
  CHECK(sumi_game_play(game.get(), "d6c3a1") == SUMI_ILLEGAL_MOVE);
  CHECK(std::string(sumi_error()).find("a1") != std::string::npos);
  CHECK(sumi_game_play(game.get(), "hello") == SUMI_BAD_SYNTAX);
  CHECK(sumi_game_play(game.get(), "") == SUMI_BAD_SYNTAX);
  CHECK(sumi_game_play_square(game.get(), 0) == SUMI_ILLEGAL_MOVE);
  CHECK(sumi_game_play_square(game.get(), SUMI_PASS) == SUMI_ILLEGAL_MOVE);
  CHECK(text_of(game, "moves") == "f5");
}

TEST_CASE("c: passes may be omitted and count as moves", "[c]") {
  // After b1 White must pass.
  const GameHandle game =
      new_game("-XOX---- -------- -------- -------- -------- -------- -------- -------- X");
  CHECK(sumi_game_legal(game.get()) == 0);
  CHECK(sumi_game_over(game.get()) == 0);
  REQUIRE(sumi_game_play(game.get(), "e1") == SUMI_OK);
  CHECK(sumi_game_move_count(game.get()) == 2);
  CHECK(sumi_game_move(game.get(), 0) == SUMI_PASS);
  CHECK(sumi_game_undo(game.get(), 1) == 1);
  CHECK(sumi_game_move_count(game.get()) == 0);
  REQUIRE(sumi_game_play(game.get(), "pass") == SUMI_OK);
  CHECK(sumi_game_black_to_move(game.get()) == 0);
}

TEST_CASE("c: every notation of the command line gives the same position", "[c]") {
  const GameHandle game = new_game("f5d6c3");
  const std::string board = text_of(game, "board");
  CHECK(board == "------------------X--------XX------OXX-----O-------------------- O");
  // A diagram lacks the side to move.
  CHECK(text_of(new_game(text_of(game, "diagram") + " O"), "board") == board);
  for (const char* format : {"board", "fen", "ggf", "sgf", "pgn"}) {
    const std::string text = text_of(game, format);
    INFO(text);
    CHECK(text_of(new_game(text), "board") == board);
  }
  for (int i = 0; const char* const format = sumi_format_name(i); ++i) {
    INFO(format);
    CHECK_FALSE(text_of(game, format).empty());
  }
}

TEST_CASE("c: a game keeps the other fields of its text", "[c]") {
  const GameHandle game = new_game(
      "(;GM[Othello]PC[GGS/os]PB[Ann]PW[Bob]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- "
      "---*O--- -------- -------- -------- *]B[F5]W[D6];)");
  REQUIRE(sumi_game_play(game.get(), "c3") == SUMI_OK);
  const std::string pgn = text_of(game, "pgn");
  CHECK(pgn.find("[Black \"Ann\"]") != std::string::npos);
  CHECK(std::string(sumi_game_info(game.get(), "white")) == "Bob");
  CHECK(std::string(sumi_game_info(game.get(), "event")).empty());
  CHECK(sumi_game_info(game.get(), "colour") == nullptr);
  REQUIRE(sumi_game_set_info(game.get(), "white", "Zoe") == SUMI_OK);
  REQUIRE(sumi_game_set_info(game.get(), "result", "B+12") == SUMI_OK);
  CHECK(sumi_game_set_info(game.get(), "colour", "red") == SUMI_NOT_FOUND);
  CHECK(text_of(game, "pgn").find("[White \"Zoe\"]") != std::string::npos);
  CHECK(text_of(game, "ggf").find("RE[+12.000]") != std::string::npos);
  REQUIRE(sumi_game_undo(game.get(), 1) == 1);
  CHECK(std::string(sumi_game_info(game.get(), "result")).empty());
  CHECK(pgn.find("c3") != std::string::npos);
}

TEST_CASE("c: a game may start on a small board or be over at the start", "[c]") {
  const GameHandle game = new_game("start", 6);
  CHECK(sumi_game_size(game.get()) == 6);
  sumi_game* made = nullptr;
  REQUIRE(sumi_game_of_board(square_bit(27), square_bit(28), 1, 8, &made) == SUMI_OK);
  const GameHandle open(made);
  CHECK(text_of(open, "board").ends_with(" X"));
  CHECK(sumi_game_over(open.get()) == 0);
  REQUIRE(sumi_game_of_board(square_bit(27), 0, 0, 8, &made) == SUMI_OK);
  const GameHandle over(made);
  CHECK(sumi_game_over(over.get()) == 1);
  CHECK(sumi_game_black_score(over.get()) == 64);
}

TEST_CASE("c: a file is read game by game, even after a bad one", "[c]") {
  const sumi::test::TemporaryFolder folder;
  const std::string path = folder.write("games.txt", "f5d6c3\nf5a1\nf5f6\n");
  sumi_reader* opened = nullptr;
  REQUIRE(sumi_reader_new(path.c_str(), &opened) == SUMI_OK);
  const ReaderHandle reader(opened);
  std::vector<std::string> found;
  for (int i = 0; i < 4; ++i) {
    sumi_game* game = nullptr;
    const sumi_status status = sumi_reader_next(reader.get(), &game);
    if (status != SUMI_OK) {
      found.push_back("error " + std::to_string(status));
      CHECK(std::string(sumi_error()).find(path + ":2") != std::string::npos);
    } else {
      found.push_back(game ? text_of(GameHandle(game), "moves") : "end");
    }
  }
  CHECK(found == std::vector<std::string>{"f5d6c3", "error 2", "f5f6", "end"});
}
