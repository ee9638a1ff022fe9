// SPDX-License-Identifier: MIT
/// The summary of a tournament: the numbers behind every table and picture.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/statistics.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sumi::match {

/// One engine over all its games.
struct EngineSummary {
  int engine = 0;
  Score score;
  Score as_black, as_white;
  Pentanomial pairs;
  EloEstimate elo;  ///< Against the field; from pairs if there are any, else from games.
  Rating rating;    ///< Bradley-Terry.
  MeanError discs;  ///< Disc difference a game, over games that the board decided.
  std::map<Ending, int> faults;    ///< How often it was at fault.
  int moves = 0;                   ///< Moves it made, without those of the opening and passes.
  double seconds = 0;              ///< Time for all these moves.
  double slowest_seconds = 0;      ///< Time for the slowest of them.
  int cpu_moves = 0;               ///< Its moves in the games of which the processor time is known.
  double cpu_seconds = 0;          ///< Processor time of these games.
  std::vector<std::string> plays;  ///< What it said of its name and settings, each once.
  int noise = 0;                   ///< Lines that were no answers.
};

/// All games of one engine against another, from the side of the first.
struct Meeting {
  int first = 0, second = 0;  ///< first < second.
  Score score;                ///< The first engine's.
  Pentanomial pairs;
  EloEstimate elo;
  MeanError discs;
};

struct Summary {
  int games = 0, planned = 0;          ///< Games played, and games of the whole tournament.
  std::vector<EngineSummary> engines;  ///< Best first: by points a game, then rating, then index.
  std::vector<Meeting> meetings;       ///< Sorted by `first`, then by `second`.
  CrossTable cross_table;
  std::optional<SprtState> sprt;
  int duplicates = 0;  ///< Games equal, move for move, to an earlier one between the same engines
                       ///< with the same colours.
  double overhead_ms_per_move = 0;  ///< The referee's; a mean over all moves made.
};

Summary summarise(const MatchConfig& config, std::span<const GameResult> games);

/// An opening that an engine does not get along with.
struct LostOpening {
  std::vector<const GameResult*> games;  ///< The engine's two worst ones, or the one.
  int count = 0;                         ///< How many games it played from there.
  double points = 0;                     ///< What it scored in these games.
  double discs = 0;                      ///< Its mean disc difference a game.
};

/// The openings in which an engine got less than half of the points: at most `most` of them, sorted
/// by the points that it lost, then by discs. Games that ended by a fault are not counted, because
/// they say nothing of their opening. Requires: `games` outlives what is returned.
std::vector<LostOpening> lost_openings(std::span<const GameResult> games, int engine,
                                       std::size_t most);

}  // namespace sumi::match
