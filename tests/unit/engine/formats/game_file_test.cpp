// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/formats/wthor.h"
#include "engine/game/notation.h"
#include "tests/support/pipe.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;
using Catch::Contains;

namespace {

const std::string kStart = to_text(Position{});
const std::string kGgf = "(;GM[Othello]PB[Anna]PW[Bert]RE[?]TY[8]B[F5//1.5]W[D6]B[C3];)";
const std::string kSgf = "(;GM[2]FF[4]SZ[8]PB[Anna]PW[Bert];B[fe];W[fd])";
const std::string kPgn = "[Event \"Cup\"]\n[Black \"Anna\"]\n\n1. f5 d6 2. c3 *\n";
const std::string kQuest = R"({"moves":[{"m":"f5","t":1200},{"m":"d6","t":800}]})";

std::string format_of(std::string_view path, std::string_view head) {
  const auto format = detect_format(path, head);
  return format ? std::string(format_spec(*format).name) : "error: " + format.error().message;
}

std::string text_of(const FileEntry& entry) {
  const GameRecord game = game_of(entry);
  const std::string moves = to_transcript(game);
  if (game.start == Position{}) return moves.empty() ? "start" : moves;
  return to_text(game.start) + (moves.empty() ? "" : " " + moves);
}

/// "WHERE MOVES" or "WHERE error: ..." of each entry, then the warnings.
std::vector<std::string> read_all(GameFileReader reader) {
  std::vector<std::string> all;
  while (const auto item = reader.next()) {
    std::string text = item->where + " ";
    text += item->entry ? text_of(*item->entry)
                        : (item->is_rest ? "rest: " : "error: ") + item->entry.error().message;
    for (const std::string& warning : item->warnings) text += " | " + warning;
    all.push_back(text);
  }
  return all;
}

std::vector<std::string> read_text(std::string text, std::optional<FileFormat> format = {}) {
  auto reader = GameFileReader::of_text(std::move(text), format);
  REQUIRE(reader);
  return read_all(std::move(*reader));
}

std::string wthor_bytes(int games) {
  WthorFile file;
  file.year = 1977;
  for (int i = 0; i < games; ++i) {
    WthorGame game;
    game.black = 1;
    game.white = 2;
    game.moves = {*parse_square("f5"), *parse_square("d6")};
    file.games.push_back(game);
  }
  return write_wthor(file);
}

}  // namespace

TEST_CASE("the format is detected from the contents", "[game_file]") {
  struct Case {
    std::string path, head, want;
  };
  const std::string diagram_text = diagram(Position{});
  const Case cases[] = {
      {"a.txt", kGgf, "ggf"},
      {"a.sgf", "1 " + kGgf, "ggf"},
      {"", "\xEF\xBB\xBF" + kGgf, "ggf"},
      {"", "(;GM[ Othello ]", "ggf"},
      {"", "(;PB[a]TY[8]B[F5];)", "ggf"},
      {"", kSgf, "sgf"},
      {"a.ggf", kSgf, "sgf"},
      {"", "(;B[fe])", "sgf"},
      {"a.ggf", "(;B[F5])", "ggf"},
      {"", " ( ;\nFF[4]GM[2];B[f5])", "sgf"},
      {"", kPgn, "pgn"},
      {"", "; comment\n[White \"b\"]\n\n1. f5 *", "pgn"},
      {"", kQuest, "quest"},
      {"", "[\"f5\",\"d6\"]", "quest"},
      {"", "\n[ {\"m\":\"f5\"}]", "quest"},
      {"", "{\"black\":\"(;_;)\",\"moves\":[\"f5\",\"d6\"]}", "quest"},
      {"", "[Black \"(;_;)\"]\n\n1. f5 *", "pgn"},
      {"", "f5d6c3", "transcript"},
      {"", "F5 d6 C3", "transcript"},
      {"", "1. F5 f4 2. F3 g4", "transcript"},
      {"", "# openings\n\nf5d6c4d3c2b3b4b5\n", "transcript"},
      {"", "+d3-c5+f6: +08 10", "transcript"},
      {"", "Game of the day:\nf5 d6", "transcript"},
      {"", kStart + " f5d6", "transcript"},
      {"", kStart + "\nf5d6", "transcript"},
      {"", kStart, "board"},
      {"", "% a comment\n" + kStart, "scr"},
      {"a.obf", kStart, "obf"},
      {"a.scr", kStart, "scr"},
      {"a.SCR", kStart, "scr"},
      {"", kStart + "; d3:+0; c4:+0;", "obf"},
      {"", kStart + " % a; b", "board"},
      {"a.pos", kStart.substr(0, 64) + "\nBlack\n", "pos"},
      {"", diagram_text, "board"},
      {"", diagram_text + "\nX to move\n", "board"},
      {"", "|[8 " + kStart.substr(0, 64) + " *]", "board"},
      {"", "8/8/8/3ox3/3xo3/8/8/8 x", "fen"},
      {"", "8/8/8/3Pp3/3pP3/8/8/8 b\n", "fen"},
      {"", wthor_bytes(1), "wthor"},
      {"a.wtb", wthor_bytes(0), "wthor"},
      {"a.ggf", "", "ggf"},
      {"a.sgf", ";GM[2]FF[4];B[fe];W[d6]", "sgf"},
      {"a.sgf", "f5d6c3", "transcript"},
      {"a.pgn", "what is this", "pgn"},
      {"a", "", "error: file 'a': is empty"},
      {"dir.ggf/a", " \n", "error: file 'dir.ggf/a': is empty"},
      {"a", std::string("\0\0\xFF\xFFxxxxxxxxxxxxxxx", 19),
       "error: file 'a': binary data that is not a WTHOR file"},
      {"a", "\xFF\xFEx", "error: file 'a': is in UTF-16, not in UTF-8"},
      {"book.dat", "XADEKOOB\4\4",
       "error: file 'book.dat': is an opening book of Edax (see `sumi book import`)"},
      {"a.ggf", "DICUORAGE\3",
       "error: file 'a.ggf': is an opening book of Egaroucid (see `sumi book import`)"},
      {"", std::string("SUMI\x1AWGT\1\0\0\0\3\0\0\0", 16),
       "error: file '': is an opening book of Sumi (see `sumi book show`)"},
      {"a.xyz", "hello, world",
       "error: file 'a.xyz': holds no game or position in a known format (see `sumi convert "
       "--formats`)"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.path, c.head);
    CHECK(format_of(c.path, c.head) == c.want);
  }
}

