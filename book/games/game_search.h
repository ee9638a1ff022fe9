// SPDX-License-Identifier: MIT
/// Games of a database by players, tournament, years, result, opening and position, and what was
/// played in a position.
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

/// Games fit if they fit all that is given. Names are found as NameIndex::find() does.
struct GameFilter {
  std::string player;    ///< Had Black or White.
  std::string opponent;  ///< Had the other colour; of any player if `player` is empty.
  std::string black, white;
  std::string event;
  std::optional<int> from, to;  ///< Years, both included; games without a year fit neither.
  std::optional<Outcome> outcome;
  /// The player won, or lost. Requires: a player is given.
  enum class PlayerResult { kAny, kWon, kLost } player_result = PlayerResult::kAny;
  std::optional<Board> position;  ///< The game came to it, or to one symmetric to it.
  /// The game came to the position of one of these; a name for one order of moves only is for games
  /// of that order. Nothing: no such condition.
  std::optional<std::vector<const OpeningName*>> openings{};

  /// Whether it asks for more than position and openings.
  bool asks_facts() const;
  bool empty() const { return !asks_facts() && !position && !openings; }
};

/// The numbers of the games that fit, in their order. Throws FatalError as GameStore does.
std::vector<std::uint32_t> find_games(const GameStore& store, const GameFilter& filter);

/// At most `most` of the games, the latest first: by year, then by number.
std::vector<std::uint32_t> latest_games(const GameStore& store, std::vector<std::uint32_t> games,
                                        std::size_t most);

/// Results of games, for one side.
struct GameTally {
  std::uint64_t games = 0, wins = 0, draws = 0, losses = 0;  ///< The rest is unknown.
  std::uint64_t scored = 0;                                  ///< Games with a score.
  std::int64_t discs = 0;                                    ///< Sum of their scores.
  int first_year = 0, last_year = 0;                         ///< 0: no game has a year.

  void add(const GameFacts& facts, Color side);
  std::optional<double> average() const;
};

/// Results of these games for the player of that name, found as in GameFilter; for Black without a
/// name, or if both sides have it.
GameTally tally_of(const GameStore& store, std::span<const std::uint32_t> games,
                   const std::string& player);

struct PlayedHere {
  Square move = Square::kPass;
  GameTally tally;  ///< For the side to move.
};

struct PositionGames {
  GameTally tally;                   ///< For the side to move.
  std::vector<PlayedHere> moves;     ///< The most frequent first, then by squares.
  std::uint64_t ended = 0;           ///< Games that end here.
  std::vector<std::uint32_t> games;  ///< Their numbers, in their order.
};

/// What the games that fit played in a position, or one symmetric to it. Moves that symmetries of
/// the position make one are one. Throws FatalError as GameStore does.
PositionGames games_at(const GameStore& store, const Board& board, const GameFilter& filter = {});

struct PlayerTally {
  std::uint32_t player = 0;
  GameTally tally;
};

/// Players by their numbers, with their games; those of most games first.
std::vector<PlayerTally> player_tallies(const GameStore& store,
                                        std::span<const std::uint32_t> players);

}  // namespace sumi::book
