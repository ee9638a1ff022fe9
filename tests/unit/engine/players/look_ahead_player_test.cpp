// SPDX-License-Identifier: MIT
/// S5's opponents on positions calculated by hand and against a slow reference.
#include "tests/support/hand_boards.h"
#include "tests/support/players.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

using namespace sumi;
using namespace sumi::test;

namespace {

using Count = std::function<int(const Board& b, int size)>;

struct Sum {
  long sum = 0, lines = 0;
};

/// The ends of all lines of `plies` moves, by the plain rules.
Sum ends(const Board& b, bool own, int plies, int size, const Count& count) {
  const Bitboard moves = rules::legal_moves(b, size);
  if (plies == 0 || rules::game_over(b, size)) return {count(own ? b : b.passed(), size), 1};
  if (moves == 0) return ends(b.passed(), !own, plies, size, count);
  Sum all;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Sum part = ends(b.played(s, rules::flips(b, s, size)), !own, plies - 1, size, count);
    all = {all.sum + part.sum, all.lines + part.lines};
  }
  return all;
}

/// The moves with the best average.
Bitboard best_moves(const Position& p, int plies, const Count& count) {
  double best = -1e9;
  Bitboard moves = 0;
  for (Bitboard left = rules::legal_moves(p.board, p.size); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Sum sum =
        ends(p.board.played(s, rules::flips(p.board, s, p.size)), false, plies - 1, p.size, count);
    const double value = static_cast<double>(sum.sum) / static_cast<double>(sum.lines);
    if (value > best) moves = 0;
    if (value >= best) moves |= bit(s);
    best = std::max(best, value);
  }
  return moves;
}

int discs(const Board& b, int) { return std::popcount(b.own) - std::popcount(b.opp); }

/// The article's table, in tenths.
int squares(const Board& b, int size) {
  constexpr int kRows[4][4] = {{10, -6, 6, 4}, {-6, -8, 0, 0}, {6, 0, 8, 6}, {4, 0, 6, 0}};
  int sum = 0;
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) {
      const int value = kRows[std::min(rank, size - 1 - rank)][std::min(file, size - 1 - file)];
      const Bitboard square = bit(square_at(file, rank, size));
      sum += (b.own & square) != 0 ? value : (b.opp & square) != 0 ? -value : 0;
    }
  }
  return sum;
}

int few_replies(const Board& b, int size) {
  return -std::popcount(rules::legal_moves(b.passed(), size));
}
int own_moves(const Board& b, int size) { return std::popcount(rules::legal_moves(b, size)); }
int few_own_moves(const Board& b, int size) { return -own_moves(b, size); }

}  // namespace

TEST_CASE("nhand plays for the most discs", "[players]") {
  // a1 flips two discs (5:1), a3 one (4:2).
  const Position p = parse_position(
                         "-OOX---- -------- -OX----- -------- -------- -------- "
                         "-------- -------- X")
                         .value();
  CHECK(choices(*player("nhand:1"), p) == "a1");
  // The replies are d3, which flips c3 (4:3), and e1, which flips d1 (3:4).
  CHECK(choices(*player("nhand:2"), p) == "a1");
  // Both flip one disc.
  CHECK(choices(*player("nhand:1"), kCornerOrEdge) == "a1 a3");
  // a1, b1, c1, c3 against b3: 1.0 - 0.6 + 0.6 + 0.8 - 0 = 1.8; a3, b3, c1, c3 against b1:
  // 0.6 + 0 + 0.6 + 0.8 + 0.6 = 2.6.
  CHECK(choices(*player("nhandcustom:1"), kCornerOrEdge) == "a3");
}

TEST_CASE("players that look ahead average over all lines", "[players]") {
  struct Case {
    std::string_view player;
    int plies;
    Count count;
  };
  const Case cases[] = {
      {"nhand:1", 1, discs},
      {"nhand:3", 3, discs},
      {"nhandcustom:2", 2, squares},
      {"nleast", 1, few_replies},
      {"nleast:2", 2, few_replies},
      {"nmost", 2, own_moves},
      {"nmost:1", 1, own_moves},
      {"nmost:2:recursion", 2, few_own_moves},
      {"nmost:1:recursion", 1, own_moves},
  };
  SplitMix64 random(829);
  for (const Case& c : cases) {
    for (const int size : {4, 6, 8}) {
      CAPTURE(c.player, size);
      const auto made = player(c.player, size);
      for (int i = 0; i < 6; ++i) {
        const Position p = random_position(random, size, 1 + random.below(size * size - 5));
        CAPTURE(to_text(p));
        CHECK((best_moves(p, c.plies, c.count) & bit(choice(*made, p, random.next()))) != 0);
      }
    }
  }
}

