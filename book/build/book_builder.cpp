// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "book/build/build_plan.h"
#include "book/build/leaf_search.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"

#include <optional>
#include <unordered_set>

namespace sumi::book {
namespace {

/// Positions of a list, from its end.
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
  std::size_t left_;         ///< How many of boards_, from the front, are not done.
  std::vector<Board> next_;  ///< Leaves that the last one done needs, last first.
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

}  // namespace sumi::book
