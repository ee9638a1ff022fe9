// SPDX-License-Identifier: MIT
/// How a network sees positions and the moves in them, fast: for learners and for players that look
/// one ply ahead. Slow twins: network_inputs(), network_value().
#pragma once

#include "engine/base/static_vector.h"
#include "engine/game/position.h"
#include "engine/player.h"
#include "tools/lab/papers/net/mlp.h"

#include <array>
#include <span>

namespace sumi::lab {

/// The inputs of a position that are not 0, in any order.
using InputList = StaticVector<NetworkInput, input_count(NetworkInputs::kFlips)>;
void list_inputs(NetworkInputs inputs, const Position& position, InputList& list);

/// The moves of a position as a network sees what comes after them.
struct SeenMoves {
  int count = 0;
  std::array<Square, 64> squares{};  ///< In the order of squares.
  /// What each move is worth for the side to move: -1..1 with kBlackWhite (the outputs'
  /// difference), 0..1 with kMoverWins.
  std::array<float, 64> values{};
  /// kBlackWhite: both outputs, as the network has them.
  std::array<std::array<float, 2>, 64> outputs{};

  /// The index of the best move; of equal ones the last, as in S2.
  int best() const;
};

/// A network of 8x8 inputs with the memory to use it; one thread at a time. Requires: `mlp`
/// outlives it; `mlp` may learn meanwhile.
class NetView {
 public:
  NetView(const Mlp& mlp, NetworkInputs inputs, NetworkOutput output);

  /// The outputs for a position; units() and inputs() are then those of this position.
  std::span<const float> look(const Position& position);
  MlpUnits& units() { return units_; }
  std::span<const NetworkInput> inputs() const { return {list_.begin(), list_.size()}; }

  /// Looks at the position after each of the legal moves. With kMoverWins, a move after which the
  /// other side must pass is worth what the mover's own next position is, and a move that ends the
  /// game is worth its result: that network is taught positions with a move to make, and the end as
  /// such. A kBlackWhite network is taught forced passes, too, so it is simply asked.
  void look_ahead(const Position& position, Bitboard legal, SeenMoves& seen);

  /// look() at the position of the last look_ahead(), which has left most of the work done where it
  /// can. Requires: nothing was learned since.
  std::span<const float> look_again(const Position& position);

  /// The value for the side to move, on the scale of SeenMoves::values.
  float value(const Position& position);

 private:
  bool keeps_sums() const {
    return inputs_ == NetworkInputs::kDiscs && output_ == NetworkOutput::kBlackWhite;
  }
  std::span<const float> outputs() const {
    return {units_.outputs(), static_cast<std::size_t>(output_count(output_))};
  }
  void from_sums(const Position& position, Bitboard legal, SeenMoves& seen);
  float mover_chance(const Position& reply);

  const Mlp& mlp_;
  const NetworkInputs inputs_;
  const NetworkOutput output_;
  MlpUnits units_;
  InputList list_;
  std::vector<float> base_;  ///< Sums of the first layer for the inputs `list_`.
};

/// A network that learns, as a player: it chooses the move after which the network likes the
/// position best, at one ply, and the last one of equals. It plays like the player greedy:mlp:FILE,
/// but fast enough for thousands of games. Keeps a copy of the network.
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
