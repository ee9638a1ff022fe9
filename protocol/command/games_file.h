// SPDX-License-Identifier: MIT
/// The database of games that a command line names: `--games FILE`.
#pragma once

#include "book/games/game_store.h"
#include "protocol/command/command.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The option of commands that use the default database without it.
Option database_row(std::optional<std::string>& file);

inline constexpr std::string_view kGamesFile = "games.db", kDefaultGames = "default";

/// The database that the option names; the default one without it and for kDefaultGames. Throws
/// UsageError if there is no place for a default one.
std::string database_path(const std::optional<std::string>& given);

/// Opens it to read. If there is no such file that is told, and nothing comes back. Throws
/// FatalError.
std::unique_ptr<book::GameStore> open_games(const std::optional<std::string>& given);

}  // namespace sumi::protocol
