// SPDX-License-Identifier: MIT
/// What evaluators read, as the search core wants it: views of weights, which engine/weights/ makes
/// and core/ uses, and how wrong an evaluator is.
#pragma once

#include "engine/game/board.h"
#include "engine/game/bpfscn.h"
#include "engine/game/score.h"
#include "engine/game/square_table.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sumi {

/// How far a deep search strays from a shallow one with the same evaluator: the standard deviation
/// of the difference, for depths of the same parity. What ProbCut rests on; `sumi-lab probcut`
/// measures it (tools/lab/probcut.h, where the form is argued).
///
/// The error of a static value has two parts. One fades with every ply searched, so two searches
/// differ by what the deep one has less of it. The other is a random walk: the plies between add up
/// whatever the depth. The end of the game may be far from what an evaluator says of all positions
/// before it: that is a third part. All of it depends on the stage of the game, given at some
/// numbers of empties, with straight lines between for the variances.
///
/// Integers only: every level must make the same cuts.
struct ErrorModel {
  static constexpr int kKnots = 8;
  static constexpr int kFirstKnot = 4, kKnotStep = 8;  ///< Empties: 4, 12, ..., 60.
  static constexpr int kMaxUnits = 64 * Value::kPerDisc;
  static constexpr int kFadeScale = 1024;

  /// Standard deviations at each knot, in value units, 0..kMaxUnits.
  std::array<int, kKnots> fading;   ///< The fading part of a static value's error.
  std::array<int, kKnots> lasting;  ///< The random walk's step from ply to ply.
  std::array<int, kKnots> end;      ///< The end of the game against the plies before.
  /// The share of the fading part's variance that a ply leaves, in 1/kFadeScale, 0..kFadeScale.
  int fade;

  /// How much better positions are for their side to move than a static value says, in value units
  /// at each knot of the empties, -kMaxUnits..kMaxUnits: half of how much odd depths say more than
  /// even ones. Each ply chooses the best of values that are not exact, so he who moved last looks
  /// better than he is. Leaves add it; then all depths say the same.
  std::array<int, kKnots> tempo{};

  /// How much better positions of an odd number of empties are for their side to move, and those of
  /// an even number worse, than values with the tempo say, in value units at each knot,
  /// -kMaxUnits..kMaxUnits. Players who see less than the end of a game make a little too little of
  /// the last move; who learns from their games says so too.
  std::array<int, kKnots> parity{};

  /// What a leaf with this many empties adds to its static value, for its side to move: tempo and
  /// parity; 0 at the end of the game, where values are exact.
  SUMI_INLINE constexpr int leaf_correction(int empties) const {
    if (empties <= 0) return 0;
    const int last_move = between(parity, empties);
    return between(tempo, empties) + (empties % 2 != 0 ? last_move : -last_move);
  }

  /// The standard deviation of the difference between a search to `deep` and one to `shallow`, in
  /// value units; 0 only if all parts are 0. A search to the end of the game is as deep as there
  /// are empties. Requires: 0 <= shallow <= deep <= 64, 0 <= empties <= 64.
  SUMI_INLINE constexpr int sigma(int deep, int shallow, int empties) const {
    const std::int64_t fades = at(fading, empties) * (left(shallow) - left(deep)) >> 32;
    const std::int64_t lasts = at(lasting, empties) * (deep - shallow);
    const std::int64_t ends = deep >= empties && deep > shallow ? at(end, empties) : 0;
    return root((fades + lasts + ends) / kKnotStep);
  }

  friend bool operator==(const ErrorModel&, const ErrorModel&) = default;

 private:
  struct Place {
    std::size_t knot;  ///< The last knot before the position.
    int beyond;        ///< Empties beyond that knot, 0..kKnotStep - 1.
  };
  SUMI_INLINE static constexpr Place place(int empties) {
    const int last = (kKnots - 1) * kKnotStep;
    const int from = empties < kFirstKnot          ? 0
                     : empties - kFirstKnot < last ? empties - kFirstKnot
                                                   : last;
    return {static_cast<std::size_t>(from / kKnotStep), from % kKnotStep};
  }

  /// Of numbers at the knots that which is at this number of empties.
  SUMI_INLINE static constexpr int between(const std::array<int, kKnots>& numbers, int empties) {
    const auto [knot, beyond] = place(empties);
    const int next = beyond == 0 ? 0 : numbers[knot + 1];
    return (numbers[knot] * (kKnotStep - beyond) + next * beyond) / kKnotStep;
  }

  /// The variance of a part at this number of empties, times kKnotStep.
  SUMI_INLINE static constexpr std::int64_t at(const std::array<int, kKnots>& part, int empties) {
    const auto [knot, from] = place(empties);
    const std::int64_t beyond = from, here = part[knot];
    const std::int64_t next = beyond == 0 ? 0 : part[knot + 1];
    return here * here * (kKnotStep - beyond) + next * next * beyond;
  }

  /// The share of the fading part's variance left after `depth` plies, in 2^-32.
  SUMI_INLINE constexpr std::int64_t left(int depth) const {
    std::int64_t part = std::int64_t{1} << 32;
    for (int i = 0; i < depth; ++i) part = part * fade / kFadeScale;
    return part;
  }

  /// The square root, rounded down.
  SUMI_INLINE static constexpr int root(std::int64_t square) {
    std::int64_t result = 0;
    for (std::int64_t bit = std::int64_t{1} << 19; bit != 0; bit >>= 1) {
      if ((result + bit) * (result + bit) <= square) result += bit;
    }
    return static_cast<int>(result);
  }
};

