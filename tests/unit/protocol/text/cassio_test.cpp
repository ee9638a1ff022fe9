// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/text/cassio.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kStart = "---------------------------OX------XO---------------------------X";

}  // namespace

TEST_CASE("Cassio: a line is empty or a command", "[cassio]") {
  const auto request = [](std::string_view line) {
    const auto read = parse_cassio_line(line);
    REQUIRE(read);
    REQUIRE(read->has_value());
    return **read;
  };
  CHECK(request("ENGINE-PROTOCOL init").command == "init");
  CHECK(request("ENGINE-PROTOCOL init").args.empty());
  CHECK(request(" engine-protocol\tMidgame-Search  a  b \r").command == "midgame-search");
  CHECK(request(" engine-protocol\tMidgame-Search  a  b \r").args == "a  b");
  for (const char* blank : {"", " ", "\t\r"}) {
    const auto read = parse_cassio_line(blank);
    CHECK((read && !read->has_value()));
  }
  for (const char* wrong :
       {"init", "ENGINE-PROTOCOL", "ENGINE-PROTOCOLinit", "ENGINE PROTOCOL x"}) {
    CHECK_FALSE(parse_cassio_line(wrong));
  }
}

TEST_CASE("Cassio: the arguments of a search are parsed", "[cassio]") {
  const auto search = parse_cassio_midgame(kStart + " -0.5 2.25 12 90");
  REQUIRE(search);
  CHECK(search->position == Position{});
  CHECK(search->alpha == Value{-64});
  CHECK(search->beta == Value{288});
  CHECK(search->depth == 12);
  CHECK(search->selectivity == 95);
  CHECK_FALSE(search->solve);

  // The window in units contains the given window and is never empty.
  const auto odd = parse_cassio_midgame(kStart + " +0.501 0.502 12 90");
  REQUIRE(odd);
  CHECK(odd->alpha == Value{64});
  CHECK(odd->beta == Value{65});
  CHECK(parse_cassio_midgame(kStart + " -0,25 0,25 1 0")->alpha == Value{-32});
  for (const char* wide : {" -64 64 12 100", " -64.00 64.00 12 100", " -999 1e3 12 100"}) {
    const auto open = parse_cassio_midgame(kStart + wide);
    REQUIRE(open);
    CHECK(open->alpha == -kInfinity);
    CHECK(open->beta == kInfinity);
  }
  CHECK(parse_cassio_midgame(kStart + " -64 64 0 100")->depth == 1);
  CHECK(parse_cassio_midgame(kStart + " -64 64 99 100")->depth == 60);
}

TEST_CASE("Cassio: the depth of an endgame search is the number of empty squares", "[cassio]") {
  for (const char* numbers : {" -1 1 99", " -1 1 4 99"}) {
    const auto search = parse_cassio_endgame(kStart + numbers);
    REQUIRE(search);
    CHECK(search->solve);
    CHECK(search->depth == 60);
    CHECK(search->selectivity == 99);
    CHECK(search->alpha == Value{-128});
    CHECK(search->beta == Value{128});
  }
}

TEST_CASE("Cassio: positions are parsed", "[cassio]") {
  const std::string squares = kStart.substr(0, 64);
  const auto position = [](const std::string& text) {
    return parse_cassio_midgame(text + " -64 64 1 100");
  };
  CHECK(position(squares + "O")->position == Position{}.passed());
  CHECK(position(squares + " O")->position == Position{}.passed());
  CHECK(position(squares + " x")->position == Position{});
  for (const std::string& wrong :
       {squares, squares + "Z", squares + "XX", squares + " 0", squares.substr(1) + "X",
        squares.substr(0, 36) + "X", squares.substr(0, 63) + "?X", std::string(64, '/') + "X",
        std::string("start"), std::string()}) {
    CAPTURE(wrong);
    CHECK_FALSE(position(wrong));
  }
}

