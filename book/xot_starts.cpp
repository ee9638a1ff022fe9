// SPDX-License-Identifier: MIT
/// The list is kept as checksums, which xot_starts.py makes.
#include "book/xot_starts.h"
#include "engine/base/checksum.h"
#include "engine/base/little_endian.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The bytes of xot_starts.bin, which the assembler puts here (xot_starts.S).
extern "C" const char sumi_xot_starts[], sumi_xot_starts_end[];

namespace sumi::book {
namespace {

constexpr std::size_t kSumBytes = 4;

std::uint32_t checksum_of(const Board& board) {
  const Board same = canonical(board).board;
  std::string bytes;
  put_number(bytes, same.own, 8);
  put_number(bytes, same.opp, 8);
  Fnv1a sum;
  sum.add(bytes);
  return static_cast<std::uint32_t>(sum.hash());
}

std::vector<std::uint32_t> read_checksums() {
  const std::string_view bytes(sumi_xot_starts, sumi_xot_starts_end);
  std::vector<std::uint32_t> sums;
  for (std::size_t at = 0; at + kSumBytes <= bytes.size(); at += kSumBytes) {
    sums.push_back(static_cast<std::uint32_t>(get_number<kSumBytes>(bytes, at)));
  }
  return sums;
}

}  // namespace

bool is_xot_start(const Position& position) {
  const Board& board = position.board;
  const bool may_be = position.size == 8 && position.to_move == Color::kBlack &&
                      std::popcount(board.own | board.opp) == 4 + kXotPlies;
  if (!may_be) return false;
  static const std::vector<std::uint32_t> sums = read_checksums();
  return std::ranges::binary_search(sums, checksum_of(board));
}

}  // namespace sumi::book
