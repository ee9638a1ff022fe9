// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "tests/support/books.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::book;

namespace {

constexpr Square kD3{19};

template <class Change>
std::string fault_after(Change change) {
  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, kD3, Value{256}, 60, 73, false};
  entry.score = Value{256};
  entry.depth = 60;
  entry.level = kMaxBookLevel;
  change(entry);
  return fault_of(kStartBoard, entry);
}

}  // namespace

TEST_CASE("impossible entries are reported", "[book][entry]") {
  CHECK(fault_after([](BookEntry&) {}).empty());
  CHECK(fault_after([](BookEntry& e) { e.leaf.move = Square::kA1; }) ==
        "its leaf a1 is not a legal move");
  CHECK(fault_after([](BookEntry& e) { e.leaf.move = Square::kPass; }) ==
        "its leaf pass is not a legal move");
  CHECK(fault_after([](BookEntry& e) { e.leaf.value = to_value({64}); }).empty());
  CHECK(fault_after([](BookEntry& e) { e.leaf.value.units = 64 * 128 + 1; }) ==
        "its leaf's value 64.01 is none that a game can have");
  CHECK(fault_after([](BookEntry& e) { e.leaf.value = to_value({-65}); }) ==
        "its leaf's value -65.00 is none that a game can have");
  CHECK(fault_after([](BookEntry& e) { e.leaf.exact = true; }).empty());
  CHECK(fault_after([](BookEntry& e) {
          e.leaf.exact = true;
          e.leaf.value = to_value({1});
        }) == "its leaf's value 1.00 is none that a game can have at its end");
  CHECK(fault_after([](BookEntry& e) { e.leaf.depth = 61; }) ==
        "its leaf is of 61 plies, where there are 60");
  CHECK(fault_after([](BookEntry& e) { e.leaf.selectivity = 74; }) ==
        "its leaf has a selectivity of 74");
  CHECK(fault_after([](BookEntry& e) { e.score = to_value({-65}); }) ==
        "its score's value -65.00 is none that a game can have");
  CHECK(fault_after([](BookEntry& e) { e.depth = 61; }) ==
        "its score is of 61 plies, where there are 60");
  CHECK(fault_after([](BookEntry& e) { e.selectivity = 0; }) == "its score has a selectivity of 0");
  CHECK(fault_after([](BookEntry& e) { e.level = 61; }) == "its level is 61");
  CHECK(fault_after([](BookEntry& e) { e.level = -2; }) == "its level is -2");
  // Without a move, the leaf's other fields must be empty.
  CHECK(fault_after([](BookEntry& e) {
          e.leaf.state = Leaf::State::kNoMove;
          e.leaf.move = Square::kA1;
        }).empty());
}

TEST_CASE("is_book_position() accepts positions with a move and a full centre", "[book][entry]") {
  CHECK(is_book_position(kStartBoard));
  CHECK_FALSE(is_book_position({kStartBoard.own | 1, kStartBoard.opp | 1}));
  CHECK_FALSE(is_book_position({1, 2}));  // c1 is legal, but the centre is empty
  const Bitboard middle = kStartBoard.own | kStartBoard.opp;
  CHECK(is_book_position({1 | middle, 2}));
  CHECK_FALSE(is_book_position({2, 1 | middle}));  // a forced pass
  CHECK_FALSE(is_book_position({1 | middle, 0}));  // the game is over
}

TEST_CASE("counts of games saturate", "[book][entry]") {
  constexpr std::uint32_t kMost = 0xFFFFFFFF;
  CHECK(sum({1, 2, 3}, {4, 5, 6}) == GameCounts{5, 7, 9});
  CHECK(sum({kMost, kMost - 1, 1}, {1, 1, kMost}) == GameCounts{kMost, kMost, kMost});
}
