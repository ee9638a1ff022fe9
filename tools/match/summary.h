// SPDX-License-Identifier: MIT
/// The numbers for all tables and pictures of a tournament.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/standings.h"
#include "tools/match/statistics.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sumi::match {

struct EngineSummary {
  int engine = 0;
  Score score;
  Score as_black, as_white;
  Pentanomial pairs;
  EloEstimate elo;  ///< Against all opponents; from played pairs if any, otherwise from games; NaN
                    ///< without games.
  Rating rating;    ///< Bradley-Terry, of played games.
  MeanError discs;  ///< Disc difference per game decided on the board.
  std::map<Ending, int> faults;    ///< Only its own.
  int unplayed = 0;                ///< Games that it lost because it was out.
  int moves = 0;                   ///< Without opening moves and passes.
  double seconds = 0;              ///< For these moves.
  double slowest_seconds = 0;      ///< For one move.
  int cpu_moves = 0;               ///< Moves in games with known CPU time.
  double cpu_seconds = 0;          ///< Of these games.
  std::vector<std::string> plays;  ///< Distinct reported names and settings.
  int noise = 0;                   ///< Skipped lines.

  int fault_count() const;
};

struct Meeting {
  int first = 0, second = 0;  ///< first < second.
  Score score;                ///< Of `first`.
  Score played;               ///< Of `first`, without unplayed games, as for all that follows.
  Pentanomial pairs;
  EloEstimate elo;
  MeanError discs;
};

struct Summary {
  int games = 0, planned = 0;          ///< So far, and in the whole tournament.
  std::vector<EngineSummary> engines;  ///< Best first: by points per game, rating, index.
  std::vector<Meeting> meetings;       ///< Sorted by `first`, then `second`.
  CrossTable cross_table;
  std::vector<Standing> standings;  ///< Best first; `engines` are in the order of ratings.
  std::optional<SprtState> sprt;
  int duplicates = 0;  ///< Games equal to an earlier one, including engines and colours.
  double overhead_ms_per_move = 0;  ///< The referee's, on average.
};

Summary summarise(const MatchConfig& config, std::span<const GameResult> games);

struct LostOpening {
  std::vector<const GameResult*> games;  ///< The worst game or two.
  int count = 0;
  double points = 0;  ///< Scored in these games.
  double discs = 0;   ///< Mean disc difference per game.
};

/// Openings in which an engine scored less than half: at most `most`, sorted by points lost, then
/// discs. Skips games that ended by a fault. `games` must outlive the result.
std::vector<LostOpening> lost_openings(std::span<const GameResult> games, int engine,
                                       std::size_t most);

}  // namespace sumi::match
