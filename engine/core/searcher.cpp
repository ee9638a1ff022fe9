// SPDX-License-Identifier: MIT
/// The core of this level: puts evaluator, table and search behind SearchCore. Exports make_core()
/// and nothing else.
#include "engine/core/bpfscn_evaluator.h"
#include "engine/core/mlp_evaluator.h"
#include "engine/core/nnue/nnue_evaluator.h"
#include "engine/core/pattern/pattern_evaluator.h"
#include "engine/core/perft.h"
#include "engine/core/root.h"
#include "engine/search_core.h"

#include <memory>

namespace sumi::SUMI_ISA {
namespace {

#define SUMI_STRING_OF(x) #x
#define SUMI_NAME_OF(x) SUMI_STRING_OF(x)

/// Passes on the reports of a search behind a pass, as seen from before the pass.
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

constexpr std::size_t kDefaultTableMib = 1;  // the engine asks for what it wants

template <Evaluator E, int N>
class Searcher final : public SearchCore {
 public:
  explicit Searcher(const E& eval = E()) : eval_(eval) {}

  std::string_view isa() const override { return SUMI_NAME_OF(SUMI_ISA); }

  SearchReport search(const Board& root, const SearchLimits& limits,
                      SearchMonitor& monitor) override {
    if (limits.headstart.depth == 0) tt_.new_search();
    if (legal_moves<N>(root) != 0) return search_moves(root, limits, monitor);
    if (legal_moves<N>(root.passed()) == 0) return finished(root);
    SearchLimits reply = limits;  // the pass is the only candidate; after it all is as usual
    reply.alpha = -limits.beta;
    reply.beta = -limits.alpha;
    reply.moves = ~Bitboard{0};
    reply.candidates = 1;
    reply.margin = Value{0};
    reply.headstart = {};
    BeforePass before(monitor);
    return BeforePass::report(search_moves(root.passed(), reply, before));
  }

  void feed(const Board& b, const SearchReport& known) override {
    TtData data{known.lower, known.upper, known.depth, known.selectivity, false, known.move()};
    tt_.store(b, hash(b), data);
    Board position = b;
    for (std::size_t i = 1; i < known.line.size(); ++i) {  // only the best move of later positions
      const Square made = known.line[i - 1];
      position = made == Square::kPass ? position.passed() : play(position, made);
      data = TtData{-kInfinity, kInfinity, 0, 0, false, known.line[i]};
      tt_.store(position, hash(position), data);
    }
  }

  Value evaluate(const Board& b) const override {
    typename E::State state;
    eval_.reset(b, state);
    return eval_.value(b, state);
  }

  std::uint64_t perft(const Board& b, int depth) const override {
    return SUMI_ISA::perft<N>(b, depth);
  }

  void resize_table(std::size_t mib) override {
    tt_.resize(mib);
    clear_locals();
  }
  void clear_table() override {
    tt_.clear();
    clear_locals();
  }

  void set_threads(int threads) override {
    threads_ = threads > 1 ? std::make_unique<ThreadTeam>(threads - 1) : nullptr;
    locals_ = std::make_unique<LocalTable[]>(static_cast<std::size_t>(threads));
  }

  void set_parameters(const SearchParameters& parameters) override { parameters_ = parameters; }

 private:
  void clear_locals() {
    const int threads = threads_ ? 1 + threads_->helpers() : 1;
    for (int i = 0; i < threads; ++i) locals_[static_cast<std::size_t>(i)].clear();
  }

  /// The things that the helpers of a search start with.
  struct Helpers {
    const SearchThread& thread;
    LocalTable* locals;
    const E& eval;
    int selectivity;
    Team<E>& team;

    static void run(void* context, int helper) {
      const Helpers& begin = *static_cast<const Helpers*>(context);
      const SearchThread thread(begin.thread, begin.locals[1 + helper]);
      Worker<E, N> worker(thread, begin.eval, begin.selectivity, &begin.team);
      begin.team.help(worker);
    }
  };

  SearchReport search_moves(const Board& root, const SearchLimits& limits, SearchMonitor& monitor) {
    SearchShare share;
    const std::uint64_t node_limit = limits.nodes.value_or(~std::uint64_t{0});
    const SearchThread thread(tt_, stability_, locals_[0], share, monitor, node_limit, parameters_);
    if (!threads_) {
      Worker<E, N> worker(thread, eval_, limits.selectivity, nullptr);
      return Root<E, N>(worker, root, limits, monitor).run();
    }
    Team<E> team(*threads_);
    Worker<E, N> worker(thread, eval_, limits.selectivity, &team);
    Helpers helpers{thread, locals_.get(), eval_, limits.selectivity, team};
    threads_->start(&Helpers::run, &helpers);
    const SearchReport report = Root<E, N>(worker, root, limits, monitor).run();
    team.end();
    threads_->finish();
    return report;
  }

  static SearchReport finished(const Board& b) {
    SearchReport report;
    report.exact = true;
    report.lower = report.upper = to_value({final_discs<N>(b)});
    return report;
  }

  E eval_;
  StabilityTable stability_;
  TranspositionTable tt_{kDefaultTableMib};
  std::unique_ptr<LocalTable[]> locals_ = std::make_unique<LocalTable[]>(1);  ///< [thread]
  SearchParameters parameters_;
  std::unique_ptr<ThreadTeam> threads_;  ///< Null: one thread searches.
};

/// Null for an evaluator that does not know the size.
template <int N>
std::unique_ptr<SearchCore> make_core_of_size(EvaluatorKind kind, const EvaluatorData& data) {
  switch (kind) {
    case EvaluatorKind::kMobility:
      return std::make_unique<Searcher<MobilityEvaluator<N>, N>>();
    case EvaluatorKind::kTable:
      return std::make_unique<Searcher<TableEvaluator<N>, N>>(
          data.table != nullptr ? TableEvaluator<N>(*data.table) : TableEvaluator<N>());
    case EvaluatorKind::kPattern:
      if constexpr (N == 8) {
        return std::make_unique<Searcher<PatternEvaluator, N>>(PatternEvaluator(*data.pattern));
      }
      break;
    case EvaluatorKind::kBpFsCn:
      if constexpr (N == 8) {
        return std::make_unique<Searcher<BpFsCnEvaluator, N>>(BpFsCnEvaluator(data.bpfscn));
      }
      break;
    case EvaluatorKind::kNnue:
      if constexpr (N == 8) {
        return std::make_unique<Searcher<NnueEvaluator, N>>(NnueEvaluator(*data.nnue));
      }
      break;
    case EvaluatorKind::kMlp:
      return std::make_unique<Searcher<MlpEvaluator<N>, N>>(MlpEvaluator<N>(*data.mlp));
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<SearchCore> make_core(EvaluatorKind kind, int size, const EvaluatorData& data) {
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
