// SPDX-License-Identifier: MIT
#include "engine/core/transposition_table.h"

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

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

TranspositionTable::TranspositionTable(std::size_t mib)
    : memory_(std::bit_floor(mib) << 20),
      buckets_(static_cast<Bucket*>(memory_.data())),
      mask_(memory_.size() / sizeof(Bucket) - 1) {
  static_assert(sizeof(Bucket) == 64);
}

std::optional<TtData> TranspositionTable::probe(const Board& b, std::uint64_t hash) const {
  for (const Entry& entry : bucket(hash)->entries) {
    const std::uint64_t data = entry.data.load(kRelaxed);
    if ((entry.own_key.load(kRelaxed) ^ data) == b.own &&
        (entry.opp_key.load(kRelaxed) ^ data) == b.opp &&
        entry.epoch_age.load(kRelaxed) >> 32 == epoch_) {
      return unpack(data);
    }
  }
  return std::nullopt;
}

void TranspositionTable::store(const Board& b, std::uint64_t hash, const TtData& data) {
  // The entry of this board, else a dead one, else the shallower of the two.
  Entry* victim = nullptr;
  int victim_worth = 0;
  for (Entry& entry : bucket(hash)->entries) {
    const std::uint64_t old = entry.data.load(kRelaxed);
    const bool same = (entry.own_key.load(kRelaxed) ^ old) == b.own &&
                      (entry.opp_key.load(kRelaxed) ^ old) == b.opp;
    const bool fresh = entry.epoch_age.load(kRelaxed) == epoch_age();
    const int worth = same ? -1 : fresh ? 1 + unpack(old).depth : 0;
    if (victim == nullptr || worth < victim_worth) {
      victim = &entry;
      victim_worth = worth;
    }
  }
  const std::uint64_t packed = pack(data);
  victim->own_key.store(b.own ^ packed, kRelaxed);
  victim->opp_key.store(b.opp ^ packed, kRelaxed);
  victim->data.store(packed, kRelaxed);
  victim->epoch_age.store(epoch_age(), kRelaxed);
}

void TranspositionTable::new_search() { age_ = (age_ + 1) & 0xFFFFFFFF; }

void TranspositionTable::clear() {
  age_ = 0;
  if (++epoch_ >> 32 == 0) return;
  memory_.zero();
  epoch_ = 1;
}

}  // namespace sumi::SUMI_ISA
