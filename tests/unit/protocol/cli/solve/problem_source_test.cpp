// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/cli/solve/problem_source.h"
#include "tests/support/pipe.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <stop_token>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kBoard = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-";

const std::string kStart = "---------------------------OX------XO---------------------------";

std::vector<Problem> all(const std::vector<std::string>& arguments,
                         std::optional<int> at_empties = std::nullopt,
                         const TextOptions& options = {}) {
  ProblemSource source(arguments, at_empties, {}, options);
  std::vector<Problem> problems;
  while (auto problem = source.next({})) problems.push_back(*problem);
  return problems;
}

}  // namespace

TEST_CASE("positions come from the command line and from files in order", "[solve]") {
  const test::TemporaryFolder folder;
  const std::string file =
      folder.write("file", "% comment\r\n\r\n" + kBoard + " X; H8:+64;\r\n" + kBoard + " O");
  const auto problems = all({kBoard + " X", file, "f5d6c3"});
  REQUIRE(problems.size() == 4);
  for (const Problem& problem : problems) REQUIRE(problem.line.has_value());
  CHECK(problems[0].source.empty());
  CHECK(problems[1].source == file + ":3");
  CHECK(problems[1].line->score == DiscDiff{64});
  CHECK(problems[2].source == file + ":4");
  CHECK(problems[2].line->position.to_move == Color::kWhite);
  CHECK(problems[3].line->position.board.empties() == 57);
  REQUIRE(problems[3].share.has_value());
  CHECK(*problems[3].share == 1.0);
}

TEST_CASE("the error about a bad position gives its location", "[solve]") {
  const auto missing = all({"no-such-file.obf"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].line.error().message.starts_with("'no-such-file.obf' is neither a file nor"));
  const auto root = all({"/"});
  REQUIRE(root.size() == 1);
  CHECK(root[0].line.error().message == "file '/': Is a directory");
  CHECK_FALSE(all({""}).at(0).line.has_value());
  CHECK_FALSE(all({std::string(63, '-') + " X"}).at(0).line.has_value());

  const test::TemporaryFolder folder;
  const std::string file = folder.write(
      "file", "\xFF\xFE garbage\n" + kBoard + " X\n" + std::string(100'000, 'X') + "\n");
  const auto problems = all({file});
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].source == file + ":1");
  CHECK_FALSE(problems[0].line.has_value());
  CHECK(problems[1].line.has_value());
  CHECK(problems[2].line.error().message == "line is longer than 65536 bytes");
}

TEST_CASE("only the first bad lines of a file are reported", "[solve]") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "garbage\n";
  const test::TemporaryFolder folder;
  const auto problems = all({folder.write("lines", text)});
  REQUIRE(problems.size() == 100);
  CHECK(problems[10].line.error().message.find("not told") != std::string::npos);
  CHECK(problems[11].line.error().message.empty());
}

TEST_CASE("reading a file ends at binary data", "[solve]") {
  const test::TemporaryFolder folder;
  const std::string binary =
      folder.write("binary", std::string("\177ELF\0\0\n", 7) + kBoard + " X\n");
  REQUIRE(all({binary}).size() == 1);
  CHECK(all({binary})[0].line.error().message.starts_with("binary data"));
  CHECK(all({folder.write("empty", "")}).empty());
}

TEST_CASE("a byte order mark is skipped", "[solve]") {
  const test::TemporaryFolder folder;
  CHECK(all({folder.write("file", "\xEF\xBB\xBF" + kBoard + " X\n")}).at(0).line.has_value());
}

TEST_CASE("a stop request ends the reading", "[solve]") {
  std::stop_source stop;
  stop.request_stop();
  ProblemSource source({kBoard + " X"});
  CHECK_FALSE(source.next(stop.get_token()).has_value());
}

