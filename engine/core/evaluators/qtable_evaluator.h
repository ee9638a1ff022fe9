// SPDX-License-Identifier: MIT
/// The evaluator `qtable`: learned values of single positions (S5; tools/lab/papers/README.md).
#pragma once

#include "engine/core/evaluators/evaluator.h"
#include "engine/game/symmetry.h"

namespace sumi::SUMI_ISA {

class QTableEvaluator {
 public:
  SUMI_INLINE explicit QTableEvaluator(const QTableWeights& weights = {}) : weights_(weights) {}

  /// Of the position or, because some learners store one of eight symmetric ones, its canonical
  /// form.
  [[gnu::noinline]] Value value(const Board& b) const {
    if (const KnownPosition* const known = find(b)) return known->value;
    const KnownPosition* const known = find(canonical(b).board);
    return known ? known->value : Value{QTableWeights::kUnknownUnits};
  }

 private:
  const KnownPosition* find(const Board& b) const {
    std::size_t first = 0, count = weights_.count;
    while (count > 0) {
      const std::size_t half = count / 2;
      const Board& middle = weights_.positions[first + half].board;
      if (middle.own < b.own || (middle.own == b.own && middle.opp < b.opp)) {
        first += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    const bool found = first < weights_.count && weights_.positions[first].board == b;
    return found ? weights_.positions + first : nullptr;
  }

  QTableWeights weights_;
};

}  // namespace sumi::SUMI_ISA
