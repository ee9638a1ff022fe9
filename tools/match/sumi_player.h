// SPDX-License-Identifier: MIT
/// Sumi as a player, in this process: no pipe, no protocol, and its view of each move.
#pragma once

#include "engine/engine.h"
#include "tools/match/engine_spec.h"
#include "tools/match/player.h"

#include <cstdint>
#include <limits>
#include <memory>

namespace sumi::match {

/// A value for Sumi's option `seed`: any but 0, which means a different one each time.
constexpr int engine_seed(std::uint64_t seed) {
  return static_cast<int>(seed % std::numeric_limits<int>::max()) + 1;
}

class SumiPlayer final : public Player {
 public:
  /// Fails if one of the options does not exist or cannot be met. Without the option own-book it
  /// plays without the book: a tournament has openings of its own.
  static Result<std::unique_ptr<SumiPlayer>> make(const EngineSpec& spec, const PlayerSetup& setup);

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color, Square) override { return {}; }  // genmove() is given the position
  Outcome<void> pass(Color) override { return {}; }
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;
  void interrupt() override { engine_.stop(); }
  void restart() override { engine_.clear_table(); }  // nothing can break it
  double pipe_seconds() const override { return 0; }

 private:
  explicit SumiPlayer(const EngineOptions& options);

  const EngineOptions options_;
  Engine engine_;
};

}  // namespace sumi::match