TEST_CASE("positions in an open pipe are answered as they arrive", "[solve][posix]") {
  struct Case {
    std::string text;
    int empties;
  };
  const Case cases[] = {{kBoard + " X\n", 1},
                        {"f5d6c3\n", 57},
                        {"(;GM[Othello]PB[a]TY[8]B[F5]W[D6];)", 58},
                        {"(;GM[2]SZ[8];B[fe])", 59}};
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const test::Pipe pipe;
    std::stop_source stop;
    const std::jthread patience([&stop](const std::stop_token& done) {
      constexpr std::chrono::milliseconds kLook{20};
      for (int i = 0; i < 500 && !done.stop_requested(); ++i) std::this_thread::sleep_for(kLook);
      stop.request_stop();
    });
    ProblemSource source({pipe.path()});
    for (int i = 0; i < 2; ++i) {
      pipe.write(c.text);
      const auto problem = source.next(stop.get_token());
      REQUIRE(problem.has_value());
      REQUIRE(problem->line.has_value());
      CHECK(problem->line->position.board.empties() == c.empties);
    }
    stop.request_stop();
    CHECK_FALSE(source.next(stop.get_token()).has_value());
  }
}

TEST_CASE("only valid problems are numbered", "[solve]") {
  const test::TemporaryFolder folder;
  const auto problems =
      all({kBoard + " X", "XO", folder.write("file", "garbage\n" + kBoard + " O\n")});
  REQUIRE(problems.size() == 4);
  CHECK(problems[0].index == 1);
  CHECK(problems[1].index == 0);
  CHECK(problems[2].index == 0);
  CHECK(problems[3].index == 2);
}

TEST_CASE("only a single position on the command line makes single() true", "[solve]") {
  const test::TemporaryFolder folder;
  CHECK(ProblemSource({"f5d6c3"}).single());
  CHECK_FALSE(ProblemSource({"f5d6c3", "f5"}).single());
  CHECK_FALSE(ProblemSource({"-"}).single());
  CHECK_FALSE(ProblemSource({folder.write("f5", kBoard + " X")}).single());
}

TEST_CASE("a line may be a FEN or a game", "[solve]") {
  const test::TemporaryFolder folder;
  const auto problems = all({folder.write("file",
                                          "8/8/8/3ox3/3xo3/8/8/8 x\n"
                                          "f5d6c3\n"
                                          "1. F5 f4\n" +
                                              kBoard + " X; H8:+64;\n")});
  REQUIRE(problems.size() == 4);
  for (const Problem& problem : problems) REQUIRE(problem.line.has_value());
  CHECK(problems[0].line->position == Position{});
  CHECK(problems[1].line->position.to_move == Color::kWhite);
  CHECK(problems[2].line->position.board.empties() == 58);
  CHECK(problems[3].line->score == DiscDiff{64});
}

TEST_CASE("each game of several lines is one problem", "[solve]") {
  // "e6 f4" alone would be a game.
  const test::TemporaryFolder folder;
  const auto numbered = all({folder.write("numbered", "1. f5 f6\n2. e6 f4\n\n1. f5 d6\n2. c3\n")});
  REQUIRE(numbered.size() == 2);
  CHECK(numbered[0].line.value().position == all({"f5f6e6f4"}).at(0).line->position);
  CHECK(numbered[1].line.value().position == all({"f5d6c3"}).at(0).line->position);
  const auto sheet = all({folder.write("sheet", "f5\nd6\nc3\n")});
  REQUIRE(sheet.size() == 1);
  CHECK(sheet[0].line.value().position == all({"f5d6c3"}).at(0).line->position);
}

