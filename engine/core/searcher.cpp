// SPDX-License-Identifier: MIT
/// The core of this level: puts evaluator, table and search behind SearchCore. Exports make_core()
/// and nothing else.
#include "engine/core/perft.h"
#include "engine/core/root.h"
#include "engine/search_core.h"

#include <memory>

namespace sumi::SUMI_ISA {
namespace {

#define SUMI_STRING_OF(x) #x
#define SUMI_NAME_OF(x) SUMI_STRING_OF(x)

constexpr std::size_t kDefaultTableMib = 1;  // the engine asks for what it wants

template <Evaluator E>
class Searcher final : public SearchCore {
 public:
  std::string_view isa() const override { return SUMI_NAME_OF(SUMI_ISA); }

  SearchReport search(const Board& root, const SearchLimits& limits,
                      SearchMonitor& monitor) override {
    tt_.new_search();
    if (legal_moves<8>(root) != 0) return search_moves(root, limits, monitor);
    if (legal_moves<8>(root.passed()) == 0) return finished(root);
    return after_pass(search_moves(root.passed(), limits, monitor));
  }

  Value evaluate(const Board& b) const override {
    typename E::State state;
    eval_.reset(b, state);
    return eval_.value(b, state);
  }

  std::uint64_t perft(const Board& b, int depth) const override {
    return SUMI_ISA::perft<8>(b, depth);
  }

  void resize_table(std::size_t mib) override { tt_ = TranspositionTable(mib); }
  void clear_table() override { tt_.clear(); }

 private:
  SearchReport search_moves(const Board& root, const SearchLimits& limits, SearchMonitor& monitor) {
    SearchThread thread(tt_, stability_, monitor, limits.nodes.value_or(~std::uint64_t{0}));
    return Root<E, 8>(thread, eval_, root, limits, monitor).run();
  }

  static SearchReport finished(const Board& b) {
    SearchReport report;
    report.exact = true;
    report.lower = report.upper = to_value({final_discs<8>(b)});
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

}  // namespace

std::unique_ptr<SearchCore> make_core(EvaluatorKind kind) {
  switch (kind) {
    case EvaluatorKind::kMobility:
      return std::make_unique<Searcher<MobilityEvaluator>>();
    case EvaluatorKind::kTable:
      return std::make_unique<Searcher<TableEvaluator>>();
  }
  return nullptr;
}

}  // namespace sumi::SUMI_ISA
