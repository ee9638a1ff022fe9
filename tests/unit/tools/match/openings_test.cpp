// SPDX-License-Identifier: MIT
/// Openings from files and random ones.
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tools/match/openings.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::match;

namespace {

constexpr std::string_view kStart =
    "---------------------------OX------XO--------------------------- X";

/// The positions that the openings lead to, or the error.
std::vector<std::string> ends(std::string_view text, int size = 8) {
  const Result<std::vector<GameRecord>> openings = parse_openings(text, size);
  if (!openings) return {"error: " + openings.error().message};
  std::vector<std::string> ends;
  for (const GameRecord& o : *openings) ends.push_back(to_text(o.replay().position()));
  return ends;
}

std::string after(std::string_view moves, int size = 8) {
  return to_text(parse_game(moves, size).value().replay().position());
}

/// Openings "f5", "f5d6" and so on, so that they can be told apart by their length.
std::vector<GameRecord> numbered(std::size_t count) {
  const GameRecord game = parse_game("f5d6c3d3c4f4f6f3e6e7d7g6d8c5").value();
  std::vector<GameRecord> openings(count, game);
  for (std::size_t i = 0; i < count; ++i) openings[i].moves.resize(i);
  return openings;
}

std::vector<std::size_t> lap(const Openings& openings, std::size_t count, std::uint64_t number) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) {
    order.push_back(openings[number * count + i].moves.size());
  }
  return order;
}

}  // namespace

TEST_CASE("Openings are read in every form", "[openings]") {
  const std::string start(kStart), f5d6 = after("f5d6");
  const std::vector<std::string> read = ends(
      "\xEF\xBB\xBF# a comment\r\n"
      "f5d6\r\n"
      "   \n"
      "% another\n"
      "  F5 d6  \n"
      "1. f5 d6\n"
      "f5/d6\n" +
      start + "\n" + start + " f5d6\n" +
      "8/8/8/3ox3/3xo3/8/8/8 x\n"
      "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\n"
      "--------/--------/--------/---OX---/---XO---/--------/--------/-------- X\n"
      "startpos");
  const std::vector<std::string> want = {f5d6, f5d6,  f5d6,  f5d6,  start,
                                         f5d6, start, start, start, start};
  CHECK(read == want);
  CHECK(ends("4/1ox1/1xo1/4 x\na2\n", 4) ==
        std::vector<std::string>{to_text(start_position(4)), after("a2", 4)});
}

TEST_CASE("Openings keep their moves", "[openings]") {
  const std::vector<GameRecord> read = parse_openings(std::string(kStart) + " f5d6", 8).value();
  REQUIRE(read.size() == 1);
  CHECK(read[0].start == Position{});
  CHECK(read[0].moves.size() == 2);
}

TEST_CASE("Files of openings with mistakes are refused, naming the line", "[openings]") {
  struct Case {
    std::string text, part;
    int size = 8;
  };
  const std::string full(64, 'X');
  for (const Case& c : {
           Case{"", "error: no openings"},
           Case{"# nothing\n\n", "error: no openings"},
           Case{"f5d6\n\nf5f5\n", "error: line 3: illegal move: 'f5'"},
           Case{"f5d6\nhello", "error: line 2: game: 'hello' is not a move"},
           Case{"8/8/8/3ox3/3xo3/8/8 x", "error: line 1: FEN: "},
           Case{"8/8/8/3ox3/3xo2/8/8/8 x", "error: line 1: FEN: '3xo2' has 7 squares"},
           Case{"8/8/8/3ox3/3xo3/8/8/8", "error: line 1: FEN: "},
           Case{full + " O", "is a finished game"},
           Case{"xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx o",
                "is a finished game"},
           Case{"8/8/8/8/8/8/8/8 x", "is a finished game"},
           Case{"f5d6\n4/1ox1/1xo1/4 x",
                "error: line 2: '4/1ox1/1xo1/4 x' is on a board of size 4"},
           Case{std::string(kStart), "is on a board of size 8, not 6", 6},
       }) {
    CAPTURE(c.text);
    const std::vector<std::string> read = ends(c.text, c.size);
    REQUIRE(read.size() == 1);
    CHECK_THAT(read[0], Catch::Contains(c.part));
  }
}

TEST_CASE("No text breaks the reader of openings", "[openings]") {
  test::check_bad_input(
      [](std::string_view text) { return parse_openings(text, 8); },
      {"f5d6c3", "8/8/8/3ox3/3xo3/8/8/8 x", std::string(kStart) + " f5", "# x\nf5\nf5d6"},
      "abcdefgh12345678/xoP-XO #%\n");
}

