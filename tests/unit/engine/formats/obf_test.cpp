// SPDX-License-Identifier: MIT
/// OBF lines from Edax and its problem files, ScrZebra scripts, and the FFO suite's .pos files.
#include "engine/formats/obf.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;

namespace {

const std::string kStart = "---------------------------OX------XO--------------------------- X";

/// White must pass; Black can move.
const std::string kPassing = "XO-------------------------------------------------------------- O";

/// For example "d3 +2, c4 +0 = +2": the moves and the score.
std::string summary(std::string_view text) {
  const Result<std::optional<ObfLine>> read = parse_obf_line(text);
  if (!read) return "error: " + read.error().message;
  if (!*read) return "nothing";
  const ObfLine& line = **read;
  std::string out;
  for (const ObfMove& m : line.moves)
    out += to_text(m.square) + " " + std::to_string(m.score.discs) + ", ";
  return out + "= " + (line.score ? std::to_string(line.score->discs) : "none");
}

}  // namespace

TEST_CASE("OBF lines are read in all known forms", "[obf]") {
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {kStart, "= none"},
      {kStart + ";", "= none"},
      {kStart + "; % comment", "= none"},
      {kStart + "; D3:+2; c4:0", "d3 2, c4 0, = 2"},
      {kStart + "; D3:-12; C4:-10; F5:-14;\r\n", "d3 -12, c4 -10, f5 -14, = -10"},
      {kStart + ";D3:64;C4:-64;--:-127;", "d3 64, c4 -64, = 64"},
      {kStart + "; D3 : +2 ;", "d3 2, = 2"},
      {kStart + "; PA:-127", "= none"},
      {kStart + ";; +38; ;", "= 38"},
      {kStart + "; 0; % a draw; really: a:b", "= 0"},
      {kStart + "; +38; D3:+2", "d3 2, = 2"},
      {kPassing + "; PA:-64;", "pass -64, = -64"},
      {kPassing + "; --:-64;", "pass -64, = -64"},
      {"", "nothing"},
      {" \t\r\n", "nothing"},
      {"% comment; D3:+2", "nothing"},
      {"  % indented", "nothing"},
      {std::string(10'000'000, ' ') + "%", "nothing"},
      {"[8 ---------------------------O*------*O--------------------------- *]; D3:+2",
       "d3 2, = 2"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK(summary(c.text) == c.want);
  }
  CHECK(to_text((*parse_obf_line(kPassing + "; PA:-64").value()).position) == kPassing);
}