TEST_CASE("the start of a file is enough to detect its format", "[game_file]") {
  const std::string moves = "# a comment\n\nf5d6c3\n";
  int told = 0;
  const std::string texts[] = {kGgf,
                               kSgf,
                               kPgn,
                               kQuest,
                               kStart + "\nf5\n",
                               kStart + "; d3:+0;\n",
                               moves,
                               moves + kGgf,
                               "1 " + kGgf,
                               "f5 is a move (;GM[2]",
                               "8/8/8/3ox3/3xo3/8/8/8 x\n",
                               "1. f5 d6\n",
                               wthor_bytes(1),
                               "f5d6\n" + std::string(1, '\0')};
  for (const std::string& text : texts) {
    CAPTURE(text);
    const auto whole = detect_format("-", text);
    const std::size_t bytes = text.find('\0') == text.npos ? text.size() : 1;
    for (std::size_t end = 0; end <= bytes; ++end) {
      const auto begun = format_of_start(text.substr(0, end));
      if (!begun) continue;
      ++told;
      CHECK((whole && *whole == *begun));
    }
    CHECK_FALSE((!whole && format_of_start(text)));
  }
  CHECK(told > 100);
  CHECK(format_of_start(kGgf) == FileFormat::kGgf);
  CHECK(format_of_start(moves + kGgf) == FileFormat::kTranscript);
}

TEST_CASE("a game is read from a pipe before the pipe is closed", "[game_file][posix]") {
  for (const std::string& game :
       {std::string("f5d6c3\n"), std::string("F5 D6 C3\r\n"), kStart + " f5d6c3\n", kGgf}) {
    CAPTURE(game);
    const test::Pipe pipe;
    int asked = 0;
    const auto stop = [&] {
      if (asked++ == 0) pipe.write(game);
      return asked > 1;
    };
    // Moves or scores may follow a board.
    std::optional<FileFormat> format;
    if (game.starts_with('-')) format = FileFormat::kTranscript;
    auto reader = GameFileReader::open(pipe.path(), format, stop);
    REQUIRE(reader);
    const auto item = reader->next();
    REQUIRE(item.has_value());
    CHECK(text_of(item->entry.value()) == "f5d6c3");
    CHECK(asked == 1);
    CHECK_FALSE(reader->next());
  }
}

TEST_CASE("every format is found by its name", "[game_file]") {
  for (const FormatSpec& spec : file_formats()) {
    CHECK(parse_format(spec.name).value() == spec.format);
    CHECK(format_spec(spec.format).name == spec.name);
  }
  CHECK(parse_format("GGF").value() == FileFormat::kGgf);
  CHECK_THAT(parse_format("xyz").error().message,
             Contains("'xyz' is not transcript, ggf, sgf, pgn"));
  CHECK(format_by_name("a/b.c/games.GGF") == FileFormat::kGgf);
  CHECK(format_by_name("a.ggf/games") == std::nullopt);
}

