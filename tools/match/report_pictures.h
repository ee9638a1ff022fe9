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

/// Percentage of the points after each game.
std::string points_picture(const MatchConfig& config, const Summary& summary,
                           std::span<const GameResult> games);

/// Ratings of all engines with their errors.
std::string ratings_picture(const MatchConfig& config, const Summary& summary);

/// How many games the board decided by so many discs: of the first engine in a match, else of
/// Black.
std::string margins_picture(const MatchConfig& config, std::span<const GameResult> games);

/// Mean time for a move by its number in the game.
std::string times_picture(const MatchConfig& config, const Summary& summary,
                          std::span<const GameResult> games);

}  // namespace sumi::match
