// SPDX-License-Identifier: MIT
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

/// Converts the options. For unknown names prints a message and returns nothing. Throws UsageError.
std::optional<book::GameFilter> filter_of(const FilterOptions& options,
                                          const book::GameStore& store);

inline constexpr std::string_view kFilterHelp =
    R"(Names ignore case and accents and match whole names, else whole words, else
beginnings of words: "tam" finds Tamenori if nobody is called Tam. --opening
matches games that reached it by any move order.
)";

}  // namespace sumi::protocol