TEST_CASE("files of many games are read game by game, with line numbers", "[game_file]") {
  const std::vector<std::string> three = {"line 1 f5d6c3", "line 2 f5f6", "line 4 e6"};
  CHECK(read_text("f5d6c3\nf5f6\n# a comment\ne6\n") == three);
  CHECK(read_text("f5d6c3\r\nf5f6\r\n\r\ne6") == three);
  CHECK(read_text("f5d6c3\rf5f6\r\re6") == three);
  CHECK(read_text(kGgf + "\n1 (;GM[Othello]TY[8]\nB[F5]\n;)\n\n" + kGgf) ==
        std::vector<std::string>{"line 1 f5d6c3", "line 2 f5", "line 6 f5d6c3"});
  CHECK(read_text("2 " + kGgf + kGgf) ==
        std::vector<std::string>{"line 1 f5d6c3", "line 1 f5d6c3"});
  CHECK(read_text(kSgf + "\n" + kSgf + "(;B[f5](;W[f4])(;W[d6]))") ==
        std::vector<std::string>{"line 1 f5f4", "line 2 f5f4", "line 2 f5f4"});
  CHECK(read_text(kPgn + "\n" + kPgn + "[Site \"PlayOK\"]\n1. f5\n") ==
        std::vector<std::string>{"line 1 f5d6c3", "line 6 f5d6c3", "line 10 f5"});
  CHECK(read_text(kQuest + "\n" + kQuest) ==
        std::vector<std::string>{"line 1 f5d6", "line 2 f5d6"});
  CHECK(read_text("[" + kQuest + ",\n" + kQuest + "]") ==
        std::vector<std::string>{"line 1 f5d6", "line 2 f5d6"});
  CHECK(read_text("[{\"m\":\"f5\"},{\"m\":\"d6\"}]") == std::vector<std::string>{"line 1 f5d6"});
  CHECK(read_text("[\"f5\",\"d6\"]") == std::vector<std::string>{"line 1 f5d6"});
  CHECK(read_text("[{\"moves\":\"f5d6c3\"},{\"moves\":\"f5d6\"}]") ==
        std::vector<std::string>{"line 1 f5d6c3", "line 1 f5d6"});
  CHECK(read_text("8/8/8/3ox3/3xo3/8/8/8 x\n# x\n8/8/8/3ox3/3xo3/8/8/8 o\n") ==
        std::vector<std::string>{"line 1 start", "line 3 " + kStart.substr(0, 65) + "O"});
  CHECK(read_text(kStart + "; d3:+0;\n% comment\n" + kStart + ";") ==
        std::vector<std::string>{"line 1 start", "line 3 start"});
}

