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
/// Reading gives a copy, writing takes one. No caller ever holds a pointer into the table. Beyond
/// the caches a look-up takes 170 ns, and 12 if it was prefetched in time (NOTES.md).
///
/// The table grows into its memory: a system may take 10 ms to find a large page, and hashes touch
/// every page within a few thousand nodes, which no stop could interrupt. So it begins on one page
/// and takes the next when it is filled so far ("linear hashing": W. Litwin, VLDB 1980). Each new
/// page takes over from one old page what now belongs there; nothing is lost, and an engine that
/// thinks little stays small.
#pragma once

#include "engine/base/machine.h"
#include "engine/core/board/isa.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <atomic>
#include <cstddef>
#include <optional>

namespace sumi::SUMI_ISA {

/// 64 well mixed bits of a board, in 0.9 ns on v4 (NOTES.md): the two halves of one 64x64 -> 128
/// bit product, folded. The same on every level, so that tables behave the same (a CRC instruction
/// would be as fast, but not portable). Source of the fold: Wang Yi, wyhash,
/// https://github.com/wangyi-fudan/wyhash (public domain).
SUMI_INLINE constexpr std::uint64_t hash(const Board& b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{b.own ^ 0xA0761D6478BD642F} * (b.opp ^ 0xE7037ED1A0B428DB);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// The knowledge of a position. The true value lies in [lower, upper].
struct TtData {
  Value lower{}, upper{};
  int depth = 0;                ///< Plies searched.
  int selectivity = 100;        ///< Confidence of the cuts made, in per cent; 100: none.
  bool exact = false;           ///< Searched to the end without cuts: the bounds are proven.
  Square best = Square::kPass;  ///< kPass: none known.
  Square second = Square::kPass;
};

/// Threads: probe(), store() and prefetch() from any; grow() from one, at the same time; the rest
/// between searches only.
class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t mib) { resize(mib); }

  /// Forgets everything and reserves `mib` (>= 1) MiB, rounded down to a power of two. Takes no
  /// physical memory; gives the old one back, which takes about 2 ms per GiB.
  void resize(std::size_t mib);

  /// `hash` is hash(b); grow() relies on it.
  std::optional<TtData> probe(const Board& b, std::uint64_t hash) const;
  /// True if this filled an empty place; the caller must tell grow().
  bool store(const Board& b, std::uint64_t hash, const TtData& data);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }

  void new_search();  ///< Ages entries: older ones are replaced first.

  /// Forgets everything and makes the table small again, in no time: entries of an older epoch do
  /// not count.
  void clear();

  /// To be called every few thousand nodes, with the number of places filled since the last call:
  /// takes a page if any is left and too many of those in use are full. That takes well under a
  /// millisecond, or what the system needs to find a fresh page.
  void grow(std::uint64_t filled);

  static constexpr std::size_t kPageBytes = std::size_t{2} << 20;  ///< A large page of the CPU.
  /// How many of the places in use may be filled before it grows, in eighths.
  static constexpr std::uint64_t kFullEighths = 3;
  std::size_t used_bytes() const { return used_.load(kRelaxed) * sizeof(Bucket); }

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

  static constexpr auto kRelaxed = std::memory_order_relaxed;
  static constexpr std::uint64_t kPageBuckets = kPageBytes / sizeof(Bucket);

  /// The bucket for a hash. The place of a bucket that is not in use yet is taken by the one whose
  /// index lacks the highest bit. A thread that sees grow() half done takes the wrong bucket of the
  /// two, and misses.
  Bucket* bucket(std::uint64_t hash) const {
    const std::uint64_t mask = mask_.load(kRelaxed), index = hash & mask;
    return buckets_ + (index < used_.load(kRelaxed) ? index : index & mask >> 1);
  }
  bool alive(const Entry& entry) const { return entry.epoch_age.load(kRelaxed) >> 32 == epoch_; }
  std::uint64_t epoch_age() const { return epoch_ << 32 | age_; }
  void split(Bucket& from, Bucket& to, std::uint64_t hash_bit);
  void shrink();

  LargePages memory_;
  Bucket* buckets_ = nullptr;
  std::uint64_t size_ = 0;              ///< Buckets there is room for.
  std::atomic<std::uint64_t> used_{0};  ///< Buckets in use, the first ones.
  std::atomic<std::uint64_t> mask_{0};  ///< The used ones rounded up to a power of two, less one.
  std::uint64_t filled_ = 0;            ///< Filled places, as told to grow().
  std::uint64_t epoch_ = 1;             ///< Zeroed memory belongs to epoch 0: empty.
  std::uint64_t age_ = 0;
};

}  // namespace sumi::SUMI_ISA
