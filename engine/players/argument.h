// SPDX-License-Identifier: MIT
/// Parses the argument that stands behind the name of a player: "2:paper" in "nmost:2:paper".
#pragma once

#include "engine/base/error.h"

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

}  // namespace sumi