TEST_CASE("lines are read with the options for games", "[solve]") {
  const test::TemporaryFolder folder;
  std::string digits(64, '0');
  for (int square = 27; square < 37; ++square) digits[static_cast<std::size_t>(square)] = '1';
  for (int square = 40; square < 47; ++square) digits[static_cast<std::size_t>(square)] = '2';
  const std::string file =
      folder.write("file", kBoard + " X\n" + kStart + " X;F5D6A1C3\n" + digits + "\nf5d6a1\n");
  const auto strict = all({file});
  REQUIRE(strict.size() == 4);
  CHECK(strict[0].line.has_value());
  for (const std::size_t i : {1, 3}) {
    REQUIRE_FALSE(strict[i].line.has_value());
    const std::string& message = strict[i].line.error().message;
    CHECK(message.find("'a1'") != std::string::npos);
    CHECK(message.find("at move 3") != std::string::npos);
  }
  CHECK_FALSE(strict[2].line.has_value());

  TextOptions options;
  options.keep_going = true;
  options.black = '2';
  const auto used = all({file}, std::nullopt, options);
  REQUIRE(used.size() == 4);
  for (const std::size_t i : {1, 3}) {
    CHECK(used[i].line.value().position == all({"f5d6"}).at(0).line->position);
    REQUIRE(used[i].warnings.size() == 1);
    CHECK(used[i].warnings[0].find("only the game up to it is used") != std::string::npos);
  }
  CHECK(used[2].line.value().position.discs(Color::kBlack) == Bitboard{0x7F} << 40);
}

TEST_CASE("a file of games gives the last position of each", "[solve]") {
  const std::string ggf =
      "(;GM[Othello]PC[here]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 " + kStart + " *]B[F5]W[D6]B[C3];)\n";
  const test::TemporaryFolder folder;
  const auto games = all({folder.write("games", ggf + ggf)});
  REQUIRE(games.size() == 2);
  for (const Problem& game : games) {
    REQUIRE(game.line.has_value());
    CHECK(game.line->position == all({"f5d6c3"}).at(0).line->position);
    CHECK(game.source.find("games") != std::string::npos);
  }
  CHECK(games[1].source.find('2') != std::string::npos);
  REQUIRE(games[1].share.has_value());
  CHECK(*games[1].share > *games[0].share);
  CHECK(*games[1].share <= 1.0);

  const auto sgf = all({folder.write("game.sgf", "(;GM[2]FF[4]SZ[8]B[fe]W[df]B[cc])")});
  REQUIRE(sgf.size() == 1);
  REQUIRE(sgf[0].line.has_value());
  CHECK(sgf[0].line->position == games[0].line->position);
}

TEST_CASE("a .pos file has the side to move on a separate line", "[solve]") {
  const test::TemporaryFolder folder;
  const auto problems = all({folder.write("end01.pos", kStart + "\nWhite\na comment\n")});
  REQUIRE(problems.size() == 1);
  REQUIRE(problems[0].line.has_value());
  CHECK(problems[0].line->position.to_move == Color::kWhite);
}

TEST_CASE("the position of a game with N empties can be selected", "[solve]") {
  const auto problem = all({"f5d6c3d3c4"}, 58).at(0);
  REQUIRE(problem.line.has_value());
  CHECK(problem.line->position == all({"f5d6"}).at(0).line->position);
  const auto missing = all({"f5d6c3"}, 20).at(0);
  REQUIRE_FALSE(missing.line.has_value());
  CHECK(missing.line.error().message == "the game ends with 57 empties, before 20");
  CHECK(all({kStart + " X"}, 20).at(0).line.has_value());
}

TEST_CASE("a theoretical score is compared at its number of empties", "[solve]") {
  const test::TemporaryFolder folder;
  std::string file(16, '\0');
  file[0] = 20;
  file[4] = 1;  // number of games
  file[10] = static_cast<char>(1999 & 255);
  file[11] = static_cast<char>(1999 >> 8);
  file[14] = 57;  // empties of the theoretical score
  std::string game(68, '\0');
  game[6] = 32, game[7] = 33;  // Black's final and theoretical scores
  game[8] = 56, game[9] = 64, game[10] = 33;
  const std::string path = folder.write("WTH_1999.wtb", file + game);
  const auto problem = all({path}).at(0);
  REQUIRE(problem.line.has_value());
  CHECK(problem.line->position == all({"f5d6c3"}).at(0).line->position);
  CHECK(problem.line->score == DiscDiff{-2});  // White is to move
  CHECK_FALSE(all({path}, 58).at(0).line->score.has_value());
}
