// SPDX-License-Identifier: MIT
/// What stands behind the name of a player: "2:paper" of "nmost:2:paper".
#pragma once

#include "engine/base/error.h"

#include <span>
#include <string_view>

namespace sumi {

/// A word that switches something on: bits of the player's own.
struct Flag {
  std::string_view word;
  unsigned bits;
};

/// Words with '+' between: "ties+unplaced"; none if `text` is empty. Fails on others, naming those
/// of `flags`.
Result<unsigned> parse_flags(std::string_view player, std::string_view text,
                             std::span<const Flag> flags);

/// Cuts "+WORD" off the end of `text` as long as the word is one of `flags`: what is before it may
/// be a file with a '+' in its name.
unsigned take_flags(std::string_view& text, std::span<const Flag> flags);

/// A number in min..max; `fallback` if `text` is empty.
Result<int> parse_number(std::string_view player, std::string_view what, std::string_view text,
                         int min, int max, int fallback);

/// For players of 8x8 boards.
Result<void> check_full_board(std::string_view player, int size);

/// For players that take no argument.
Result<void> check_no_argument(std::string_view player, std::string_view argument);

}  // namespace sumi
