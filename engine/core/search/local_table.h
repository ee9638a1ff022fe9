// SPDX-License-Identifier: MIT
/// What one thread remembers for itself: positions near the end of the game, and static values.
#pragma once

#include "engine/base/machine.h"
#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sumi::SUMI_ISA {

/// Static values: what the evaluator says of positions, before any correction. A search evaluates a
/// position again and again: as a leaf, as an inner node an iteration later, in the shallow
/// searches of ProbCut. The value depends on the position alone, so entries never go stale. An
/// entry holds 48 bits of the hash and its index the other 16.
class StaticValues {
 public:
  /// True if the value of the position with this hash is known: it is in `units`.
  SUMI_INLINE bool probe(std::uint64_t hash, int& units) const {
    const std::uint64_t entry = entries_[hash % kEntries];
    units = static_cast<std::int16_t>(entry);
    return (entry ^ hash) >> kValueBits == 0;
  }

  SUMI_INLINE void store(std::uint64_t hash, int units) {
    entries_[hash % kEntries] =
        hash >> kValueBits << kValueBits | static_cast<std::uint16_t>(units);
  }

 private:
  static constexpr int kValueBits = 16;
  static constexpr std::size_t kEntries = 1 << 16;
  // Mapped, not on the heap: an engine that never searches takes none of these 512 KiB.
  LargePages memory_{kEntries * sizeof(std::uint64_t)};
  std::uint64_t* entries_ = static_cast<std::uint64_t*>(memory_.data());
};

/// Positions near the end of the game: a small table that stays in the second-level cache and keeps
/// the large one from being filled with what is quickly solved. An entry holds the whole board, as
/// the large table's do; a new one replaces the old.
class LocalTable {
 public:
  struct Entry {
    Bitboard own = 0, opp = 0;
    std::int8_t lower = 0, upper = 0;  ///< Proven bounds, in discs.
    Square best = Square::kPass;
  };

  /// All but the static values, which depend on nothing.
  void clear() { entries_.fill({}); }

  StaticValues static_values;

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
