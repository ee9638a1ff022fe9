// SPDX-License-Identifier: MIT
#include "book/board_hash.h"
#include "book/book_tree.h"
#include "book/prune.h"
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

/// `best` is known to be the best of moves that led to what is gone; what the leaf says counts,
/// too, if it is of use.
void replace_leaf(BookEntry& entry, const Child& best, bool leaf_is_fresh) {
  const BookEntry& after = *best.entry;
  const bool no_other = entry.leaf.state == Leaf::State::kNoMove;
  entry.level = leaf_is_fresh ? std::min(entry.level, after.level) : no_other ? after.level : -1;
  if (leaf_is_fresh && entry.leaf.value >= *best.value()) return;
  entry.leaf.state = Leaf::State::kMove;
  entry.leaf.move = best.move;
  entry.leaf.value = *best.value();
  entry.leaf.depth = after.depth + 1;
  entry.leaf.selectivity = after.selectivity;
}

/// The entry when only `stay` is left; nothing if it loses no child.
std::optional<BookEntry> cut(BookEntry entry, const std::vector<Child>& moves, const Boards& stay) {
  const Child* best = nullptr;
  bool loses = false, proven = true;
  for (const Child& child : moves) {
    if (!child.entry || stay.contains(canonical(child.board).board)) continue;
    loses = true;
    proven = proven && child.exact();
    if (child.value() && (!best || *child.value() > *best->value())) best = &child;
  }
  if (!loses) return std::nullopt;
  const bool no_other = entry.leaf.state == Leaf::State::kNoMove;
  const bool fresh = entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, moves);
  const bool rest_proven = no_other || (fresh && entry.leaf.exact);
  if (best) {
    replace_leaf(entry, *best, fresh);
  } else if (no_other) {
    entry.leaf = {};
  }
  entry.leaf.exact = proven && rest_proven;
  return entry;
}

}  // namespace

std::uint64_t prune(BookStore& book, const BuildGoal& goal, std::uint64_t min_games) {
  std::vector<Board> gone;
  book.change([&] {
    const Boards stay = staying(book, goal, min_games);
    std::vector<std::pair<Board, BookEntry>> changed;
    book.for_each([&](const Board& board, const BookEntry& entry) {
      if (!stay.contains(board)) {
        gone.push_back(board);
      } else if (auto left = cut(entry, children(book, board), stay)) {
        changed.emplace_back(board, std::move(*left));
      }
      return true;
    });
    for (const Board& board : gone) book.erase(board);
    for (const auto& [board, entry] : changed) book.put(board, entry);
    negamax_all(book);
  });
  return gone.size();
}

}  // namespace sumi::book
