// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_schema.h"
#include "book/games/game_store.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::book {

struct GameStore::Impl {
  Impl(std::string path, HeldFile file, Database db)
      : path(std::move(path)), file(std::move(file)), db(std::move(db)) {}

  Statement statement(const char* sql) const { return prepared(path, db.get(), sql); }
  const std::string& name(const std::vector<std::string>& names, std::int64_t number) const;
  std::string bucket(int number) const;
  /// Reads kGameColumns up to the source. Requires: `players` and `events` are loaded.
  StoredGame read_game(Statement& row) const;

  // The database must be destroyed before the file.
  const std::string path;
  const HeldFile file;
  const Database db;
  std::optional<std::vector<GameFacts>> facts;
  std::optional<std::vector<std::string>> players, events;
  std::optional<NameIndex> player_index, event_index;
};

inline constexpr const char* kGameColumns =
    "SELECT games.id, black, white, event, date, round, result, theoretical, theoretical_empties,"
    " start, moves, sources.name || place, line, source FROM games"
    " LEFT JOIN sources ON sources.id = source";

}  // namespace sumi::book
