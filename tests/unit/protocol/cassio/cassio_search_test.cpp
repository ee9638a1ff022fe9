// SPDX-License-Identifier: MIT
/// Searches over Cassio's protocol as scripts parse them: words at fixed positions, then "ready.".
#include "engine/base/random.h"
#include "tests/unit/protocol/cassio/cassio_conversation.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

using namespace sumi;
using namespace sumi::protocol;

namespace {

Position with_empties(std::uint64_t seed, int empties, Color to_move) {
  SplitMix64 random(seed);
  while (true) {
    const Board board = test::random_game(random, empties);
    if (board.empties() == empties && rules::legal_moves(board) != 0) return {board, to_move};
  }
}

CassioResult final_result(CassioConversation& cassio, const std::string& command) {
  const Lines said = cassio(command);
  INFO(command);
  REQUIRE(said.size() == 2);
  CHECK(said[1] == "ready.");
  return read_result(said[0]);
}

/// The moves of a line without blanks: upper case for Black, lower case for White.
std::vector<Square> moves_of(const std::string& line, Color color) {
  std::vector<Square> moves;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
    const bool upper = line[i] >= 'A' && line[i] <= 'Z';
    CHECK(upper == (color == Color::kBlack));
    moves.push_back(*parse_square(line.substr(i, 2)));
    color = !color;
  }
  return moves;
}

}  // namespace

TEST_CASE("endgame-search returns the exact score for either side", "[cassio]") {
  CassioConversation cassio;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Color color = seed % 2 == 0 ? Color::kBlack : Color::kWhite;
    const Position position = with_empties(seed, 7, color);
    const int score = test::BruteForce().solve(position.board);
    const std::string text = cassio_text(position);
    const auto found = final_result(cassio, "endgame-search " + text + " -64 64 100");
    CHECK(found.position == text);
    CHECK(found.side == (color == Color::kBlack ? 'B' : 'W'));
    CHECK(found.lower == score);
    CHECK(found.upper == score);
    CHECK(found.depth == 7);
    CHECK(found.precision == 100);
    const auto moves = moves_of(found.line, color);
    CHECK(found.move == found.line.substr(0, 2));
    REQUIRE(test::legal_line(position.board, moves));
    CHECK(rules::game_over(test::after(position.board, moves)));
  }
}

TEST_CASE("bounds are outside the window or equal to the score", "[cassio]") {
  CassioConversation cassio;
  const Position position = with_empties(5, 7, Color::kBlack);
  const int score = test::BruteForce().solve(position.board);
  REQUIRE(std::abs(score) < 50);
  const auto search = [&](int alpha, int beta) {
    return final_result(
        cassio, fmt::format("endgame-search {} {} {} 100", cassio_text(position), alpha, beta));
  };
  const auto low = search(score - 12, score - 10);
  CHECK((low.lower >= score - 10 && low.lower <= score));
  CHECK(low.upper == 64);
  const auto high = search(score + 10, score + 12);
  CHECK(high.lower == -64);
  CHECK((high.upper <= score + 10 && high.upper >= score));
  const auto around = search(score - 2, score + 2);
  CHECK((around.lower == score && around.upper == score));
  for (const auto& [alpha, beta] : {std::pair(-64, -64), std::pair(64, 64), std::pair(64, 90)}) {
    const auto edge = search(alpha, beta);
    CHECK((edge.lower <= score && score <= edge.upper));
  }
  const auto beyond = search(-999, 999);  // as ruversi sends
  CHECK((beyond.lower == score && beyond.upper == score));
}

TEST_CASE("midgame windows may be fractions of discs", "[cassio]") {
  CassioConversation cassio;
  const std::string text = cassio_text(with_empties(6, 30, Color::kWhite));
  const auto free = final_result(cassio, "midgame-search " + text + " -64 64 6 100");
  CHECK(free.side == 'W');
  REQUIRE(free.lower == free.upper);
  const auto search = [&](double alpha, double beta) {
    cassio("empty-hash");
    return final_result(cassio,
                        fmt::format("midgame-search {} {:.2f} {:.2f} 6 100", text, alpha, beta));
  };
  const auto below = search(free.lower - 1.5, free.lower - 0.51);
  CHECK((below.lower >= free.lower - 0.52 && below.upper == 64));
  const auto above = search(free.lower + 0.51, free.lower + 1.5);
  CHECK((above.lower == -64 && above.upper <= free.lower + 0.52));
  const auto narrow = search(free.lower - 0.51, free.lower + 0.51);
  CHECK(narrow.lower == free.lower);
  CHECK(narrow.upper == free.lower);
  const auto null = search(free.lower + 3, free.lower + 3);  // the window is rounded
  CHECK((null.lower == -64 && null.upper <= free.lower + 3.02));
}

TEST_CASE("a precision selects the next higher level of selectivity", "[cassio]") {
  CassioConversation cassio;
  const std::string text = cassio_text(with_empties(7, 30, Color::kBlack));
  for (const auto& [precision, level] :
       {std::pair(0, 73), std::pair(73, 73), std::pair(74, 87), std::pair(90, 95),
        std::pair(98, 98), std::pair(99, 99), std::pair(100, 100)}) {
    const auto found =
        final_result(cassio, fmt::format("midgame-search {} -64 64 6 {}", text, precision));
    CHECK(found.precision == level);
    CHECK(found.depth == 6);
  }
}