TEST_CASE("Cassio: errors quote words that are not numbers", "[cassio]") {
  const auto message = [](const std::string& numbers) {
    const auto read = parse_cassio_midgame(kStart + " " + numbers);
    REQUIRE_FALSE(read);
    return read.error().message;
  };
  CHECK(message("x 64 1 100") == "alpha: 'x' is not a number of discs (such as -64 or 2.5)");
  CHECK(message("-64 nan 1 100").starts_with("beta: 'nan'"));
  CHECK(message("-64 +-2 1 100").starts_with("beta: '+-2'"));
  CHECK(message("2 1 1 100") == "alpha: '2' is not at most '1'");
  CHECK(message("-64 64 2.5 100") == "depth: '2.5' is not a number of plies (0 or more)");
  CHECK(message("-64 64 -1 100").starts_with("depth: '-1'"));
  CHECK(message("-64 64 1 101") == "precision: '101' is not in 0..100");
  CHECK(message("-64 64 1 -1").starts_with("precision: '-1'"));
  CHECK(message("-64 64 1").ends_with("not 3 words"));
  CHECK(message("-64 64 1 100 7").ends_with("not 5 words"));
}

TEST_CASE("Cassio: the values of feed-hash are parsed", "[cassio]") {
  const auto known = parse_cassio_table_entry(kStart + " -2 3.5 14 95 F5d6C3");
  REQUIRE(known);
  CHECK(known->report.lower == Value{-256});
  CHECK(known->report.upper == Value{448});
  CHECK(known->report.depth == 14);
  CHECK(known->report.selectivity == 95);
  const Line& line = known->report.line;
  CHECK(std::vector(line.begin(), line.end()) ==
        std::vector{*parse_square("f5"), *parse_square("d6"), *parse_square("c3")});
  CHECK(parse_cassio_table_entry(kStart + " -2 2 14 95")->report.line.empty());
  for (const char* wrong : {"", " 1", " -2 2 14", " -2 2 14 950", " 2 -2 14 95", " -2 2 14 95 A1",
                            " -2 2 14 95 F5F6x"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_cassio_table_entry(kStart + wrong));
  }
}

TEST_CASE("Cassio: the levels of selectivity are those of Edax", "[cassio]") {
  for (const auto& [percent, level] :
       {std::pair(-5, 73), std::pair(0, 73), std::pair(73, 73), std::pair(74, 87),
        std::pair(87, 87), std::pair(88, 95), std::pair(95, 95), std::pair(96, 98),
        std::pair(98, 98), std::pair(99, 99), std::pair(100, 100), std::pair(999, 100)}) {
    CHECK(cassio_selectivity(percent) == level);
  }
}

TEST_CASE("Cassio: results are written as lines", "[cassio]") {
  SearchReport report;
  report.depth = 12;
  report.selectivity = 98;
  report.lower = report.upper = Value{256};
  for (const char* move : {"d3", "c4", "e6", "pass", "f4"}) {
    report.line.push_back(*parse_square(move));
  }
  const Position white = Position{}.passed();
  CHECK(cassio_result(cassio_result_text({}, report), 123456, 0.0641) ==
        kStart +
            ", move D3, depth 12, @98%, B+2.00 <= v <= B+2.00, D3c4E6paF4, node 123456, time "
            "0.064");
  CHECK(cassio_result_text(white, report) ==
        kStart.substr(0, 64) + "O, move d3, depth 12, @98%, W+2.00 <= v <= W+2.00, d3C4e6PAf4");

  const auto bounds = [&](int lower, int upper) {
    report.lower = {lower};
    report.upper = {upper};
    const std::string text = cassio_result_text({}, report);
    const std::size_t begin = text.find("%, ") + 3;
    return text.substr(begin, text.rfind(", ") - begin);
  };
  CHECK(bounds(-kInfinity.units, kInfinity.units) == "B-64.00 <= v <= B+64.00");
  CHECK(bounds(-8192, 8192) == "B-64.00 <= v <= B+64.00");
  CHECK(bounds(-66, 1) == "B-0.52 <= v <= B+0.01");
  CHECK(bounds(0, 0) == "B+0.00 <= v <= B+0.00");
  CHECK(bounds(-384, 320) == "B-3.00 <= v <= B+2.50");
}

TEST_CASE("Cassio: any bad input gives an error of one readable line", "[cassio]") {
  const std::vector<std::string> samples{kStart + " -64 64 12 100", kStart + " -2 2 14 95 F5d6C3"};
  constexpr std::string_view kLetters = "XO-xo 0123456789.,+-F5d6";
  test::check_bad_input(parse_cassio_midgame, samples, kLetters);
  test::check_bad_input(parse_cassio_endgame, samples, kLetters);
  test::check_bad_input(parse_cassio_table_entry, samples, kLetters);
  test::check_bad_input(parse_cassio_line, {"ENGINE-PROTOCOL init"}, "ENGI-PROTCOL init\r");
}
