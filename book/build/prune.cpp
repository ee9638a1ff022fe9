// SPDX-License-Identifier: MIT
#include "book/build/prune.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sumi::book {
namespace {

using Boards = std::unordered_set<Board, BoardHash>;  // canonical

Boards staying(const BookReader& book, const BuildGoal& goal, std::uint64_t min_games) {
  Boards stay;
  std::vector<Board> reached;
  const auto add = [&](const Board& board) {
    if (stay.insert(board).second && min_games > 0) reached.push_back(board);
  };
  for (const GoalPosition& position : positions_within(book, goal)) add(position.board);
  while (!reached.empty()) {
    const Board board = reached.back();
    reached.pop_back();
    for (const Child& child : children(book, board)) {
      if (child.entry && child.entry->games.games() >= min_games) add(canonical(child.board).board);
    }
  }
  return stay;
}

/// The child of the best value; null if none has one.
const Child* better(const Child* best, const Child& child) {
  return child.value() && (!best || *child.value() > *best->value()) ? &child : best;
}

/// The leaf that leads where `child` did.
Leaf leaf_to(const Child& child) {
  return {Leaf::State::kMove,       child.move, *child.value(), child.entry->depth + 1,
          child.entry->selectivity, false};
}

/// The entry when only `stay` is left; nothing if it loses no child.
std::optional<BookEntry> cut(BookEntry entry, const std::vector<Child>& moves, const Boards& stay) {
  const Child *best = nullptr, *best_left = nullptr;  // of those that go, and of the others
  bool loses = false, all_scored = true, all_exact = true;
  for (const Child& child : moves) {
    if (!child.entry || stay.contains(canonical(child.board).board)) {
      best_left = better(best_left, child);
      continue;
    }
    best = better(best, child);
    loses = true;
    all_scored = all_scored && child.value();
    all_exact = all_exact && child.exact();
  }
  if (!loses) return std::nullopt;

  const bool fresh = entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, moves);
  const bool no_other = entry.leaf.state == Leaf::State::kNoMove;
  const bool known = all_scored && (fresh || no_other);
  Leaf leaf = fresh ? entry.leaf : Leaf{};
  int level = known ? entry.level : -1;
  if (best) {
    if (known) level = fresh ? std::min(level, best->entry->level) : best->entry->level;
    if (!fresh || leaf.value < *best->value()) leaf = leaf_to(*best);
  }
  leaf.exact = known && all_exact && (no_other || entry.leaf.exact);
  const bool needed = !best_left || leaf.value > *best_left->value();
  entry.leaf = known || needed ? leaf : Leaf{};
  entry.level = level;
  return entry;
}

}  // namespace

std::optional<std::uint64_t> prune(BookStore& book, const BuildGoal& goal, std::uint64_t min_games,
                                   const Progress& progress) {
  std::vector<Board> gone;
  const bool done = book.change_if([&] {
    const Boards stay = staying(book, goal, min_games);
    std::vector<std::pair<Board, BookEntry>> changed;
    const auto look = [&](const Board& board, const BookEntry& entry) {
      if (!stay.contains(board)) {
        gone.push_back(board);
      } else if (auto left = cut(entry, children(book, board), stay)) {
        changed.emplace_back(board, std::move(*left));
      }
    };
    if (!for_all(book, part_of(progress, 0, 0.5), look)) return false;
    for (const Board& board : gone) book.erase(board);
    for (const auto& [board, entry] : changed) book.put(board, entry);
    return negamax_all(book, part_of(progress, 0.5, 1));
  });
  return done ? std::optional<std::uint64_t>(gone.size()) : std::nullopt;
}

}  // namespace sumi::book
