// SPDX-License-Identifier: MIT
/// The rules themselves: they judge everything else, so they are held to boards drawn by hand and
/// to published counts.
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <array>
#include <string_view>

using namespace sumi;

namespace {

/// A board of any size as a table of letters: nothing in common with the bitboards.
class Walk {
 public:
  explicit Walk(int size) : size_(size) {
    for (auto& row : rows_) row.fill('-');
    const auto middle = static_cast<std::size_t>(size / 2);
    rows_[middle - 1][middle - 1] = rows_[middle][middle] = 'O';
    rows_[middle - 1][middle] = rows_[middle][middle - 1] = 'X';
  }

  std::uint64_t leaves(int depth, char mover) const {
    if (depth == 0) return 1;
    const char other = mover == 'X' ? 'O' : 'X';
    std::uint64_t count = 0;
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        Walk next = *this;
        if (next.play(x, y, mover)) count += next.leaves(depth - 1, other);
      }
    }
    if (count > 0) return count;
    return can_play(other) ? leaves(depth - 1, other) : 1;
  }

 private:
  char at(int x, int y) const {
    const bool inside = x >= 0 && x < size_ && y >= 0 && y < size_;
    return inside ? rows_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] : '-';
  }
  void put(int x, int y, char c) {
    rows_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = c;
  }

  /// Turns what `c` encloses from here; false if that is nothing.
  bool play(int x, int y, char c) {
    if (at(x, y) != '-') return false;
    bool turned = false;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        int n = 1;
        while (at(x + n * dx, y + n * dy) == (c == 'X' ? 'O' : 'X')) ++n;
        if (n == 1 || at(x + n * dx, y + n * dy) != c) continue;
        for (turned = true; --n > 0;) put(x + n * dx, y + n * dy, c);
      }
    }
    put(x, y, c);
    return turned;
  }

  bool can_play(char c) const {
    for (int i = 0; i < size_ * size_; ++i) {
      Walk next = *this;
      if (next.play(i % size_, i / size_, c)) return true;
    }
    return false;
  }

  int size_;
  std::array<std::array<char, 8>, 8> rows_;
};

Board board(std::string_view text) { return parse_position(text).value().board; }
Square square(std::string_view text) { return parse_square(text).value(); }

/// The squares of a set, as a board would show them: X in the set.
std::string drawn(Bitboard set) { return to_text(make_position(set, 0, Color::kBlack)); }

std::string squares(std::string_view drawing) {
  return drawn(parse_position(drawing).value().discs(Color::kBlack));
}

/// Lines to all eight directions: open, closed, empty, and one that leaves the board.
constexpr std::string_view kStar = R"(
  X - - X - - X -
  - O - O - O - -
  - - O O O - - -
  X O O - O O O O
  - - O O O - - -
  - O - X - O - -
  X - - - - - O -
  - - - - - - - -)";

}  // namespace