TEST_CASE("Random openings have their length and are never over", "[openings]") {
  struct Case {
    int plies, size;
  };
  for (const Case& c : {Case{0, 8}, Case{1, 8}, Case{8, 8}, Case{20, 8}, Case{56, 8}, Case{8, 6},
                        Case{28, 6}, Case{0, 4}, Case{4, 4}, Case{8, 4}}) {
    for (std::uint64_t number = 0; number < 100; ++number) {
      CAPTURE(c.plies, c.size, number);
      const GameRecord opening = random_opening(7, number, c.plies, c.size);
      CHECK(opening.start == start_position(c.size));
      CHECK(std::ranges::count_if(opening.moves, [](Square s) { return s != Square::kPass; }) ==
            c.plies);
      // Legal: read again it is the same, passes and all.
      std::string text;
      for (const Square s : opening.moves) text += to_text(s, c.size) + " ";
      const Result<GameRecord> again = parse_game(text, c.size);
      REQUIRE(again);
      CHECK(again->moves == opening.moves);
      CHECK_FALSE(again->replay().over());
      CHECK(random_opening(7, number, c.plies, c.size).moves == opening.moves);
    }
  }
}

TEST_CASE("More plies than a game has are cut down", "[openings]") {
  const GameRecord opening = random_opening(1, 1, 60, 4);
  CHECK_FALSE(opening.replay().over());
  CHECK(opening.moves.size() >= 8);
}

TEST_CASE("Passes come up in random openings", "[openings]") {
  int passes = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const GameRecord opening = random_opening(3, number, 8, 4);
    passes += static_cast<int>(std::ranges::count(opening.moves, Square::kPass));
  }
  CHECK(passes > 0);
}

TEST_CASE("Random openings differ by number and by seed, evenly", "[openings]") {
  // The four first moves are symmetric; each comes up in a quarter of the openings. Five standard
  // deviations are 87.
  std::map<Square, int> first;
  std::set<std::string> games;
  for (std::uint64_t number = 0; number < 1600; ++number) {
    const GameRecord opening = random_opening(11, number, 10, 8);
    ++first[opening.moves[0]];
    games.insert(to_transcript(opening));
  }
  CHECK(first.size() == 4);
  for (const auto& [square, count] : first) CHECK(std::abs(count - 400) < 87);
  CHECK(games.size() > 1500);
  CHECK(to_transcript(random_opening(1, 0, 10, 8)) != to_transcript(random_opening(2, 0, 10, 8)));
  // Seeds and numbers do not stand for one another.
  CHECK(to_transcript(random_opening(1, 2, 10, 8)) != to_transcript(random_opening(2, 1, 10, 8)));
}

TEST_CASE("The same seed gives the same openings on every machine", "[openings]") {
  CHECK(to_transcript(random_opening(1, 0, 8, 8)) == "e6d6c6d7c7f4c8b8");
  CHECK(lap(Openings(numbered(5), true, 1), 5, 0) == std::vector<std::size_t>{0, 1, 3, 4, 2});
}

TEST_CASE("A file in order comes again and again", "[openings]") {
  const Openings openings(numbered(3), false, 1);
  for (const std::uint64_t number : {0u, 1u, 1000u}) {
    CHECK(lap(openings, 3, number) == std::vector<std::size_t>{0, 1, 2});
  }
}

TEST_CASE("A shuffled file comes whole each time, in other orders", "[openings]") {
  constexpr std::size_t kCount = 12;
  const Openings openings(numbered(kCount), true, 1);
  std::set<std::vector<std::size_t>> orders;
  for (const std::uint64_t number : {0ull, 1ull, 2ull, 3ull, 1'000'000'000'000ull}) {
    std::vector<std::size_t> order = lap(openings, kCount, number);
    CHECK(lap(openings, kCount, number) == order);
    orders.insert(order);
    std::ranges::sort(order);
    for (std::size_t i = 0; i < kCount; ++i) CHECK(order[i] == i);
  }
  CHECK(orders.size() == 5);
  CHECK(lap(Openings(numbered(kCount), true, 2), kCount, 0) != lap(openings, kCount, 0));
}

TEST_CASE("Every order of a shuffled file comes up as often", "[openings]") {
  const Openings openings(numbered(3), true, 4);
  std::map<std::vector<std::size_t>, int> count;
  for (std::uint64_t number = 0; number < 1200; ++number) ++count[lap(openings, 3, number)];
  CHECK(count.size() == 6);
  for (const auto& [order, times] : count) CHECK(std::abs(times - 200) < 65);  // five deviations
}

TEST_CASE("A file of one opening is that opening for every number", "[openings]") {
  const Openings openings(parse_openings("f5d6\n", 8).value(), true, 1);
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12'345}, ~std::uint64_t{0}}) {
    CHECK(to_transcript(openings[number]) == "f5d6");
  }
}

TEST_CASE("Without a file openings are random, by number", "[openings]") {
  const Openings openings(6, 9, 6);
  for (std::uint64_t number = 0; number < 20; ++number) {
    CHECK(openings[number].moves == random_opening(9, number, 6, 6).moves);
    CHECK(openings[number].start == start_position(6));
  }
}
