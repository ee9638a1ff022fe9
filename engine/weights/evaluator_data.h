// SPDX-License-Identifier: MIT
/// Views of weights for the search core, and error models of evaluators.
#pragma once

#include "engine/game/board.h"
#include "engine/game/bpfscn.h"
#include "engine/game/score.h"
#include "engine/game/square_table.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sumi {

/// For ProbCut: the standard deviation of the difference between a deep and a shallow search, at
/// depths of the same parity. Measured by `sumi-lab probcut`; tools/lab/probcut.h derives the form.
///
/// The error of a static value has two parts: one decays with each ply searched, the other is a
/// random walk over the plies between the depths. Reaching the end of the game adds a third.
/// Variances are interpolated linearly between knots of empties.
///
/// Integers only: every instruction-set level must make the same cuts.
struct ErrorModel {
  static constexpr int kKnots = 8;
  static constexpr int kFirstKnot = 4, kKnotStep = 8;  ///< Empties: 4, 12, ..., 60.
  static constexpr int kMaxUnits = 64 * Value::kPerDisc;
  static constexpr int kFadeScale = 1024;

  /// Standard deviations at each knot, in value units, 0..kMaxUnits.
  std::array<int, kKnots> decaying;     ///< The decaying part of a static value's error.
  std::array<int, kKnots> random_walk;  ///< The random walk's step per ply.
  std::array<int, kKnots> end;          ///< Added if the deep search reaches the end.
  /// The part of the decaying variance left after a ply, in 1/kFadeScale, 0..kFadeScale.
  int fade;

  /// How much static values underestimate the side to move, in value units at each knot,
  /// -kMaxUnits..kMaxUnits: half the mean difference between odd and even depths (core/README.md).
  /// Leaves add the tempo, so that all depths agree.
  std::array<int, kKnots> tempo{};

  /// How much values with tempo underestimate the side to move at odd numbers of empties, and
  /// overestimate it at even ones; units and range as for tempo. Evaluators trained on imperfect
  /// play undervalue the last move.
  std::array<int, kKnots> parity{};

  /// Tempo and parity, added to a leaf's static value for the side to move; 0 at the end of the
  /// game.
  SUMI_INLINE constexpr int leaf_correction(int empties) const {
    if (empties <= 0) return 0;
    const int last_move = between(parity, empties);
    return between(tempo, empties) + (empties % 2 != 0 ? last_move : -last_move);
  }

  /// The standard deviation between searches to depths `deep` and `shallow`, in value units; 0 only
  /// if all parts are 0. A search to the end has depth `empties`. Requires: 0 <= shallow <= deep <=
  /// 64, 0 <= empties <= 64.
  SUMI_INLINE constexpr int sigma(int deep, int shallow, int empties) const {
    const std::int64_t fades = at(decaying, empties) * (left(shallow) - left(deep)) >> 32;
    const std::int64_t lasts = at(random_walk, empties) * (deep - shallow);
    const std::int64_t ends = deep >= empties && deep > shallow ? at(end, empties) : 0;
    return root((fades + lasts + ends) / kKnotStep);
  }

  friend bool operator==(const ErrorModel&, const ErrorModel&) = default;

 private:
  struct Place {
    std::size_t knot;  ///< The last knot at or below the number of empties.
    int beyond;        ///< Empties above that knot, 0..kKnotStep - 1.
  };
  SUMI_INLINE static constexpr Place place(int empties) {
    const int last = (kKnots - 1) * kKnotStep;
    const int from = empties < kFirstKnot          ? 0
                     : empties - kFirstKnot < last ? empties - kFirstKnot
                                                   : last;
    return {static_cast<std::size_t>(from / kKnotStep), from % kKnotStep};
  }

  SUMI_INLINE static constexpr int between(const std::array<int, kKnots>& numbers, int empties) {
    const auto [knot, beyond] = place(empties);
    const int next = beyond == 0 ? 0 : numbers[knot + 1];
    return (numbers[knot] * (kKnotStep - beyond) + next * beyond) / kKnotStep;
  }

  /// Variance, times kKnotStep.
  SUMI_INLINE static constexpr std::int64_t at(const std::array<int, kKnots>& part, int empties) {
    const auto [knot, from] = place(empties);
    const std::int64_t beyond = from, here = part[knot];
    const std::int64_t next = beyond == 0 ? 0 : part[knot + 1];
    return here * here * (kKnotStep - beyond) + next * next * beyond;
  }

  /// Of the decaying variance after `depth` plies, in 2^-32.
  SUMI_INLINE constexpr std::int64_t left(int depth) const {
    std::int64_t part = std::int64_t{1} << 32;
    for (int i = 0; i < depth; ++i) part = part * fade / kFadeScale;
    return part;
  }

  /// Rounded down.
  SUMI_INLINE static constexpr int root(std::int64_t square) {
    std::int64_t result = 0;
    for (std::int64_t bit = std::int64_t{1} << 19; bit != 0; bit >>= 1) {
      if ((result + bit) * (result + bit) <= square) result += bit;
    }
    return static_cast<int>(result);
  }
};

/// For unmeasured evaluators of square values and mobility: at each knot the larger figure of
/// core/evaluators/evaluator.h, so that ProbCut rarely cuts.
inline constexpr ErrorModel kUnmeasuredError{{1037, 1025, 856, 670, 440, 299, 334, 344},
                                             {993, 913, 453, 270, 77, 68, 46, 63},
                                             {3232, 2287, 2146, 2550, 2550, 2550, 2550, 2550},
                                             769,
                                             {}};

