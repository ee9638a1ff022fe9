// SPDX-License-Identifier: MIT
#include "engine/base/text.h"

#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace sumi;

TEST_CASE("quoted() makes any text one short printable line", "[text]") {
  CHECK(quoted("") == "''");
  CHECK(quoted("e4") == "'e4'");
  CHECK(quoted(std::string_view("a\0b\r\n\t", 6)) == "'a\\x00b\\x0D\\x0A\\x09'");
  CHECK(quoted("\xC3\xA9") == "'\\xC3\\xA9'");
  CHECK(quoted(std::string(39, 'a')) == "'" + std::string(39, 'a') + "'");
  CHECK(quoted(std::string(1'000, 'a')) == "'" + std::string(39, 'a') + "...'");
  CHECK(quoted(std::string(1'000, '\xFF')).size() < 50);
}

TEST_CASE("parse_int() takes whole numbers that fit", "[text]") {
  CHECK(parse_int("0") == 0);
  CHECK(parse_int("+38") == 38);
  CHECK(parse_int("-64") == -64);
  CHECK(parse_int("2147483647") == 2147483647);
  for (const char* bad :
       {"", "+", "-", "+-3", "--3", "++3", "2147483648", "3.0", " 3", "3 ", "x"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_int(bad));
  }
}

TEST_CASE("parse_real() takes finite numbers with a decimal point or comma", "[text]") {
  CHECK(parse_real("0") == 0.0);
  CHECK(parse_real("+6.5") == 6.5);
  CHECK(parse_real("-0,25") == -0.25);
  CHECK(parse_real("1e3") == 1000.0);
  for (const char* bad : {"", "+", "-", ".", ",", "+-3", "++3", "1.2.3", "1,234.5", " 3", "3 ", "x",
                          "inf", "nan", "1e999", "0x10"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_real(bad));
  }
}

TEST_CASE("case, whitespace and control characters are those of ASCII", "[text]") {
  CHECK(to_lower("Az[`\xC9") == "az[`\xC9");
  CHECK(equal_ignoring_case("PASS", "pass"));
  CHECK_FALSE(equal_ignoring_case("pas", "pass"));
  CHECK_FALSE(equal_ignoring_case("@", "`"));
  CHECK(trim(" \t\r\n a b \v\f") == "a b");
  CHECK(trim(" \n").empty());
  CHECK_FALSE(is_space('\0'));
  CHECK_FALSE(is_space('\xA0'));
  CHECK(is_control('\0'));
  CHECK(is_control('\x1F'));
  CHECK(is_control('\x7F'));
  CHECK_FALSE(is_control(' '));
  CHECK_FALSE(is_control('\x80'));
  CHECK(without_bom("\xEF\xBB\xBFx") == "x");
  CHECK(without_bom("\xEF\xBB") == "\xEF\xBB");
}

TEST_CASE("words are split at whitespace", "[text]") {
  using Words = std::vector<std::string_view>;
  CHECK(split_words("").empty());
  CHECK(split_words(" \t\r").empty());
  CHECK(split_words("  go\tdepth  3\r") == Words{"go", "depth", "3"});
  std::string_view text = " set  level 3 ";
  CHECK(take_word(text) == "set");
  CHECK(text == "level 3");
  CHECK(take_until(text, ' ') == "level");
  CHECK(take_until(text, ' ') == "3");
  CHECK(take_until(text, ' ').empty());
  CHECK(take_word(text).empty());
}

TEST_CASE("edit distance counts a swap of neighbours as one edit", "[text]") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("play", "plya") == 1);
  CHECK(edit_distance("levle", "level") == 1);
  CHECK(edit_distance("analyse", "analyze") == 1);
  CHECK(edit_distance("hnit", "hint") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("HINT", "hint") == 0);
  CHECK(edit_distance("ca", "abc") == 3);  // no letters between the swapped ones
}

TEST_CASE("the nearest name is suggested unless all are too different", "[text]") {
  constexpr std::array<std::string_view, 7> kNames{"play",  "hint",  "analyze", "solve",
                                                   "board", "bench", "players"};
  CHECK(nearest_name("plya", kNames) == "play");
  CHECK(nearest_name("analyse", kNames) == "analyze");
  CHECK(nearest_name("analysis", kNames) == "analyze");
  CHECK(nearest_name("benchmark", kNames) == "bench");
  CHECK(nearest_name("sol", kNames) == "solve");
  CHECK(nearest_name("Solver", kNames) == "solve");
  CHECK(nearest_name("playrs", kNames) == "players");
  for (const char* const far : {"", "x", "castle", "f5d6c3", "game.ggf", "xyzzy"}) {
    CAPTURE(far);
    CHECK(nearest_name(far, kNames).empty());
  }
  CHECK(nearest_name(std::string(100'000, 'p'), kNames).empty());
  CHECK(suggestion("hnit", kNames) == "; did you mean hint?");
  CHECK(suggestion("hnit", kNames, "--") == "; did you mean --hint?");
  CHECK(suggestion("castle", kNames).empty());
}
