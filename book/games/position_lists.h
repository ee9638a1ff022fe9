// SPDX-License-Identifier: MIT
/// An index of positions: their games and the moves played.
///
/// Each of its kBuckets buckets is a string of lists, ordered by position. A list has the low six
/// bytes of position_hash(), its length in bytes, and an entry per game, in ascending order. An
/// entry has the difference from the previous game number, and a byte for the canonical move or
/// kEndCode (end of the game), plus kWhiteBit if White was to move. Lengths and differences are
/// varints: seven bits per byte, lowest first.
///
/// The hash has 60 bits: the probability of a collision among 100 million positions is 1/230.
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

struct Occurrence {
  std::uint32_t game = 0;
  std::optional<Square> move;  ///< In the position's canonical form; nothing at the end of the
                               ///< game.
  Color to_move = Color::kBlack;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

/// An Occurrence and its position.
struct Visit {
  std::uint64_t hash = 0;
  std::uint32_t game = 0;
  std::uint8_t code = 0;

  friend auto operator<=>(const Visit&, const Visit&) = default;
};
Visit make_visit(std::uint64_t hash, const Occurrence& occurrence);

int bucket_of(std::uint64_t hash);

/// Adds visits to a bucket. Fails with kBadFile if the bucket is damaged. Requires: `fresh` is
/// sorted, belongs to this bucket, and has only greater game numbers.
Result<std::string> with_visits(std::string_view bucket, std::span<const Visit> fresh);

/// A position's games. Fails with kBadFile if the bucket is damaged.
Result<std::vector<Occurrence>> occurrences_in(std::string_view bucket, std::uint64_t hash);

/// All visits in bucket `number`, sorted. Fails as occurrences_in() does.
Result<std::vector<Visit>> visits_in(std::string_view bucket, int number);

}  // namespace sumi::book