/// Of the evaluator `pattern` (engine/game/pattern_layout.h), in steps per pattern and stage.
struct PatternWeights {
  static constexpr int kStepScale = 16;

  const std::int8_t* fillings = nullptr;   ///< [stage][filling], in steps.
  const std::int32_t* steps = nullptr;     ///< [stage][pattern], in 1/kStepScale value units.
  const std::int16_t* mobility = nullptr;  ///< [stage][mobility_filling()], in value units.
  ErrorModel error{};
};

/// Of the evaluator `table`: square values and mobility, own minus opponent's.
struct TableWeights {
  static constexpr int kNever = 64;

  SquareTable general;
  /// Replaces `general` after at least `decided_from` moves (not counting passes) if one side has
  /// at least `decided_corners` corners.
  SquareTable decided;
  int decided_from = kNever, decided_corners = 2;
  int mobility = 0;         ///< Per move more than the opponent's.
  int points_per_disc = 1;  ///< Of the values above.
  bool compressed = true;   ///< Compress sums beyond the value range instead of clamping them.
  ErrorModel error = kUnmeasuredError;
};

/// A fully connected integer layer (engine/weights/network_file.h). Sums fit in 32 bits.
struct MlpLayer {
  int inputs = 0, outputs = 0;
  int stride = 0;  ///< Row length, zero-padded to whole vectors.
  /// The first layer has a row per input, with weights to all outputs; other layers have a row per
  /// output.
  const std::int16_t* weights = nullptr;
  const std::int32_t* biases = nullptr;  ///< [stride] in the first layer, [outputs] in others.
  int sum_bits = 0;                      ///< A sum of 2^sum_bits is 1 before the sigmoid.
};

struct MlpWeights {
  static constexpr int kMaxUnits = 1024;      ///< Per layer, except inputs.
  static constexpr int kActivationBits = 12;  ///< 2^12 is an activation of 1.
  static constexpr int kSigmoidBits = 15;     ///< 2^15 is a table value of 1.
  static constexpr int kSigmoidReach = 16;    ///< The table covers -16..16.
  static constexpr int kSigmoidStepBits = 5;  ///< In steps of 1/32.
  static constexpr int kSigmoidSteps = 2 * kSigmoidReach << kSigmoidStepBits;

  const MlpLayer* layers = nullptr;
  int depth = 0;                           ///< At least 1.
  const std::uint16_t* sigmoid = nullptr;  ///< [kSigmoidSteps + 1]
  /// Inputs: the discs flipped by moves (S3), else the discs, in 130 inputs (S2). See
  /// network_file.h.
  bool sees_flips = false;
  /// One output, the probability that the side to move wins; else two, Black's and White's.
  bool mover_wins = false;
};

/// The integer network of the evaluator `nnue` for one number of empties.
struct NnueHead {
  static constexpr int kChannels = 16;  ///< Entries per row.
  static constexpr int kUnits = 32;
  static constexpr int kMaxUnit = 127 * 64;  ///< In 1/8192: units are clamped to 0..127/128.
  static constexpr int kMaxSum = 4095;  ///< Sums in the linear part are clamped to -4095..4095.
  static constexpr int kFine = 4096;

  alignas(64) std::int16_t start[kChannels];  ///< Initial sums of the channels, in 1/128.
  /// Of the hidden units, in 1/64. [i / 4][unit][i % 4] is for channel i.
  alignas(64) std::int8_t hidden[kChannels / 4][kUnits][4];
  alignas(64) std::int32_t hidden_bias[kUnits];  ///< In 1/8192.
  alignas(64) std::int32_t output[kUnits];       ///< In 1/kFine value units per 1/8192.
  /// The linear part, in 1/kFine value units per 1/128 of a channel's sum. Channel 0, the largest,
  /// is in `direct` and 0 here.
  alignas(32) std::int16_t skip[kChannels];
  std::int32_t direct;
  std::int32_t bias;  ///< In 1/kFine value units.
};

/// Of the evaluator `nnue` (engine/game/pattern_layout.h).
struct NnueWeights {
  static constexpr int kHeads = 61;

  /// [kNnueTables or 1][kNnueRows][NnueHead::kChannels], in 1/128.
  const std::int8_t* rows = nullptr;
  std::ptrdiff_t table_bytes = 0;   ///< 0 with one table.
  const NnueHead* heads = nullptr;  ///< [empties]; the last one also serves more empties.
  ErrorModel error{};
};

/// A position with a learned value.
struct KnownPosition {
  Board board;  ///< For the side to move.
  Value value{};
};

/// Of the evaluator `qtable`.
struct QTableWeights {
  /// The value of unknown moves in units: half a win, as in S5.
  static constexpr int kUnknownUnits = Value::kPerDisc * 32;

  const KnownPosition* positions = nullptr;  ///< Sorted by own, then opponent's discs.
  std::size_t count = 0;
};

/// Must outlive the core.
struct EvaluatorData {
  const PatternWeights* pattern = nullptr;  ///< May be filled in after the core is made.
  const TableWeights* table = nullptr;      ///< Null: the built-in table.
  BpFsCnWeights bpfscn{};
  const MlpWeights* mlp = nullptr;
  const NnueWeights* nnue = nullptr;
  QTableWeights qtable{};
};

}  // namespace sumi