TEST_CASE("a tie of two moves is broken at random, except with the article's fault", "[players]") {
  const Position two{kTwoMoves, Color::kBlack, 8};
  CHECK(choices(*player("nhand:1"), two) == "a1 a3");
  CHECK(choices(*player("nhand:1:ties"), two) == "a1");
  CHECK(choices(*player("nhand:1:paper"), two) == "a1");
  // Four equal moves: still at random.
  CHECK(choices(*player("nhand:1:ties"), start_position(8)) == "c4 d3 e6 f5");
}

namespace {

/// The article's recursive functions after a first move. `own`: it is the player's turn; `at`: the
/// article's move number, from 1.
double article_hand(const Board& b, bool own, int at, int n, int size, const Count& count,
                    bool whole) {
  if (at >= n) return count(own ? b : b.passed(), size);
  const Bitboard moves = rules::legal_moves(b, size);
  if (moves == 0) return count(b, size);  // for either side to move
  double sum = 0;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    sum += article_hand(b.played(s, rules::flips(b, s, size)), !own, at + 1, n, size, count, whole);
    if (whole) sum = std::trunc(sum);
  }
  return sum / std::popcount(moves);
}

double article_least(const Board& b, bool own, int at, int n, int size) {
  const int moves = std::popcount(rules::legal_moves(b, size));
  if (at >= n) return -moves;
  double sum = 0;
  for (int i = 0; i < moves; ++i)
    sum += article_least(b.passed(), !own, own ? at + 1 : at, n, size);
  return moves == 0 ? 0 : -sum / moves;
}

double article_most(const Board& b, int n, int size) {
  const int moves = std::popcount(rules::legal_moves(b, size));
  double sum = 0;
  for (int i = 0; i < moves; ++i) sum += article_least(b.passed(), true, 2, n, size);
  return moves == 0 ? 0 : sum / moves;
}

}  // namespace

TEST_CASE("with all faults, S5's players choose as the article's program does", "[players]") {
  struct Case {
    std::string_view player;
    std::function<double(const Board& after, int size)> value;
  };
  const auto hand = [](int n, const Count& count, bool whole) {
    return [n, count, whole](const Board& after, int size) {
      return article_hand(after, false, 1, n, size, count, whole);
    };
  };
  const auto least = [](int n) {
    return [n](const Board& after, int size) { return article_least(after, false, 1, n, size); };
  };
  const auto most = [](int n) {
    return [n](const Board& after, int size) { return article_most(after, n, size); };
  };
  const Case cases[] = {
      {"nhand:1:paper", hand(1, discs, true)},
      {"nhand:2:paper", hand(2, discs, true)},
      {"nhand:4:paper", hand(4, discs, true)},
      {"nhandcustom:3:paper", hand(3, squares, false)},
      {"nleast:1:paper", least(1)},
      {"nleast:3:paper", least(2)},
      {"nleast:5:paper", least(3)},
      {"nmost:2:paper", most(1)},
      {"nmost:4:paper", most(2)},
      {"nmost:6:paper", most(3)},
      {"nmost:8:paper", most(4)},
  };
  SplitMix64 random(839);
  for (const Case& c : cases) {
    CAPTURE(c.player);
    for (const int size : {4, 6, 8}) {
      const auto made = player(c.player, size);
      for (int i = 0; i < 12; ++i) {
        // Late positions have passes.
        const Position p = random_position(random, size, 1 + random.below(size == 4 ? 9 : 16));
        CAPTURE(to_text(p));
        double best = -1e9;
        Bitboard moves = 0;
        for (Bitboard left = rules::legal_moves(p.board, size); left != 0; left &= left - 1) {
          const Square s = first_square(left);
          const Board after = p.board.played(s, rules::flips(p.board, s, size));
          const double value = c.value(after, size);
          if (value > best) moves = 0;
          if (value >= best) moves |= bit(s);
          best = std::max(best, value);
        }
        if (std::popcount(moves) == 2) moves &= ~(moves - 1);
        CHECK((moves & bit(choice(*made, p, random.next()))) != 0);
      }
    }
  }
}
