// SPDX-License-Identifier: MIT
/// A trainable network of sigmoid units in single precision. Most inputs are 0, so the first
/// layer's weights are stored by input, for incremental sums. Reference implementation:
/// network_value().
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

// Sums over rows of floats in blocks of kBlock. Compilers vectorize these loops, with equal results
// on all instruction sets.

inline constexpr int kBlock = 8;

constexpr int blocks_of(int count) { return (count + kBlock - 1) / kBlock; }

/// to += factor * from
inline void add_scaled(float* __restrict to, const float* __restrict from, float factor,
                       int blocks) {
  for (int i = 0; i < kBlock * blocks; ++i) to[i] += factor * from[i];
}

// Explicit vectors where GCC 12 does not vectorize: float sums, which it may not reorder, and the
// comparisons of the sigmoid.
using Four [[gnu::vector_size(16)]] = float;
using FourBits [[gnu::vector_size(16)]] = std::uint32_t;

inline Four load(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

inline void store(float* to, Four four) { std::memcpy(to, &four, sizeof four); }

/// to = from + the sum of value * row(index) over `terms`; `kBlocks` blocks stay in registers.
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

inline float dot(const float* a, const float* b, int blocks) {
  Four even{}, odd{};
  for (int i = 0; i < kBlock * blocks; i += kBlock) {
    even += load(a + i) * load(b + i);
    odd += load(a + i + 4) * load(b + i + 4);
  }
  const Four all = even + odd;
  return (all[0] + all[1]) + (all[2] + all[3]);
}

/// 1 / (1 + exp(-x)) with error below 1e-6. 2^y is 2^n, built from its bits, times a polynomial in
/// the remainder, -1/2..1/2 (coefficients of S. Moshier's Cephes, exp2f.c).
inline Four sigmoid(Four x) {
  constexpr float kRound = 12582912;  // 1.5 * 2^23: adding it rounds to integers
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
  // The low nine bits of `rounded` are those of n.
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

/// Activations and errors of a network for one position; not thread-safe.
class MlpUnits {
 public:
  explicit MlpUnits(const Mlp& mlp);

  /// Sums before Mlp::activate(), values in 0..1 after. Layer 0 follows the inputs.
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

struct LearningRule {
  float learning_rate = 0.1f;
  /// Take the derivative of the output sigmoid as 1: the gradient of the cross-entropy loss, not of
  /// half the squared error.
  bool cross_entropy = false;
  bool biases = true;  ///< Train biases; false: they stay 0.
  /// Fault of S2: only this number of first-layer units learn; negative: all.
  int first_units = -1;
  /// Fault of S2: update weights before propagating the error through them.
  bool change_first = false;
};

class Mlp {
 public:
  /// Units per layer, inputs first. All weights are 0.
  explicit Mlp(std::vector<int> units);
  explicit Mlp(const std::vector<NetworkLayer>& layers);

  const std::vector<int>& units() const { return units_; }
  int layers() const { return static_cast<int>(units_.size()) - 1; }

  /// Initializes a layer's weights, except biases, uniformly in [from, to), from a random stream
  /// per layer.
  void draw(int layer, double from, double to, std::uint64_t seed);

  /// Size of the first layer's sums, padded to whole blocks.
  int first_stride() const { return strides_[0]; }

  /// to = from + the contribution of `inputs` to the first layer's sums. `to` may be `from`.
  void add(std::span<const NetworkInput> inputs, const float* from, float* to) const;

  void sum(std::span<const NetworkInput> inputs, float* sums) const {
    add(inputs, biases_[0].data(), sums);
  }

  /// Forward pass from the first layer's sums.
  void activate(MlpUnits& units) const;

  /// One step of backpropagation towards `targets`. Requires: `units` result from activate() with
  /// these inputs and the current weights.
  void learn(std::span<const NetworkInput> inputs, std::span<const float> targets,
             const LearningRule& rule, MlpUnits& units);

  std::vector<NetworkLayer> to_layers() const;

 private:
  friend class MlpUnits;

  /// First weight of an output; not for layer 0.
  std::size_t row_begin(int layer, int output) const {
    return static_cast<std::size_t>(output) *
           static_cast<std::size_t>(strides_[static_cast<std::size_t>(layer) - 1]);
  }
  /// Calls each(weight), output by output; `self` may be const.
  template <class Self, class Each>
  static void for_each_weight(Self& self, int layer, const Each& each);

  std::vector<int> units_;
  std::vector<int> strides_;              ///< Outputs per layer, padded to whole blocks.
  std::vector<float> columns_;            ///< [input][output], layer 0.
  std::vector<std::vector<float>> rows_;  ///< [output][input], other layers.
  std::vector<std::vector<float>> biases_;
};

// Fast evaluation of positions and moves, for learners and one-ply players. Reference
// implementations: network_inputs(), network_value().

/// Non-zero inputs, in any order.
using InputList = StaticVector<NetworkInput, input_count(NetworkInputs::kFlips)>;
void collect_inputs(NetworkInputs inputs, const Position& position, InputList& list);

struct EvaluatedMoves {
  int count = 0;
  std::array<Square, 64> squares{};  ///< In ascending order.
  /// For the side to move: -1..1 with kBlackWhite, the difference of the outputs; 0..1 with
  /// kMoverWins.
  std::array<float, 64> values{};
  /// Both outputs with kBlackWhite.
  std::array<std::array<float, 2>, 64> outputs{};

  /// The best move, the last of equals as in S2.
  int best() const;
};

/// Requires: `mlp`, with 8x8 inputs, outlives the evaluator; it may change between calls. Not
/// thread-safe.
class NetEvaluator {
 public:
  NetEvaluator(const Mlp& mlp, NetworkInputs inputs, NetworkOutput output);

  /// Sets units() and inputs() and returns the outputs.
  std::span<const float> evaluate(const Position& position);
  MlpUnits& units() { return units_; }
  std::span<const NetworkInput> inputs() const { return {list_.begin(), list_.size()}; }

  /// Evaluates all legal moves. A kMoverWins network is trained only on positions with a legal
  /// move. So after a move that forces a pass, the mover's next position is evaluated; a move that
  /// ends the game gets its result. A kBlackWhite network is also trained on forced passes and
  /// evaluates every successor.
  void evaluate_moves(const Position& position, Bitboard legal, EvaluatedMoves& moves);

  /// evaluate() at the position of the last evaluate_moves(), reusing its work. Requires: unchanged
  /// weights.
  std::span<const float> evaluate_again(const Position& position);

  /// For the side to move, scaled as EvaluatedMoves::values.
  float value(const Position& position);

 private:
  bool keeps_sums() const {
    return inputs_ == NetworkInputs::kDiscs && output_ == NetworkOutput::kBlackWhite;
  }
  std::span<const float> outputs() const {
    return {units_.outputs(), static_cast<std::size_t>(output_count(output_))};
  }
  void from_sums(const Position& position, Bitboard legal, EvaluatedMoves& moves);
  float mover_chance(const Position& reply);

  const Mlp& mlp_;
  const NetworkInputs inputs_;
  const NetworkOutput output_;
  MlpUnits units_;
  InputList list_;
  std::vector<float> base_;  ///< First-layer sums for `list_`.
};

/// Plays the move with the best network value, the last of equals, as greedy:mlp:FILE does, but
/// fast enough for thousands of games. Copies the network.
class NetPlayer final : public MovePlayer {
 public:
  NetPlayer(Mlp mlp, NetworkInputs inputs, NetworkOutput output)
      : mlp_(std::move(mlp)), inputs_(inputs), output_(output) {}
  explicit NetPlayer(const NetworkFile& file)
      : NetPlayer(Mlp(file.layers), file.inputs, file.output) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const override;
  bool is_random() const override { return false; }

 private:
  const Mlp mlp_;
  const NetworkInputs inputs_;
  const NetworkOutput output_;
};

}  // namespace sumi::lab
