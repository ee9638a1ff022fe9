// SPDX-License-Identifier: MIT
#include "engine/core/evaluators/bpfscn_evaluator.h"
#include "engine/core/evaluators/mlp_evaluator.h"
#include "engine/core/search/searcher.h"

namespace sumi::SUMI_ISA {
namespace {

/// Null for an evaluator that does not know the size.
template <int N>
std::unique_ptr<SearchCore> make_core_of_size(EvaluatorKind kind, const EvaluatorData& data) {
  switch (kind) {
    case EvaluatorKind::kMobility:
      return std::make_unique<Searcher<MobilityEvaluator<N>, N>>();
    case EvaluatorKind::kTable:
      return std::make_unique<Searcher<TableEvaluator<N>, N>>(
          data.table != nullptr ? TableEvaluator<N>(*data.table) : TableEvaluator<N>());
    case EvaluatorKind::kBpFsCn:
      if constexpr (N == 8) {
        return std::make_unique<Searcher<BpFsCnEvaluator, N>>(BpFsCnEvaluator(data.bpfscn));
      }
      break;
    case EvaluatorKind::kMlp:
      return std::make_unique<Searcher<MlpEvaluator<N>, N>>(MlpEvaluator<N>(*data.mlp));
    case EvaluatorKind::kPattern:
    case EvaluatorKind::kNnue:
      break;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<SearchCore> make_other_core(EvaluatorKind kind, int size,
                                            const EvaluatorData& data) {
  switch (size) {
    case 4:
      return make_core_of_size<4>(kind, data);
    case 6:
      return make_core_of_size<6>(kind, data);
    default:
      return make_core_of_size<8>(kind, data);
  }
}

}  // namespace sumi::SUMI_ISA