TEST_CASE("errors in OBF lines name the fault", "[obf]") {
  struct Case {
    std::string text, part;
  };
  const std::string range = " is not a whole number in -64..64";
  const Case cases[] = {
      {"---- X; D3:+2", "position: '---- X' has 4 squares"},
      {"; D3:+2", "position: '' has 0 squares"},
      {kStart + "; D3:+65", "score: '+65'" + range},
      {kStart + "; D3:-65", "score: '-65'" + range},
      {kStart + "; D3:99999999999999999999", "score: '99999999999999999999'" + range},
      {kStart + "; D3:+2.5", "score: '+2.5'" + range},
      {kStart + "; D3:", "score: ''" + range},
      {kStart + "; D3:-127", "score: '-127'" + range},
      {kStart + "; D3", "score: 'D3'" + range},
      {kStart + "; D3:+2:+3", "score: '+2:+3'" + range},
      {kStart + "; +1; +2", "score: '+2' is a second score without a move"},
      {kStart + "; Z9:+2", "square: 'Z9' is not a1..h8 or pass"},
      {kStart + "; A1:+2", "illegal move: 'a1' for black (legal: d3 c4 f5 e6)"},
      {kStart + "; D4:+2", "illegal move: 'd4' for black"},
      {kStart + "; --:+2", "illegal move: 'pass' for black"},
      {kPassing + "; C1:+2", "illegal move: 'c1' for white (legal: pass)"},
      {kStart + ";" + std::string(70'000, ' ') + "x", "is longer than 65536 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(summary(c.text), Catch::StartsWith("error: ") && Catch::Contains(c.part));
  }
}

TEST_CASE("no text crashes the OBF reader", "[obf]") {
  test::check_bad_input(
      parse_obf_line,
      {kStart + "; D3:+2; C4:0; +38; --:-127; % comment", kPassing + "; PA:-64;\r\n"},
      "-XO;:+01246D3dc%\n ");
  test::check_bad_input([](std::string_view text) { return parse_obf_game(text); },
                        {kStart + "; D3c3 % comment", kPassing + ";PAC1;\r\n"},
                        "-XO;:+01246D3dcPA%\n ");
}

TEST_CASE("OBF lines of small boards are read and written", "[obf]") {
  const std::string small = "-----OX--XO----- X", six = "--------------OX----XO-------------- X";
  const auto moves = [](std::string_view text) {
    const ObfLine line = parse_obf_line(text).value().value();
    std::string out = std::to_string(line.position.size) + ":";
    for (const ObfMove& m : line.moves) {
      out += " " + to_text(m.square, line.position.size) + " " + std::to_string(m.score.discs);
    }
    return out;
  };
  CHECK(moves(small + "; B1:-10; A2:-16; d3:+16") == "4: b1 -10 a2 -16 d3 16");
  CHECK(moves(six + "; C2:-4; B3:-36; e4:+36") == "6: c2 -4 b3 -36 e4 36");
  CHECK(summary(small + "; -10 % solved") == "= -10");
  CHECK_THAT(summary(small + "; B1:+17"),
             Catch::EndsWith("'+17' is not a whole number in -16..16"));
  CHECK_THAT(summary(small + "; -17"), Catch::EndsWith("'-17' is not a whole number in -16..16"));
  CHECK_THAT(summary(six + "; C2:+38"), Catch::EndsWith("'+38' is not a whole number in -36..36"));
  CHECK_THAT(summary(small + "; E5:+2"), Catch::EndsWith("'E5' is not a1..d4 or pass"));
  CHECK_THAT(summary(small + "; A1:+2"),
             Catch::EndsWith("illegal move: 'a1' for black (legal: b1 a2 d3 c4)"));
  CHECK(moves("OOOX OOOO OOOO OOO- O; PA:+14") == "4: pass 14");
}

TEST_CASE("OBF lines are written as Edax writes them", "[obf]") {
  const auto written = [](std::string_view text) { return to_obf(**parse_obf_line(text)); };
  CHECK(written(kStart) == kStart + ";");
  CHECK(written(kStart + " % start: d3\r\n") == kStart + "; % start: d3");
  CHECK(written(kStart + ";d3:2;C4:0;--:-127;%x") == kStart + "; D3:+2; C4:+0; % x");
  CHECK(written(kStart + "; -38 % R\xE9mi") == kStart + "; -38; % R\xC3\xA9mi");
  CHECK(written(kPassing + "; --:-64;") == kPassing + "; PA:-64;");
  CHECK(written("-----OX--XO----- X; b1:-10") == "-----OX--XO----- X; B1:-10;");
  const ObfLine line = **parse_obf_line(kStart + "; D3:+2; C4:0 % a\tcomment");
  CHECK(line.comment == "a\tcomment");
  ObfLine two_lines = line;
  two_lines.comment = "a\ncomment";
  CHECK((**parse_obf_line(to_obf(two_lines))).comment == "a comment");
  CHECK((**parse_obf_line(to_obf(line))).moves == line.moves);
}

TEST_CASE("a board followed by moves is read as a game", "[obf]") {
  const auto told = [](const std::string& text) -> std::string {
    const Result<std::optional<GameRecord>> read = parse_obf_game(text);
    if (!read) return "error: " + read.error().message;
    if (!*read) return "no game";
    std::string out = to_text((*read)->start) + ":";
    for (const Square s : (*read)->moves) out += " " + to_text(s);
    return out;
  };
  CHECK(told(kStart + ";D3C3") == kStart + ": d3 c3");
  CHECK(told(kStart + "; d3 C3; % Edax\r\n") == kStart + ": d3 c3");
  CHECK(told(kPassing + ";PAC1") == kPassing + ": pass c1");
  CHECK(told(kPassing + ";C1") == kPassing + ": pass c1");
  CHECK(parse_obf_game(kStart + ";D3 % Edax").value()->comment == "Edax");
  CHECK_THAT(told(kStart + ";D3A1"),
             Catch::StartsWith("error: illegal move: 'a1' for white") && Catch::Contains("move 2"));
  for (const char* const rest : {"", ";", "; D3:+2", ";+38", "; D3C3; +4", ";D", ";D3x"}) {
    CAPTURE(rest);
    CHECK(told(kStart + rest) == "no game");
  }
  CHECK(told("") == "no game");
  CHECK(told("% " + kStart + ";D3") == "no game");
}

namespace {

const std::string kZebra = "...........................0*......*0........................... O";

}  // namespace

TEST_CASE("script lines survive reading and writing", "[script]") {
  const ObfLine line = parse_script_line(kStart + " % FFO 1, g8 +18\r\n").value().value();
  CHECK(to_text(line.position) == kStart);
  CHECK(line.comment == "FFO 1, g8 +18");
  CHECK_FALSE(line.score);
  CHECK(parse_script_line(kZebra)->value().position == Position{}.passed());
  CHECK(to_script_line(line) == kStart + " % FFO 1, g8 +18");
  CHECK(parse_script_line(to_script_line(line)).value() == line);
  for (const char* nothing : {"", " \r\n", "% comment", "  %"}) {
    CAPTURE(nothing);
    CHECK_FALSE(parse_script_line(nothing).value());
  }
  CHECK_THAT(parse_script_line("OX X").error().message, Catch::Contains("need 64"));
  CHECK_THAT(parse_script_line(kStart + " g8").error().message, Catch::Contains("'g8' after"));
  test::check_bad_input(parse_script_line, {kStart + " % x", kZebra}, "XO-*0. %\n");
}

TEST_CASE("a position of the FFO suite is read", "[script]") {
  const std::string squares = kStart.substr(0, 64);
  const ObfLine line = parse_pos(squares + "\r\nWhite\r\nEnd 1: g8\r\nby hand\r\n").value();
  CHECK(line.position == Position{}.passed());
  CHECK(line.comment == "End 1: g8\nby hand");
  CHECK(parse_pos(squares + "\nBlack")->position == Position{});
  CHECK(parse_pos(squares + "\nBlack")->comment.empty());
  CHECK_THAT(parse_pos("f5d6").error().message, Catch::Contains("does not begin with 64 squares"));
  CHECK_THAT(parse_pos(std::string(100'000, 'X')).error().message, Catch::Contains("65536 bytes"));
  test::check_bad_input(parse_pos, {squares + "\nWhite\nEnd 1"}, "XO-BlackWhite \n");
}
