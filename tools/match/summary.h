// SPDX-License-Identifier: MIT
/// What the results of a tournament come to: the numbers behind every table and picture.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/statistics/elo.h"
#include "tools/match/statistics/ratings.h"
#include "tools/match/statistics/score.h"
#include "tools/match/statistics/sprt.h"

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
  MeanError discs;  ///< A game, over games that the board decided.
  std::map<Ending, int> faults;    ///< Its own.
  int moves = 0;                   ///< Its own, without those of the opening and passes.
  double seconds = 0;              ///< For these.
  double slowest_seconds = 0;      ///< Of one move.
  std::vector<std::string> plays;  ///< All that it said that it is and plays with, each once.
  int noise = 0;                   ///< Lines that were no answers.
};

/// A first engine against another one.
struct Meeting {
  int first = 0, second = 0;  ///< first < second.
  Score score;                ///< Of the first.
  Pentanomial pairs;
  EloEstimate elo;
  MeanError discs;
};

struct Summary {
  int games = 0, planned = 0;          ///< Played, and in all.
  std::vector<EngineSummary> engines;  ///< Best first: by points a game, then rating, then index.
  std::vector<Meeting> meetings;       ///< Of those who met, by first, then second.
  CrossTable cross_table;
  std::optional<SprtState> sprt;
  int duplicates = 0;  ///< Games equal, move for move, to an earlier one between the same engines
                       ///< with the same colours.
  double overhead_ms_per_move = 0;  ///< Referee's, mean over all moves made.
};

Summary summarise(const MatchConfig& config, std::span<const GameResult> games);

}  // namespace sumi::match
