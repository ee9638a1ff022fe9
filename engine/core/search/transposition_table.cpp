// SPDX-License-Identifier: MIT
#include "engine/core/search/transposition_table.h"

#include <algorithm>
#include <bit>

namespace sumi::SUMI_ISA {
namespace {

constexpr std::uint64_t pack(const TtData& d) {
  const auto half = [](Value v) { return static_cast<std::uint64_t>(v.units & 0xFFFF); };
  return half(d.lower) | half(d.upper) << 16 | static_cast<std::uint64_t>(d.depth & 0xFF) << 32 |
         static_cast<std::uint64_t>(d.exact) << 40 |
         static_cast<std::uint64_t>(d.selectivity) << 41 |
         static_cast<std::uint64_t>(d.best) << 48 | static_cast<std::uint64_t>(d.second) << 56;
}

constexpr TtData unpack(std::uint64_t data) {
  const auto half = [data](int shift) {
    return Value{static_cast<std::int16_t>(data >> shift & 0xFFFF)};
  };
  return {half(0),
          half(16),
          static_cast<int>(data >> 32 & 0xFF),
          static_cast<int>(data >> 41 & 0x7F),
          (data >> 40 & 1) != 0,
          static_cast<Square>(data >> 48 & 0xFF),
          static_cast<Square>(data >> 56)};
}

constexpr bool stronger(const TtData& old, const TtData& data) {
  if (old.exact || data.exact) return old.exact && !data.exact;
  return old.depth > data.depth && old.selectivity >= data.selectivity;
}

}  // namespace

void TranspositionTable::resize(std::size_t mib) {
  static_assert(sizeof(Bucket) == 64);
  memory_ = LargePages(std::bit_floor(mib) << 20);
  buckets_ = static_cast<Bucket*>(memory_.data());
  size_ = memory_.size() / sizeof(Bucket);
  epoch_ = 1;
  age_ = 0;
  shrink();
}

std::optional<TtData> TranspositionTable::probe(const Board& b, std::uint64_t hash) const {
  for (const Entry& entry : bucket(hash)->entries) {
    const std::uint64_t data = entry.data.load(kRelaxed);
    if ((entry.own_key.load(kRelaxed) ^ data) == b.own &&
        (entry.opp_key.load(kRelaxed) ^ data) == b.opp && is_current(entry)) {
      return unpack(data);
    }
  }
  return std::nullopt;
}

bool TranspositionTable::store(const Board& b, std::uint64_t hash, const TtData& data) {
  // Replace the entry of this board, else one of an earlier search, else the shallowest.
  Entry* victim = nullptr;
  int victim_worth = 0;
  for (Entry& entry : bucket(hash)->entries) {
    const std::uint64_t old = entry.data.load(kRelaxed);
    // Entries from before clear() never match, so that a search after it is reproducible.
    const bool same = (entry.own_key.load(kRelaxed) ^ old) == b.own &&
                      (entry.opp_key.load(kRelaxed) ^ old) == b.opp && is_current(entry);
    if (same && stronger(unpack(old), data)) {
      entry.epoch_age.store(epoch_age(), kRelaxed);
      return false;
    }
    const bool fresh = entry.epoch_age.load(kRelaxed) == epoch_age();
    const int worth = same ? -1 : fresh ? 1 + unpack(old).depth : 0;
    if (victim == nullptr || worth < victim_worth) {
      victim = &entry;
      victim_worth = worth;
    }
  }
  const bool fills = !is_current(*victim);
  const std::uint64_t packed = pack(data);
  victim->own_key.store(b.own ^ packed, kRelaxed);
  victim->opp_key.store(b.opp ^ packed, kRelaxed);
  victim->data.store(packed, kRelaxed);
  victim->epoch_age.store(epoch_age(), kRelaxed);
  return fills;
}

void TranspositionTable::new_search() { age_ = (age_ + 1) & 0xFFFFFFFF; }

void TranspositionTable::clear() {
  shrink();
  age_ = 0;
  if (++epoch_ >> 32 == 0) return;
  memory_.zero();
  epoch_ = 1;
}

void TranspositionTable::shrink() {
  used_.store(std::min(size_, kPageBuckets), kRelaxed);
  mask_.store(used_.load(kRelaxed) - 1, kRelaxed);
  filled_ = 0;
}

void TranspositionTable::grow(std::uint64_t filled) {
  filled_ += filled;
  const std::uint64_t used = used_.load(kRelaxed);
  if (used == size_ || filled_ * 8 < used * std::size(buckets_->entries) * kFullEighths) return;
  const std::uint64_t half = std::bit_floor(used);  // the hash bit of the new buckets
  for (std::uint64_t i = used; i < used + kPageBuckets; ++i) {
    move_entries(buckets_[i - half], buckets_[i], half);
  }
  mask_.store(2 * half - 1, kRelaxed);
  used_.store(used + kPageBuckets, kRelaxed);
}

/// Moves the entries that belong in `to`. Writes all of `to`, which commits its memory early.
void TranspositionTable::move_entries(Bucket& from, Bucket& to, std::uint64_t hash_bit) {
  for (std::size_t i = 0; i < std::size(from.entries); ++i) {
    Entry& old = from.entries[i];
    const std::uint64_t own = old.own_key.load(kRelaxed), opp = old.opp_key.load(kRelaxed);
    const std::uint64_t data = old.data.load(kRelaxed), time = old.epoch_age.load(kRelaxed);
    const bool moves = is_current(old) && (hash({own ^ data, opp ^ data}) & hash_bit) != 0;
    if (moves) {
      to.entries[i].own_key.store(own, kRelaxed);
      to.entries[i].opp_key.store(opp, kRelaxed);
      to.entries[i].data.store(data, kRelaxed);
      old.epoch_age.store(0, kRelaxed);
    }
    to.entries[i].epoch_age.store(moves ? time : 0, kRelaxed);
  }
}

}  // namespace sumi::SUMI_ISA
