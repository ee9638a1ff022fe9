// SPDX-License-Identifier: MIT
#include "book/build/leaf_search.h"
#include "engine/game/rules.h"
#include "engine/levels.h"

#include <cassert>

namespace sumi::book {
namespace {

EngineOptions searching(const EngineOptions& options) {
  EngineOptions own;
  own.evaluator = options.evaluator;
  own.weights = options.weights;
  own.hash_mib = options.hash_mib;
  own.isa = options.isa;
  return own;
}

}  // namespace

LeafSearch::LeafSearch(const EngineOptions& options) : engine_(searching(options)) {}

std::optional<Leaf> LeafSearch::search(const Board& board, Bitboard moves, int level) {
  assert((moves & ~rules::legal_moves(board)) == 0);
  if (moves == 0) {
    Leaf none;
    none.state = Leaf::State::kNoMove;
    return none;
  }
  SearchLimits limits = level_limits(level);
  limits.moves = moves;
  engine_.set_board(board);
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return std::nullopt;
    engine_.go(limits, {});
  }
  const SearchUpdate found = engine_.wait();
  nodes_ += found.nodes;
  const std::lock_guard lock(mutex_);
  if (stopped_) return std::nullopt;
  return to_leaf(found);
}

void LeafSearch::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  engine_.stop();
}

Leaf to_leaf(const SearchReport& report) {
  Leaf leaf;
  leaf.state = Leaf::State::kMove;
  leaf.move = report.move();
  leaf.value = report.value();
  leaf.depth = report.depth;
  leaf.selectivity = report.selectivity;
  leaf.exact = report.exact;
  return leaf;
}

}  // namespace sumi::book
