// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/weights/table_file.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>

using namespace sumi;

namespace {

std::string nine() { return "classes: 100 -40 -20 5 -80 -1 -1 5 1\n"; }

std::string refusal(const std::string& body) {
  const auto table = parse_table("sumi-table 1\n" + body);
  return table ? "none" : table.error().message;
}

TableFile random_table(SplitMix64& random) {
  TableFile table;
  table.size = 4 + 2 * random.below(3);
  const auto fill = [&](SquareValues& values) {
    for (std::size_t s = 0; s < 64; ++s) {
      if ((squares_of(table.size) >> s & 1) != 0) values[s] = random.below(8001) - 4000;
    }
  };
  fill(table.squares);
  table.points_per_disc = 1 + random.below(100'000);
  table.mobility = random.below(8001) - 4000;
  table.note = "drawn: at random";
  if (random.below(2) == 0) {
    table.decided.emplace();
    fill(table.decided->squares);
    table.decided->from = random.below(61);
    table.decided->corners = 1 + random.below(4);
  }
  if (random.below(2) == 0) {
    table.error = ErrorModel{{1, 2, 3, 4, 5, 6, 7, 8192}, {8}, {9}, random.below(1025)};
  }
  return table;
}

}  // namespace

TEST_CASE("a table survives writing and reading", "[table]") {
  SplitMix64 random(823);
  for (int i = 0; i < 200; ++i) {
    const TableFile table = random_table(random);
    const auto again = parse_table(write_table(table));
    REQUIRE(again);
    REQUIRE(*again == table);
  }
}

TEST_CASE("a table's error model is the evaluator's", "[table]") {
  TableFile table;
  CHECK(table_weights(table).error == TableWeights{}.error);
  table.error = ErrorModel{{1, 2, 3, 4, 5, 6, 7, 8192}, {8}, {9}, 700};
  CHECK(table_weights(table).error == *table.error);
}

TEST_CASE("a note is written on one line", "[table]") {
  TableFile table;
  table.note = "one\nsize: 4 # two";
  const auto again = parse_table(write_table(table));
  REQUIRE(again);
  CHECK(again->size == 8);
  CHECK(again->note == "one size: 4   two");
  std::string text = write_table(table);
  text[text.find("one ") + 3] = '\x19';  // as other programs may write it
  CHECK(parse_table(text).value() == *again);
}

TEST_CASE("nine classes of squares have the values given, as in the paper", "[table]") {
  const auto table =
      parse_table("sumi-table 1\n# a comment\n\nclasses: 1 2 3 4 5 6 7 8 9 # more\n");
  REQUIRE(table);
  constexpr int kWant[4][8] = {{1, 2, 3, 4, 4, 3, 2, 1},
                               {2, 5, 6, 7, 7, 6, 5, 2},
                               {3, 6, 8, 9, 9, 8, 6, 3},
                               {4, 7, 9, 0, 0, 9, 7, 4}};
  for (int s = 0; s < 64; ++s) {
    const int rank = s / 8;
    CAPTURE(s);
    CHECK(table->squares[static_cast<std::size_t>(s)] == kWant[rank < 4 ? rank : 7 - rank][s % 8]);
  }
}

TEST_CASE("errors in tables name the fault", "[table]") {
  CHECK(parse_table("").error().message ==
        "no table of Sumi: the first line is to be 'sumi-table 1'");
  CHECK(!parse_table("sumi-table 2\n" + nine()));
  CHECK(refusal(nine()) == "none");
  CHECK(refusal("") == "neither 'squares' nor 'classes' is there");
  CHECK(refusal(nine() + nine()) == "'classes' is there twice");
  CHECK(refusal(nine() + "squares: 1\n") == "'squares' and 'classes' exclude each other");
  CHECK(refusal("classes: 1 2 3\n") == "classes: 3 numbers, but 9 are wanted");
  CHECK(refusal("squares: 1 2 3\n") == "squares: 3 numbers, but 64 are wanted");
  CHECK(refusal("classes: 1 2 3 4 5 6 7 8 4001\n") == "classes: '4001' is not in -4000..4000");
  CHECK(refusal("classes: 1 2 3 4 5 6 7 8 x\n") == "classes: 'x' is not in -4000..4000");
  CHECK(refusal("size: 6\n" + nine()) == "'classes' is for 8x8 only");
  CHECK(refusal("size: 5\n" + nine()) == "size: '5' is not 4, 6 or 8");
  CHECK(refusal("points-per-disc: 0\n" + nine()) == "points-per-disc: '0' is not in 1..100000");
  CHECK_THAT(refusal("colour: red\n"),
             Catch::Matchers::StartsWith("'colour' is not one of note, "));
  CHECK(refusal("1 2 3\n") == "the line: '1 2 3' is not of the form 'key: values'");
  CHECK_THAT(refusal(nine() + "decided-from: 20\n"),
             Catch::Matchers::StartsWith("'decided-from' and 'decided-corners' go with"));
  CHECK(refusal(nine() + "decided-classes: 1 2 3 4 5 6 7 8 9\ndecided-corners: 5\n") ==
        "decided-corners: '5' is not in 1..4");
  CHECK_THAT(refusal(nine() + "error-fade: 3\n"), Catch::Matchers::StartsWith("of the lines"));
}

TEST_CASE("any bytes are read as a table or give an error", "[table]") {
  SplitMix64 random(827);
  for (int i = 0; i < 600; ++i) {
    std::string text = write_table(random_table(random));
    for (int change = 1 + random.below(4); change > 0; --change) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
      if (random.below(4) == 0) {
        text.resize(at + 1);
      } else {
        text[at] = static_cast<char>(random.below(256));
      }
    }
    const auto table = parse_table(text);
    if (table) CHECK(parse_table(write_table(*table)));
  }
}

