// SPDX-License-Identifier: MIT
#include "book/build/leaf_search.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"

#include <cassert>
#include <optional>

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

bool needs_search(const Leaf& leaf, const std::vector<Child>& children) {
  return leaf.state == Leaf::State::kUnsearched || is_stale(leaf, children);
}

std::vector<Board> leaves_to_search(const BookReader& book, const Board& board) {
  std::vector<Board> found;
  const std::optional<BookEntry> entry = book.find(board);
  if (!entry) return found;
  for (const Board& parent : parents(book, board)) {
    const Leaf leaf = book.find(parent).value().leaf;
    if (is_stale(leaf, children(book, parent))) found.push_back(parent);
  }
  if (needs_search(entry->leaf, children(book, board))) found.push_back(canonical(board).board);
  return found;
}

bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level) {
  bool is_new = false;
  book.change([&] {
    const std::optional<BookEntry> known = book.find(board);
    is_new = !known;
    BookEntry entry = known.value_or(BookEntry{});
    entry.leaf = leaf;
    entry.level = level;
    update(book, board, entry);
  });
  return is_new;
}

}  // namespace sumi::book
