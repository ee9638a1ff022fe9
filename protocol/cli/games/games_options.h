// SPDX-License-Identifier: MIT
/// The conditions that commands of `sumi games` share: which games are meant.
#pragma once

#include "book/games/game_search.h"
#include "protocol/command/command.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The options that say which games are meant.
struct FilterOptions {
  book::GameFilter filter{};
  std::string result, opening, position;
};
/// With `position` there is --position, too.
Options filter_rows(FilterOptions& options, bool position);

/// What the options mean. Reports names that no game has, and returns nothing then. Throws
/// UsageError.
std::optional<book::GameFilter> filter_of(const FilterOptions& options,
                                          const book::GameStore& store);

/// What the help of a command says of them.
inline constexpr std::string_view kFilterHelp =
    R"(Names are found in any case, without accents, by whole names, else by whole
words, else by the beginnings of words: "tam" finds Tamenori if nobody is called
Tam. --opening takes games that came to that opening by any order of moves.
)";

}  // namespace sumi::protocol
