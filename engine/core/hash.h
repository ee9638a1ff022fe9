// SPDX-License-Identifier: MIT
/// Board hash for the transposition table. 0.9 ns on v4 (NOTES.md).
#pragma once

#include "engine/core/isa.h"
#include "engine/game/board.h"

namespace sumi::SUMI_ISA {

/// 64 well mixed bits: the two halves of one 64x64 -> 128 bit product, folded. The same on every
/// level, so that tables behave the same (a CRC instruction would be as fast, but not portable).
/// Source of the fold: Wang Yi, wyhash, https://github.com/wangyi-fudan/wyhash (public domain).
SUMI_INLINE constexpr std::uint64_t hash(const Board& b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{b.own ^ 0xA0761D6478BD642F} * (b.opp ^ 0xE7037ED1A0B428DB);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace sumi::SUMI_ISA
