// SPDX-License-Identifier: MIT
/// The evaluator `mlp`: a small fully connected network of sigmoid units, as in S2 and S3
/// (tools/lab/papers/README.md), in integers. Reference implementation: network_value() in
/// engine/weights/network_file.h.
///
/// A Board has no colours: Black is assumed to move at an even number of empties. After a pass the
/// network sees exchanged colours; the value is the same.
///
/// With discs as inputs, a state stores the first layer's sums, updated incrementally. With flips
/// as inputs, they are recomputed for each position.
#pragma once

#include "engine/core/board/flip.h"
#include "engine/core/evaluators/evaluator.h"

namespace sumi::SUMI_ISA {

namespace detail {

// As in engine/weights/network_file.h.
inline constexpr int kWhiteInputs = 65, kTurnInput = 64;
inline constexpr int kMoveInputs = 9, kSideMoveInputs = 64 * kMoveInputs;
inline constexpr int kOwnDiscInputs = 2 * kSideMoveInputs, kBlackTurnInput = kOwnDiscInputs + 128;
/// A move's first input counts all discs that it flips; these count them by direction, ordered as
/// in Rays.
inline constexpr int kRisingInputs[4] = {5, 6, 7, 8}, kFallingInputs[4] = {4, 3, 2, 1};
/// A disc or the side to move counts as this many flipped discs.
inline constexpr int kWhole = 8;

SUMI_INLINE bool black_to_move(const Board& b) { return b.empties() % 2 == 0; }

}  // namespace detail

template <int N>
class MlpEvaluator {
 public:
  /// Maximum number of first-layer units for incremental updates.
  static constexpr int kMaxCarried = 128;

  struct State {
    Board board;
    alignas(64) std::array<std::int32_t, kMaxCarried> sums;  ///< Of the first layer, if
                                                             ///< incremental.
  };

  /// `weights` must outlive the evaluator.
  explicit MlpEvaluator(const MlpWeights& weights)
      : weights_(&weights),
        carries_(!weights.sees_flips && weights.layers[0].stride <= kMaxCarried) {}
  explicit MlpEvaluator(MlpWeights&&) = delete;

  // Not inlined: many call sites, and a network takes much longer than a call.
  [[gnu::noinline]] void reset(const Board& b, State& state) const {
    state.board = b;
    if (carries_) sum_discs(b, state.sums.data());
  }

  [[gnu::noinline]] void advance(const Board& b, const State& parent, Square s, Bitboard flipped,
                                 State& child) const {
    child.board = b.played(s, flipped);
    if (!carries_) return;
    const int stride = weights_->layers[0].stride;  // avoids reloading after each store
    std::int32_t* const sums = child.sums.data();
    for (int i = 0; i < stride; ++i) sums[i] = parent.sums[static_cast<std::size_t>(i)];
    const int own = detail::black_to_move(b) ? 0 : detail::kWhiteInputs;
    const int opp = detail::kWhiteInputs - own;
    add(own + index(s), sums);
    add(opp + detail::kTurnInput, sums);
    subtract(own + detail::kTurnInput, sums);
    for (Bitboard left = flipped; left != 0; left &= left - 1) {
      add(own + std::countr_zero(left), sums);
      subtract(opp + std::countr_zero(left), sums);
    }
  }

  void pass(const State& parent, State& child) const { reset(parent.board.passed(), child); }

  [[gnu::noinline]] Value value(const Board& b, const State& state) const {
    alignas(64) std::array<std::int32_t, MlpWeights::kMaxUnits> computed;
    const std::int32_t* sums = computed.data();
    if (carries_) {
      sums = state.sums.data();
    } else if (weights_->sees_flips) {
      sum_flips(b, computed.data());
    } else {
      sum_discs(b, computed.data());
    }
    const MlpLayer* layer = weights_->layers;
    for (int i = 1; i < weights_->depth; ++i) {
      alignas(64) std::array<std::int16_t, MlpWeights::kMaxUnits> units;
      activate(*layer, sums, layer[1].stride, units.data());
      multiply(*++layer, units.data(), computed.data());
      sums = computed.data();
    }
    return judge(*layer, sums, detail::black_to_move(b));
  }

  /// Not measured. Wider than for other evaluators, because winning chances say little about discs.
  /// Cuts are rare.
  static const ErrorModel& error() { return kError; }
  static constexpr ErrorModel kError{{2000, 2000, 1800, 1600, 1400, 1200, 1000, 800},
                                     {1000, 1000, 600, 400, 300, 300, 300, 300},
                                     {4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000},
                                     800};

 private:
  SUMI_INLINE const std::int16_t* row(int input) const {
    const MlpLayer& layer = weights_->layers[0];
    return layer.weights + static_cast<std::ptrdiff_t>(input) * layer.stride;
  }
  SUMI_INLINE void add(int input, std::int32_t* sums) const {
    const std::int16_t* const weights = row(input);
    const int stride = weights_->layers[0].stride;
    for (int i = 0; i < stride; ++i) sums[i] += weights[i];
  }
  SUMI_INLINE void subtract(int input, std::int32_t* sums) const {
    const std::int16_t* const weights = row(input);
    const int stride = weights_->layers[0].stride;
    for (int i = 0; i < stride; ++i) sums[i] -= weights[i];
  }
  SUMI_INLINE void add_times(int times, int input, std::int32_t* sums) const {
    if (times == 0) return;
    const std::int16_t* const weights = row(input);
    const int stride = weights_->layers[0].stride;
    for (int i = 0; i < stride; ++i) sums[i] += times * weights[i];
  }
  SUMI_INLINE void begin(std::int32_t* sums) const {
    const MlpLayer& layer = weights_->layers[0];
    const int stride = layer.stride;
    for (int i = 0; i < stride; ++i) sums[i] = layer.biases[i];
  }

