// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/command/program.h"

namespace sumi::protocol {

extern const Command kGamesExportCommand, kGamesHelpCommand, kGamesImportCommand,
    kGamesPlayersCommand, kGamesSearchCommand, kGamesShowCommand, kGamesStatsCommand,
    kGamesVerifyCommand;

extern const Program kSumiGames;
inline constexpr std::string_view kSumiGamesName = "sumi games";

}  // namespace sumi::protocol
