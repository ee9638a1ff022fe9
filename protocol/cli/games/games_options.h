// SPDX-License-Identifier: MIT
/// The options that select games in `sumi games`.
#pragma once

#include "book/games/game_search.h"
#include "protocol/command/command.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct FilterOptions {
  book::GameFilter filter{};
  std::string result, opening, position;
};
/// `position`: include --position.
Options filter_rows(FilterOptions& options, bool position);

/// Converts the options. Prints unknown names and then returns nothing. Throws UsageError.
std::optional<book::GameFilter> filter_of(const FilterOptions& options,
                                          const book::GameStore& store);

inline constexpr std::string_view kFilterHelp =
    R"(Names are found in any case, without accents, by whole names, else by whole
words, else by the beginnings of words: "tam" finds Tamenori if nobody is called
Tam. --opening takes games that came to that opening by any order of moves.
)";

}  // namespace sumi::protocol
