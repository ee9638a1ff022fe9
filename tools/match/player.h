// SPDX-License-Identifier: MIT
/// The referee's interface to an engine, which may be Sumi in this process.
#pragma once

#include "engine/game/board.h"
#include "tools/match/engine_spec.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <boost/system/result.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace sumi::match {

/// A reason to lose the game.
struct Fault {
  Ending ending;       ///< One of the faults, kResigned or kResignRule.
  std::string detail;  ///< For people: "answered '? unknown command' to ...".
};

template <class T>
using Outcome = boost::system::result<T, Fault>;

struct TurnClock {
  TimeControl control;
  Millis remaining{};  ///< Rest of the game's time, with earlier increments; kGame only.
  TimeControl opponent{};
  Millis opponent_remaining{};
};

struct Answer {
  Square square = Square::kPass;
  bool resigned = false;
  double seconds = 0;  ///< From sending the question to receiving the answer.
  std::optional<Evaluation> evaluation;
};

/// One game at a time. After a Fault, call restart() before the next game. Only interrupt() is
/// thread-safe.
class Player {
 public:
  virtual ~Player() = default;

  /// Starts the engine if necessary, and makes the game as independent of earlier ones as the
  /// engine allows. `seed` is for random play.
  virtual Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                                 std::uint64_t seed) = 0;

  /// Reports a move (not a pass) of the opponent or the opening.
  virtual Outcome<void> play(Color color, Square square) = 0;

  /// Reports a forced pass of `color`, which may be the player's own (PassStyle).
  virtual Outcome<void> pass(Color color) = 0;

  /// Asks for a move in `position`, which must have one. The referee judges the move and its time.
  /// A hang is a fault here; a late answer is not.
  virtual Outcome<Answer> genmove(const Position& position, const TurnClock& clock) = 0;

  /// Ends a running genmove() at once, with any move or a fault. Thread-safe.
  virtual void interrupt() = 0;

  /// Stops the engine; the next new_game() restarts it.
  virtual void restart() = 0;

  /// The noise since the last call, and the engine's reported settings.
  virtual EngineInfo take_info() { return {}; }

  /// CPU time of the engine's process since its start, all threads; std::nullopt without a process.
  virtual std::optional<double> cpu_seconds() const { return std::nullopt; }

  /// Median round-trip time of a trivial question; 0 without a pipe.
  virtual double pipe_seconds() const = 0;
};

struct PlayerSetup {
  int size = 8;
  Millis hang_after{};
  std::string log;  ///< File for the dialogue, appended to; empty: none.
  std::optional<Millis> move_limit{};
};

/// Without a time control and a setting: long enough for a search of moderate depth.
inline constexpr Millis kUntimedMoveLimit{60'000};

/// Time after which a move counts as a hang: `hang_after` beyond the engine's clock, or
/// kUntimedMoveLimit if it has none; at most `move_limit`.
Millis move_limit(const PlayerSetup& setup, const TurnClock& clock);

/// The limits of an engine of `config` in a process.
PlayerSetup player_setup(const MatchConfig& config, int engine);

/// "gtp-rhino 60 s, edax 10.1 s, nothello 10 s beyond its clock": move_limit() of each engine in a
/// process. Empty if there is none.
std::string move_limits_text(const MatchConfig& config);

/// Does not start the engine. Fails if the specification is invalid (unknown options).
Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec, const PlayerSetup& setup);

/// A value for Sumi's option `seed`; never 0, which means a random seed.
constexpr int engine_seed(std::uint64_t seed) {
  return static_cast<int>(seed % std::numeric_limits<int>::max()) + 1;
}

}  // namespace sumi::match
