// SPDX-License-Identifier: MIT
/// A network of sigmoid units in floats, to learn with: few inputs are not 0, so the first layer's
/// weights lie by input, and sums over inputs can be kept and changed from position to position.
/// Slow twin: network_value().
#pragma once

#include "engine/base/static_vector.h"
#include "engine/game/board.h"
#include "engine/player.h"
#include "engine/weights/network_file.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace sumi::lab {

// Sums over rows of floats, in blocks of kBlock: loops that every compiler turns into vector code,
// with the same result on each instruction set.

inline constexpr int kBlock = 8;

constexpr int blocks_of(int count) { return (count + kBlock - 1) / kBlock; }

/// to += factor * from
inline void add_scaled(float* __restrict to, const float* __restrict from, float factor,
                       int blocks) {
  for (int i = 0; i < kBlock * blocks; ++i) to[i] += factor * from[i];
}

// Where compilers will not make vector code by themselves (they may not reorder a sum of floats,
// and GCC 12 leaves the comparisons of a sigmoid alone), it is written so.
using Four [[gnu::vector_size(16)]] = float;
using FourBits [[gnu::vector_size(16)]] = std::uint32_t;

inline Four load(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

inline void store(float* to, Four four) { std::memcpy(to, &four, sizeof four); }

/// to = from + the sum of value * row(index) over `terms`, from the first to the last, for
/// `kBlocks` blocks, which stay in registers.
template <int kBlocks, class Terms, class Row>
inline void add_terms(float* to, const float* from, const Terms& terms, const Row& row) {
  constexpr int kFours = kBlocks * kBlock / 4;
  Four sums[kFours];
  for (int i = 0; i < kFours; ++i) sums[i] = load(from + 4 * i);
  for (const auto& [index, value] : terms) {
    const float* const weights = row(index);
    for (int i = 0; i < kFours; ++i) sums[i] += value * load(weights + 4 * i);
  }
  for (int i = 0; i < kFours; ++i) store(to + 4 * i, sums[i]);
}

/// The sum of a[i] * b[i].
inline float dot(const float* a, const float* b, int blocks) {
  Four even{}, odd{};
  for (int i = 0; i < kBlock * blocks; i += kBlock) {
    even += load(a + i) * load(b + i);
    odd += load(a + i + 4) * load(b + i + 4);
  }
  const Four all = even + odd;
  return (all[0] + all[1]) + (all[2] + all[3]);
}

/// 1 / (1 + exp(-x)), off by less than 1e-6; 0 and 1 beyond 69 are off by less than 1e-30.
/// 2^y is 2^n, put together from its bits, times a polynomial in the rest, -1/2..1/2 (coefficients
/// of S. Moshier's Cephes, exp2f.c).
inline Four sigmoid(Four x) {
  constexpr float kRound = 12582912;  // 1.5 * 2^23: adding it rounds to whole numbers
  const Four limit = Four{} + 100;
  Four y = x * -1.44269504f;
  y = y < limit ? y : limit;
  y = y > -limit ? y : -limit;
  const Four rounded = y + kRound;
  const Four rest = y - (rounded - kRound);
  Four power = Four{} + 1.535336188e-4f;
  power = power * rest + 1.339887440e-3f;
  power = power * rest + 9.618437358e-3f;
  power = power * rest + 5.550332471e-2f;
  power = power * rest + 2.402264791e-1f;
  power = power * rest + 6.931472029e-1f;
  power = power * rest + 1.0f;
  // The last nine bits of `rounded` are those of n.
  const FourBits exponent = (std::bit_cast<FourBits>(rounded) << 23) + 0x3F800000u;
  return 1.0f / (1.0f + power * std::bit_cast<Four>(exponent));
}

/// values = sigmoid(values)
inline void apply_sigmoid(float* values, int blocks) {
  for (int i = 0; i < kBlock * blocks; i += 4) {
    store(values + i, sigmoid(load(values + i)));
  }
}

class Mlp;

/// The units of one network while it looks at one position, and their part in its error: memory to
/// work with, for one thread.
class MlpUnits {
 public:
  explicit MlpUnits(const Mlp& mlp);

  /// The units of layer 0..: sums before Mlp::activate(), values in 0..1 after it.
  float* layer(int number) { return values_.data() + begins_[static_cast<std::size_t>(number)]; }
  const float* layer(int number) const {
    return values_.data() + begins_[static_cast<std::size_t>(number)];
  }
  const float* outputs() const { return layer(static_cast<int>(begins_.size()) - 1); }

 private:
  friend class Mlp;
  float* error(int number) { return errors_.data() + begins_[static_cast<std::size_t>(number)]; }

  std::vector<std::size_t> begins_;
  std::vector<float> values_, errors_;
};

/// How it learns: the paper's way and its faults.
struct LearningRule {
  float rate = 0.1f;
  /// The derivative of the output's sigmoid is taken as 1: the gradient of the cross-entropy. Else
  /// that of half the squared error.
  bool cross_entropy = false;
  bool biases = true;  ///< Learn them too; false: they stay 0.
  /// Fault of S2: only the first so many units of the first layer learn, the others keep their
  /// weights. Negative: all learn.
  int first_units = -1;
  /// Fault of S2: a layer's weights are changed before they carry the error back.
  bool change_first = false;
};

class Mlp {
 public:
  /// Units of each layer, the inputs first; at least two numbers. All weights are 0.
  explicit Mlp(std::vector<int> units);
  explicit Mlp(const std::vector<NetworkLayer>& layers);

  const std::vector<int>& units() const { return units_; }
  int layers() const { return static_cast<int>(units_.size()) - 1; }

  /// Draws the weights of a layer, its biases aside, uniformly in [from, to). Layers are drawn
  /// apart, and the same however many there are.
  void draw(int layer, double from, double to, std::uint64_t seed);

  /// Floats of the first layer's sums: its units, filled up to whole blocks (kBlock).
  int first_stride() const { return strides_[0]; }

  /// to = from + what `inputs` add to the sums of the first layer; `to` may be `from`.
  void add(std::span<const NetworkInput> inputs, const float* from, float* to) const;

  /// The sums of the first layer.
  void sum(std::span<const NetworkInput> inputs, float* sums) const {
    add(inputs, biases_[0].data(), sums);
  }

  /// Goes from the sums of the first layer to the outputs.
  void activate(MlpUnits& units) const;

  /// One step of back-propagation towards `targets`, one for each output. Requires: `units` are
  /// those that activate() made of these inputs with the present weights.
  void learn(std::span<const NetworkInput> inputs, std::span<const float> targets,
             const LearningRule& rule, MlpUnits& units);

  std::vector<NetworkLayer> to_layers() const;

 private:
  friend class MlpUnits;

  /// Where the weights to an output of a layer but the first begin.
  std::size_t row_begin(int layer, int output) const {
    return static_cast<std::size_t>(output) *
           static_cast<std::size_t>(strides_[static_cast<std::size_t>(layer) - 1]);
  }
  /// Calls each(weight) for all weights of a layer, output by output; `self` is an
  /// Mlp, const or not.
  template <class Self, class Each>
  static void for_each_weight(Self& self, int layer, const Each& each);

  std::vector<int> units_;
  std::vector<int> strides_;    ///< Each layer's number of outputs, filled up to whole blocks.
  std::vector<float> columns_;  ///< [input][output]: the weights of layer 0.
  std::vector<std::vector<float>> rows_;  ///< [output][input]: those of the other layers.
  std::vector<std::vector<float>> biases_;
};

// How a network sees positions and the moves in them, fast: for learners and for players that look
// one ply ahead. Slow twins: network_inputs(), network_value().

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
