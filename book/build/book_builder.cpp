// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "book/store/book_tree.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace sumi::book {
namespace {

class ListSource final : public LeafSource {
 public:
  ListSource(BookStore& book, const std::vector<Board>& boards, int level)
      : book_(book), boards_(boards), level_(level), left_(boards.size()) {
    progress_.positions = book.size();
  }

  std::optional<LeafTask> take(const std::atomic<bool>& stop) override {
    while (!stop) {
      if (!next_.empty()) {
        const Board board = next_.back();
        next_.pop_back();
        if (!taken_.insert(board).second) continue;
        return LeafTask{board, moves_out(children(book_, board)), level_};
      }
      if (left_ == 0) break;
      next_ = leaves_to_search(book_, boards_[--left_]);
    }
    return std::nullopt;
  }

  void put(const LeafTask& task, const Leaf& leaf) override {
    put_leaf(book_, task.board, leaf, task.level);
    ++progress_.searched;
  }

  BuildProgress progress() const override {
    BuildProgress progress = progress_;
    progress.waiting = left_ + next_.size();
    return progress;
  }

 private:
  BookStore& book_;
  const std::vector<Board>& boards_;
  const int level_;
  std::size_t left_;         ///< The first left_ of boards_ are still to do.
  std::vector<Board> next_;  ///< Leaves to search for the current board, reversed.
  std::unordered_set<Board, BoardHash> taken_;
  BuildProgress progress_;
};

}  // namespace

BuildEnd BookWorker::build(const BuildGoal& goal) {
  BuildPlan plan(book_, goal, BuildPlan::Kind::kBuild);
  const BuildEnd end = search_leaves(plan, setup_);
  return end == BuildEnd::kDone && plan.full() ? BuildEnd::kFull : end;
}

BuildEnd BookWorker::deepen(const BuildGoal& goal) {
  BuildPlan plan(book_, goal, BuildPlan::Kind::kDeepen);
  return search_leaves(plan, setup_);
}

BuildEnd BookWorker::search(const std::vector<Board>& boards, int level) {
  ListSource list(book_, boards, level);
  return search_leaves(list, setup_);
}

namespace {

auto worth(const BookEntry& entry, const std::vector<Child>& children) {
  const Leaf& leaf = entry.leaf;
  const bool fresh =
      leaf.state == Leaf::State::kNoMove ? moves_out(children) == 0 : !is_stale(leaf, children);
  const bool searched = leaf.state != Leaf::State::kUnsearched;
  return std::tuple(searched, fresh, entry.level, leaf.depth);
}

bool put_positions(BookStore& book, const BookReader& from, bool count_games,
                   const Progress& progress) {
  return for_all(from, progress, [&](const Board& board, const BookEntry& entry) {
    const std::optional<BookEntry> known = book.find(board);
    BookEntry merged = known.value_or(entry);
    if (!known && !count_games) merged.games = {};
    if (known && count_games) merged.games = sum(known->games, entry.games);
    if (!known || known->games != merged.games) book.put(board, merged);
  });
}

/// Requires: all positions are merged; they determine which leaves are stale.
bool choose_leaves(BookStore& book, const BookReader& from, const Progress& progress) {
  return for_all(from, progress, [&](const Board& board, const BookEntry& entry) {
    const std::optional<BookEntry> known = book.find(board);
    if (!known) return;  // added to `from` meanwhile
    BookEntry merged = *known;
    if (merged.leaf == entry.leaf && merged.level == entry.level) return;
    const std::vector<Child> moves = children(book, board);
    if (worth(merged, moves) >= worth(entry, moves)) return;
    merged.leaf = entry.leaf;
    merged.level = entry.level;
    book.put(board, merged);
  });
}

}  // namespace

bool merge(BookStore& book, const BookReader& from, const Progress& progress) {
  return book.change_if([&] {
    const std::vector<std::uint64_t> games = from.games();
    const bool known = std::ranges::all_of(games, [&](auto game) { return book.has_game(game); });
    if (!put_positions(book, from, games.empty() || !known, part_of(progress, 0, 1. / 3)) ||
        !choose_leaves(book, from, part_of(progress, 1. / 3, 2. / 3))) {
      return false;
    }
    for (const std::uint64_t game : games) book.remember_game(game);
    return negamax_all(book, part_of(progress, 2. / 3, 1));
  });
}

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

const Child* better(const Child* best, const Child& child) {
  return child.value() && (!best || *child.value() > *best->value()) ? &child : best;
}

Leaf leaf_to(const Child& child) {
  return {Leaf::State::kMove,       child.move, *child.value(), child.entry->depth + 1,
          child.entry->selectivity, false};
}

/// `entry` without its removed children; nothing if all children stay.
std::optional<BookEntry> cut(BookEntry entry, const std::vector<Child>& moves, const Boards& stay) {
  const Child *best = nullptr, *best_left = nullptr;  // best removed and remaining child
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
