// SPDX-License-Identifier: MIT
/// What the searcher asks of an evaluator, checked at compile time, and the two smallest ones.
///
/// An evaluator owns nothing but its weights. What changes from node to node lives in its State,
/// one per ply, on the searching thread's own stack. So one evaluator serves all threads without
/// a lock. All arithmetic is on integers: every level must give the same nodes.
#pragma once

#include "engine/core/moves.h"
#include "engine/game/score.h"
#include "engine/search_core.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <type_traits>

namespace sumi::SUMI_ISA {

template <class E>
concept Evaluator = std::is_trivially_copyable_v<typename E::State> &&
    requires(const E& e, const Board& b, typename E::State& child, const typename E::State& parent,
             Square s, Bitboard flipped) {
  /// Fills `child` for the root.
  { e.reset(b, child) } -> std::same_as<void>;
  /// Fills `child` from `parent` after a move on `b`, cheaper than reset().
  { e.advance(b, parent, s, flipped, child) } -> std::same_as<void>;
  /// Fills `child` from `parent` after a pass.
  { e.pass(parent, child) } -> std::same_as<void>;
  /// Estimates `b` for the side to move, inside -kMaxEstimate..kMaxEstimate.
  { e.value(b, parent) } -> std::same_as<Value>;
  /// What ProbCut rests on.
  { e.error() } -> std::same_as<const ErrorModel&>;
};

/// Brings any estimate into the range an evaluator may say.
SUMI_INLINE constexpr Value clamp_estimate(int units) {
  return {std::clamp(units, -kMaxEstimate.units, kMaxEstimate.units)};
}

/// Brings a sum of any size into that range: as it is up to 56 discs, the rest eight times closer
/// together, so that what is better by far still counts as better.
SUMI_INLINE constexpr Value squeeze_estimate(int units) {
  constexpr int kFree = 56 * Value::kPerDisc;
  const int over = units > kFree ? units - kFree : units < -kFree ? units + kFree : 0;
  return clamp_estimate(units - over + over / 8);
}

/// One disc for each move more than the opponent's.
template <int N>
struct MobilityEvaluator {
  struct State {};
  void reset(const Board&, State&) const {}
  void advance(const Board&, const State&, Square, Bitboard, State&) const {}
  void pass(const State&, State&) const {}
  Value value(const Board& b, const State&) const {
    return clamp_estimate(Value::kPerDisc * (std::popcount(legal_moves<N>(b)) -
                                             std::popcount(legal_moves<N>(b.passed()))));
  }

  /// Measured by sumi-lab probcut on 560 positions of WTHOR games, 40 for every 4 empties, to depth
  /// 9 and by scores from 24 empties on: how mobility tells the score is the end's part.
  static const ErrorModel& error() { return kError; }
  static constexpr ErrorModel kError{{1, 0, 0, 275, 266, 299, 334, 344},
                                     {94, 543, 88, 66, 61, 52, 46, 42},
                                     {2860, 2287, 2146, 2550, 2550, 2550, 2550, 2550},
                                     581};
};

/// A weight for each square, equal under the symmetries of the board.
template <int N>
struct TableEvaluator {
  struct State {};
  void reset(const Board&, State&) const {}
  void advance(const Board&, const State&, Square, Bitboard, State&) const {}
  void pass(const State&, State&) const {}
  Value value(const Board& b, const State&) const {
    int units = 0;
    for (const SquareClass& c : kClasses) {
      units += c.weight * (std::popcount(b.own & c.squares) - std::popcount(b.opp & c.squares));
    }
    return clamp_estimate(units);
  }

  /// Measured as MobilityEvaluator's.
  static const ErrorModel& error() { return kError; }
  static constexpr ErrorModel kError{{1037, 1025, 856, 670, 440, 215, 176, 119},
                                     {993, 913, 453, 270, 77, 68, 34, 63},
                                     {3232, 2165, 0, 98, 98, 98, 98, 98},
                                     769};

 private:
  struct SquareClass {
    Bitboard squares = 0;
    int weight = 0;  ///< Value units a disc.
  };

  /// By the distances from the nearer edges. Least squares for 8x8 over the 3.6 million positions
  /// of 20 to 50 empties in the WTHOR games of 1977-2015 against the score of best play from 24
  /// empties; the error falls from 19.4 to 17.2 discs (root mean square). Small boards use what
  /// fits on them.
  static constexpr int kWeights[4][4] = {{1863, -128, 82, 56},
                                         {-128, -528, -388, -263},
                                         {82, -388, -167, -124},
                                         {56, -263, -124, -80}};

  static constexpr int kHalf = N / 2;
  static constexpr auto make_classes() {
    std::array<SquareClass, kHalf*(kHalf + 1) / 2> classes;
    std::size_t n = 0;
    for (int a = 0; a < kHalf; ++a) {
      for (int b = a; b < kHalf; ++b) classes[n++] = {squares_at<N>(a, b), kWeights[a][b]};
    }
    return classes;
  }
  static constexpr auto kClasses = make_classes();
};

static_assert(Evaluator<MobilityEvaluator<8>> && Evaluator<TableEvaluator<8>>);

}  // namespace sumi::SUMI_ISA
