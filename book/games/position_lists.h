// SPDX-License-Identifier: MIT
/// The index of positions: which games went through a position, and what was played there.
///
/// It has kBuckets buckets, each a string of lists in the order of their positions. A list is the
/// lowest six bytes of position_hash(), its length in bytes, and for each game, in the order of
/// their numbers, the difference to the number before it and a byte: the move in the canonical
/// form, kEndCode for the end of the game, kWhiteBit added if White was to move. Lengths and
/// differences have seven bits a byte, the lowest first.
///
/// Of the hash 60 bits count: among a hundred million positions two are taken for one with a
/// probability of one in 230.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

inline constexpr int kBucketBits = 12, kBuckets = 1 << kBucketBits;

/// A game at a position.
struct Passing {
  std::uint32_t game = 0;      ///< Its number.
  std::optional<Square> move;  ///< In the position's canonical form; nothing: the game ends here.
  Color to_move = Color::kBlack;

  friend bool operator==(const Passing&, const Passing&) = default;
};

/// A Passing and its position, to be put in the index.
struct Visit {
  std::uint64_t hash = 0;
  std::uint32_t game = 0;
  std::uint8_t code = 0;

  friend auto operator<=>(const Visit&, const Visit&) = default;
};
Visit make_visit(std::uint64_t hash, const Passing& passing);

int bucket_of(std::uint64_t hash);

/// The bucket with more visits in it. Fails with kBadFile if it is damaged. Requires: `fresh` is
/// sorted, all of this bucket, and of games with greater numbers than those in it.
Result<std::string> with_visits(std::string_view bucket, std::span<const Visit> fresh);

/// The games at the position of that hash. Fails with kBadFile if the bucket is damaged.
Result<std::vector<Passing>> passings_in(std::string_view bucket, std::uint64_t hash);

/// All visits of a bucket, sorted. `number`: of the bucket. Fails as passings_in() does.
Result<std::vector<Visit>> visits_in(std::string_view bucket, int number);

}  // namespace sumi::book