/// The error model of evaluators of square values and moves that nobody has measured. At each knot
/// it has the larger figure of the built-in table and mobility (core/evaluator.h), so that few
/// searches are cut.
inline constexpr ErrorModel kUnmeasuredError{{1037, 1025, 856, 670, 440, 299, 334, 344},
                                             {993, 913, 453, 270, 77, 68, 46, 63},
                                             {3232, 2287, 2146, 2550, 2550, 2550, 2550, 2550},
                                             769,
                                             {}};

/// The trained weights of the evaluator `pattern` (engine/game/pattern_layout.h). Each pattern has
/// steps of its own size, and a filling of it weighs a whole number of these steps.
struct PatternWeights {
  static constexpr int kStepScale = 16;

  const std::int8_t* fillings = nullptr;   ///< [stage][filling], in steps.
  const std::int32_t* steps = nullptr;     ///< [stage][pattern], in 1/kStepScale value units.
  const std::int16_t* mobility = nullptr;  ///< [stage][mobility_filling()], in value units.
  ErrorModel error{};
};

/// The weights of the evaluator `table`, which counts the values of squares and of moves, own minus
/// opponent's.
struct TableWeights {
  static constexpr int kNever = 64;

  SquareTable general;
  /// Replaces `general` when at least `decided_from` moves were made, passes not counted, and one
  /// side has discs on at least `decided_corners` corners.
  SquareTable decided;
  int decided_from = kNever, decided_corners = 2;
  int mobility = 0;         ///< Value of each move more than the opponent has.
  int points_per_disc = 1;  ///< How many points make a disc; the values above are in points.
  bool squeezed = true;     ///< Sums beyond the range of values are squeezed in, not cut off.
  ErrorModel error = kUnmeasuredError;
};

/// A fully connected layer of whole numbers (engine/weights/network_file.h). All sums fit 32
/// bits.
struct MlpLayer {
  int inputs = 0, outputs = 0;
  int stride = 0;  ///< Weights of a row: its length, filled up with zeros to whole vectors.
  /// In the first layer one row for each input, with its weights to all outputs; in the other
  /// layers one row for each output.
  const std::int16_t* weights = nullptr;
  const std::int32_t* biases = nullptr;  ///< [stride], or [outputs].
  int sum_bits = 0;                      ///< A sum of 2^sum_bits is 1 before the sigmoid.
};

/// The network of sigmoid units that the evaluator `mlp` computes.
struct MlpWeights {
  static constexpr int kMaxUnits = 1024;      ///< Most units in a layer, the inputs aside.
  static constexpr int kActivationBits = 12;  ///< An activation of 2^12 is 1.
  static constexpr int kSigmoidBits = 15;     ///< The table's 1 is 2^15.
  static constexpr int kSigmoidReach = 16;    ///< The table covers -16..16.
  static constexpr int kSigmoidStepBits = 5;  ///< The table's steps are 1/32.
  static constexpr int kSigmoidSteps = 2 * kSigmoidReach << kSigmoidStepBits;

  const MlpLayer* layers = nullptr;
  int depth = 0;                           ///< Number of layers, at least 1.
  const std::uint16_t* sigmoid = nullptr;  ///< [kSigmoidSteps + 1]
  /// What the inputs show: the discs that moves flip (S3) or, if false, the discs, in 130 inputs
  /// (S2). See network_file.h.
  bool sees_flips = false;
  /// There is one output, the mover's chance to win. If false there are two, Black's and White's.
  bool mover_wins = false;
};

/// What the evaluator `nnue` computes for one number of empty squares, in whole numbers.
struct NnueHead {
  static constexpr int kChannels = 16;        ///< Numbers in a row.
  static constexpr int kUnits = 32;           ///< Hidden units.
  static constexpr int kMostUnit = 127 * 64;  ///< Units are cut to 0..127/128, in 1/8192.
  static constexpr int kMostSum = 4095;       ///< Sums are cut to -4095..4095 for the linear part.
  static constexpr int kFine = 4096;

  alignas(64) std::int16_t start[kChannels];  ///< The channels' sums begin with it, in 1/128.
  /// Weights of the hidden units, in 1/64. [i / 4][unit][i % 4] is channel i's.
  alignas(64) std::int8_t hidden[kChannels / 4][kUnits][4];
  alignas(64) std::int32_t hidden_bias[kUnits];  ///< In 1/8192.
  alignas(64) std::int32_t output[kUnits];       ///< In 1/kFine value unit for 1/8192.
  /// The linear part, in 1/kFine value unit for 1/128 of a channel's sum. That of channel 0, which
  /// is the largest, is `direct`, and its place here is 0.
  alignas(32) std::int16_t skip[kChannels];
  std::int32_t direct;
  std::int32_t bias;  ///< In 1/kFine value unit.
};

/// The weights of the evaluator `nnue` (engine/game/pattern_layout.h).
struct NnueWeights {
  static constexpr int kHeads = 61;

  /// [kNnueTables or 1][kNnueRows][NnueHead::kChannels], in 1/128.
  const std::int8_t* rows = nullptr;
  std::ptrdiff_t table_bytes = 0;   ///< From one table to the next; 0 if there is only one.
  const NnueHead* heads = nullptr;  ///< [empties], the last also for more.
  ErrorModel error{};
};

/// The data that the evaluators read. What the pointers point to must outlive the core.
struct EvaluatorData {
  const PatternWeights* pattern = nullptr;  ///< May be filled in after the core is made.
  const TableWeights* table = nullptr;      ///< Null: the built-in table.
  BpFsCnWeights bpfscn{};
  const MlpWeights* mlp = nullptr;
  const NnueWeights* nnue = nullptr;
};

}  // namespace sumi
