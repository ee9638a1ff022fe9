// SPDX-License-Identifier: MIT
/// One game of engines in this process: a random opening, then their best moves, then the solution.
#pragma once

#include "engine/base/random.h"
#include "engine/engine.h"
#include "tools/lab/records.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace sumi::lab {

/// A position after random moves in which there is a move to play. The number of moves is drawn
/// from the whole range, but more often from its beginning: a late start gives few positions.
Board random_opening(SplitMix64& random, int min_plies, int max_plies);

/// An engine that plays one side of a game, or both. What it has solved it does not search again as
/// long as the game goes along the solution. One thread at a time.
class GamePlayer {
 public:
  explicit GamePlayer(const EngineOptions& options) : engine_(options) {}

  /// Sets options that hold from the next game on. Throws FatalError if they cannot be met.
  void configure(const EngineOptions& options) { engine_.configure(options).value(); }

  /// Begins a game that depends on nothing before it.
  void begin();

  /// The move for record.board, which has one; sets the record's value and depth if it searched,
  /// and its source. When a stop is requested it returns soon, and any square.
  Square choose(Record& record, const SearchLimits& limits, const std::stop_token& stop);

  /// Tells the player each move that was played, its own and passes included.
  void note(Square move);

 private:
  Engine engine_;
  bool solved_ = false;
  Line line_;  ///< The solution found; line_[next_] is its next move to be played.
  std::size_t next_ = 0;
};

/// Moves drawn by chance in the middle of a game, before its solution.
struct Strays {
  int percent = 0;  ///< 0..100: of the moves.
  SplitMix64 random{0};
};

struct PlayedGame {
  /// One for each position with a move from the opening on; `game` is left 0. From the solution on
  /// scores are exact; before it they are how the game ended. Where the move was a stray one,
  /// which says nothing of the position, there are only the search's value and depth: no move, and
  /// of the score no source.
  std::vector<Record> records;
  DiscDiff score;  ///< The final score for the side to move in the opening.
};

/// Plays from `opening` to the end; `first` moves first and may be the same player as `second`. The
/// game depends only on the players' options and the arguments. When a stop is requested it returns
/// nothing, soon.
std::optional<PlayedGame> play_game(const Board& opening, GamePlayer& first, GamePlayer& second,
                                    const SearchLimits& limits, const std::stop_token& stop,
                                    Strays strays = {});

}  // namespace sumi::lab
