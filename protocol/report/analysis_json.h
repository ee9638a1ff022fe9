// SPDX-License-Identifier: MIT
/// Analysed games for programs: JSON, an object a game, and CSV, a row a move. Keys and words are
/// English in every language; scores are in discs for the side that moved.
#pragma once

#include "protocol/service/analysis_summary.h"
#include "protocol/service/game_analysis.h"
#include "protocol/text/json_lines.h"

#include <string>

namespace sumi::protocol {

/// {"number", "side", "move", "best", "lost", "mark", ...}: one of the "moves" of analysis_json().
Json json_move(const AnalyzedMove& move);

/// {"black", "white", ..., "start", "transcript", "opening", "settings", "seconds", "partial",
/// "quality", "moves", "worst"}; the help of `sumi analyze` says more. What a game does not tell is
/// left out.
Json analysis_json(const GameAnalysis& analysis);

/// {"total": {"games", "partial", "bad", "seconds", "quality", "players", "worst"}}. `bad`: entries
/// that could not be analysed.
Json summary_json(const AnalysisSummary& summary, int bad);

/// The names of the columns, with the end of the line.
std::string analysis_csv_header();

/// A row for each move. `game`: its number, from 1.
std::string analysis_csv(const GameAnalysis& analysis, int game);

}  // namespace sumi::protocol
