// SPDX-License-Identifier: MIT
/// A game that was to be played, and how it went.
#pragma once

#include "engine/game/game.h"
#include "engine/game/score.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

/// A game of the schedule. `black` and `white` are indices in MatchConfig::engines.
struct Fixture {
  int id = 0;     ///< Counts from 0; unique in the tournament, the same in every shard.
  int pair = 0;   ///< The two games of a pair have one opening, with colours swapped.
  int round = 0;  ///< 0 for all formats but Swiss.
  int black = 0, white = 0;
  std::uint64_t opening = 0;  ///< Its number, see schedule.h.

  friend bool operator==(const Fixture&, const Fixture&) = default;
};

/// How a game ended.
enum class Ending {
  kPlayedOut,    ///< Nobody could move any more.
  kAdjudicated,  ///< The solver ended it.
  // In all other endings one engine was at fault, and the other one wins.
  kIllegalMove,
  kWrongPass,  ///< It passed with a move to play, or, when asked to pass, did not.
  kResigned,
  kTimeLoss,       ///< It answered, but too late.
  kHang,           ///< It did not answer.
  kCrash,          ///< It ended, or closed its output, or could not be started.
  kFlood,          ///< It wrote without end.
  kBadAnswer,      ///< What it wrote is not its protocol.
  kRefusedOption,  ///< It does not know an option that it was given, or did not take it.
};

/// "played out", "adjudicated", "illegal move", "wrong pass", "resigned", "time loss", "hang",
/// "crash", "flood", "bad answer", "refused option".
std::string_view to_text(Ending ending);

/// How an engine judged its own move; `discs` are for the side that moved.
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
  double seconds = 0;  ///< By the referee's clock; 0 for moves of the opening and passes.
  std::optional<Evaluation> evaluation;

  friend bool operator==(const TimedMove&, const TimedMove&) = default;
};

/// What is known of an engine beside the moves of a game.
struct EngineRemarks {
  std::string plays;       ///< Its own words on its name and settings; empty: it said nothing.
  int noise = 0;           ///< Skipped lines: neither an answer nor part of its protocol.
  double cpu_seconds = 0;  ///< Processor time after the opening; 0: not known.

  friend bool operator==(const EngineRemarks&, const EngineRemarks&) = default;
};

struct GameResult {
  Fixture fixture;
  Position start;
  int opening_moves = 0;         ///< The first so many `moves` are the opening, passes included.
  std::vector<TimedMove> moves;  ///< Passes included.
  Ending ending = Ending::kPlayedOut;
  std::optional<Color> at_fault;  ///< Who lost by a fault; nothing if the board decided.
  std::string detail;             ///< What the engine at fault said or did, for people.
  /// Black's final score if the board decided. Faults have no disc difference.
  std::optional<DiscDiff> black_score;
  double seconds = 0;                      ///< Wall time of the whole game.
  double overhead_seconds = 0;             ///< The part of it in which neither engine was thinking.
  std::string date;                        ///< UTC, "2026-11-21T12:40:00Z".
  std::array<EngineRemarks, 2> remarks{};  ///< Indexed by Color.

  /// 2 for a win of Black, 1 for a draw, 0 for a loss.
  int black_points() const;

  friend bool operator==(const GameResult&, const GameResult&) = default;
};

}  // namespace sumi::match
