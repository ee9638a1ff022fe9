// SPDX-License-Identifier: MIT
/// Games that are played and over, for the book (option book-learn).
///
/// One rule for all protocols but NBoard's, where a command asks: a game is learned when a move
/// ends it on the board and we have chosen one of its moves at least, by the search for a move of a
/// game; what ponders, analyses or hints chooses nothing. We must have followed it from the usual
/// start, or from an opening of kMaxOpeningMoves at most that was set up at once: move by move,
/// none taken back. All else is a game that somebody looks at. Each is learned once; one that
/// begins anew with the same moves is another game.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

inline constexpr std::size_t kMaxOpeningMoves = 20;  ///< Matches begin with no more.

/// Hears what went wrong.
using LearnNote = std::function<void(std::string_view)>;

/// Hands a game to Engine::learn() if the option is on, and the game is over and began at the usual
/// start. Ends a running search.
void learn_game(Engine& engine, const Game& game, const LearnNote& tell);

/// The games of one session. One thread at a time.
class GameLearner {
 public:
  /// `engine` outlives the learner.
  GameLearner(Engine& engine, LearnNote tell) : engine_(engine), tell_(std::move(tell)) {}

  /// Tells the learner which game is on the board now. Must be called after each move that is
  /// played, and when another game begins. A session that is shown positions of all kinds calls it
  /// only for positions in which we move, and for ends of games.
  void shown(const Game& game) { follow(game, false); }

  /// Like shown(), for a game whose last move we have chosen.
  void chose(const Game& game) { follow(game, true); }

 private:
  using Moves = std::vector<PlayedMove>;
  void follow(const Game& game, bool chosen);
  bool leads_on(const Moves& moves) const;

  Engine& engine_;
  LearnNote tell_;
  Moves seen_;           ///< Moves of the game on the board, without passes.
  bool follows_ = true;  ///< The game was followed so far, and is not learned yet.
  bool chose_ = false;   ///< We have chosen at least one of its moves.
};

}  // namespace sumi::protocol
