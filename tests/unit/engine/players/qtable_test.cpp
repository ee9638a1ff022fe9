// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/players/qtable.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

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

TEST_CASE("qtable: finds what was put in, and nothing else", "[qtable]") {
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

TEST_CASE("qtable: text there and back", "[qtable]") {
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
  // The last of two entries counts; line ends of Windows are no matter.
  const auto twice = parse_qtable(kHeader + kLine + "-----OX--XO-----,b1,-1,18\r\n");
  REQUIRE(twice);
  CHECK(twice->table.size() == 1);
  CHECK(twice->table.find(kStartBoard, square_at(1, 0, 4))->value == -1);
}

TEST_CASE("qtable: what is none is told by its line", "[qtable]") {
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
