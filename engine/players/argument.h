// SPDX-License-Identifier: MIT
/// Parses the argument that stands behind the name of a player: "2:paper" in "nmost:2:paper".
#pragma once

#include "engine/base/error.h"
#include "engine/players/best_moves.h"

#include <span>
#include <string_view>

namespace sumi {

/// A word that switches something on, and the bits that it sets for the player.
struct Flag {
  std::string_view word;
  unsigned bits;
};

/// Parses words of `flags` with '+' between them: "ties+unplaced". An empty text has none. Fails on
/// other words, with a message that names those of `flags`.
Result<unsigned> parse_flags(std::string_view player, std::string_view text,
                             std::span<const Flag> flags);

/// Cuts "+WORD" off the end of `text` as long as the word is one of `flags`: what is before it may
/// be a file with a '+' in its name.
unsigned take_flags(std::string_view& text, std::span<const Flag> flags);

/// Parses a number in min..max; `fallback` if `text` is empty.
Result<int> parse_number(std::string_view player, std::string_view what, std::string_view text,
                         int min, int max, int fallback);

/// Fails if the board is not 8x8, for players that know no other.
Result<void> check_full_board(std::string_view player, int size);

/// Fails if there is an argument, for players that take none.
Result<void> check_no_argument(std::string_view player, std::string_view argument);

/// The flags that may follow an evaluator: "greedy:bpfscn:1:3:0+noise+last".
enum GreedyFlag : unsigned {
  kTieRandom = 1,  ///< The default, but not after `:paper`, whose ties go to the first square.
  kTieFirst = 2,
  kTieLast = 4,
  // The flags below are for bpfscn only; kNoise is for table too.
  kNoise = 8,      ///< Adds the random parts of the paper's program.
  kZeros = 16,     ///< Fault (e): FS alone plays at random when all values are 0.
  kMinimax = 32,   ///< Fault (f): the look-ahead that never updates its maximum: the last move.
  kMirrored = 64,  ///< Looks at the board in a mirror, as the paper's start is a mirror image.
};

inline constexpr Flag kGreedyFlags[] = {
    {"random", kTieRandom}, {"first", kTieFirst},  {"last", kTieLast},     {"noise", kNoise},
    {"zeros", kZeros},      {"minimax", kMinimax}, {"mirrored", kMirrored}};

/// The noise of a disc is a number from 0 to one less than this, in points of the table.
inline constexpr int kDiscNoise = 3;

/// The rule for ties; of contradictory flags, the first in the list above holds.
constexpr Tie tie_of(unsigned flags, Tie otherwise = Tie::kRandom) {
  if ((flags & kTieRandom) != 0) return Tie::kRandom;
  if ((flags & kTieFirst) != 0) return Tie::kFirst;
  return (flags & kTieLast) != 0 ? Tie::kLast : otherwise;
}

}  // namespace sumi