  void sum_discs(const Board& b, std::int32_t* sums) const {
    begin(sums);
    const int own = detail::black_to_move(b) ? 0 : detail::kWhiteInputs;
    const int opp = detail::kWhiteInputs - own;
    for (Bitboard left = b.own; left != 0; left &= left - 1) {
      add(own + std::countr_zero(left), sums);
    }
    for (Bitboard left = b.opp; left != 0; left &= left - 1) {
      add(opp + std::countr_zero(left), sums);
    }
    add(own + detail::kTurnInput, sums);
  }

  void sum_flips(const Board& b, std::int32_t* sums) const {
    begin(sums);
    sum_moves(b, 0, sums);
    sum_moves(b.passed(), detail::kSideMoveInputs, sums);
    for (Bitboard left = b.own; left != 0; left &= left - 1) {
      add_times(detail::kWhole, detail::kOwnDiscInputs + std::countr_zero(left), sums);
    }
    for (Bitboard left = b.opp; left != 0; left &= left - 1) {
      add_times(detail::kWhole, detail::kOwnDiscInputs + 64 + std::countr_zero(left), sums);
    }
    if (detail::black_to_move(b)) add_times(detail::kWhole, detail::kBlackTurnInput, sums);
  }

  /// Adds the moves of the side to move. `first`: the first input for moves.
  void sum_moves(const Board& b, int first, std::int32_t* sums) const {
    for (Bitboard left = legal_moves<N>(b); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Bitboard turned = flips(b, s);
      const Rays& rays = kRays[static_cast<std::size_t>(index(s))];
      const int input = first + detail::kMoveInputs * index(s);
      add_times(std::popcount(turned), input, sums);
      for (std::size_t d = 0; d < 4; ++d) {
        add_times(std::popcount(turned & rays.rising[d]), input + detail::kRisingInputs[d], sums);
        add_times(std::popcount(turned & rays.falling[d]), input + detail::kFallingInputs[d], sums);
      }
    }
  }

  /// Of a sum, in 1/2^kSigmoidBits.
  SUMI_INLINE int sigmoid(const MlpLayer& layer, std::int32_t sum) const {
    constexpr int kFine = 16;  // fraction bits
    constexpr std::int64_t kReach = std::int64_t{MlpWeights::kSigmoidReach} << kFine;
    constexpr int kPartBits = kFine - MlpWeights::kSigmoidStepBits;
    const std::int64_t exact = sum;
    std::int64_t x = layer.sum_bits >= kFine ? exact >> (layer.sum_bits - kFine)
                                             : exact << (kFine - layer.sum_bits);
    x = (x < -kReach ? -kReach : x < kReach ? x : kReach - 1) + kReach;
    const int part = static_cast<int>(x & ((1 << kPartBits) - 1));
    const std::uint16_t* const at = weights_->sigmoid + (x >> kPartBits);
    return at[0] + (((at[1] - at[0]) * part + (1 << (kPartBits - 1))) >> kPartBits);
  }

  /// Zero-pads `units` to `stride`.
  void activate(const MlpLayer& layer, const std::int32_t* sums, int stride,
                std::int16_t* units) const {
    constexpr int kDrop = MlpWeights::kSigmoidBits - MlpWeights::kActivationBits;
    int i = 0;
    for (; i < layer.outputs; ++i) {
      units[i] = static_cast<std::int16_t>((sigmoid(layer, sums[i]) + (1 << (kDrop - 1))) >> kDrop);
    }
    for (; i < stride; ++i) units[i] = 0;
  }

  void multiply(const MlpLayer& layer, const std::int16_t* units, std::int32_t* sums) const {
    const std::int16_t* weights = layer.weights;
    for (int out = 0; out < layer.outputs; ++out, weights += layer.stride) {
      std::int32_t sum = layer.biases[out];
      for (int in = 0; in < layer.stride; ++in) sum += weights[in] * units[in];
      sums[out] = sum;
    }
  }

  /// A certain win has the value kMaxEstimate.
  Value judge(const MlpLayer& layer, const std::int32_t* sums, bool black) const {
    constexpr int kOne = 1 << MlpWeights::kSigmoidBits;
    int sure = 0;
    if (weights_->mover_wins) {
      sure = 2 * sigmoid(layer, sums[0]) - kOne;
    } else {
      const int for_black = sigmoid(layer, sums[0]) - sigmoid(layer, sums[1]);
      sure = black ? for_black : -for_black;
    }
    return clamp_estimate(sure * kMaxEstimate.units / kOne);
  }

  const MlpWeights* weights_;
  bool carries_;
};

static_assert(Evaluator<MlpEvaluator<8>>);

}  // namespace sumi::SUMI_ISA
