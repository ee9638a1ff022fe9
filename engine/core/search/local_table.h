// SPDX-License-Identifier: MIT
/// Positions near the leaves, for one thread: a small table that stays in the second cache and
/// keeps the large one from being filled with what is quickly solved.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sumi::SUMI_ISA {

/// An entry holds the whole board, as the large table's do; a new one takes the place of the old.
class LocalTable {
 public:
  struct Entry {
    Bitboard own = 0, opp = 0;
    std::int8_t lower = 0, upper = 0;  ///< Proven bounds, in discs.
    Square best = Square::kPass;
  };

  void clear() { entries_.fill({}); }

  SUMI_INLINE void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&entries_[hash % kEntries]);
  }

  /// The entry of `b`, or null if nothing is known.
  SUMI_INLINE const Entry* probe(const Board& b, std::uint64_t hash) const {
    const Entry& entry = entries_[hash % kEntries];
    return entry.own == b.own && entry.opp == b.opp ? &entry : nullptr;
  }

  SUMI_INLINE void store(const Board& b, std::uint64_t hash, int lower, int upper, Square best) {
    entries_[hash % kEntries] = {b.own, b.opp, static_cast<std::int8_t>(lower),
                                 static_cast<std::int8_t>(upper), best};
  }

 private:
  static constexpr std::size_t kEntries =
      1 << 13;  ///< 192 KiB; twice as many save 0.7% of the nodes, and no time.
  std::array<Entry, kEntries> entries_{};
};

}  // namespace sumi::SUMI_ISA
