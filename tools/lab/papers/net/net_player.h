// SPDX-License-Identifier: MIT
/// A network that learns, as a player: it chooses the move after which the network likes the
/// position best, at one ply, and the last one of equals. It plays like the player greedy:mlp:FILE,
/// but fast enough for thousands of games.
#pragma once

#include "engine/players/player.h"
#include "tools/lab/papers/net/net_view.h"

namespace sumi::lab {

/// Keeps a copy of the network.
class NetPlayer final : public MovePlayer {
 public:
  NetPlayer(Mlp mlp, NetworkInputs inputs, NetworkOutput output)
      : mlp_(std::move(mlp)), inputs_(inputs), output_(output) {}
  explicit NetPlayer(const NetworkFile& file)
      : NetPlayer(Mlp(file.layers), file.inputs, file.output) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const override;
  bool draws_lots() const override { return false; }

 private:
  const Mlp mlp_;
  const NetworkInputs inputs_;
  const NetworkOutput output_;
};

}  // namespace sumi::lab
