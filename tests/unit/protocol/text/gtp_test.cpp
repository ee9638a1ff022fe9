// SPDX-License-Identifier: MIT
#include "protocol/text/gtp.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;
using Words = std::vector<std::string>;

namespace {

GtpRequest request(std::string_view line) {
  const auto r = parse_gtp_line(line);
  REQUIRE(r.has_value());
  REQUIRE(r->has_value());
  return **r;
}

bool ignored(std::string_view line) {
  const auto r = parse_gtp_line(line);
  return r.has_value() && !r->has_value();
}

}  // namespace

TEST_CASE("GTP: control characters are removed, and a TAB is a blank", "[gtp]") {
  CHECK(request("name\r").name == "name");
  CHECK(request("na\x01\x7Fme").name == "name");
  CHECK(request(std::string_view("na\0me", 5)).name == "name");
  CHECK(request("play\tb\td3").args == Words{"b", "d3"});
  CHECK(request("\xFF\xFE").name == "\xFF\xFE");
}

TEST_CASE("GTP: comments and blank lines need no answer", "[gtp]") {
  CHECK(request("play b d3 # b c4").args == Words{"b", "d3"});
  CHECK(request("name#x").name == "name");
  for (const char* line : {"", " ", "\t \r", "# name", "   # name", "\x01\x02"}) {
    CHECK(ignored(line));
  }
}

TEST_CASE("GTP: a first word of digits is the id", "[gtp]") {
  CHECK(request("12 name").id == "12");
  CHECK(request("12 name").name == "name");
  CHECK(request("007 name").id == "007");
  CHECK(request("2147483647 name").id == "2147483647");
  CHECK(request("12x name").id.empty());
  CHECK(request("12x name").name == "12x");
  CHECK(request("-1 name").name == "-1");
  CHECK(request("12").name.empty());
  CHECK_FALSE(parse_gtp_line("2147483648 name").has_value());
  CHECK_FALSE(parse_gtp_line("99999999999999999999999999 name").has_value());
}

TEST_CASE("GTP: words are split at runs of blanks", "[gtp]") {
  CHECK(request("  play   b \t d3  ").args == Words{"b", "d3"});
  CHECK(request("NAME").name == "NAME");
}

TEST_CASE("GTP: only `# interrupt` is an interrupt", "[gtp]") {
  CHECK(is_gtp_interrupt("# interrupt"));
  CHECK(is_gtp_interrupt("# interrupt\r"));
  for (const char* line : {"#interrupt", "# interrupt now", " # interrupt", "# interrupts", ""}) {
    CHECK_FALSE(is_gtp_interrupt(line));
  }
}

TEST_CASE("GTP: the only empty line of a response is its last", "[gtp]") {
  CHECK(gtp_response("", std::string()) == Words{"=", ""});
  CHECK(gtp_response("7", std::string()) == Words{"=7", ""});
  CHECK(gtp_response("", std::string("2")) == Words{"= 2", ""});
  CHECK(gtp_response("7", std::string("a\nb\n")) == Words{"=7 a", "b", ""});
  CHECK(gtp_response("", std::string("\na\n\n\nb\n\n")) == Words{"= ", "a", " ", " ", "b", ""});
  CHECK(gtp_response("", std::string("a\r\rb\x01")) == Words{"= ab", ""});
  CHECK(gtp_response("3", Error{ErrorCode::kBadSyntax, "no"}) == Words{"?3 no", ""});
}

TEST_CASE("GTP: an int has only digits and is at most 2^31-1", "[gtp]") {
  CHECK(*parse_gtp_int("0") == 0);
  CHECK(*parse_gtp_int("2147483647") == 2147483647);
  for (const char* text : {"", "-1", "+1", "600.5", "1e3", "nan", "2147483648",
                           "999999999999999999999999", "0x10", "1 "}) {
    CAPTURE(text);
    const auto n = parse_gtp_int(text);
    REQUIRE_FALSE(n.has_value());
    CHECK(n.error().message.starts_with("syntax error: '"));
  }
}

TEST_CASE("GTP: floats must be finite", "[gtp]") {
  CHECK(*parse_gtp_float("6.5") == 6.5);
  CHECK(*parse_gtp_float("-6.5") == -6.5);
  CHECK(*parse_gtp_float("+7") == 7);
  for (const char* text : {"", "nan", "inf", "-inf", "1e999", "6.5x", "+", "+-1", "abc"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_gtp_float(text).has_value());
  }
}

TEST_CASE("GTP: colors and vertices may be in any case", "[gtp]") {
  for (const char* text : {"b", "B", "black", "Black", "BLACK"}) {
    CHECK(*parse_gtp_color(text) == Color::kBlack);
  }
  for (const char* text : {"w", "W", "white", "wHITE"}) {
    CHECK(*parse_gtp_color(text) == Color::kWhite);
  }
  for (const char* text : {"", "blac", "x", "0", "b "})
    CHECK_FALSE(parse_gtp_color(text).has_value());

  CHECK(*parse_gtp_vertex("a1") == Square::kA1);
  CHECK(*parse_gtp_vertex("H8") == Square::kH8);
  CHECK(*parse_gtp_vertex("D3") == static_cast<Square>(19));
  CHECK(*parse_gtp_vertex("PASS") == Square::kPass);
  for (const char* text : {"", "a", "a0", "a9", "i1", "j3", "d33", "3d", "pas", "\xFF\x31"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_gtp_vertex(text).has_value());
  }
}

TEST_CASE("GTP: vertices have the square names of their board", "[gtp]") {
  CHECK(*parse_gtp_vertex("a1", 4) == *parse_gtp_vertex("c3"));
  CHECK(*parse_gtp_vertex("D4", 4) == *parse_gtp_vertex("f6"));
  CHECK(*parse_gtp_vertex("F6", 6) == *parse_gtp_vertex("g7"));
  CHECK(*parse_gtp_vertex("pass", 6) == Square::kPass);
  CHECK(parse_gtp_vertex("e4", 4).error().message ==
        "syntax error: 'e4' is not a vertex (a1..d4 or pass)");
  CHECK(parse_gtp_vertex("f7", 6).error().message ==
        "syntax error: 'f7' is not a vertex (a1..f6 or pass)");
}