TEST_CASE("names in Shift-JIS are read, although their second bytes may be syntax", "[game_file]") {
  // 0x5D is a bracket, 0x5C a backslash.
  const std::string names = "PB[\x83\x5D\x83\x8D]PW[\x95\x5C\x97\xA0]";
  const std::string ggf = "(;GM[Othello]" + names + "TY[8]B[F5]W[D6];)\n";
  const std::string sgf = "(;GM[2]SZ[8]" + names + ";B[fe];W[df])\n";
  const test::TemporaryFolder folder;
  // Longer than a block of the stream, so blocks end inside characters.
  std::string many;
  while (many.size() < 200'000) many += ggf;
  for (const auto& [text, all] :
       {std::pair(ggf, 1u), std::pair(sgf, 1u),
        std::pair(many, static_cast<unsigned>(many.size() / ggf.size()))}) {
    auto reader = GameFileReader::open(folder.write("f", text));
    REQUIRE(reader);
    unsigned games = 0;
    while (const auto item = reader->next()) {
      REQUIRE(item->entry);
      const GameRecord game = game_of(*item->entry);
      REQUIRE(game.black == "ゾロ");
      REQUIRE(game.white == "表裏");
      REQUIRE(to_transcript(game) == "f5d6");
      ++games;
    }
    CHECK(games == all);
  }
}

TEST_CASE("positions keep their scores", "[game_file]") {
  auto reader = GameFileReader::of_text(kStart + "; d3:+2; c4:-4; % note\n").value();
  CHECK(reader.format() == FileFormat::kObf);
  const ObfLine line = std::get<ObfLine>(reader.next()->entry.value());
  CHECK(line.moves.size() == 2);
  CHECK(line.comment == "note");
  CHECK(game_of(line).comment == "note");
  CHECK(position_of(line) == Position{});
  CHECK(position_of(parse_game("f5").value()).to_move == Color::kWhite);
}

TEST_CASE("boards and moves are read as people paste them", "[game_file]") {
  const std::string squares = kStart.substr(0, 64);
  std::string rows;
  for (std::size_t i = 0; i < 64; i += 8) rows += squares.substr(i, 8) + "\n";
  std::string ggs = "   A B C D E F G H\n";
  for (std::size_t rank = 0; rank < 8; ++rank) {
    ggs += " " + std::to_string(rank + 1);
    for (std::size_t file = 0; file < 8; ++file) ggs += " " + squares.substr(8 * rank + file, 1);
    ggs += " " + std::to_string(rank + 1) + "\n";
  }
  ggs += "   A B C D E F G H\n";
  const std::string white = squares + " O";
  struct Case {
    std::string text;
    std::vector<std::string> want;
  };
  const Case cases[] = {
      // othello-sensei, PlayOK, Othello Quest.
      {kStart, {"line 1 start"}},
      {squares, {"line 1 start"}},
      {"|[8 " + squares + " *]", {"line 1 start"}},
      {"[8 " + squares + " O]", {"line 1 " + white}},
      {kStart + " f5d6", {"line 1 f5d6"}},
      {kStart + "\nF5 d6\n", {"line 1 f5d6"}},
      {"F5D6C3", {"line 1 f5d6c3"}},
      {"f5-d6-c3", {"line 1 f5d6c3"}},
      {"1. F5 f4 2. F3 g4", {"line 1 f5f4f3g4"}},
      {"1. F5 d6 2. C3 d3\n3. C4 f4 4. F6\n", {"line 1 f5d6c3d3c4f4f6"}},
      {"1. f5 d6\n2. c3 d3\n3. c4\n\n1. f5 f6\n2. e6\n", {"line 1 f5d6c3d3c4", "line 5 f5f6e6"}},
      {"1. f5\nd6 2. c3", {"line 1 f5d6c3"}},
      {"1. f5\nd6\n2. c3\nd3\n3. c4\n1. f5\nf6\n", {"line 1 f5d6c3d3c4", "line 6 f5f6"}},
      {"1. f5\n" + kStart + " d3\n2. c5\n",
       {"line 1 f5", "line 2 d3",
        "line 3 error: illegal move: 'c5' for black (legal: d3 c4 f5 e6) at move 1"}},
      {kStart + " 1. f5 d6\n2. c3\n", {"line 1 f5d6c3"}},
      {"1. f5d6c3\n2. f5f6e6\n", {"line 1 f5d6c3", "line 2 f5f6e6"}},
      {kQuest, {"line 1 f5d6"}},
      {"{\"game\":{\"kifu\":[\"f5\",\"d6\"]}}", {"line 1 f5d6"}},
      // Diagrams, some followed by another diagram or moves.
      {rows, {"line 1 start"}},
      {rows + "O to move\n", {"line 1 " + white}},
      {rows + rows, {"line 1 start", "line 9 start"}},
      {ggs, {"line 1 start"}},
      {ggs + "White to play\n\n" + ggs + "*\n", {"line 1 " + white, "line 13 start"}},
      {ggs + "f5d6\n", {"line 1 f5d6"}},
      {diagram(Position{}) + "\n\n" + diagram(start_position(6)) + "\n",
       {"line 1 start", "line 12 " + to_text(start_position(6))}},
      {rows + "\nf5 d6 c3\n", {"line 1 f5d6c3"}},
      // Text without a game is reported and hides no game.
      {"Hello, Anna!\n\nf5d6c3\n", {"line 3 f5d6c3 | 1 line before it without moves or a board"}},
      {"f5d6\n\nBye!\n\nAnna\n",
       {"line 1 f5d6", "line 3 rest: 2 lines at the end without moves or a board"}},
      {kStart + "\r\nBye!", {"line 1 start | 'Bye!' below the board is read as a comment"}},
      {kStart + "\r\n\r\nBye!",
       {"line 1 start", "line 3 rest: 1 line at the end without moves or a board"}},
      {"1. f5 d6\nBye!\n% Anna\n",
       {"line 1 f5d6", "line 2 rest: 1 line at the end without moves or a board"}},
      {"f5d6c3 Tiger\n", {"line 1 f5d6c3 | 'Tiger' after the moves is read as a comment"}},
      {"f5d6c3 # Tiger\n", {"line 1 f5d6c3"}},
      {"f5d6c3 34 30\n", {"line 1 f5d6c3 | '34 30' after the moves is read as a comment"}},
      {"f5d6c3 12 Tiger\n", {"line 1 f5d6c3 | '12 Tiger' after the moves is read as a comment"}},
      {"f5d6c3 34-30\n", {"line 1 f5d6c3"}},
      {kStart + " -4\n" + kStart + " 34 30\n",
       {"line 1 start | '-4' after the board is read as a comment",
        "line 2 start | '34 30' after the board is read as a comment"}},
      {kStart + " 34-30\n",
       {"line 1 start | the result '34-30' of a board without moves is read as a comment"}},
      {"f5d6c3d9\nf5d6\n",
       {"line 1 error: game: 'd9' is not a move (d3 or pass) at move 4", "line 2 f5d6"}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(read_text(c.text) == c.want);
  }
  auto tiger = GameFileReader::of_text("f5d6c3 # Tiger\n").value();
  CHECK(game_of(tiger.next()->entry.value()).comment == "Tiger");
  auto score = GameFileReader::of_text(kStart + " -4 # Tiger\n").value();
  CHECK(game_of(score.next()->entry.value()).comment == "-4\nTiger");
}

TEST_CASE("score sheets are read as games, whatever their columns", "[game_file]") {
  const std::string game = "f5d6c3d3c4f4c5b3";
  struct Case {
    std::string text;
    std::vector<std::string> want;
  };
  const Case cases[] = {
      // One move per line, as spreadsheets export.
      {"\xEF\xBB\xBF"
       "f5\r\nd6\r\nc3\r\nd3\r\nc4\r\nf4\r\nc5\r\nb3\r\n",
       {"line 1 " + game}},
      {"F5\n\nd6\n\nC3\n\nd3\n", {"line 1 f5d6c3d3"}},
      {"f5\rd6\rc3\r", {"line 1 f5d6c3"}},
      {"ｆ５\nｄ６\nｃ３\n", {"line 1 f5d6c3"}},
      {"f5 d6\nc3 d3\nc4 f4\nc5 b3\n", {"line 1 " + game}},
      {"f5\td6\r\nc3\td3\r\nc4\r\n", {"line 1 f5d6c3d3c4"}},
      {"f5,d6\nc3,d3\n", {"line 1 f5d6c3d3"}},
      {"Black White\nf5 d6\nc3 d3\n", {"line 2 f5d6c3d3"}},
      {"1. f5 d6\n2. c3 d3\n3. c4 f4\n4. c5 b3\n", {"line 1 " + game}},
      {"1 f5 2 d6\n3 c3 4 d3\n5 c4 6 f4\n7 c5 8 b3\n", {"line 1 " + game}},
      {"1 f5 d6\n2 c3 d3\n3 c4 f4\n", {"line 1 f5d6c3d3c4f4"}},
      {"1 f5\n2 d6\n3 c3\n", {"line 1 f5d6c3"}},
      {"1 f5 5 c4\n2 d6 6 f4\n3 c3 7 c5\n4 d3\n", {"line 1 f5d6c3d3c4f4c5"}},
      {"1. f5 4. d3\n2. d6 5. c4\n3. c3 6. f4\n", {"line 1 f5d6c3d3c4f4"}},
      // A pass counts as a move of its column.
      {"d3\nc3\nb3\nb2\nf5\na3\na1\nc1\npass\ne3\n", {"line 1 d3c3b3b2f5a3a1c1e3"}},
      {"d3 c3\nb3 b2\nf5 a3\na1 c1\n-- e3\n", {"line 1 d3c3b3b2f5a3a1c1e3"}},
      // Several games, and lists of openings.
      {"f5\nd6\n\nf5\nf6\n", {"line 1 f5d6", "line 4 f5f6"}},
      {"f5 d6\nc3\nf5 f6\ne6\n", {"line 1 f5d6c3", "line 3 f5f6e6"}},
      {"f5\nd3\nc4\n", {"line 1 f5", "line 2 d3", "line 3 c4"}},
      {"f5d6\nf5f4\nf5f6\nd3c3\n", {"line 1 f5d6", "line 2 f5f4", "line 3 f5f6", "line 4 d3c3"}},
      {"f5 d6 c3\nf5 f6 e6\n", {"line 1 f5d6c3", "line 2 f5f6e6"}},
      // An illegal move invalidates the game; the error gives its line.
      {"f5\nd6\nc3\nh8\nd3\n",
       {"line 1 error: illegal move: 'h8' for white (legal: d3 f3 f4 g5) at move "
        "4"}},
      // A start position and lines of moves, as saved by `sumi play`.
      {kStart + "\nf5 d6 c3\nd3 c4 f4\n", {"line 1 f5d6c3d3c4f4"}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(read_text(c.text) == c.want);
  }
}

TEST_CASE("games are read from GGS's unchanged output", "[game_file]") {
  const auto board = [](std::string_view squares, std::string_view side) {
    std::string text = "|   A B C D E F G H\n";
    for (std::size_t rank = 0; rank < 8; ++rank) {
      text += "| " + std::to_string(rank + 1);
      for (std::size_t file = 0; file < 8; ++file) {
        text += " " + std::string(squares.substr(8 * rank + file, 1));
      }
      text += " " + std::to_string(rank + 1) + "\n";
    }
    return text + "|   A B C D E F G H\n|\n|" + std::string(side) + " to move\n";
  };
  const std::string start = "---------------------------O*------*O---------------------------";
  const std::string after = "---------------------------O*------***--------------------------";
  const std::string players =
      "|oxox     (1720.0 *) 14:59,1:0//02:00,0:0\n|bert     (1850.0 O) 15:00,0:0//02:00,0:0\n|\n";
  const std::string moved = to_text(parse_game("f5")->replay().position());
  const std::string update = "/os: update .33 8 K?\n|  1: F5//1.50\n" + players + board(after, "O");
  CHECK(read_text("/os: join .33 8 K?\n|0 move(s)\n" + players + board(start, "*")) ==
        std::vector<std::string>{"line 6 start"});
  CHECK(read_text(update + "|\nREADY\n") == std::vector<std::string>{"line 6 " + moved});
  CHECK(read_text(update + update) ==
        std::vector<std::string>{"line 6 " + moved, "line 23 " + moved});
  // GGS sends the whole game to a client that joins it.
  CHECK(read_text("/os: join .33 8 K?\n|2 move(s)\n" + players + board(start, "*") +
                  "|  1: F5//1.50\n|  2: D6\n" + players) ==
        std::vector<std::string>{"line 6 f5d6"});
}

TEST_CASE("lines that cannot be read are counted", "[game_file]") {
  auto reader = GameFileReader::of_text("Hello\nAnna\nf5d6\nzz9\n\nBye\n").value();
  const auto first = reader.next();
  CHECK(first->skipped_lines == 2);
  const auto rest = reader.next();
  CHECK(rest->is_rest);
  CHECK(rest->skipped_lines == 2);
  CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("a broken entry does not affect other entries", "[game_file]") {
  const std::string other = "\n(;GM[Othello]TY[8]B[F5];)\n";
  // A missing bracket or end.
  for (const std::string lost : {"(;GM[Othello]PB[Anna B(F5);)", "(;GM[Othello]TY[8]B[F5]"}) {
    CAPTURE(lost);
    const auto read = read_text(lost + other);
    REQUIRE(read.size() == 2);
    CHECK_THAT(read[0], Contains("line 1 error: ggf:"));
    CHECK(read[1] == "line 2 f5");
  }
  const auto sgf = read_text("(;GM[2]C[a;B[f5]\n" + kSgf + "\n");
  REQUIRE(sgf.size() == 2);
  CHECK_THAT(sgf[0], Contains("error: sgf:"));
  CHECK(sgf[1] == "line 2 f5f4");
  const auto pgn = read_text("[Event \"x\"]\n\n1. f5 {no end\n" + kPgn);
  CHECK(pgn.size() == 2);
  CHECK(pgn.back() == "line 4 f5d6c3");
  // Games without tags. A comment after the result belongs to the previous game.
  CHECK(read_text(kPgn + "1. f5 d6 1-0 {t}\n\n1. f5 f6 33-31\n1. d3 *\nc4\n" + kPgn) ==
        std::vector<std::string>{"line 1 f5d6c3", "line 5 f5d6", "line 7 f5f6", "line 8 d3",
                                 "line 9 c4", "line 10 f5d6c3"});
  for (const std::string whole : {"1. f5 d6 (1... f4 1-0) 2. c3 37-27\n", "1. f5 d6 37-27 $1\n",
                                  "1. f5 d6 37-27\n1-0\n", "1. f5 d6 1-0 (time)\n"}) {
    CAPTURE(whole);
    CHECK(read_text("[Event \"x\"]\n\n" + whole).size() == 1);
  }
  const auto illegal = read_text("f5d6c3\nf5a1\nf5\n");
  REQUIRE(illegal.size() == 3);
  CHECK_THAT(illegal[1], Contains("line 2 error: illegal move: 'a1'"));
  // An escaped bracket does not close, and "(;" in a comment does not open a game.
  CHECK(read_text("(;GM[2]C[ (;B[d3\\] \\])];B[f5])") == std::vector<std::string>{"line 1 f5"});
}

TEST_CASE("an entry of a megabyte or more is refused and skipped", "[game_file]") {
  std::string moves, word(3'000'000, 'q');
  while (moves.size() < word.size()) moves += "f5 ";
  CHECK(read_text("f5d6\n" + moves + "\nf5\n") ==
        std::vector<std::string>{"line 1 f5d6", "line 2 error: an entry of more than 1048576 bytes",
                                 "line 3 f5"});
  CHECK(read_text("f5d6\n" + word + "\nf5\n") ==
        std::vector<std::string>{"line 1 f5d6",
                                 "line 3 f5 | 1 line before it without moves or a board"});
  CHECK(read_text(kGgf + "(;PB[" + word + "];)\n" + kGgf).size() == 3);
  auto reader = GameFileReader::of_text("f5d6\nHello\n" + moves).value();
  CHECK(reader.next()->skipped_lines == 0);
  CHECK(reader.next()->skipped_lines == 1);
}

TEST_CASE("in every format, an error about an illegal move keeps the moves before it",
          "[game_file]") {
  // Five moves, a1 (illegal) and more moves.
  const auto [name, text, black] = GENERATE(table<std::string, std::string, std::string>({
      {"txt", "f5d6c3d3c4a1f6\n", ""},
      {"ggf", "(;GM[Othello]PB[Anna]TY[8]B[F5]W[D6]B[C3]W[D3]B[C4]W[A1]B[F6]CM[bad];)\n", "Anna"},
      {"sgf", "(;GM[2]PB[Anna];B[fe];W[df];B[cc];W[dc];B[cd];W[aa]C[bad];B[ff])\n", "Anna"},
      {"sgf", "(;GM[2]PB[Anna];B[fd];W[dc];B[cf];W[df];B[ce];W[ah];B[fc])\n", "Anna"},
      {"pgn", "[Black \"Anna\"]\n\n1. f5 d6 2. c3 d3 3. c4 a1 4. f6 {bad} *\n\n", "Anna"},
      {"json", R"({"black":"Anna","moves":["f5","d6","c3","d3","c4","a1","f6"]})", "Anna"},
      {"json", R"({"black":"Anna","position":{"startPos":"f5d6","moves":[{"m":"c3"},{"m":"d3"},
                   {"m":"c4"},{"m":"a1"},{"m":"f6"}]}})",
       "Anna"},
      {"json", R"({"black":"Anna","record":"f5d6c3d3c4a1f6"})", "Anna"},
      {"obf", kStart + ";F5D6C3D3C4A1F6\n", ""},
  }));
  CAPTURE(name, text);
  const auto format = format_by_name("x." + name);
  auto strict = GameFileReader::of_text(text, format).value();
  const auto fault = strict.next();
  REQUIRE_FALSE(fault->entry);
  CHECK_THAT(fault->entry.error().message,
             Contains("'a1'") && Contains("at move 6") && Contains("legal: "));
  REQUIRE(fault->legal_prefix);
  CHECK(to_transcript(*fault->legal_prefix) == "f5d6c3d3c4");

  TextOptions options;
  options.keep_going = true;
  auto reader = GameFileReader::of_text(text, format, options).value();
  const auto used = reader.next();
  const GameRecord game = game_of(used->entry.value());
  CHECK(to_transcript(game) == "f5d6c3d3c4");
  CHECK(game.black == black);
  CHECK(game.notes.empty());
  CHECK_THAT(game.comment, Contains("illegal move: '"));
  REQUIRE(used->warnings.size() == 1);
  CHECK_THAT(used->warnings[0], Contains("the game up to it is used"));
}

