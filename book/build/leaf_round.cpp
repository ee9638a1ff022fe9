// SPDX-License-Identifier: MIT
#include "book/build/leaf_round.h"
#include "book/build/leaf_search.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"

#include <atomic>
#include <optional>
#include <set>

namespace sumi::book {
namespace {

bool has_use_for(const BookReader& book, const LeafTask& task) {
  const std::vector<Child> moves = children(book, task.board);
  if (moves_out(moves) != task.moves) return false;
  const std::optional<BookEntry> known = book.find(task.board);
  return !known || known->level < task.level || needs_search(known->leaf, moves);
}

}  // namespace

std::vector<LeafTask> next_leaves(BookStore& book, const BuildGoal& goal, BuildPlan::Kind kind,
                                  std::size_t count) {
  const std::atomic<bool> stop = false;
  BuildPlan plan(book, goal, kind);
  std::vector<LeafTask> leaves;
  while (leaves.size() < count) {
    const std::optional<LeafTask> leaf = plan.take(stop);
    if (!leaf) break;
    leaves.push_back(*leaf);
  }
  return leaves;
}

TakenRound take_answers(BookStore& book, const std::vector<LeafAnswer>& answers) {
  std::set<Board, BoardOrder> boards;
  std::vector<const LeafAnswer*> useful;
  for (const LeafAnswer& answer : answers) {
    if (has_use_for(book, answer.task) && boards.insert(answer.task.board).second) {
      useful.push_back(&answer);
    }
  }
  TakenRound taken;
  taken.ignored = answers.size() - useful.size();
  book.change([&] {
    for (const LeafAnswer* const answer : useful) {
      const LeafTask& task = answer->task;
      ++(put_leaf(book, task.board, answer->leaf, task.level) ? taken.added : taken.searched);
    }
  });
  return taken;
}

}  // namespace sumi::book
