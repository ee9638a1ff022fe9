// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_search.h"
#include "protocol/command/program.h"

#include <array>
#include <string>
#include <string_view>

namespace sumi::protocol {

extern const Command kGamesExportCommand, kGamesHelpCommand, kGamesImportCommand,
    kGamesPlayersCommand, kGamesSearchCommand, kGamesShowCommand, kGamesStatsCommand,
    kGamesVerifyCommand;

extern const Program kSumiGames;
inline constexpr std::string_view kSumiGamesName = "sumi games";

struct FilterOptions {
  book::GameFilter filter{};
  std::string result, opening, position;
};
/// `position`: include --position.
Options filter_rows(FilterOptions& options, bool position);

/// Converts the options. Throws UsageError, and FatalError for unknown names.
book::GameFilter filter_of(const FilterOptions& options, const book::GameStore& store);

inline constexpr std::string_view kFilterHelp =
    R"(Names ignore case and accents and match whole names, else whole words, else
beginnings of words: "tam" finds Tamenori if nobody is called Tam. --opening
matches games that reached it by any move order.
)";

/// Wins, draws and losses in percent of the games with a result, and the average score.
std::array<std::string, 4> result_cells(const book::GameTally& tally);

}  // namespace sumi::protocol
