// SPDX-License-Identifier: MIT
/// The evaluator `bpfscn`: a weighted sum of square values, safe edge discs and mobility (Shiota
/// 2012; engine/game/bpfscn.h). 8x8 only.
///
/// Evaluates for the side that has just moved, as the paper's program does, so that a 1-ply search
/// reproduces its asymmetric faults. One fault depends on colour, which a Board lacks. Black is
/// assumed to move at an even number of empties, which is true until a side passes.
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
    return compress_estimate(-bpfscn_sum(weights_, terms) * Value::kPerDisc /
                             bpfscn_points_per_disc(weights_));
  }

  static const ErrorModel& error() { return kError; }
  static constexpr ErrorModel kError = kUnmeasuredError;

 private:
  BpFsCnWeights weights_;
};

static_assert(Evaluator<BpFsCnEvaluator>);

}  // namespace sumi::SUMI_ISA
