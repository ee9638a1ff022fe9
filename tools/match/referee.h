// SPDX-License-Identifier: MIT
/// Plays one game between two players by our rules.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/player.h"

#include <functional>
#include <optional>

namespace sumi::match {

/// One thread at a time.
class Referee {
 public:
  /// Requires: `config` outlives the referee.
  explicit Referee(const MatchConfig& config) : config_(config) {}

  /// Plays the game to its end. A player at fault loses and is restarted. Returns nothing if
  /// `cancelled` (asked between moves; may be empty) returns true: the game then did not happen.
  std::optional<GameResult> play(const Fixture& fixture, const GameRecord& opening, Player& black,
                                 Player& white, const std::function<bool()>& cancelled);

 private:
  const MatchConfig& config_;
  std::unique_ptr<Engine> solver_;  ///< Adjudicates games; made when first needed.
};

}  // namespace sumi::match
