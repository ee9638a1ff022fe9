// SPDX-License-Identifier: MIT
/// The opponents of S5. Each plays the move with the best average count at the ends of all lines of
/// N plies, without minimax.
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "engine/game/square_table.h"
#include "engine/players/argument.h"
#include "engine/players/best_moves.h"
#include "engine/players/kinds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace sumi {
namespace {

/// Ten plies take a minute or more in an open 8x8 position, but can be interrupted.
constexpr int kMaxPlies = 10;

enum class Count {
  kDiscs,     ///< Own minus opponent's discs.
  kSquares,   ///< Own minus opponent's square values.
  kOppMoves,  ///< Of the opponent, minimized.
  kOwnMoves,  ///< Of the player, maximized.
};

/// Faults of the article's program.
enum Fault : unsigned {
  kTies = 1,       ///< Plays the first of two equal moves; a random one of three or more.
  kUnplaced = 2,   ///< Places no discs after its first own move; counts on that board.
  kRecursion = 4,  ///< nMost acts as nLeast, with its signs, from the second ply on.
  kStuck = 8,      ///< Ends a line at a pass and counts for that side: its discs, or no moves.
  kMeans = 16,     ///< Averages the averages of moves, whatever their numbers of lines.
  kTruncate = 32,  ///< Integers, rounded towards 0 after each move.
};
constexpr Flag kHandFlags[] = {{"ties", kTies},
                               {"stuck", kStuck},
                               {"means", kMeans},
                               {"truncate", kMeans | kTruncate},
                               {"paper", kTies | kStuck | kMeans | kTruncate}};
constexpr Flag kHandCustomFlags[] = {
    {"ties", kTies}, {"stuck", kStuck}, {"means", kMeans}, {"paper", kTies | kStuck | kMeans}};
constexpr Flag kLeastFlags[] = {{"ties", kTies},
                                {"unplaced", kUnplaced},
                                {"stuck", kStuck},
                                {"paper", kTies | kUnplaced | kStuck}};
constexpr Flag kMostFlags[] = {{"ties", kTies},
                               {"unplaced", kUnplaced},
                               {"recursion", kRecursion},
                               {"stuck", kStuck},
                               {"paper", kTies | kUnplaced | kRecursion | kStuck}};

/// Values of a1, b1, c1, d1, b2, c2, d2, c3, d3, d4 and their symmetric squares.
using ClassValues = std::array<int, 10>;

/// Small boards lack squares of the last classes.
constexpr SquareValues square_values(const ClassValues& values, int size) {
  constexpr std::size_t kRows[] = {0, 4, 7, 9};  // rows of the upper triangle, by the smaller
                                                 // distance
  SquareValues squares{};
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) {
      const int x = std::min(file, size - 1 - file), y = std::min(rank, size - 1 - rank);
      const auto near = static_cast<std::size_t>(std::min(x, y));
      const auto beyond = static_cast<std::size_t>(std::max(x, y)) - near;
      squares[static_cast<std::size_t>(index(square_at(file, rank, size)))] =
          values[kRows[near] + beyond];
    }
  }
  return squares;
}

/// A quarter of the article's table, in tenths. Small boards use its corner.
constexpr ClassValues kSquareTenths = {10, -6, 6, 4, -8, 0, 0, 8, 6, 0};

struct Setup {
  Count count;
  int plies;
  unsigned faults;
  int size;
};

