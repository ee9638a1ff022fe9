// SPDX-License-Identifier: MIT
#include "engine/game/fast_rules.h"
#include "tools/lab/papers/net/net_player.h"

namespace sumi::lab {

Square NetPlayer::choose(const Position& position, std::uint64_t /*seed*/,
                         const std::atomic<bool>& /*stop*/) const {
  // Memory of its own for each call: any thread may call, and a move takes but microseconds.
  NetView view(mlp_, inputs_, output_);
  SeenMoves seen;
  view.look_ahead(position, fast_rules::legal_moves(position.board, position.size), seen);
  return seen.squares[static_cast<std::size_t>(seen.best())];
}

}  // namespace sumi::lab
