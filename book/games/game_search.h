// SPDX-License-Identifier: MIT
/// Finds games of a database, and counts their moves in a position. Throws FatalError as GameStore
/// does.
#pragma once

#include "book/games/game_store.h"
#include "book/opening_names.h"
#include "engine/game/board.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sumi::book {

inline constexpr int kFirstYear = 1, kLastYear = 9999;

/// A game must meet all given conditions. Names match as in NameIndex::find().
struct GameFilter {
  std::string player;    ///< A player of either colour.
  std::string opponent;  ///< The other player; without `player`, either player.
  std::string black, white;
  std::string event;
  std::optional<int> from, to;  ///< Inclusive years. Excludes games without a year.
  std::optional<Outcome> outcome;
  /// Result for the player. Requires: a player is given.
  enum class PlayerResult { kAny, kWon, kLost } player_result = PlayerResult::kAny;
  std::optional<Board> position;  ///< The game reached this position, up to symmetry.
  /// The game reached one of these openings (by_order names: in their order of moves). Missing: no
  /// condition.
  std::optional<std::vector<const OpeningName*>> openings{};

  /// True with any condition but position and openings.
  bool asks_facts() const;
  bool empty() const { return !asks_facts() && !position && !openings; }
};

/// The numbers of matching games, ascending.
std::vector<std::uint32_t> find_games(const GameStore& store, const GameFilter& filter);

/// At most `most` of the games, latest first: by year, then by number.
std::vector<std::uint32_t> latest_games(const GameStore& store, std::vector<std::uint32_t> games,
                                        std::size_t most);

/// At most `most` games, those of the best-known players first: by the smaller of the two players'
/// numbers of games in the database (0 for unknown players), then as latest_games().
std::vector<std::uint32_t> best_known_games(const GameStore& store,
                                            std::vector<std::uint32_t> games, std::size_t most);

struct GameTally {
  std::uint64_t games = 0, wins = 0, draws = 0, losses = 0;  ///< `games` includes those without a
                                                             ///< result.
  std::uint64_t scored = 0;
  std::int64_t discs = 0;             ///< Sum of scores.
  int first_year = 0, last_year = 0;  ///< 0 if no game has a year.

  void add(const GameFacts& facts, Color side);
  std::optional<double> average() const;
};

/// The tally for the named player (matched as in GameFilter); for Black without a name, or if both
/// sides match.
GameTally tally_of(const GameStore& store, std::span<const std::uint32_t> games,
                   const std::string& player);

struct PlayedHere {
  Square move = Square::kPass;
  Bitboard squares = 0;  ///< The move and its equivalents by symmetries of the position.
  GameTally tally;       ///< For the side to move.
};

struct PositionGames {
  GameTally tally;                   ///< For the side to move.
  std::vector<PlayedHere> moves;     ///< By frequency, then by square.
  std::uint64_t ended = 0;           ///< Games that end here.
  std::vector<std::uint32_t> games;  ///< Ascending numbers.
};

/// The moves of matching games in a position, up to symmetry. Equivalent moves count as one.
PositionGames games_at(const GameStore& store, const Board& board, const GameFilter& filter = {});

struct PlayerTally {
  std::uint32_t player = 0;
  GameTally tally;
};

/// By descending number of games.
std::vector<PlayerTally> player_tallies(const GameStore& store,
                                        std::span<const std::uint32_t> players);

struct NameCount {
  std::uint32_t name = 0;
  std::uint64_t games = 0;
};

/// The tournaments with these numbers, by descending number of games.
std::vector<NameCount> tournament_counts(const GameStore& store,
                                         std::span<const std::uint32_t> events);

}  // namespace sumi::book
