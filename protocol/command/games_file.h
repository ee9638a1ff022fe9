// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_store.h"
#include "protocol/command/command.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The row `--games FILE`, for commands that fall back to the default database.
Option database_row(std::optional<std::string>& file);

inline constexpr std::string_view kDefaultGames = "default";

/// The given path; for std::nullopt or kDefaultGames, the user's database. Throws UsageError if
/// there is no home folder.
std::string database_path(const std::optional<std::string>& given);

/// Opens the database for reading. If it is missing, prints a message and returns null. Throws
/// FatalError.
std::unique_ptr<book::GameStore> open_games(const std::optional<std::string>& given);

}  // namespace sumi::protocol
