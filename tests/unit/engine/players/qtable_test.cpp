// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/players/qtable.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <set>

using namespace sumi;
using Catch::Matchers::Contains;

namespace {

const std::string kHeader = "board,square,value,updates\n";
const std::string kLine = "-----OX--XO-----,b1,0.25,17\n";

std::string fault(const std::string& text) {
  const auto file = parse_qtable(text);
  return file ? "none" : file.error().message;
}

}  // namespace

TEST_CASE("qtable: only stored entries are found", "[qtable]") {
  QTable table;
  CHECK(table.find(kStartBoard, Square::kA1) == nullptr);
  SplitMix64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Board board{random.next(), static_cast<Bitboard>(i)};
    QEntry& entry = table.entry(board, static_cast<Square>(i % 64), 0.5);
    CHECK(entry.value == 0.5);
    entry.value = i;
    entry.updates = 1;
  }
  CHECK(table.size() == 1000);
  SplitMix64 again(1);
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) {
    const Board board{again.next(), static_cast<Bitboard>(i)};
    const QEntry* entry = table.find(board, static_cast<Square>(i % 64));
    wrong += !entry || entry->value != i;
    wrong += table.find(board, static_cast<Square>((i + 1) % 64)) != nullptr;
    wrong += table.entry(board, static_cast<Square>(i % 64), 0.5).value != i;
  }
  CHECK(wrong == 0);
  CHECK(table.size() == 1000);
  CHECK(table.sorted().size() == 1000);
}

TEST_CASE("qtable: a table survives writing and reading", "[qtable]") {
  const auto file = parse_qtable(kHeader + kLine);
  REQUIRE(file);
  CHECK(file->size == 4);
  const QEntry* entry = file->table.find(kStartBoard, square_at(1, 0, 4));
  REQUIRE(entry);
  CHECK(entry->value == 0.25);
  CHECK(entry->updates == 17);
  CHECK(write_qtable(file->table.sorted(), 4) == kHeader + kLine);

  QTable table;
  table.entry(kStartBoard, Square::kA1, 1.0 / 3).updates = 3;
  const auto again = parse_qtable(write_qtable(table.sorted(), 8));
  REQUIRE(again);
  CHECK(again->table.find(kStartBoard, Square::kA1)->value == 1.0 / 3);
  CHECK(parse_qtable(kHeader).value().size == 0);
  const auto twice = parse_qtable(kHeader + kLine + "-----OX--XO-----,b1,-1,18\r\n");
  REQUIRE(twice);
  CHECK(twice->table.size() == 1);
  CHECK(twice->table.find(kStartBoard, square_at(1, 0, 4))->value == -1);
}

TEST_CASE("qtable: an error gives its line", "[qtable]") {
  CHECK(fault("") == "no table of moves: line 1: not \"board,square,value,updates\"");
  CHECK_THAT(fault("a,b\n" + kLine), Contains("line 1"));
  for (const char* line :
       {"-----OX--XO----,b1,0.25,17", "-----OX--XO----?,b1,0.25,17", "-----OX--XO-----,e5,0.25,17",
        "-----OX--XO-----,pass,0.25,17", "-----OX--XO-----,b1,nan,17", "-----OX--XO-----,b1,,17",
        "-----OX--XO-----,b1,0.25,-1", "-----OX--XO-----,b1,0.25", "-----OX--XO-----,b1,0.25,1,2",
        "junk", ",,,"}) {
    CAPTURE(line);
    CHECK_THAT(fault(kHeader + kLine + line + "\n"), Contains("line 3"));
  }
  CHECK_THAT(fault(kHeader + kLine + std::string(36, '-') + ",a1,0,1\n"),
             Contains("line 3: a board of 6x6 after one of 4x4"));
}

namespace {

const std::atomic<bool> kGoOn = false;

std::shared_ptr<const QTable> table_with(const Board& board, Square square, double value) {
  auto table = std::make_shared<QTable>();
  table->entry(board, square, value);
  return table;
}

}  // namespace

TEST_CASE("qtable player: it plays the best known move unless unknown moves count more",
          "[players]") {
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

TEST_CASE("qtable player: an entry for one of eight symmetric boards is enough", "[players]") {
  const Square e6 = parse_square("e6").value();
  const Board after_e6 = kStartBoard.played(e6, rules::flips(kStartBoard, e6));
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    const Position p{symmetric(after_e6, symmetry), Color::kWhite, 8};
    const CanonicalBoard key = canonical(p.board);
    for (Bitboard left = rules::legal_moves(p.board); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const auto player =
          make_qtable_player(table_with(key.board, symmetric(s, key.symmetry), 0.9));
      CHECK(player->choose(p, 1, kGoOn) == s);
    }
  }
}

TEST_CASE("qtable player: reads a file and reports its errors", "[players]") {
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
