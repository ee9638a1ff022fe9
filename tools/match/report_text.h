// SPDX-License-Identifier: MIT
/// A tournament as text, JSON and game files, and formatting for all reports.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/statistics.h"
#include "tools/match/summary.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

/// Two engines: reports compare the first one with the second.
bool is_match(const MatchConfig& config);

/// The engine's name on one line.
std::string name_of(const MatchConfig& config, int engine);

std::string points_text(double points);             ///< "12", "12.5".
std::string percent_text(const Score& score);       ///< "53.5"; "–" without games.
std::string record_text(const Score& score);        ///< Wins-draws-losses: "12-3-5"; "–".
std::string rating_number(const Rating& rating);    ///< "+24", "-1234"; "–" without games.
std::string milliseconds_text(double seconds);      ///< "0.05", "12.3", "1234".
std::string cpu_text(const EngineSummary& engine);  ///< Milliseconds per move: "12.3"; "–":
                                                    ///< unknown.
std::string result_text(const GameResult& game);    ///< "B+12", "W+4", "0", "B+fault", "B+resign",
                                                    ///< "B+rule", "B+unplayed", "none".
std::string ending_text(const GameResult& game);    ///< "time loss of white"; "played out".
std::string verdict_text(const SprtState& sprt);    ///< "undecided", "accepted", "rejected".

/// "20.1" with the given decimals, optionally signed; "–" if infinite.
std::string number_text(double number, int decimals, bool sign = false);

/// A tie-break: "312", "312.25".
std::string tie_break_text(double number);

/// "-7.00 +- 5.88" with `plus_minus` for "+-".
std::string mean_text(const MeanError& mean, std::string_view plus_minus);

/// "+24.4 +- 20.1"; with an infinite end "-190.8 (below +67.9)", "– (above +120.2)".
std::string elo_text(const EloEstimate& elo, std::string_view plus_minus);

/// The first `count` moves without passes: "f5d6c3".
std::string moves_text(const GameResult& game, std::size_t count = static_cast<std::size_t>(-1));

/// For texts of engines: bytes that are not printable ASCII become `?`.
std::string shown(std::string_view text);

/// "sumi - rhino: B+12", "sumi - rhino: W+fault, crash of black: ended with exit status 3".
std::string game_line(const MatchConfig& config, const GameResult& game);

std::string summary_text(const MatchConfig& config, const Summary& summary);

/// One line of JSON.
std::string summary_json(const MatchConfig& config, const Summary& summary);

struct Progress {
  int played = 0, planned = 0;
  double seconds = 0;           ///< Of this run.
  int played_this_run = 0;      ///< For speed and remaining time.
  std::vector<double> pipe_ms;  ///< Pipe delay by engine; 0: not measured.
};

/// Fits 80x24 for up to 12 engines.
std::string live_text(const MatchConfig& config, const Summary& summary, const Progress& progress);

/// "Pipe delay  sumi 0.05 ms, rhino 0.04 ms": round-trip time of a trivial question. Empty without
/// pipes.
std::string pipe_text(const MatchConfig& config, const Progress& progress);

/// One line per game, for parse_game(), parse_ggf() or a JSON parser.
std::string transcripts(const MatchConfig& config, std::span<const GameResult> games);
std::string ggf(const MatchConfig& config, std::span<const GameResult> games);

/// For Ordo and BayesElo: results are 1-0, 0-1 and 1/2-1/2, and White, who moves first, is our
/// Black. Without unplayed games.
std::string pgn(const MatchConfig& config, std::span<const GameResult> games);
std::string json_lines(const MatchConfig& config, std::span<const GameResult> games);

}  // namespace sumi::match
