// SPDX-License-Identifier: MIT
#include "book/games/game_schema.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

namespace sumi::book {
namespace {

// SQLite stores this text with its comments; `.schema` shows it.
constexpr const char* kSchema = R"sql(
CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE events(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE sources(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);  -- files
CREATE TABLE games(
  id INTEGER PRIMARY KEY,     -- from 1, without gaps
  line INTEGER NOT NULL,      -- hash of start and moves, the same in all eight directions
  black INTEGER NOT NULL,     -- of players; 0: unknown
  white INTEGER NOT NULL,
  event INTEGER NOT NULL,     -- of events; 0: unknown
  date TEXT NOT NULL,
  round TEXT NOT NULL,
  result TEXT NOT NULL,       -- in the words of its file
  theoretical INTEGER,        -- Black's score by best play, in discs,
  theoretical_empties INTEGER,     -- from this number of empty squares on
  start TEXT NOT NULL,        -- empty: the usual start
  moves TEXT NOT NULL,        -- 'f5d6c3', without passes
  source INTEGER NOT NULL,    -- of sources
  place TEXT NOT NULL         -- in the source: ', game 12', ':12'
);
CREATE INDEX games_by_line ON games(line);
CREATE TABLE spellings(       -- of games that came again with another one
  game INTEGER NOT NULL,
  black TEXT NOT NULL, white TEXT NOT NULL, event TEXT NOT NULL, date TEXT NOT NULL,
  round TEXT NOT NULL, source TEXT NOT NULL
);
CREATE INDEX spellings_by_game ON spellings(game);
CREATE TABLE facts(           -- 16 bytes a game: book/games/game_facts.h
  chunk INTEGER PRIMARY KEY,  -- of 4,096 games, from 0
  rows BLOB NOT NULL
);
CREATE TABLE positions(       -- book/games/position_lists.h
  bucket INTEGER PRIMARY KEY,
  lists BLOB NOT NULL
);
)sql";

}  // namespace

std::vector<GameFacts> read_facts(const std::string& path, sqlite3* db) {
  std::vector<GameFacts> facts;
  Statement row = prepared(path, db, "SELECT rows FROM facts ORDER BY chunk");
  while (row.step().value()) {
    const std::string_view bytes = row.blob();
    for (std::size_t at = 0; at + kFactsBytes <= bytes.size(); at += kFactsBytes) {
      const auto read = get_facts(bytes, at);
      if (!read) throw FatalError(corruption_error(path, "a game's facts are wrong").message);
      facts.push_back(*read);
    }
  }
  return facts;
}

std::vector<std::string> read_names(const std::string& path, sqlite3* db, const char* table) {
  std::vector<std::string> names(1);
  Statement row =
      prepared(path, db, fmt::format("SELECT id, name FROM {} ORDER BY id", table).c_str());
  while (row.step().value()) {
    if (row.integer() != static_cast<std::int64_t>(names.size())) {
      throw FatalError(corruption_error(path, "names are missing").message);
    }
    names.push_back(row.text());
  }
  return names;
}

Result<void> create_games(const std::string& path) {
  return create_database(path, kGames, kSchema);
}

Result<void> parse_moves(const std::string& path, const std::string& start,
                         const std::string& moves, GameRecord& record) {
  if (!start.empty()) {
    const Result<Position> position = parse_position(start);
    if (!position) return corruption_error(path, position.error().message);
    record.start = *position;
  }
  constexpr std::size_t kLetters = 2;
  for (std::size_t at = 0; at < moves.size(); at += kLetters) {
    const auto square = find_square(std::string_view(moves).substr(at, kLetters));
    if (!square) return corruption_error(path, "a game's moves are no moves");
    record.moves.push_back(*square);
  }
  return {};
}

std::string start_text(const GameRecord& record) {
  return record.start == Position{} ? "" : to_text(record.start);
}

std::string moves_text(const GameRecord& record) {
  std::string text;
  for (const Square move : record.moves) {
    if (move != Square::kPass) text += to_text(move);
  }
  return text;
}

}  // namespace sumi::book
