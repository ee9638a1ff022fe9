// SPDX-License-Identifier: MIT
/// Plays one game between two players and enforces the rules.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "tools/match/game_result.h"
#include "tools/match/match_config.h"
#include "tools/match/player.h"

#include <array>
#include <chrono>
#include <functional>
#include <optional>

namespace sumi::match {

/// The result of a game between engines of which one or both (then `loser` is empty) are out.
GameResult unplayed(const Fixture& fixture, const GameRecord& opening, std::optional<Color> loser);

/// A game in progress, for viewers.
struct LiveGame {
  GameResult so_far;                              ///< Without a result.
  std::array<std::optional<double>, 2> left{};    ///< By Color: seconds on a game clock.
  std::chrono::steady_clock::time_point since{};  ///< When the side to move began to think.
};

/// Gets the game before each move.
using Watch = std::function<void(const LiveGame&)>;

/// Not thread-safe.
class Referee {
 public:
  /// `config` must outlive the referee.
  explicit Referee(const MatchConfig& config) : config_(config) {}

  /// Plays a whole game. A player at fault loses and is restarted. If `cancelled` (called between
  /// moves; may be empty) returns true, discards the game and returns std::nullopt. `watch` may be
  /// empty, too.
  std::optional<GameResult> play(const Fixture& fixture, const GameRecord& opening, Player& black,
                                 Player& white, const std::function<bool()>& cancelled,
                                 const Watch& watch = {});

 private:
  const MatchConfig& config_;
  std::unique_ptr<Engine> solver_;  ///< For adjudication; created on first use.
};

}  // namespace sumi::match