TEST_CASE("a solution has the requested precision and no more", "[cassio]") {
  CassioConversation cassio;
  const auto solve = [&](const Position& position, int precision) {
    return final_result(
        cassio, fmt::format("endgame-search {} -64 64 {}", cassio_text(position), precision));
  };
  const auto exact = solve(with_empties(19, 18, Color::kBlack), 100);
  CHECK(exact.depth == 18);
  CHECK(exact.precision == 100);
  CHECK(exact.lower == -22);
  CHECK(exact.upper == -22);
  // Certainty would take ten times as long.
  const auto unsure = solve(with_empties(34, 21, Color::kBlack), 73);
  CHECK(unsure.depth == 21);
  CHECK((unsure.precision >= 73 && unsure.precision < 100));
  CHECK(unsure.lower == 12);
  CHECK(unsure.upper == 12);
}

TEST_CASE("a midgame search to the last empty square solves", "[cassio]") {
  CassioConversation cassio;
  const Position position = with_empties(10, 7, Color::kWhite);
  const int score = test::BruteForce().solve(position.board);
  for (const int depth : {7, 8, 60, 99}) {
    const auto found = final_result(
        cassio, fmt::format("midgame-search {} -64 64 {} 100", cassio_text(position), depth));
    CHECK(found.lower == score);
    CHECK(found.upper == score);
    CHECK(found.depth == 7);
  }
  CHECK(final_result(cassio, "midgame-search " + kCassioStart + " -64 64 0 100").depth == 1);
}

TEST_CASE("a finished game has a score and no move", "[cassio]") {
  CassioConversation cassio;
  const std::string full = std::string(40, 'X') + std::string(24, 'O');
  for (const std::string& command :
       {"endgame-search " + full + "O -64 64 100", "midgame-search " + full + "O -64 64 12 90"}) {
    const Lines said = cassio(command);
    REQUIRE(said.size() == 2);
    CHECK(said[0].starts_with(full + "O, move --, depth 0, @100%, W-16.00 <= v <= W-16.00, , "));
    CHECK(read_result(said[0]).line.empty());
  }
  // From a script: two empty squares, and the depth before the precision.
  const Lines said = cassio(
      "endgame-search OOOOOO-OOOOOO-OOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOOOOOOOOOOOOOOOOOO X "
      "-999 999 4 0");
  REQUIRE(said.size() == 2);
  CHECK(said[1] == "ready.");
  read_result(said[0]);
}

TEST_CASE("a side without a move passes", "[cassio]") {
  CassioConversation cassio;
  // White has c1 and c3; Black never has a move.
  const std::string stuck =
      "OX------"
      "--------"
      "OX------" +
      std::string(40, '-');
  const auto black = final_result(cassio, "midgame-search " + stuck + "X -64 64 3 100");
  CHECK(black.move == "PA");
  CHECK(black.line.starts_with("PAc"));
  const auto white = final_result(cassio, "midgame-search " + stuck + "O -64 64 3 100");
  CHECK((white.move == "c1" || white.move == "c3"));
  CHECK(white.line.substr(2, 2) == "PA");
  std::string swapped = stuck;
  for (char& c : swapped) c = c == 'X' ? 'O' : c == 'O' ? 'X' : c;
  const auto passing = final_result(cassio, "midgame-search " + swapped + "O -64 64 3 100");
  CHECK(passing.side == 'W');
  CHECK(passing.line.starts_with("paC"));
}

TEST_CASE("a blank may separate the side from the squares", "[cassio]") {
  CassioConversation cassio;
  const std::string apart = kCassioStart.substr(0, 64) + " X";
  const auto found = final_result(cassio, "midgame-search " + apart + " -64 64 3 100");
  CHECK(found.position == kCassioStart);
}

TEST_CASE("scripts written for Edax can read our answers", "[cassio][edax]") {
  CassioConversation cassio;
  SECTION("a Java program sends no init but a line feed, and reads the third word as the move") {
    cassio.raw("");
    CHECK(cassio.lines() == Lines{"ready."});
    const auto found = final_result(
        cassio,
        "midgame-search "
        "---------------------------OX------XOX-------O------------------X -0.51 2.30 7 90");
    CHECK(parse_square(found.move).has_value());
  }
  SECTION("a C# program sends a null window at depth 1") {
    const auto found = final_result(
        cassio,
        "midgame-search --XO---O--XXO-O--OXOXO-OOXXOOXOX-OOXXXXX-OOOXXX----XOXOO--XXXX-XO "
        "0 1 1 100");
    CHECK((found.upper <= 0 || found.lower >= 0));
    CHECK(found.move[0] >= 'a');
  }
  SECTION("a Python program increases the depth and reads both bounds") {
    cassio("init");
    for (int depth = 2; depth <= 6; depth += 2) {
      const auto found =
          final_result(cassio, fmt::format("midgame-search {} -64 64 {} 100", kCassioStart, depth));
      CHECK(found.depth == depth);
      CHECK(found.lower == found.upper);
    }
  }
}

TEST_CASE("after empty-hash a search repeats itself", "[cassio]") {
  CassioConversation cassio;
  const std::string search = "midgame-search " + kCassioStart + " -64 64 8 95";
  cassio("empty-hash");
  const auto once = final_result(cassio, search);
  const auto warm = final_result(cassio, search);
  cassio("empty-hash");
  const auto again = final_result(cassio, search);
  CHECK(once.nodes == again.nodes);
  CHECK(once.line == again.line);
  CHECK(warm.nodes < once.nodes);
}
