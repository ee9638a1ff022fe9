// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/machine.h"
#include "engine/core/board/isa.h"
#include "engine/game/board.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sumi::SUMI_ISA {

/// Evaluator results before correction. A search needs them repeatedly: for leaves, inner nodes and
/// ProbCut. They depend only on the position, so entries stay valid. An entry stores 48 bits of the
/// hash; its index implies the other 16.
class StaticValues {
 public:
  /// True if the value is known; stores it in `units`.
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
  // Mapped, so that an engine that never searches does not commit it.
  LargePages memory_{kEntries * sizeof(std::uint64_t)};
  std::uint64_t* entries_ = static_cast<std::uint64_t*>(memory_.data());
};

/// Quickly solved positions. Fits the second-level cache. Entries store the whole board; new ones
/// replace old ones.
class LocalTable {
 public:
  struct Entry {
    Bitboard own = 0, opp = 0;
    std::int8_t lower = 0, upper = 0;  ///< Proven score bounds, in discs.
    Square best = Square::kPass;
  };

  /// Keeps static values, which stay valid.
  void clear() { entries_.fill({}); }

  StaticValues static_values;

  SUMI_INLINE void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&entries_[hash % kEntries]);
  }

  /// Null if unknown.
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
      1 << 13;  ///< 192 KiB; double that saves 0.7% of the nodes and no time
  std::array<Entry, kEntries> entries_{};
};

}  // namespace sumi::SUMI_ISA
