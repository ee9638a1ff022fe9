// SPDX-License-Identifier: MIT
/// How a network sees positions and the moves in them, fast: for learners and for players that look
/// one ply ahead. Slow twins: network_inputs(), network_value().
#pragma once

#include "engine/base/static_vector.h"
#include "engine/game/position.h"
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
  /// For the side to move: -1..1 (kBlackWhite: outputs' difference), 0..1 (kMoverWins).
  std::array<float, 64> values{};
  /// kBlackWhite: both outputs, as the network has them.
  std::array<std::array<float, 2>, 64> outputs{};

  /// The best; of equal ones the last, as in S2.
  int best() const;
};

/// A network of 8x8 inputs with the memory to use it; one thread at a time. `mlp` outlives it and
/// may learn meanwhile.
class NetView {
 public:
  NetView(const Mlp& mlp, NetworkInputs inputs, NetworkOutput output);

  /// The outputs for a position; units() and inputs() are then those of it.
  std::span<const float> look(const Position& position);
  MlpUnits& units() { return units_; }
  std::span<const NetworkInput> inputs() const { return {list_.begin(), list_.size()}; }

  /// Looks at each of the legal moves. For kMoverWins, where the other side must pass the mover's
  /// own next position counts, and where the game is over its result: the network is taught
  /// positions with a move to make, and the end as such. kBlackWhite has seen both.
  void look_ahead(const Position& position, Bitboard legal, SeenMoves& seen);

  /// look() at the position of the last look_ahead(), which has left most of the work done where it
  /// can. Requires: nothing was learned since.
  std::span<const float> look_again(const Position& position);

  /// The value for the side to move: as SeenMoves has it.
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
  std::vector<float> base_;  ///< Sums of the first layer, of `list_`.
};

}  // namespace sumi::lab
