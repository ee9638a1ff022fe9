// SPDX-License-Identifier: MIT
/// Exports only make_core().
#include "engine/core/board/moves.h"
#include "engine/core/evaluators/nnue_evaluator.h"
#include "engine/core/evaluators/pattern_evaluator.h"
#include "engine/core/search/searcher.h"

namespace sumi::SUMI_ISA {
namespace {

#define SUMI_STRING_OF(x) #x
#define SUMI_NAME_OF(x) SUMI_STRING_OF(x)

/// Converts reports for the position after a pass into reports for the position before it.
class BeforePass final : public SearchMonitor {
 public:
  explicit BeforePass(SearchMonitor& monitor) : monitor_(monitor) {}

  bool should_stop(std::uint64_t nodes) override { return monitor_.should_stop(nodes); }
  bool on_iteration(const SearchReport& reply) override {
    return monitor_.on_iteration(report(reply));
  }

  static SearchReport report(const SearchReport& reply) {
    SearchReport report = reply;
    report.lower = -reply.upper;
    report.upper = -reply.lower;
    report.line.clear();
    report.line.push_back(Square::kPass);
    for (const Square s : reply.line) report.line.push_back(s);
    return report;
  }

 private:
  SearchMonitor& monitor_;
};

}  // namespace

template <int N>
std::string_view SizedCore<N>::isa() const {
  return SUMI_NAME_OF(SUMI_ISA);
}

template <int N>
SearchReport SizedCore<N>::search(const Board& root, const SearchLimits& limits,
                                  SearchMonitor& monitor) {
  if (limits.headstart.depth == 0) tt_.new_search();
  if (legal_moves<N>(root) != 0) return search_on_threads(root, limits, monitor);
  if (legal_moves<N>(root.passed()) == 0) {
    SearchReport report;
    report.exact = true;
    report.lower = report.upper = to_value({final_discs<N>(root)});
    return report;
  }
  SearchLimits reply = limits;  // the pass is the only candidate
  reply.alpha = -limits.beta;
  reply.beta = -limits.alpha;
  reply.moves = ~Bitboard{0};
  reply.candidates = 1;
  reply.margin = Value{0};
  reply.headstart = {};
  BeforePass before(monitor);
  return BeforePass::report(search_on_threads(root.passed(), reply, before));
}

template <int N>
void SizedCore<N>::add_knowledge(const Board& b, const SearchReport& known) {
  TtData data{known.lower, known.upper, known.depth, known.selectivity, false, known.move()};
  tt_.store(b, hash(b), data);
  Board position = b;
  for (std::size_t i = 1; i < known.line.size(); ++i) {  // later positions get only a best move
    const Square made = known.line[i - 1];
    position = made == Square::kPass ? position.passed() : play(position, made);
    data = TtData{-kInfinity, kInfinity, 0, 0, false, known.line[i]};
    tt_.store(position, hash(position), data);
  }
}

template <int N>
std::uint64_t SizedCore<N>::perft(const Board& b, int depth) const {
  return SUMI_ISA::perft<N>(b, depth);
}

template <int N>
void SizedCore<N>::resize_table(std::size_t mib) {
  tt_.resize(mib);
  clear_locals();
}

template <int N>
void SizedCore<N>::clear_table() {
  tt_.clear();
  clear_locals();
}

template <int N>
void SizedCore<N>::set_threads(int threads) {
  threads_ = threads > 1 ? std::make_unique<ThreadTeam>(threads - 1) : nullptr;
  locals_ = std::make_unique<LocalTable[]>(static_cast<std::size_t>(threads));
}

template <int N>
void SizedCore<N>::clear_locals() {
  const int threads = threads_ ? 1 + threads_->helpers() : 1;
  for (int i = 0; i < threads; ++i) locals_[static_cast<std::size_t>(i)].clear();
}

template <int N>
SearchReport SizedCore<N>::search_on_threads(const Board& root, const SearchLimits& limits,
                                             SearchMonitor& monitor) {
  SearchShare share;
  const std::uint64_t node_limit = limits.nodes.value_or(~std::uint64_t{0});
  const SearchThread thread(tt_, stability_, locals_[0], share, monitor, node_limit, parameters_);
  return search_moves(root, limits, monitor, thread, threads_.get(), locals_.get());
}

template class SizedCore<4>;
template class SizedCore<6>;
template class SizedCore<8>;

std::unique_ptr<SearchCore> make_core(EvaluatorKind kind, int size, const EvaluatorData& data) {
  if (size == 8 && kind == EvaluatorKind::kPattern) {
    return std::make_unique<Searcher<PatternEvaluator, 8>>(PatternEvaluator(*data.pattern));
  }
  if (size == 8 && kind == EvaluatorKind::kNnue) {
    return std::make_unique<Searcher<NnueEvaluator, 8>>(NnueEvaluator(*data.nnue));
  }
  return make_other_core(kind, size, data);
}

}  // namespace sumi::SUMI_ISA