TEST_CASE("a move turns what it encloses, to all sides", "[rules]") {
  CHECK(drawn(rules::flips(board(kStar), square("d4"))) == squares(R"(
    - - - - - - - -
    - X - X - X - -
    - - X X X - - -
    - X X - - - - -
    - - X X - - - -
    - X - - - - - -
    - - - - - - - -
    - - - - - - - -)"));
  CHECK(rules::flips(board(kStar), square("d3")) == 0);  // taken
  CHECK(rules::flips(board(kStar), square("h1")) == 0);  // turns nothing
  CHECK(rules::flips(board(kStar), Square::kPass) == 0);
}

TEST_CASE("lines end at the edge of the board", "[rules]") {
  // Whoever counts in bits sees A2 behind H1, A5 behind H4, H7 behind A8.
  const Board b = board(R"(
    - - - - - - - O
    X - - - - - - -
    - - - - - - - -
    - - - - - - O O
    X O - - - - - -
    - - - - - - - -
    - - - - - - - -
    O X - - - - - -)");
  CHECK(drawn(rules::legal_moves(b)) == squares(R"(
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - X - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -)"));
}

TEST_CASE("black opens on d3, c4, f5 or e6", "[rules]") {
  CHECK(rules::legal_moves(kStartBoard) ==
        (bit(square("d3")) | bit(square("c4")) | bit(square("f5")) | bit(square("e6"))));
  CHECK(rules::flips(kStartBoard, square("d3")) == bit(square("d4")));
}

TEST_CASE("passing and the end of the game", "[rules]") {
  struct Case {
    std::string_view text;
    bool must_pass, over;
  };
  const Case cases[] = {
      {"start", false, false},
      {"XO------ -------- -------- -------- -------- -------- -------- -------- O", true, false},
      {"XO------ -------- -------- -------- -------- -------- -------- -------- X", false, false},
      {"XX------ -------- -------- -------- -------- -------- -------- -------- O", false, true},
      {"-------- -------- -------- -------- -------- -------- -------- -------- X", false, true},
      {"XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO X", false, true},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(rules::must_pass(board(c.text)) == c.must_pass);
    CHECK(rules::game_over(board(c.text)) == c.over);
  }
}

TEST_CASE("perft matches the published counts", "[rules]") {
  // A. Bik, http://www.aartbik.com/MISC/reversi.html
  constexpr std::uint64_t kLeaves[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
  for (int depth = 0; depth <= 8; ++depth) {
    CAPTURE(depth);
    CHECK(rules::perft(kStartBoard, depth) == kLeaves[depth]);
  }
}

TEST_CASE("perft counts a pass as a ply and a finished game once", "[rules]") {
  // White must pass, black plays c1, and then the game is over.
  const Board b =
      board("XO------ -------- -------- -------- -------- -------- -------- -------- O");
  for (int depth = 0; depth <= 5; ++depth) CHECK(rules::perft(b, depth) == 1);
  const Board two =
      board("XO------ -------- -------- -------- -------- -------- -------- XO------ O");
  CHECK(rules::perft(two, 1) == 1);  // the pass
  CHECK(rules::perft(two, 2) == 2);
  CHECK(rules::perft(two, 3) == 2);  // passes again
  CHECK(rules::perft(two, 4) == 2);
  CHECK(rules::perft(two, 9) == 2);
}

TEST_CASE("perft of small boards matches an independent walk", "[rules]") {
  struct Case {
    int size, depth;
  };
  for (const Case c : {Case{4, 20}, Case{6, 7}, Case{8, 5}}) {
    const Walk walk(c.size);
    for (int depth = 0; depth <= c.depth; ++depth) {
      CAPTURE(c.size, depth);
      REQUIRE(rules::perft(kStartBoard, depth, c.size) == walk.leaves(depth, 'X'));
    }
  }
  // The number of 4x4 games.
  CHECK(rules::perft(kStartBoard, 20, 4) == 60'060);
}

TEST_CASE("the squares of a board", "[rules]") {
  for (const int size : {4, 6, 8}) {
    CAPTURE(size);
    CHECK(is_board_size(size));
    Bitboard squares = 0;
    for (int rank = 0; rank < size; ++rank) {
      for (int file = 0; file < size; ++file) {
        const Square s = square_at(file, rank, size);
        squares |= bit(s);
        CHECK(file_of(s, size) == file);
        CHECK(rank_of(s, size) == rank);
      }
    }
    CHECK(squares_of(size) == squares);
    CHECK(empties(kStartBoard, size) == size * size - 4);
  }
  for (const int size : {-4, 0, 2, 5, 7, 10}) CHECK_FALSE(is_board_size(size));
}

TEST_CASE("small boards end where the big one goes on", "[rules]") {
  // White to move on b4 and c4, black on d4: behind it lies g6 of the big board.
  const Board b = board("---- ---- ---- -OOX O");
  const Square beyond = square("g6");
  CHECK(rules::flips(b, beyond) == bit(square("f6")));
  CHECK(rules::flips(b, beyond, 6) == bit(square("f6")));
  CHECK(rules::flips(b, beyond, 4) == 0);
  CHECK(rules::flips(b, Square::kPass, 4) == 0);
  CHECK(rules::legal_moves(b, 6) == bit(beyond));
  CHECK(rules::legal_moves(b, 4) == 0);
  CHECK(rules::must_pass(b, 4));
  CHECK_FALSE(rules::must_pass(b, 6));
  // From the other side a4 turns both.
  CHECK(rules::flips(b.passed(), square("c6"), 4) == (bit(square("d6")) | bit(square("e6"))));
  CHECK(rules::perft(b, 2, 4) == 1);

  const Board full = board("XXOO XXOO XXOO XXOO X");
  CHECK(rules::game_over(full, 4));
  CHECK_FALSE(rules::game_over(full, 6));
  CHECK_FALSE(rules::must_pass(full, 4));
  CHECK(rules::perft(full, 3, 4) == 1);
}