TEST_CASE("table files are read, and errors name the file", "[table]") {
  const test::TemporaryFolder folder;
  CHECK(read_table(folder.write("good", "sumi-table 1\n" + nine())));
  const std::string bad = folder.write("bad", "sumi-table 1\n");
  const auto refused = read_table(bad);
  REQUIRE(!refused);
  CHECK_THAT(refused.error().message,
             Catch::Matchers::EndsWith("': neither 'squares' nor 'classes' is there"));
  CHECK(read_table(folder.file("none")).error().code == ErrorCode::kNotFound);
}

TEST_CASE("the papers' tables are shipped", "[table]") {
  const std::string folder = SUMI_SOURCE_FOLDER "/weights/tables/";
  for (const char* name :
       {"s4-bp", "s5-custom", "s6-general", "s6-evolved", "s6-human-a", "s6-human-b"}) {
    const auto table = read_table(folder + name + ".table");
    CAPTURE(name);
    REQUIRE(table);
    CHECK(table->squares[0] == (table->note.starts_with("BP") ? 45 : 100));
    for (std::size_t s = 0; s < 64; ++s) {  // all are symmetric
      CHECK(table->squares[s] == table->squares[63 - s]);
      CHECK(table->squares[s] == table->squares[s ^ 7]);
      CHECK(table->squares[s] == table->squares[s % 8 * 8 + s / 8]);
    }
  }
  const auto human = read_table(folder + "s6-human-a.table").value();
  REQUIRE(human.decided);
  CHECK(human.decided->from == 33);
  CHECK(human.decided->corners == 2);
  CHECK(human.decided->squares[1] == 40);
  CHECK(human.squares[1] == -40);
  CHECK(human.mobility == 50);
  CHECK(!read_table(folder + "s6-general.table").value().decided);
  const auto evolved = read_table(folder + "s6-evolved.table").value();
  REQUIRE(evolved.decided);
  CHECK(evolved.squares == human.squares);
  CHECK(evolved.decided->squares[1] == 65);
}
