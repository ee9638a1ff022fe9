// SPDX-License-Identifier: MIT
/// A tournament as an HTML page: tables and pictures, which need no script, and a script that
/// replays games, translates and, in `sumi-match run --http`, follows the games being played.
#pragma once

#include "tools/match/summary.h"

#include <span>
#include <string>
#include <string_view>

namespace sumi::match {

/// Heading, tables and pictures: at most 2 MB for up to 40 engines.
std::string event_html(const MatchConfig& config, const Summary& summary,
                       std::span<const GameResult> games);

/// The page of LivePage, which loads "event.js". `tables` come from event_html().
std::string live_html(const MatchConfig& config, std::string_view tables);

/// The same page as one file, with all games and its script: about 0.7 kB more for each game.
std::string report_html(const MatchConfig& config, const Summary& summary,
                        std::span<const GameResult> games);

}  // namespace sumi::match
