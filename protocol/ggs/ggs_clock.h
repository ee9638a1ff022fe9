// SPDX-License-Identifier: MIT
/// Our clock in a game of GGS, as the engine understands it. Pure arithmetic, no real time.
///
/// When the main time ends, the game is lost by as little as a game can be, whatever the board says
/// later; the extension follows, and its end loses all of it. So the extension is no time to plan
/// with: it is there for a game that is lost on time already. A main time marked N does not lose.
/// Source: https://www.skatgame.net/mburo/ggsa/clock.
#pragma once

#include "engine/limits.h"
#include "protocol/text/ggs.h"

namespace sumi::protocol {

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

}  // namespace sumi::protocol
