// SPDX-License-Identifier: MIT
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

/// Our clock in a GGS game: arithmetic without real time. Not thread-safe. Time planning ignores
/// the extension, unless the main time is marked N (README.md). Source:
/// https://www.skatgame.net/mburo/ggsa/clock.
class GgsClock {
 public:
  /// From a board message: `times` are ours; `own_moves` includes passes.
  void set(const GgsTimes& times, int own_moves);

  /// After "/os: timeout", the server reports the extension.
  void set_overtime() { overtime_ = true; }

  /// Time for our next move. GGS times are whole seconds, rounded down.
  Clock clock() const;

 private:
  GgsTimes times_;
  int moves_made_ = 0;  ///< Ours, in main time.
  bool overtime_ = false;
};

/// One game. The server's position overrides ours. Not thread-safe.
class GgsGame {
 public:
  struct Move {
    Square square = Square::kPass;
    Value value{};  ///< For us; not set for a pass.
    Millis used{};  ///< Since the server announced our turn.
  };
  struct Callbacks {
    std::function<void(const Move&)> on_move;  ///< Called once per position with our move.
    std::function<int()> threads;              ///< Returns the threads for the next search.
  };

  /// `engine` and `peer` must outlive the game. Requires: exclusive use of `engine`.
  GgsGame(Engine& engine, Peer& peer, Callbacks callbacks);
  ~GgsGame();  ///< Stops a search within 50 ms, without callbacks.

  /// Handles a board message; we play `mine`. On our turn finds a move once per position, and again
  /// after a join message.
  void update(const GgsBoard& board, Color mine);

  void set_overtime() { clock_.set_overtime(); }

  /// After a refused move. True once per position: request the board again.
  bool may_ask_again();

  bool thinking() const { return search_.running(); }

  /// All moves so far; nothing if some are unknown.
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
  std::optional<Position> position_;  ///< Empty before the first message.
  std::optional<Game> game_;          ///< Up to `position_`.
  Color mine_ = Color::kBlack;
  StopWatch watch_;           ///< Since receiving `position_`.
  bool answered_ = false;     ///< We moved in this position.
  bool asked_again_ = false;  ///< Requested the board after a refused move.
  Position searched_;
  SearchLimits limits_;  ///< Of the current or last search.
};

}  // namespace sumi::protocol
