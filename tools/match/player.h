// SPDX-License-Identifier: MIT
/// The referee's interface to an engine; also implemented for Sumi in this process.
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
  Ending ending;       ///< One of the faults.
  std::string detail;  ///< Readable: "answered '? unknown command' to ...".
};

template <class T>
using Outcome = boost::system::result<T, Fault>;

/// The clock of a side before its move.
struct TurnClock {
  TimeControl control;
  Millis remaining{};           ///< For the game, with earlier increments; kGame only.
  TimeControl opponent{};       ///< Of the other side.
  Millis opponent_remaining{};  ///< Of the other side.
};

struct Answer {
  Square square = Square::kPass;
  bool resigned = false;
  double seconds = 0;  ///< From sending the question to receiving the answer.
  std::optional<Evaluation> evaluation;
};

/// One game at a time. After a Fault, call restart() before the next game. Not thread-safe except
/// interrupt().
class Player {
 public:
  virtual ~Player() = default;

  /// Starts the engine if necessary. Makes the game as independent of earlier ones as the engine
  /// allows; `seed` is for random play.
  virtual Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                                 std::uint64_t seed) = 0;

  /// Reports a move (not a pass) of the opponent or the opening.
  virtual Outcome<void> play(Color color, Square square) = 0;

  /// Reports that `color` must pass; also for the player's own passes, see PassStyle.
  virtual Outcome<void> pass(Color color) = 0;

  /// Asks for a move in `position`, which must have one. The referee judges the move and its time.
  /// A hang is a fault here, a late answer is not.
  virtual Outcome<Answer> genmove(const Position& position, const TurnClock& clock) = 0;

  /// Ends a running genmove() at once, with any move or a fault; otherwise does nothing.
  /// Thread-safe.
  virtual void interrupt() = 0;

  /// Stops the engine; the next new_game() restarts it.
  virtual void restart() = 0;

  /// The engine's noise since the last call and its reported settings. Empty for an in-process
  /// engine.
  virtual EngineInfo take_info() { return {}; }

  /// CPU time of the engine's process since its start, all threads. std::nullopt without a process.
  virtual std::optional<double> cpu_seconds() const { return std::nullopt; }

  /// Median round-trip time of a trivial question; 0 without a pipe.
  virtual double pipe_seconds() const = 0;
};

/// A player's parameters besides its EngineSpec.
struct PlayerSetup {
  int size = 8;
  Millis hang_after{};
  std::string log;  ///< File to append the dialogue to; empty: none.
};

/// Creates a player without starting the engine. Fails if the specification is invalid (unknown
/// options).
Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec, const PlayerSetup& setup);

/// A value for Sumi's option `seed`; never 0, which means a random seed.
constexpr int engine_seed(std::uint64_t seed) {
  return static_cast<int>(seed % std::numeric_limits<int>::max()) + 1;
}

}  // namespace sumi::match
