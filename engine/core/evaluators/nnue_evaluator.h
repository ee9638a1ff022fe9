// SPDX-License-Identifier: MIT
/// The evaluator `nnue`: a small network over the features of `pattern`
/// (engine/game/pattern_layout.h). Each feature's index selects a row of channels. The rows are
/// summed, and a network for the number of empties computes the value:
///
///   channel c:  a_c = start_c + sum over pairs of rows of their two numbers of c, added and
///               clamped to -128..127 (in 1/128)
///   units:      h_u = clamp(bias_u + sum over c of w_uc * clamp(a_c, 0, 1)^2, 0, 1)
///   value:      bias + sum over c of skip_c * clamp(a_c, -32, 32) + sum over u of output_u * h_u
///
/// A move changes most features, so the sums are recomputed at each leaf. A state contains only the
/// indices, as in `pattern`. Reference implementation: nnue_value() in engine/weights/nnue_file.h.
#pragma once

#include "engine/core/evaluators/nnue_layers.h"
#include "engine/core/evaluators/pattern_evaluator.h"
#include "engine/game/pattern_layout.h"

namespace sumi::SUMI_ISA {

class NnueEvaluator {
 public:
  using State = PatternEvaluator::State;

  /// `weights` must outlive the evaluator and be complete before value() and error().
  explicit NnueEvaluator(const NnueWeights& weights) : weights_(&weights) {}
  explicit NnueEvaluator(NnueWeights&&) = delete;

  void reset(const Board& b, State& state) const { PatternEvaluator::fill(b, state); }
  void advance(const Board&, const State& parent, Square s, Bitboard flipped, State& child) const {
    PatternEvaluator::fill_child(parent, s, flipped, child);
  }
  void pass(const State& parent, State& child) const {
    PatternEvaluator::fill_passed(parent, child);
  }

  Value value(const Board& b, const State& state) const {
    return value(b, state, legal_moves<8>(b), legal_moves<8>(b.passed()));
  }
  SUMI_INLINE Value value(const Board& b, const State& state, Bitboard own_legal,
                          Bitboard opp_legal) const {
    using namespace detail;
    const int empties = b.empties();
    const NnueHead& head = weights_->heads[std::min(empties, NnueWeights::kHeads - 1)];
    const std::int8_t* const table = weights_->rows + nnue_table(empties) * weights_->table_bytes;
    const int mobility = mobility_filling(std::popcount(own_legal), std::popcount(opp_legal));
    Channels sums(head.start);
    sums.add(0, row(table, kFirstMobilityRow + mobility),
             row(table, kFirstParityRow + parity_filling(b.empty())));
    static_assert(kPatternLayout.features % 2 == 0);
    add_features(state, table, sums,
                 std::make_index_sequence<static_cast<std::size_t>(kPatternLayout.features / 2)>());
    return compress_estimate(head_value(head, sums) >> std::countr_zero(unsigned{NnueHead::kFine}));
  }

  const ErrorModel& error() const { return weights_->error; }

 private:
  SUMI_INLINE static const std::int8_t* row(const std::int8_t* table, int number) {
    return table + static_cast<std::ptrdiff_t>(number) * NnueHead::kChannels;
  }

  template <std::size_t... kPairs>
  SUMI_INLINE static void add_features(const State& state, const std::int8_t* table,
                                       detail::Channels& sums, std::index_sequence<kPairs...>) {
    // Hides the pointer from GCC, which would extract the indices from the stored vector; loading
    // is faster.
    const std::uint16_t* values = state.values.data();
    asm("" : "+r"(values));
    const auto row_of = [&](std::size_t feature) {
      return row(table, static_cast<int>(detail::kFeatureTables.offset[feature] + values[feature]));
    };
    (sums.add(1 + kPairs, row_of(2 * kPairs), row_of(2 * kPairs + 1)), ...);
  }

  const NnueWeights* weights_;
};

static_assert(Evaluator<NnueEvaluator>);

}  // namespace sumi::SUMI_ISA
