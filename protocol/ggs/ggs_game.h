// SPDX-License-Identifier: MIT
/// One board at play: what the server says of it, and our search.
#pragma once

#include "engine/engine.h"
#include "engine/game/board.h"
#include "engine/game/game.h"
#include "engine/limits.h"
#include "protocol/session/search_runner.h"
#include "protocol/session/session.h"
#include "protocol/text/ggs.h"

#include <functional>
#include <optional>

namespace sumi::protocol {

/// Our clock in a game of GGS, as the engine understands it. Pure arithmetic, no real time.
///
/// When the main time ends, the game is lost by as little as a game can be, whatever the board says
/// later; the extension follows, and its end loses all of it. So the extension is no time to plan
/// with: it is there for a game that is lost on time already. A main time marked N does not lose.
/// Source: https://www.skatgame.net/mburo/ggsa/clock.
///
/// One thread at a time.
class GgsClock {
 public:
  /// Takes what a board message says: `times` are ours, and we have made `own_moves`, passes
  /// included.
  void set(const GgsTimes& times, int own_moves);

  /// "/os: timeout": our main time is over, and what is told from now on is the extension.
  void set_overtime() { overtime_ = true; }

  /// What our next move may use. GGS tells whole seconds, rounded down.
  Clock clock() const;

 private:
  GgsTimes times_;
  int moves_made_ = 0;  ///< Our moves made in main time.
  bool overtime_ = false;
};

/// What the server says of the position is believed, whatever it was before. One thread at a time.
class GgsGame {
 public:
  struct Move {
    Square square = Square::kPass;
    Value value{};  ///< The value for us; not set for a pass.
    Millis used{};  ///< The time since the server told that it is our turn.
  };
  struct Callbacks {
    std::function<void(const Move&)> on_move;  ///< We play this; said once for each position.
    std::function<int()> threads;              ///< How many the search that begins may use.
  };

  /// `engine`, for nobody else, and `peer` outlive the game.
  GgsGame(Engine& engine, Peer& peer, Callbacks callbacks);
  ~GgsGame();  ///< Ends a search (50 ms at most) without a word.

  /// A board message in which we play `mine`. Finds a move if it is our turn, once for each
  /// position, and again for one that was joined.
  void update(const GgsBoard& board, Color mine);

  void set_overtime() { clock_.set_overtime(); }

  /// The server did not take our move. True once for each position: to ask for the board again.
  bool may_ask_again();

  bool thinking() const { return search_.running(); }

  /// All moves so far; nothing if we have not seen each of them.
  const std::optional<Game>& moves() const { return game_; }

 private:
  void follow(const GgsBoard& board);
  void proceed();
  void start_search();
  void on_found(const SearchUpdate& found);

  Engine& engine_;
  Callbacks callbacks_;
  SearchRunner search_;
  GgsClock clock_;
  std::optional<Position> position_;  ///< None before the first message.
  std::optional<Game> game_;          ///< The game that led to `position_`.
  Color mine_ = Color::kBlack;
  StopWatch watch_;           ///< Runs since the position became known.
  bool answered_ = false;     ///< We have sent a move in this position.
  bool asked_again_ = false;  ///< The move was refused, and we asked for the board again.
  Position searched_;
  SearchLimits limits_;  ///< Limits of the search that runs or ran last.
};

}  // namespace sumi::protocol
