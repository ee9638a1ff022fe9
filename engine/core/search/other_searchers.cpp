// SPDX-License-Identifier: MIT
#include "engine/core/evaluators/bpfscn_evaluator.h"
#include "engine/core/evaluators/mlp_evaluator.h"
#include "engine/core/evaluators/qtable_evaluator.h"
#include "engine/core/search/searcher.h"

#include <optional>

namespace sumi::SUMI_ISA {
namespace {

/// All evaluators except nnue and pattern in one type, so that the search is compiled once. bpfscn:
/// 8x8 only.
template <int N>
class OtherEvaluator {
 public:
  using State = typename MlpEvaluator<N>::State;  ///< Used only by mlp.

  OtherEvaluator(EvaluatorKind kind, const EvaluatorData& data) : kind_(kind) {
    if (kind == EvaluatorKind::kTable && data.table != nullptr) {
      table_ = TableEvaluator<N>(*data.table);
    }
    if (kind == EvaluatorKind::kBpFsCn) bpfscn_ = BpFsCnEvaluator(data.bpfscn);
    if (kind == EvaluatorKind::kMlp) mlp_.emplace(*data.mlp);
    if (kind == EvaluatorKind::kQTable) qtable_ = QTableEvaluator(data.qtable);
  }

  void reset(const Board& b, State& state) const {
    if (mlp_) mlp_->reset(b, state);
  }
  void advance(const Board& b, const State& parent, Square s, Bitboard flipped,
               State& child) const {
    if (mlp_) mlp_->advance(b, parent, s, flipped, child);
  }
  void pass(const State& parent, State& child) const {
    if (mlp_) mlp_->pass(parent, child);
  }
  Value value(const Board& b, const State& state) const {
    return value(b, state, legal_moves<N>(b), legal_moves<N>(b.passed()));
  }
  Value value(const Board& b, const State& state, Bitboard own_legal, Bitboard opp_legal) const {
    switch (kind_) {
      case EvaluatorKind::kTable:
        return table_.value(b, {}, own_legal, opp_legal);
      case EvaluatorKind::kBpFsCn:
        return bpfscn_.value(b, {});
      case EvaluatorKind::kMlp:
        return mlp_->value(b, state);
      case EvaluatorKind::kQTable:
        return qtable_.value(b);
      default:
        return mobility_.value(b, {}, own_legal, opp_legal);
    }
  }

  bool is_cheap() const {
    return kind_ == EvaluatorKind::kTable || kind_ == EvaluatorKind::kMobility;
  }

  const ErrorModel& error() const {
    switch (kind_) {
      case EvaluatorKind::kTable:
        return table_.error();
      case EvaluatorKind::kBpFsCn:
        return bpfscn_.error();
      case EvaluatorKind::kMlp:
      case EvaluatorKind::kQTable:  // says as little about discs
        return MlpEvaluator<N>::error();
      default:
        return mobility_.error();
    }
  }

 private:
  EvaluatorKind kind_;
  MobilityEvaluator<N> mobility_;
  TableEvaluator<N> table_;
  BpFsCnEvaluator bpfscn_{{}};
  QTableEvaluator qtable_;
  std::optional<MlpEvaluator<N>> mlp_;
};

template <int N>
std::unique_ptr<SearchCore> make_core_of_size(EvaluatorKind kind, const EvaluatorData& data) {
  return std::make_unique<Searcher<OtherEvaluator<N>, N>>(OtherEvaluator<N>(kind, data));
}

}  // namespace

std::unique_ptr<SearchCore> make_other_core(EvaluatorKind kind, int size,
                                            const EvaluatorData& data) {
  if (size == 8) return make_core_of_size<8>(kind, data);
  return size == 6 ? make_core_of_size<6>(kind, data) : make_core_of_size<4>(kind, data);
}

}  // namespace sumi::SUMI_ISA