TEST_CASE("a WTHOR game ends before its first illegal move", "[game_file]") {
  WthorFile file;
  file.games.resize(2);
  for (WthorGame& game : file.games) game.moves = parse_game("f5d6c3")->moves;
  file.games[0].moves.push_back(Square::kA1);
  TextOptions options;
  options.keep_going = true;
  auto reader = GameFileReader::of_text(write_wthor(file), std::nullopt, options).value();
  const auto used = reader.next();
  CHECK(to_transcript(game_of(used->entry.value())) == "f5d6c3");
  REQUIRE_FALSE(used->warnings.empty());
  CHECK_THAT(used->warnings.back(), Contains("'a1'") && Contains("at move 4"));
  CHECK(reader.next()->warnings.empty());
}

TEST_CASE("an option sets the character for black discs", "[game_file]") {
  std::string rows;
  for (int rank = 0; rank < 8; ++rank)
    rows += rank == 3 ? "01212100\n" : rank == 4 ? "00121200\n" : "00000000\n";
  CHECK_THAT(read_text(rows).front(), Contains("--black 1 or --black 2"));
  for (const char black : {'1', '2'}) {
    TextOptions options;
    options.black = black;
    auto reader = GameFileReader::of_text(rows, std::nullopt, options).value();
    const std::string first = to_text(position_of(reader.next()->entry.value())).substr(24, 4);
    CHECK(first == (black == '1' ? "-XOX" : "-OXO"));
  }
}

