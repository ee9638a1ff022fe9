// SPDX-License-Identifier: MIT
/// The tables of a database of games.
#pragma once

#include "book/games/game_facts.h"
#include "engine/base/sqlite.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sumi::book {

inline constexpr DatabaseKind kGames{0x5375476D, 2, "database of games"};  // "SuGm"

/// Games per row of the table `facts`.
inline constexpr std::size_t kFactsInChunk = 4096;

/// Throws FatalError.
inline Statement prepared(const std::string& path, sqlite3* db, const char* sql) {
  return Statement::prepare(path, db, sql).value();
}

/// Throws FatalError.
std::vector<GameFacts> read_facts(const std::string& path, sqlite3* db);

/// Names by `id`; number 0 is empty. Throws FatalError.
std::vector<std::string> read_names(const std::string& path, sqlite3* db, const char* table);

/// Fails as check_new_file() does.
Result<void> create_games(const std::string& path);

/// Parses the start and moves of a row. Fails with kBadFile.
Result<void> parse_moves(const std::string& path, const std::string& start,
                         const std::string& moves, GameRecord& record);
/// The columns' text. `start` is empty for the usual start.
std::string start_text(const GameRecord& record);
std::string moves_text(const GameRecord& record);

}  // namespace sumi::book
