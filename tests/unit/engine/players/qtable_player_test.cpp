// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/players/qtable_player.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <set>

using namespace sumi;
using Catch::Matchers::Contains;

namespace {

const std::atomic<bool> kGoOn = false;

std::shared_ptr<const QTable> table_with(const Board& board, Square square, double value) {
  auto table = std::make_shared<QTable>();
  table->entry(board, square, value);
  return table;
}

}  // namespace

TEST_CASE("qtable player: the best known move, or one that is not known", "[players]") {
  const Position start = start_position(8);
  const Square e6 = parse_square("e6").value();
  REQUIRE((rules::legal_moves(start.board) & bit(e6)) != 0);
  const QReading as_is{0.5, false};
  CHECK(make_qtable_player(table_with(start.board, e6, 0.6), as_is)->choose(start, 1, kGoOn) == e6);
  const auto not_that = make_qtable_player(table_with(start.board, e6, 0.4), as_is);
  std::set<Square> chosen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    chosen.insert(not_that->choose(start, seed, kGoOn));
    CHECK(not_that->choose(start, seed, kGoOn) == not_that->choose(start, seed, kGoOn));
  }
  CHECK(chosen.count(e6) == 0);
  CHECK(chosen.size() == 3);
}

TEST_CASE("qtable player: one board of eight is enough", "[players]") {
  const Square e6 = parse_square("e6").value();
  Position p{kStartBoard.played(e6, rules::flips(kStartBoard, e6)), Color::kWhite, 8};
  const CanonicalBoard key = canonical(p.board);
  for (Bitboard left = rules::legal_moves(p.board); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const auto player = make_qtable_player(table_with(key.board, symmetric(s, key.symmetry), 0.9));
    CHECK(player->choose(p, 1, kGoOn) == s);
  }
}

TEST_CASE("qtable player: a file, its faults told", "[players]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.csv");
  write_file(path, "board,square,value,updates\n-----OX--XO-----,b1,0.75,17\n").value();
  const auto player = make_qtable_player(path, 4);
  REQUIRE(player);
  CHECK(to_text((*player)->choose(start_position(4), 1, kGoOn), 4) == "b1");

  CHECK_THAT(make_qtable_player(path, 8).error().message,
             Contains("is for boards of 4x4, not 8x8"));
  CHECK_THAT(make_qtable_player("", 8).error().message, Contains("qtable:FILE"));
  CHECK_THAT(make_qtable_player(folder.file("nothing"), 8).error().message,
             Contains("player qtable: "));
  write_file(path, "junk\n").value();
  CHECK_THAT(make_qtable_player(path, 4).error().message, Contains("no table of moves: line 1"));
}
