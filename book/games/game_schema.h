// SPDX-License-Identifier: MIT
/// The tables of a database of games, for the two classes that use them.
#pragma once

#include "book/games/game_facts.h"
#include "engine/base/sqlite.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sumi::book {

inline constexpr DatabaseKind kGames{0x5375476D, 2, "database of games"};  // "SuGm"

/// Games in a row of the table `facts`.
inline constexpr std::size_t kFactsInChunk = 4096;

/// A statement whose failure is the end. Throws FatalError.
inline Statement prepared(const std::string& path, sqlite3* db, const char* sql) {
  return Statement::prepare(path, db, sql).value();
}

/// The facts of all games. Throws FatalError.
std::vector<GameFacts> read_facts(const std::string& path, sqlite3* db);

/// The column `name` of a table by its column `id`, from 0 on; that of 0 is empty. Throws
/// FatalError.
std::vector<std::string> read_names(const std::string& path, sqlite3* db, const char* table);

/// A new, empty database. Fails as check_new_file() does.
Result<void> create_games(const std::string& path);

/// Start and moves of a game as its row has them. Fails with kBadFile.
Result<void> parse_moves(const std::string& path, const std::string& start,
                         const std::string& moves, GameRecord& record);
/// The texts of these columns; `start` is empty for the usual start.
std::string start_text(const GameRecord& record);
std::string moves_text(const GameRecord& record);

}  // namespace sumi::book
