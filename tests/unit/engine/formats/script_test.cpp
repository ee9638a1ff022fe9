// SPDX-License-Identifier: MIT
/// Scripts of ScrZebra and .pos files of the FFO suite.
#include "engine/formats/script.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;

namespace {

const std::string kStart = "---------------------------OX------XO--------------------------- X";
const std::string kZebra = "...........................0*......*0........................... O";

}  // namespace

TEST_CASE("lines of a script", "[script]") {
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

TEST_CASE("a position of the FFO suite", "[script]") {
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
