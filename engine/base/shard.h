// SPDX-License-Identifier: MIT
/// One of several processes that share independent work.
#pragma once

#include <cstdint>

namespace sumi {

/// The units of the work are numbered from 0; a shard does every `count`-th of them. No two shards
/// of equally many have a unit in common, and together they have all.
struct Shard {
  int index = 1, count = 1;  ///< 1 <= index <= count.

  constexpr bool has(std::uint64_t unit) const {
    return unit % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index - 1);
  }
  /// How many of `units` units are this shard's.
  constexpr std::uint64_t share(std::uint64_t units) const {
    const auto place = static_cast<std::uint64_t>(index - 1),
               all = static_cast<std::uint64_t>(count);
    return units > place ? (units - place - 1) / all + 1 : 0;
  }
  /// The number, among all units, of this shard's `own`-th one, counted from 0.
  constexpr std::uint64_t unit(std::uint64_t own) const {
    return own * static_cast<std::uint64_t>(count) + static_cast<std::uint64_t>(index - 1);
  }

  friend constexpr bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace sumi
