// SPDX-License-Identifier: MIT
/// Learning finished games into the book (option book-learn).
///
/// A session learns a game once, when a move ends it, if
/// - a search (not pondering, analysis or hints) chose at least one of its moves, and
/// - the session saw every move, without takebacks, from the usual start or from an opening of at
///   most kMaxOpeningMoves moves set up at once.
///
/// NBoard has a command for learning instead. A restart with the same moves is a new game.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

inline constexpr std::size_t kMaxOpeningMoves = 20;  ///< Longer than any match opening.

using ErrorCallback = std::function<void(std::string_view)>;

/// Passes the game to Engine::learn() if the option is on and the game is over and began at the
/// usual start. Stops a running search. `report` receives errors.
void learn_game(Engine& engine, const Game& game, const ErrorCallback& report);

/// Follows the games of one session. Not thread-safe.
class GameLearner {
 public:
  /// `engine` must outlive the learner.
  GameLearner(Engine& engine, ErrorCallback report) : engine_(engine), report_(std::move(report)) {}

  /// Call after every move and when another game begins. If the session also receives unrelated
  /// positions, call this only when it is to move and at the end of a game.
  void on_position(const Game& game) { follow(game, false); }

  /// Like on_position(), for a game whose last move the engine chose.
  void on_own_move(const Game& game) { follow(game, true); }

 private:
  using Moves = std::vector<PlayedMove>;
  void follow(const Game& game, bool own_move);
  bool extends(const Moves& moves) const;

  Engine& engine_;
  ErrorCallback report_;
  Moves seen_;           ///< Without passes.
  bool follows_ = true;  ///< The whole game is known and not yet learned.
  bool has_own_move_ = false;
};

}  // namespace sumi::protocol
