// SPDX-License-Identifier: MIT
/// The searcher's evaluator concept, and the simplest evaluators.
///
/// Evaluators are immutable and shared by all threads. Each thread has a State per ply. Integer
/// arithmetic makes every level search the same nodes.
#pragma once

#include "engine/core/board/moves.h"
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
  /// Initializes `child` for the root.
  { e.reset(b, child) } -> std::same_as<void>;
  /// Derives `child` from `parent` after a move on `b`; cheaper than reset().
  { e.advance(b, parent, s, flipped, child) } -> std::same_as<void>;
  { e.pass(parent, child) } -> std::same_as<void>;
  /// For the side to move, in -kMaxEstimate..kMaxEstimate.
  { e.value(b, parent) } -> std::same_as<Value>;
  { e.error() } -> std::same_as<const ErrorModel&>;
};

/// Evaluates `b`. Passes the legal moves to evaluators that count them.
template <Evaluator E>
SUMI_INLINE Value estimate(const E& e, const Board& b, const typename E::State& state,
                           Bitboard own_legal, Bitboard opp_legal) {
  if constexpr (requires { e.value(b, state, own_legal, opp_legal); }) {
    return e.value(b, state, own_legal, opp_legal);
  } else {
    return e.value(b, state);
  }
}

SUMI_INLINE constexpr Value clamp_estimate(int units) {
  return {std::clamp(units, -kMaxEstimate.units, kMaxEstimate.units)};
}

/// Maps any sum to the range of estimates: unchanged up to 56 discs, then compressed eightfold, so
/// that large differences still count.
SUMI_INLINE constexpr Value compress_estimate(int units) {
  constexpr int kFree = 56 * Value::kPerDisc;
  const int over = units > kFree ? units - kFree : units < -kFree ? units + kFree : 0;
  return clamp_estimate(units - over + over / 8);
}

/// One disc per legal move more than the opponent's.
template <int N>
struct MobilityEvaluator {
  struct State {};
  void reset(const Board&, State&) const {}
  void advance(const Board&, const State&, Square, Bitboard, State&) const {}
  void pass(const State&, State&) const {}
  Value value(const Board& b, const State& state) const {
    return value(b, state, legal_moves<N>(b), legal_moves<N>(b.passed()));
  }
  Value value(const Board&, const State&, Bitboard own_legal, Bitboard opp_legal) const {
    return clamp_estimate(Value::kPerDisc * (std::popcount(own_legal) - std::popcount(opp_legal)));
  }

  /// Measured by sumi-lab probcut on 560 positions of WTHOR games, 40 per 4 empties: to depth 9,
  /// and against exact scores from 24 empties on. Tempo: 7,840 positions, to depth 7.
  static const ErrorModel& error() { return kError; }
  static constexpr ErrorModel kError{{1, 0, 0, 275, 266, 299, 334, 344},
                                     {94, 543, 88, 66, 61, 52, 46, 42},
                                     {2860, 2287, 2146, 2550, 2550, 2550, 2550, 2550},
                                     581,
                                     {-38, -13, 15, 47, 93, 168, 211, 105}};
};

namespace detail {

/// The built-in table, by distances from the nearer edges. Least-squares fit for 8x8 to scores with
/// perfect play from 24 empties on, of 3.6 million positions of 20 to 50 empties (WTHOR 1977-2015):
/// RMS error 17.2 discs instead of 19.4. Small boards use a part.
inline constexpr int kBuiltInQuarter[4][4] = {
    {1863, -128, 82, 56}, {-128, -528, -388, -263}, {82, -388, -167, -124}, {56, -263, -124, -80}};

template <int N>
constexpr TableWeights make_built_in_table() {
  SquareValues values{};
  for (int a = 0; a < N / 2; ++a) {
    for (int b = a; b < N / 2; ++b) {
      for (Bitboard left = squares_at<N>(a, b); left != 0; left &= left - 1) {
        values[static_cast<std::size_t>(std::countr_zero(left))] = kBuiltInQuarter[a][b];
      }
    }
  }
  TableWeights weights;
  weights.general = make_square_table(values);
  weights.points_per_disc = Value::kPerDisc;
  weights.compressed = false;
  // Measured as for MobilityEvaluator.
  weights.error = {{1037, 1025, 856, 670, 440, 215, 176, 119},
                   {993, 913, 453, 270, 77, 68, 34, 63},
                   {3232, 2165, 0, 98, 98, 98, 98, 98},
                   769,
                   {-195, -116, -203, -236, -240, -224, -181, -124}};
  return weights;
}

template <int N>
inline constexpr TableWeights kBuiltInTable = make_built_in_table<N>();

}  // namespace detail

/// A value per square, optionally also per move and with a second table for late in the game: the
/// built-in table and those of S4, S5 and S6 (weights/tables/).
template <int N>
class TableEvaluator {
 public:
  struct State {};

  TableEvaluator() : weights_(&detail::kBuiltInTable<N>) {}
  /// `weights` must outlive the evaluator.
  explicit TableEvaluator(const TableWeights& weights) : weights_(&weights) {}
  explicit TableEvaluator(TableWeights&&) = delete;

  void reset(const Board&, State&) const {}
  void advance(const Board&, const State&, Square, Bitboard, State&) const {}
  void pass(const State&, State&) const {}
  Value value(const Board& b, const State& state) const {
    return value(b, state, legal_moves<N>(b), legal_moves<N>(b.passed()));
  }
  Value value(const Board& b, const State&, Bitboard own_legal, Bitboard opp_legal) const {
    const TableWeights& w = *weights_;
    const SquareTable& table = is_decided(b) ? w.decided : w.general;
    const int points = table.sum(b.own) - table.sum(b.opp) +
                       w.mobility * (std::popcount(own_legal) - std::popcount(opp_legal));
    const int units = points * Value::kPerDisc / w.points_per_disc;
    return w.compressed ? compress_estimate(units) : clamp_estimate(units);
  }

  const ErrorModel& error() const { return weights_->error; }

 private:
  /// True if the table `decided` replaces `general`. Symmetric in the two sides.
  SUMI_INLINE bool is_decided(const Board& b) const {
    constexpr int kFirstEmpties = N * N - 4;
    if (kFirstEmpties - count_empties<N>(b) < weights_->decided_from) return false;
    return std::max(std::popcount(b.own & kCorners<N>), std::popcount(b.opp & kCorners<N>)) >=
           weights_->decided_corners;
  }

  const TableWeights* weights_;
};

static_assert(Evaluator<MobilityEvaluator<8>> && Evaluator<TableEvaluator<8>>);

}  // namespace sumi::SUMI_ISA
