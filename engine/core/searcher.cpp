// SPDX-License-Identifier: MIT
/// The core of this level: puts evaluator, table and search behind SearchCore. Exports make_core()
/// and nothing else.
#include "engine/core/pattern/pattern_evaluator.h"
#include "engine/core/perft.h"
#include "engine/core/root.h"
#include "engine/search_core.h"

#include <memory>

namespace sumi::SUMI_ISA {
namespace {

#define SUMI_STRING_OF(x) #x
#define SUMI_NAME_OF(x) SUMI_STRING_OF(x)

constexpr std::size_t kDefaultTableMib = 1;  // the engine asks for what it wants

template <Evaluator E, int N>
class Searcher final : public SearchCore {
 public:
  explicit Searcher(const E& eval = E()) : eval_(eval) {}

  std::string_view isa() const override { return SUMI_NAME_OF(SUMI_ISA); }

  SearchReport search(const Board& root, const SearchLimits& limits,
                      SearchMonitor& monitor) override {
    tt_.new_search();
    if (legal_moves<N>(root) != 0) return search_moves(root, limits, monitor);
    if (legal_moves<N>(root.passed()) == 0) return finished(root);
    SearchLimits reply = limits;  // the pass is the only candidate; after it all is as usual
    reply.alpha = -limits.beta;
    reply.beta = -limits.alpha;
    reply.moves = ~Bitboard{0};
    reply.candidates = 1;
    reply.margin = Value{0};
    return after_pass(search_moves(root.passed(), reply, monitor));
  }

  Value evaluate(const Board& b) const override {
    typename E::State state;
    eval_.reset(b, state);
    return eval_.value(b, state);
  }

  std::uint64_t perft(const Board& b, int depth) const override {
    return SUMI_ISA::perft<N>(b, depth);
  }

  void resize_table(std::size_t mib) override { tt_.resize(mib); }
  void clear_table() override { tt_.clear(); }

 private:
  SearchReport search_moves(const Board& root, const SearchLimits& limits, SearchMonitor& monitor) {
    SearchThread thread(tt_, stability_, monitor, limits.nodes.value_or(~std::uint64_t{0}));
    return Root<E, N>(thread, eval_, root, limits, monitor).run();
  }

  static SearchReport finished(const Board& b) {
    SearchReport report;
    report.exact = true;
    report.lower = report.upper = to_value({final_discs<N>(b)});
    return report;
  }

  static SearchReport after_pass(const SearchReport& reply) {
    SearchReport report = reply;
    report.lower = -reply.upper;
    report.upper = -reply.lower;
    report.line.clear();
    report.line.push_back(Square::kPass);
    for (const Square s : reply.line) report.line.push_back(s);
    return report;
  }

  E eval_;
  StabilityTable stability_;
  TranspositionTable tt_{kDefaultTableMib};
};

template <int N>
std::unique_ptr<SearchCore> make_core_of_size(EvaluatorKind kind, const PatternWeights* weights) {
  switch (kind) {
    case EvaluatorKind::kMobility:
      return std::make_unique<Searcher<MobilityEvaluator<N>, N>>();
    case EvaluatorKind::kTable:
      return std::make_unique<Searcher<TableEvaluator<N>, N>>();
    case EvaluatorKind::kPattern:
      if constexpr (N == 8) {
        return std::make_unique<Searcher<PatternEvaluator, N>>(PatternEvaluator(*weights));
      }
      break;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<SearchCore> make_core(EvaluatorKind kind, int size, const PatternWeights* weights) {
  switch (size) {
    case 4:
      return make_core_of_size<4>(kind, weights);
    case 6:
      return make_core_of_size<6>(kind, weights);
    default:
      return make_core_of_size<8>(kind, weights);
  }
}

}  // namespace sumi::SUMI_ISA
