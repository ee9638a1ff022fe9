// SPDX-License-Identifier: MIT
/// The transposition table.
///
/// Entries store the whole board: partial hashes would eventually give an exact solver a wrong
/// score.
///
/// Lock-free: concurrent writes may tear an entry, so both halves of the board are stored XORed
/// with the data (R. Hyatt and T. Mann, "A lock-less transposition table implementation for
/// parallel search chess engines", ICGA Journal 25(1), 2002). A torn entry matches no board and is
/// a miss. Callers get copies.
///
/// The table grows from one page by linear hashing (W. Litwin, VLDB 1980), because committing
/// memory delays stops (README.md). Each new page takes entries from one old page.
#pragma once

#include "engine/base/machine.h"
#include "engine/core/board/isa.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <atomic>
#include <cstddef>
#include <optional>

namespace sumi::SUMI_ISA {

/// Folded halves of a 64x64 -> 128 bit product; equal on every level. A CRC instruction is as fast
/// but not portable. Source: Wang Yi, wyhash, https://github.com/wangyi-fudan/wyhash (public
/// domain).
SUMI_INLINE constexpr std::uint64_t hash(const Board& b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{b.own ^ 0xA0761D6478BD642F} * (b.opp ^ 0xE7037ED1A0B428DB);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// The value of the position is in [lower, upper].
struct TtData {
  Value lower{}, upper{};
  int depth = 0;                ///< In plies.
  int selectivity = 100;        ///< Confidence of the cuts in per cent; 100: none.
  bool exact = false;           ///< Searched to the end without selective cuts.
  Square best = Square::kPass;  ///< kPass: unknown.
  Square second = Square::kPass;
};

/// probe(), store() and prefetch() are thread-safe; one thread at a time may call grow() meanwhile.
/// Call the other functions only between searches.
class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t mib) { resize(mib); }

  /// Clears the table and reserves `mib` (>= 1) MiB, rounded down to a power of two, without
  /// committing memory. Freeing the old memory takes about 2 ms per GiB.
  void resize(std::size_t mib);

  /// `hash` must be hash(b), because grow() relies on it.
  std::optional<TtData> probe(const Board& b, std::uint64_t hash) const;
  /// True if this filled an empty entry; pass the number of these to grow().
  bool store(const Board& b, std::uint64_t hash, const TtData& data);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }

  void new_search();  ///< Older entries are replaced first.

  /// Clears the table and shrinks it to one page, in constant time, by a new epoch.
  void clear();

  /// Call every few thousand nodes with the number of entries filled since the last call. Above the
  /// fill limit, adds a page if one is left, in under a millisecond plus the time to commit it.
  void grow(std::uint64_t filled);

  static constexpr std::size_t kPageBytes = std::size_t{2} << 20;  ///< Of a large page of the CPU.
  /// Fill limit, in eighths of the used entries.
  static constexpr std::uint64_t kFullEighths = 3;
  std::size_t used_bytes() const { return used_.load(kRelaxed) * sizeof(Bucket); }

 private:
  struct Entry {
    std::atomic<std::uint64_t> own_key, opp_key;  ///< Board halves XOR data.
    std::atomic<std::uint64_t> data;              ///< TtData, packed.
    std::atomic<std::uint64_t> epoch_age;         ///< Epoch in the high half, age in the low half.
  };
  /// A cache line.
  struct alignas(64) Bucket {
    Entry entries[2];
  };

  static constexpr auto kRelaxed = std::memory_order_relaxed;
  static constexpr std::uint64_t kPageBuckets = kPageBytes / sizeof(Bucket);

  /// The bucket for a hash; an index not in use yet loses its highest bit. During grow() a thread
  /// may pick the wrong bucket and miss.
  Bucket* bucket(std::uint64_t hash) const {
    const std::uint64_t mask = mask_.load(kRelaxed), index = hash & mask;
    return buckets_ + (index < used_.load(kRelaxed) ? index : index & mask >> 1);
  }
  bool is_current(const Entry& entry) const {
    return entry.epoch_age.load(kRelaxed) >> 32 == epoch_;
  }
  std::uint64_t epoch_age() const { return epoch_ << 32 | age_; }
  void move_entries(Bucket& from, Bucket& to, std::uint64_t hash_bit);
  void shrink();

  LargePages memory_;
  Bucket* buckets_ = nullptr;
  std::uint64_t size_ = 0;              ///< Capacity in buckets.
  std::atomic<std::uint64_t> used_{0};  ///< Buckets in use, from the front.
  std::atomic<std::uint64_t> mask_{0};  ///< used_ rounded up to a power of two, minus 1.
  std::uint64_t filled_ = 0;
  std::uint64_t epoch_ = 1;  ///< Above 0, the epoch of empty entries in zeroed memory.
  std::uint64_t age_ = 0;
};

}  // namespace sumi::SUMI_ISA
