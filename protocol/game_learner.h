// SPDX-License-Identifier: MIT
/// Games that are played and over, for the book.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"

#include <functional>
#include <optional>
#include <string_view>

namespace sumi::protocol {

/// Of one session, for the option book-learn. One thread at a time.
class GameLearner {
 public:
  /// `engine` outlives the learner; `tell` hears what went wrong.
  GameLearner(Engine& engine, std::function<void(std::string_view)> tell)
      : engine_(engine), tell_(std::move(tell)) {}

  /// After each move of a game that is played: hands the game to Engine::learn() if the option is
  /// on, that move has ended it, and it began at the usual start. The same moves as the last time
  /// are the same game: its players may step back and forth. Ends a running search.
  void moved(const Game& game);

 private:
  Engine& engine_;
  std::function<void(std::string_view)> tell_;
  std::optional<Game> last_;
};

}  // namespace sumi::protocol
