// SPDX-License-Identifier: MIT
/// A tournament as text: tables for people, files for other programs.
#pragma once

#include "tools/match/summary.h"

#include <span>
#include <string>
#include <vector>

namespace sumi::match {

/// Standings, cross table (from three engines on), pairs, SPRT, faults, duplicates, overhead.
std::string summary_text(const MatchConfig& config, const Summary& summary);

/// The summary as one JSON object on one line.
std::string summary_json(const MatchConfig& config, const Summary& summary);

/// What the live display shows besides the results.
struct Progress {
  int played = 0, planned = 0;
  double seconds = 0;           ///< Since the start of this run.
  int played_this_run = 0;      ///< Gives the speed, and so the time left.
  std::vector<double> pipe_ms;  ///< Pipe delay of each engine, by its index; 0: not measured.
};

/// A few lines that fit 80x24 for up to 12 engines: score, Elo, SPRT, progress, time left.
std::string live_text(const MatchConfig& config, const Summary& summary, const Progress& progress);

/// "Pipe delay  sumi 0.05 ms, rhino 0.04 ms": a question that needs no thought, there and back.
/// Empty without pipes.
std::string pipe_text(const MatchConfig& config, const Progress& progress);

/// A line for each game, for parse_game(), parse_ggf() or a JSON reader (report_games.cpp).
std::string transcripts(const MatchConfig& config, std::span<const GameResult> games);
std::string ggf(const MatchConfig& config, std::span<const GameResult> games);
std::string json_lines(const MatchConfig& config, std::span<const GameResult> games);

}  // namespace sumi::match
