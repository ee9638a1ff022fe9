// SPDX-License-Identifier: MIT
/// The rules, on which all other tests rely, against boards made by hand and published counts.
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

using namespace sumi;

namespace {

/// A board of any size as a table of letters, without bitboards.
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

std::string drawn(Bitboard set) { return to_text(make_position(set, 0, Color::kBlack)); }

std::string squares(std::string_view drawing) {
  return drawn(parse_position(drawing).value().discs(Color::kBlack));
}

/// Lines in all eight directions: open, closed, empty, and one off the board.
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

TEST_CASE("a move flips enclosed discs in all directions", "[rules]") {
  CHECK(drawn(rules::flips(board(kStar), square("d4"))) == squares(R"(
    - - - - - - - -
    - X - X - X - -
    - - X X X - - -
    - X X - - - - -
    - - X X - - - -
    - X - - - - - -
    - - - - - - - -
    - - - - - - - -)"));
  CHECK(rules::flips(board(kStar), square("d3")) == 0);  // occupied
  CHECK(rules::flips(board(kStar), square("h1")) == 0);  // flips nothing
  CHECK(rules::flips(board(kStar), Square::kPass) == 0);
}

TEST_CASE("lines end at the edge of the board", "[rules]") {
  // Bit arithmetic that ignores edges sees a2 after h1, a5 after h4, and h7 before a8.
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

TEST_CASE("Black's first moves are d3, c4, f5 and e6", "[rules]") {
  CHECK(rules::legal_moves(kStartBoard) ==
        (bit(square("d3")) | bit(square("c4")) | bit(square("f5")) | bit(square("e6"))));
  CHECK(rules::flips(kStartBoard, square("d3")) == bit(square("d4")));
}

TEST_CASE("passes and the end of the game are detected", "[rules]") {
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

TEST_CASE("perft counts a pass as a ply and a finished game as one leaf", "[rules]") {
  // White must pass; Black plays c1 and the game is over.
  const Board b =
      board("XO------ -------- -------- -------- -------- -------- -------- -------- O");
  for (int depth = 0; depth <= 5; ++depth) CHECK(rules::perft(b, depth) == 1);
  const Board two =
      board("XO------ -------- -------- -------- -------- -------- -------- XO------ O");
  CHECK(rules::perft(two, 1) == 1);  // the pass
  CHECK(rules::perft(two, 2) == 2);
  CHECK(rules::perft(two, 3) == 2);  // a second pass
  CHECK(rules::perft(two, 4) == 2);
  CHECK(rules::perft(two, 9) == 2);
}

TEST_CASE("perft of small boards equals a walk without bitboards", "[rules]") {
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

TEST_CASE("each board size has its own squares", "[rules]") {
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

TEST_CASE("games on small boards end when no move on the board is left", "[rules]") {
  // White is to move on b4 and c4, Black on d4. d4 is f6 of the 8x8 board, and g6 is next to it.
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
  // For Black, a4 flips both.
  CHECK(rules::flips(b.passed(), square("c6"), 4) == (bit(square("d6")) | bit(square("e6"))));
  CHECK(rules::perft(b, 2, 4) == 1);

  const Board full = board("XXOO XXOO XXOO XXOO X");
  CHECK(rules::game_over(full, 4));
  CHECK_FALSE(rules::game_over(full, 6));
  CHECK_FALSE(rules::must_pass(full, 4));
  CHECK(rules::perft(full, 3, 4) == 1);
}

namespace {

constexpr Bitboard kMiddle = 0x0000001818000000;

std::vector<Board> sorted(std::vector<Board> boards) {
  std::sort(boards.begin(), boards.end(), [](const Board& a, const Board& b) {
    return std::pair(a.own, a.opp) < std::pair(b.own, b.opp);
  });
  return boards;
}

/// Takes back each disc of the opponent, with every set of flips, and keeps the legal cases.
std::vector<Board> all_by_trying(const Board& board) {
  std::vector<Board> found;
  if ((board.empty() & kMiddle) != 0) return found;
  for (Bitboard left = board.opp & ~kMiddle; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Bitboard others = board.opp & ~bit(s);
    for (Bitboard turned = others; turned != 0; turned = (turned - 1) & others) {
      const Board before{others & ~turned, board.own | turned};
      if (rules::flips(before, s) == turned) found.push_back(before);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("predecessors() finds every legal predecessor", "[retrograde]") {
  SplitMix64 random(1);
  std::size_t found = 0;
  for (int i = 0; i < 300; ++i) {
    Board board = test::random_fill(random, 15, 60);
    board.opp |= kMiddle & ~board.own;
    // Limits the number of subsets.
    while (std::popcount(board.opp) > 12) board.opp &= board.opp - 1;
    const std::vector<Board> expected = sorted(all_by_trying(board));
    CHECK(sorted(predecessors(board)) == expected);
    found += expected.size();
  }
  CHECK(found > 500);
}

TEST_CASE("predecessors() includes the previous position of a random game", "[retrograde]") {
  SplitMix64 random(2);
  std::size_t most = 0;
  for (int game = 0; game < 20; ++game) {
    Board board = kStartBoard;
    while (!rules::game_over(board)) {
      const Bitboard moves = rules::legal_moves(board);
      if (moves == 0) {
        board = board.passed();
        continue;
      }
      const Square s = test::random_square(random, moves);
      const Board next = board.played(s, rules::flips(board, s));
      std::vector<Board> before = sorted(predecessors(next));
      CHECK(std::count(before.begin(), before.end(), board) == 1);
      CHECK(std::adjacent_find(before.begin(), before.end()) == before.end());
      most = std::max(most, before.size());
      const auto leads_here = [&](const Board& b) {
        const Bitboard played = b.empty() & ~next.empty();
        return std::popcount(played) == 1 && (b.own & b.opp) == 0 &&
               b.played(first_square(played), rules::flips(b, first_square(played))) == next &&
               (b.empty() & kMiddle) == 0;
      };
      CHECK(std::all_of(before.begin(), before.end(), leads_here));
      board = next;
    }
  }
  CHECK(most > 100);
}

TEST_CASE("the start and boards with an empty centre have no predecessors", "[retrograde]") {
  CHECK(predecessors(kStartBoard).empty());
  CHECK(predecessors(Board{0, 0}).empty());
  const Board after = kStartBoard.played(Square{37}, rules::flips(kStartBoard, Square{37}));
  CHECK(predecessors(after) == std::vector<Board>{kStartBoard});
  CHECK(predecessors(Board{after.own & ~kMiddle, after.opp & ~kMiddle}).empty());
}

TEST_CASE("the fast rules equal the plain rules on boards of every size", "[rules]") {
  SplitMix64 random(811);
  for (int i = 0; i < 1500; ++i) {
    const int size = 4 + 2 * (i % 3);
    Board b = test::random_fill(random, 20 + random.below(100), 20 + random.below(100));
    b = {b.own & squares_of(size), b.opp & squares_of(size)};
    const Bitboard moves = rules::legal_moves(b, size);
    REQUIRE(fast_rules::legal_moves(b, size) == moves);
    for (Bitboard left = b.empty() & squares_of(size); left != 0; left &= left - 1) {
      REQUIRE(fast_rules::flips(b, first_square(left)) ==
              rules::flips(b, first_square(left), size));
    }
  }
}

TEST_CASE("the fast rules do not wrap lines around the edge", "[rules]") {
  // Row 1 is ------XO, row 4 OX------: neither a2 after h1 nor h3 before a4 may count.
  const Board wrapped{Bitboard{1} << 6 | Bitboard{1} << 25, Bitboard{1} << 7 | Bitboard{1} << 24};
  CHECK(fast_rules::legal_moves(wrapped) == 0);
  // The longest possible line: six discs from edge to edge.
  const Board longest{Bitboard{1} << 7, 0x7E};
  CHECK(fast_rules::legal_moves(longest) == 1);
  CHECK(fast_rules::flips(longest, Square::kA1) == 0x7E);
  CHECK(fast_rules::play(longest, Square::kA1) == Board{0, 0xFF});
}
