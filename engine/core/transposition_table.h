// SPDX-License-Identifier: MIT
/// Positions already searched.
///
/// Every entry holds the whole board: a table that recognises positions by a part of a hash would
/// sooner or later return the score of another position, and an exact solver must not.
///
/// Threads may share a table without locks. Two may write one entry at once, and a reader could
/// then see half of each; so both halves of the board are stored XORed with the data (R. Hyatt
/// and T. Mann, "A lock-less transposition table implementation for parallel search chess
/// engines", ICGA Journal 25(1), 2002): a torn entry matches no board and reads as a miss.
///
/// Reading gives a copy, writing takes one. No caller ever holds a pointer into the table.
#pragma once

#include "engine/base/large_pages.h"
#include "engine/core/isa.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <atomic>
#include <cstddef>
#include <optional>

namespace sumi::SUMI_ISA {

/// What is known of a position. The true value lies in [lower, upper].
struct TtData {
  Value lower{}, upper{};
  int depth = 0;                ///< Plies searched.
  int selectivity = 100;        ///< Confidence of the cuts made, in per cent; 100: none.
  bool exact = false;           ///< Searched to the end without cuts: the bounds are proven.
  Square best = Square::kPass;  ///< kPass: none known.
  Square second = Square::kPass;
};

/// Threads: probe() and store() from any; the rest between searches only.
class TranspositionTable {
 public:
  /// Takes `mib` (>= 1) MiB, rounded down to a power of two; physically only what is used.
  explicit TranspositionTable(std::size_t mib);

  std::optional<TtData> probe(const Board& b, std::uint64_t hash) const;
  void store(const Board& b, std::uint64_t hash, const TtData& data);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }

  void new_search();  ///< Ages entries: older ones are replaced first.
  void clear();       ///< Forgets everything, in no time: entries of an older epoch do not count.

 private:
  struct Entry {
    std::atomic<std::uint64_t> own_key, opp_key;  ///< Board halves XOR data.
    std::atomic<std::uint64_t> data;              ///< TtData, packed.
    std::atomic<std::uint64_t> epoch_age;         ///< Epoch in the high half, age in the low one.
  };
  /// One cache line.
  struct alignas(64) Bucket {
    Entry entries[2];
  };

  Bucket* bucket(std::uint64_t hash) const { return buckets_ + (hash & mask_); }
  std::uint64_t epoch_age() const { return epoch_ << 32 | age_; }

  LargePages memory_;
  Bucket* buckets_;
  std::uint64_t mask_;
  std::uint64_t epoch_ = 1;  ///< Zeroed memory belongs to epoch 0: empty.
  std::uint64_t age_ = 0;
};

}  // namespace sumi::SUMI_ISA