TEST_CASE("a result that contradicts the moves is reported", "[game_file]") {
  const std::string wipe_out = "e6f4e3f6g5d6e7f5c5";  // Black wins 13 to 0
  const auto told = [&](const std::string& result) {
    return read_text("(;GM[2]RE[" + result + "];B[ed" + "];W[fd])", FileFormat::kSgf);
  };
  CHECK(told("B+2").size() == 1);  // an unfinished game proves nothing
  struct Case {
    std::string result, want;
  };
  const Case cases[] = {{"64-0", ""},
                        {"13-0", ""},
                        {"1-0", ""},
                        {"0-1", "result '0-1', but the moves end in B+64"},
                        {"40-24", "result '40-24', but the moves end in B+64"},
                        {"*", ""}};
  for (const Case& c : cases) {
    const auto read = read_text("[Result \"" + c.result + "\"]\n\n" + [&] {
      std::string spaced;
      for (std::size_t i = 0; i < wipe_out.size(); i += 2) spaced += wipe_out.substr(i, 2) + " ";
      return spaced;
    }() + "\n");
    CAPTURE(c.result);
    REQUIRE(read.size() == 1);
    CHECK(read[0] == "line 1 " + wipe_out + (c.want.empty() ? "" : " | " + c.want));
  }
}

