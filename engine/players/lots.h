// SPDX-License-Identifier: MIT
/// The same numbers as draw(), for whoever asks about many squares of one position.
#pragma once

#include "engine/base/random.h"
#include "engine/game/position.h"

#include <cstdint>

namespace sumi {

class Lots {
 public:
  Lots(const Position& position, std::uint64_t seed) : key_(mixed(seed, 0)) {
    key_ = mixed(key_, position.board.own);
    key_ = mixed(key_, position.board.opp);
    key_ = mixed(key_, 2 * static_cast<std::uint64_t>(position.size) +
                           static_cast<std::uint64_t>(position.to_move));
  }

  /// draw() of the square.
  std::uint64_t at(Square square) const {
    return mixed(key_, static_cast<std::uint64_t>(index(square)));
  }

  /// The sum of a number in 0..numbers-1 for each of the squares.
  int sum(Bitboard squares, int numbers) const {
    int sum = 0;
    for (; squares != 0; squares &= squares - 1) {
      sum += static_cast<int>(at(first_square(squares)) % static_cast<std::uint64_t>(numbers));
    }
    return sum;
  }

  /// A generator of as many lots about the square as are wanted.
  SplitMix64 stream(Square square) const { return SplitMix64(at(square)); }

 private:
  /// The order matters, so that boards with exchanged colours have lots of their own.
  static std::uint64_t mixed(std::uint64_t key, std::uint64_t next) {
    return SplitMix64(SplitMix64(key).next() ^ next).next();
  }

  std::uint64_t key_;
};

}  // namespace sumi
