// SPDX-License-Identifier: MIT
/// Parses the text after a player's name: "2:paper" in "nmost:2:paper".
#pragma once

#include "engine/base/error.h"
#include "engine/players/best_moves.h"

#include <span>
#include <string_view>

namespace sumi {

struct Flag {
  std::string_view word;
  unsigned bits;
};

/// Parses words of `flags` joined by '+': "ties+unplaced"; 0 for empty text. Errors list the valid
/// words.
Result<unsigned> parse_flags(std::string_view player, std::string_view text,
                             std::span<const Flag> flags);

/// Removes trailing "+WORD" for words of `flags`; returns their flags. Other text may contain a
/// '+'.
unsigned take_flags(std::string_view& text, std::span<const Flag> flags);

/// `fallback` if `text` is empty.
Result<int> parse_number(std::string_view player, std::string_view what, std::string_view text,
                         int min, int max, int fallback);

Result<void> check_full_board(std::string_view player, int size);

Result<void> check_no_argument(std::string_view player, std::string_view argument);

/// After an evaluator: "greedy:bpfscn:1:3:0+noise+last".
enum GreedyFlag : unsigned {
  kTieRandom = 1,  ///< The default; after `:paper` the default is the first square.
  kTieFirst = 2,
  kTieLast = 4,
  // The flags below are for bpfscn only; kNoise is also for table.
  kNoise = 8,        ///< Random terms of the paper's program.
  kZeros = 16,       ///< Fault (e): FS alone plays at random if all values are 0.
  kMinimax = 32,     ///< Fault (f): look-ahead that never updates its maximum, so it plays the last
                     ///< move.
  kMirrored = 64,    ///< Mirrors the board, like the paper's start position.
  kTextNoise = 128,  ///< Random terms of the paper's text. kNoise takes precedence.
};

inline constexpr Flag kGreedyFlags[] = {{"random", kTieRandom},  {"first", kTieFirst},
                                        {"last", kTieLast},      {"noise", kNoise},
                                        {"zeros", kZeros},       {"minimax", kMinimax},
                                        {"mirrored", kMirrored}, {"text-noise", kTextNoise}};

/// Disc noise is 0..kDiscNoise-1, in points of the table.
inline constexpr int kDiscNoise = 3;

/// If several flags are set, the first in kGreedyFlags counts.
constexpr Tie tie_of(unsigned flags, Tie otherwise = Tie::kRandom) {
  if ((flags & kTieRandom) != 0) return Tie::kRandom;
  if ((flags & kTieFirst) != 0) return Tie::kFirst;
  return (flags & kTieLast) != 0 ? Tie::kLast : otherwise;
}

}  // namespace sumi