TEST_CASE("an impossible result is ignored", "[game_file]") {
  const auto told = [&](const std::string& tags) {
    auto reader = GameFileReader::of_text("(;GM[Othello]" + tags + ";)").value();
    const FileItem item = reader.next().value();
    return game_of(item.entry.value()).result +
           (item.warnings.empty() ? "" : "|" + item.warnings.at(0));
  };
  CHECK(told("TY[8]RE[-127.000]") == "|result '-127.000' ignored: the board has 64 squares");
  CHECK(told("TY[6]RE[+40.000:r]") == "|result '+40.000:r' ignored: the board has 36 squares");
  CHECK(told("TY[8]RE[-64.000:t]") == "-64.000:t");
  CHECK(told("TY[8k]KM[-8]RE[+72.000:r]") == "+72.000:r");
  CHECK(read_text("(;GM[2]RE[B+127];B[f5])") ==
        std::vector<std::string>{"line 1 f5 | result 'B+127' ignored: the board has 64 squares"});
}

TEST_CASE("a result is compared with the moves after subtraction of the komi", "[game_file]") {
  const auto told = [&](const std::string& tags) {
    const auto read =
        read_text("(;GM[Othello]" + tags + "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)");
    const std::size_t bar = read.at(0).find(" | ");
    return bar == std::string::npos ? "" : read[0].substr(bar + 3);
  };
  CHECK(told("TY[8k]KM[+6.5]RE[+57.500]").empty());
  CHECK(told("TY[8k]KM[-6]RE[+70.000]").empty());
  CHECK(told("TY[8k]KM[+6]RE[+64.000]") ==
        "result '+64.000', but the moves end in B+64, less the komi of 6");
  CHECK(told("TY[8]KM[+6]RE[+58.000]") == "result '+58.000', but the moves end in B+64");
}

