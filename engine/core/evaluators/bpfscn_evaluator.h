// SPDX-License-Identifier: MIT
/// The evaluator `bpfscn`: square values, safe discs on the edges and mobility, weighted (Shiota
/// 2012; engine/game/bpfscn.h). 8x8 only.
///
/// It judges as the side that has just moved, as the paper's program does: with its faults, which
/// are not the same for both sides, a search of one ply plays the paper's moves. A Board knows no
/// colours, which matter to one of the faults. There, Black has the move when an even number of
/// squares is empty, as it is until somebody passes.
#pragma once

#include "engine/core/evaluators/evaluator.h"
#include "engine/game/bpfscn.h"

namespace sumi::SUMI_ISA {

class BpFsCnEvaluator {
 public:
  struct State {};

  explicit BpFsCnEvaluator(const BpFsCnWeights& weights) : weights_(weights) {}

  void reset(const Board&, State&) const {}
  void advance(const Board&, const State&, Square, Bitboard, State&) const {}
  void pass(const State&, State&) const {}
  Value value(const Board& b, const State&) const {
    const Board seen = b.passed();
    const bool black_moved = b.empties() % 2 != 0;
    const BpFsCnTerms terms =
        bpfscn_terms(seen, std::popcount(legal_moves<8>(seen)), std::popcount(legal_moves<8>(b)),
                     weights_.faults, black_moved);
    return squeeze_estimate(-bpfscn_sum(weights_, terms) * Value::kPerDisc /
                            bpfscn_points_per_disc(weights_));
  }

  static const ErrorModel& error() { return kError; }
  static constexpr ErrorModel kError = kUnmeasuredError;

 private:
  BpFsCnWeights weights_;
};

static_assert(Evaluator<BpFsCnEvaluator>);

}  // namespace sumi::SUMI_ISA
