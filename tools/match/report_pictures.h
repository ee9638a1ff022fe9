// SPDX-License-Identifier: MIT
/// Charts of a tournament, as SVG text.
#pragma once

#include "tools/match/summary.h"

#include <span>
#include <string>

namespace sumi::match {

// Each is empty if there is nothing to show. Of many engines the best six are shown.

/// Elo of the first engine after each pair of games, with its 95 % band. A match only.
std::string elo_picture(const MatchConfig& config, std::span<const GameResult> games);

/// Percentage of the points that each engine has after each game.
std::string points_picture(const MatchConfig& config, const Summary& summary,
                           std::span<const GameResult> games);

/// Ratings of all engines with their errors.
std::string ratings_picture(const MatchConfig& config, const Summary& summary);

/// A histogram of the disc difference of games that the board decided: the first engine's in a
/// match, else Black's.
std::string margins_picture(const MatchConfig& config, std::span<const GameResult> games);

/// Mean time for a move by its number in the game.
std::string times_picture(const MatchConfig& config, const Summary& summary,
                          std::span<const GameResult> games);

}  // namespace sumi::match