TEST_CASE("a board followed by moves, as in Edax, is a game in OBF", "[game_file]") {
  const std::string board = "---------------------------OX------XO--------------------------- X";
  const auto read = read_text(board + ";D3C3\n" + board + "; D3:+2;\n");
  REQUIRE(read.size() == 2);
  CHECK(read[0] == "line 1 d3c3");
}

TEST_CASE("a text without entries gives one error", "[game_file]") {
  CHECK(read_text("hello\nworld\n", FileFormat::kTranscript) ==
        std::vector<std::string>{"text error: holds no game of the format transcript"});
  CHECK(read_text("", FileFormat::kObf) ==
        std::vector<std::string>{"text error: holds no position of the format obf"});
}

TEST_CASE("WTHOR files use the name files in their folder", "[game_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("WTH_1977.wtb", wthor_bytes(2));
  const auto names_in = [&] {
    auto reader = GameFileReader::open(path).value();
    const GameRecord game = game_of(reader.next()->entry.value());
    return game.black + "/" + game.white + "/" + game.event;
  };
  CHECK(names_in() == "#1/#2/");
  const auto warnings = [&] {
    std::vector<std::string> all;
    auto reader = GameFileReader::open(path).value();
    while (const auto item = reader.next()) {
      all.insert(all.end(), item->warnings.begin(), item->warnings.end());
    }
    return all;
  };
  CHECK(warnings() == std::vector<std::string>{"players have numbers, not names: the folder has no "
                                               "WTH_1977.jou, wthor.jou or single *.jou",
                                               "tournaments have numbers, not names: the folder "
                                               "has no WTH_1977.trn, wthor.trn or single *.trn"});
  WthorFile file;
  // A single file of names is used, whatever its name; two such files are not.
  const auto players = [&](const char* name) {
    return write_wthor_names(WthorNameKind::kPlayers, {"???", name, "Bert"}, file);
  };
  folder.write("Joueurs 2026.JOU", players("Emma"));
  CHECK(names_in() == "Emma/Bert/");
  CHECK(warnings().size() == 1);
  CHECK(side_files_read(path).size() == 1);
  folder.write("base.jou", players("Fred"));
  CHECK(names_in() == "#1/#2/");
  CHECK(warnings().size() == 2);
  folder.write("WTHOR.JOU",
               write_wthor_names(WthorNameKind::kPlayers, {"???", "Anna", "Bert"}, file));
  folder.write("wthor.trn", write_wthor_names(WthorNameKind::kTournaments, {"Cup"}, file));
  CHECK(names_in() == "Anna/Bert/Cup");
  folder.write("wth_1977.jou",
               write_wthor_names(WthorNameKind::kPlayers, {"???", "Carl", "Dora"}, file));
  CHECK(names_in() == "Carl/Dora/Cup");
  folder.write("wth_1977.jou", "broken");
  CHECK_THAT(GameFileReader::open(path).error().message,
             Contains("wth_1977.jou") || Contains("WTHOR"));
}

TEST_CASE("a truncated WTHOR file gives its complete games", "[game_file]") {
  const std::string bytes = wthor_bytes(2);
  CHECK(read_text(bytes) == std::vector<std::string>{"game 1 f5d6", "game 2 f5d6"});
  const auto cut = read_text(bytes.substr(0, bytes.size() - 3));
  REQUIRE(cut.size() == 2);
  CHECK(cut[1] == "game 2 error: WTHOR: the file ends inside a game, after 65 of 68 bytes");
  const auto whole = read_text(bytes.substr(0, bytes.size() - 68));
  CHECK(whole.back() == "game 2 error: WTHOR: the header says 2 games, the file has 1");
  std::string wrong = bytes;
  wrong[16 + 8] = 99;
  const auto bad = read_text(wrong);
  REQUIRE(bad.size() == 2);
  CHECK_THAT(bad[0], Contains("game 1 error: WTHOR:"));
  CHECK(bad[1] == "game 2 f5d6");
  CHECK_FALSE(GameFileReader::of_text(bytes.substr(0, 10), FileFormat::kWthor));
}

TEST_CASE("missing files and folders are errors", "[game_file]") {
  const test::TemporaryFolder folder;
  CHECK(GameFileReader::open(folder.file("none")).error().code == ErrorCode::kNotFound);
  CHECK(GameFileReader::open(folder.path()).error().code == ErrorCode::kBadFile);
}

TEST_CASE("a long file is read to its end, with line numbers and progress", "[game_file]") {
  const test::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += kGgf + "\n";
  auto reader = GameFileReader::open(folder.write("many.ggf", text)).value();
  double share = 0;
  int games = 0;
  while (const auto item = reader.next()) {
    ++games;
    if (item->where != folder.file("many.ggf") + ":" + std::to_string(games)) FAIL(item->where);
    if (!item->entry || item->share.value() < share) FAIL("entry");
    share = item->share.value();
  }
  CHECK(games == 20'000);
  CHECK(share > 0.99);
}