class LookAheadPlayer final : public MovePlayer {
 public:
  explicit LookAheadPlayer(const Setup& setup)
      : setup_(setup), tenths_(make_square_table(square_values(kSquareTenths, setup.size))) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const override {
    assert(position.size == setup_.size);
    const Bitboard moves = fast_rules::legal_moves(position.board, setup_.size);
    assert(moves != 0);
    BestMoves best;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Ends ends = look_after(position, s, stop);
      if (stop.load(std::memory_order_relaxed)) return first_square(moves);
      best.add(s, ends.mean());
    }
    const Tie tie = has(kTies) ? Tie::kRandomIfMoreThanTwo : Tie::kRandom;
    return best.pick(tie, SquareRandom(position, seed));
  }

  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t,
                                    const std::atomic<bool>& stop) const override {
    std::vector<MoveOpinion> found;
    Bitboard left = fast_rules::legal_moves(position.board, setup_.size);
    for (; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Ends ends = look_after(position, s, stop);
      if (stop.load(std::memory_order_relaxed)) return {};
      found.push_back({s, ends.mean(), {{"lines", ends.lines}}});
    }
    return found;
  }

 private:
  /// Over the ends of lines. Whole numbers except with kMeans.
  struct Ends {
    double sum = 0, lines = 0;

    double mean() const { return sum / lines; }
  };

  bool has(Fault fault) const { return (setup_.faults & fault) != 0; }

  Ends look_after(const Position& position, Square s, const std::atomic<bool>& stop) const {
    return look(fast_rules::play(position.board, s), false, setup_.plies - 1, stop);
  }

  Board next(const Board& b, Square s) const {
    return has(kUnplaced) ? b.passed() : fast_rules::play(b, s);
  }

  /// `plies` does not count passes. `own`: the player is to move.
  Ends look(const Board& b, bool own, int plies, const std::atomic<bool>& stop) const {
    if (stop.load(std::memory_order_relaxed)) return {};
    const Bitboard moves = plies > 0 ? fast_rules::legal_moves(b, setup_.size) : 0;
    if (moves == 0) {
      if (plies > 0 && has(kStuck)) return {counts_discs() ? count(b) : 0.0, 1};
      if (plies > 0 && fast_rules::legal_moves(b.passed(), setup_.size) != 0) {
        return look(b.passed(), !own, plies, stop);
      }
      return {static_cast<double>(count(own ? b : b.passed())), 1};
    }
    Ends ends;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      const Ends line = look(next(b, first_square(left)), !own, plies - 1, stop);
      ends.sum += has(kMeans) ? line.mean() : line.sum;
      ends.lines += has(kMeans) ? 1 : line.lines;
      if (has(kTruncate)) ends.sum = std::trunc(ends.sum);
    }
    return ends;
  }

  bool counts_discs() const {
    return setup_.count == Count::kDiscs || setup_.count == Count::kSquares;
  }

  int count(const Board& b) const {
    switch (setup_.count) {
      case Count::kDiscs:
        return std::popcount(b.own) - std::popcount(b.opp);
      case Count::kSquares:
        return tenths_.sum(b.own) - tenths_.sum(b.opp);
      case Count::kOppMoves:
        return -replies(b);
      case Count::kOwnMoves:
        break;
    }
    const int moves = std::popcount(fast_rules::legal_moves(b, setup_.size));
    if (!has(kRecursion) || setup_.plies == 1) return moves;
    // nLeast alternates the sign with each ply and counts the moves of the side to move; from three
    // own moves on, the opponent's.
    return setup_.plies <= 4 ? -moves : replies(b);
  }

  int replies(const Board& b) const {
    return std::popcount(fast_rules::legal_moves(b.passed(), setup_.size));
  }

  const Setup setup_;
  const SquareTable tenths_;
};

MadePlayer make(std::string_view player, std::string_view argument, Setup setup,
                std::span<const Flag> flags) {
  const auto plies = parse_number(player, "a number of plies", take_until(argument, ':'), 1,
                                  kMaxPlies, setup.plies);
  if (!plies) return plies.error();
  const auto faults = parse_flags(player, argument, flags);
  if (!faults) return faults.error();
  setup.plies = *plies;
  setup.faults = *faults;
  return std::make_unique<LookAheadPlayer>(setup);
}

}  // namespace

MadePlayer make_nhand(std::string_view argument, int size) {
  return make("nhand", argument, {Count::kDiscs, 1, 0, size}, kHandFlags);
}

MadePlayer make_nhand_custom(std::string_view argument, int size) {
  return make("nhandcustom", argument, {Count::kSquares, 1, 0, size}, kHandCustomFlags);
}

MadePlayer make_nleast(std::string_view argument, int size) {
  return make("nleast", argument, {Count::kOppMoves, 1, 0, size}, kLeastFlags);
}

/// Two plies by default: after one ply the opponent is to move.
MadePlayer make_nmost(std::string_view argument, int size) {
  return make("nmost", argument, {Count::kOwnMoves, 2, 0, size}, kMostFlags);
}

}  // namespace sumi
