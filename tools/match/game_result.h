// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/game.h"
#include "engine/game/score.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// `black` and `white` are indices in MatchConfig::engines.
struct Fixture {
  int id = 0;     ///< From 0; unique in the tournament and equal in all shards.
  int pair = 0;   ///< Shared by two games with the same opening and swapped colours.
  int round = 0;  ///< 0 except for Swiss.
  int black = 0, white = 0;
  std::uint64_t opening = 0;  ///< See Openings in schedule.h.

  bool has(int engine) const { return black == engine || white == engine; }
  int engine(Color color) const { return color == Color::kBlack ? black : white; }

  friend bool operator==(const Fixture&, const Fixture&) = default;
};

enum class Ending {
  kPlayedOut,    ///< Neither side could move.
  kAdjudicated,  ///< Ended by the solver.
  kResigned,
  kResignRule,  ///< Both engines evaluated it as lost for the same side.
  kUnplayed,    ///< One engine or both were out after too many faults.
  // In these endings one engine was at fault and loses.
  kIllegalMove,
  kWrongPass,      ///< Passed despite a legal move, or did not pass when asked to.
  kTimeLoss,       ///< Answered too late.
  kHang,           ///< Did not answer.
  kCrash,          ///< Exited, closed its output, or could not be started.
  kFlood,          ///< Wrote too much.
  kBadAnswer,      ///< Broke its protocol.
  kRefusedOption,  ///< Rejected an option or does not know it.
};

/// "played out", "illegal move"...
std::string_view to_text(Ending ending);

bool is_fault(Ending ending);

/// An engine's evaluation of its own move; `discs` for the side that moved.
struct Evaluation {
  double discs = 0;
  int depth = 0;
  bool exact = false;
  std::uint64_t nodes = 0;

  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

struct TimedMove {
  Color color = Color::kBlack;
  Square square = Square::kPass;
  double seconds = 0;  ///< By the referee's clock; 0 for opening moves and passes.
  std::optional<Evaluation> evaluation;

  friend bool operator==(const TimedMove&, const TimedMove&) = default;
};

struct EngineInfo {
  std::string plays;       ///< Its reported name and settings; may be empty.
  int noise = 0;           ///< Skipped lines that are not in its protocol.
  double cpu_seconds = 0;  ///< CPU time after the opening; 0: unknown.

  friend bool operator==(const EngineInfo&, const EngineInfo&) = default;
};

struct GameResult {
  Fixture fixture;
  Position start;
  int opening_moves = 0;         ///< Length of the opening in `moves`, including passes.
  std::vector<TimedMove> moves;  ///< Including passes.
  Ending ending = Ending::kPlayedOut;
  /// The side that lost by a fault, a resignation or the resign rule, or was out. std::nullopt if
  /// the board decided, or if both were out.
  std::optional<Color> at_fault;
  std::string detail;  ///< What the engine at fault said or did.
  /// Black's final score; std::nullopt if the board did not decide.
  std::optional<DiscDiff> black_score;
  double seconds = 0;                       ///< Wall time.
  double overhead_seconds = 0;              ///< Part of `seconds` without a thinking engine.
  std::string date;                         ///< UTC, "2026-11-21T12:40:00Z".
  std::array<EngineInfo, 2> engine_info{};  ///< By Color.

  /// 2 for a win of Black, 1 for a draw or if both were out, 0 for a loss.
  int black_points() const;

  // The same for an engine that plays, and its final score.
  int points_of(int engine) const {
    return fixture.black == engine ? black_points() : 2 - black_points();
  }
  int discs_of(int engine) const {  ///< Requires: black_score.
    return fixture.black == engine ? black_score->discs : -black_score->discs;
  }

  friend bool operator==(const GameResult&, const GameResult&) = default;
};

}  // namespace sumi::match
