// SPDX-License-Identifier: MIT
/// The move of the highest value, and what to do where several have it.
#pragma once

#include "engine/base/static_vector.h"
#include "engine/players/lots.h"

namespace sumi {

enum class Tie {
  kRandom,        ///< One of them by lot.
  kRandomOfMore,  ///< One of three or more by lot; of two the first (S5's program).
  kFirst,         ///< The lowest square (S4's program).
  kLast,          ///< The highest square (S2's program).
};

class BestMoves {
 public:
  /// Squares come in rising order.
  void add(Square square, double value) {
    if (!squares_.empty() && value < value_) return;
    if (squares_.empty() || value > value_) squares_.clear();
    value_ = value;
    squares_.push_back(square);
  }

  /// The highest value. Requires, for this and pick(): add() was called.
  double value() const { return value_; }

  Square pick(Tie tie, const Lots& lots) const {
    const std::size_t count = squares_.size();
    if (tie == Tie::kLast) return squares_[count - 1];
    const bool fixed = tie == Tie::kFirst || (tie == Tie::kRandomOfMore && count == 2);
    return squares_[fixed ? 0 : lots.at(Square::kPass) % count];
  }

 private:
  StaticVector<Square, kMaxLegalMoves> squares_;
  double value_ = 0;
};

}  // namespace sumi
