// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/random.h"
#include "engine/base/static_vector.h"
#include "engine/game/board.h"

#include <cstdint>

namespace sumi {

/// As random_number(), for many squares of one position.
class SquareRandom {
 public:
  SquareRandom(const Position& position, std::uint64_t seed) : key_(mixed(seed, 0)) {
    key_ = mixed(key_, position.board.own);
    key_ = mixed(key_, position.board.opp);
    key_ = mixed(key_, 2 * static_cast<std::uint64_t>(position.size) +
                           static_cast<std::uint64_t>(position.to_move));
  }

  std::uint64_t at(Square square) const {
    return mixed(key_, static_cast<std::uint64_t>(index(square)));
  }

  /// Of one random number in 0..numbers-1 per square.
  int sum(Bitboard squares, int numbers) const {
    int sum = 0;
    for (; squares != 0; squares &= squares - 1) {
      sum += static_cast<int>(at(first_square(squares)) % static_cast<std::uint64_t>(numbers));
    }
    return sum;
  }

  /// Seeded by the square.
  SplitMix64 stream(Square square) const { return SplitMix64(at(square)); }

 private:
  /// Depends on the order of the arguments, so that positions with swapped colours differ.
  static std::uint64_t mixed(std::uint64_t key, std::uint64_t next) {
    return SplitMix64(SplitMix64(key).next() ^ next).next();
  }

  std::uint64_t key_;
};

enum class Tie {
  kRandom,
  kRandomIfMoreThanTwo,  ///< A random one of three or more best moves, but the first of two (S5's
                         ///< program).
  kFirst,                ///< The lowest square (S4's program).
  kLast,                 ///< The highest square (S2's program).
};

class BestMoves {
 public:
  /// Squares must ascend.
  void add(Square square, double value) {
    if (!squares_.empty() && value < value_) return;
    if (squares_.empty() || value > value_) squares_.clear();
    value_ = value;
    squares_.push_back(square);
  }

  /// Requires, like pick(): add() was called.
  double value() const { return value_; }

  Square pick(Tie tie, const SquareRandom& random) const {
    const std::size_t count = squares_.size();
    if (tie == Tie::kLast) return squares_[count - 1];
    const bool fixed = tie == Tie::kFirst || (tie == Tie::kRandomIfMoreThanTwo && count == 2);
    return squares_[fixed ? 0 : random.at(Square::kPass) % count];
  }

 private:
  StaticVector<Square, kMaxLegalMoves> squares_;
  double value_ = 0;
};

}  // namespace sumi
