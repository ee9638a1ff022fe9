// SPDX-License-Identifier: MIT
/// An engine at the board, as the referee sees it; Sumi in this process is one.
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

/// What an engine did to lose the game.
struct Fault {
  Ending ending;       ///< One of the faults.
  std::string detail;  ///< What it said or did, for people: "answered '? unknown command' to ...".
};

/// Either a T or a Fault.
template <class T>
using Outcome = boost::system::result<T, Fault>;

/// The clock of a side before its move.
struct TurnClock {
  TimeControl control;
  Millis remaining{};      ///< Left for the game, increments of earlier moves included; kGame only.
  TimeControl opponent{};  ///< The other side's time control.
  Millis opponent_remaining{};  ///< The other side's `remaining`.
};

struct Answer {
  Square square = Square::kPass;
  bool resigned = false;
  double seconds = 0;  ///< From handing over the question to having the answer.
  std::optional<Evaluation> evaluation;
};

/// One game at a time, one thread at a time. After a Fault the player is broken: restart() it.
class Player {
 public:
  virtual ~Player() = default;

  /// Starts the engine if it does not run. Independent of earlier games as far as the engine
  /// allows; `seed` is for engines that draw lots.
  virtual Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                                 std::uint64_t seed) = 0;

  /// The other side, or the opening, has played (no pass).
  virtual Outcome<void> play(Color color, Square square) = 0;

  /// `color` has to pass. Also for the player's own passes, see PassStyle.
  virtual Outcome<void> pass(Color color) = 0;

  /// Asks for a move in `position`, in which its side to move has one. The referee judges it.
  /// A hang is a fault here; an answer that is merely late is not: the referee sees the time.
  virtual Outcome<Answer> genmove(const Position& position, const TurnClock& clock) = 0;

  /// Makes a genmove() in progress end at once, with any move or a fault; does nothing if there is
  /// none. May be called from any thread.
  virtual void interrupt() = 0;

  /// Ends the engine, whatever it does; the next new_game() starts it again.
  virtual void restart() = 0;

  /// What the engine wrote beside its answers: its noise since the last call, and what it says that
  /// it plays with. An engine in our process says nothing, since its options tell.
  virtual EngineRemarks take_remarks() { return {}; }

  /// Processor time that the engine's process has used since it was started, all threads together;
  /// nothing if it does not run, or has no process of its own.
  virtual std::optional<double> cpu_seconds() const { return std::nullopt; }

  /// Median time of a question that needs no thought, there and back; 0 without a pipe.
  virtual double pipe_seconds() const = 0;
};

/// What a player needs to know besides its EngineSpec.
struct PlayerSetup {
  int size = 8;
  Millis hang_after{};
  std::string log;  ///< A file to append everything said to and by the engine to; empty: none.
};

/// A player for an engine specification. Does not start the engine. Fails if the specification
/// cannot be met (options of ours that do not exist).
Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec, const PlayerSetup& setup);

/// A value for Sumi's option `seed`: any but 0, which means a different one each time.
constexpr int engine_seed(std::uint64_t seed) {
  return static_cast<int>(seed % std::numeric_limits<int>::max()) + 1;
}

}  // namespace sumi::match
