// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "book/store/book_tree.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <unordered_map>
#include <utility>

namespace sumi::book {
namespace {

class LineCounter {
 public:
  LineCounter(const BookReader& book, Value max_loss) : book_(book), max_loss_(max_loss) {}

  LineCounts count(const Board& board) {
    const auto [place, is_new] = counts_.try_emplace(canonical(board).board);
    LineCounts& counts = place->second;  // stable while the table grows
    if (is_new) counts = count_new(place->first);
    return counts;
  }

 private:
  LineCounts count_new(Board board) {
    const std::optional<BookEntry> entry = book_.find(board);
    if (!entry || !entry->score) return {};
    const std::vector<Child> all = children(book_, board);
    const Value least{entry->score->units - max_loss_.units};
    LineCounts counts;
    double fewest = std::numeric_limits<double>::infinity();
    const auto add = [&](const LineCounts& behind, bool same_side) {
      if (behind.all == 0) return;
      counts.all += behind.all;
      fewest = std::min(fewest, behind.to_remember[same_side ? 0 : 1]);
      counts.to_remember[1] += behind.to_remember[same_side ? 1 : 0];
    };
    constexpr LineCounts kEnd{1, {1, 1}};
    for (const Child& child : all) {
      const std::optional<Value> value = child.value();
      if (!value || *value < least) continue;
      add(child.over ? kEnd : count(child.board), child.same_side);
    }
    const Leaf& leaf = entry->leaf;
    const bool leads_out = leaf.state == Leaf::State::kMove && !is_stale(leaf, all);
    if (leads_out && leaf.value >= least) add(kEnd, false);
    if (counts.all > 0) counts.to_remember[0] = fewest;
    return counts;
  }

  const BookReader& book_;
  const Value max_loss_;
  std::unordered_map<Board, LineCounts, BoardHash> counts_;
};

}  // namespace

LineCounts count_lines(const BookReader& book, const Board& board, Value max_loss) {
  const auto position = book_position(board);
  if (!position) return {};
  LineCounts counts = LineCounter(book, max_loss).count(*position);
  if (*position != board) std::swap(counts.to_remember[0], counts.to_remember[1]);
  return counts;
}

namespace {

/// Up to symmetry.
bool same_move(const Board& board, Square a, Square b) {
  return a == b || position_after(board, a) == position_after(board, b);
}

class Largest {
 public:
  explicit Largest(std::size_t most) : most_(most) {}

  bool takes(int units) const {
    return most_ > 0 && (all_.size() < most_ || std::abs(units) > std::abs(all_.back().units()));
  }
  void add(const ScoreDifference& difference) {
    const auto larger = [](const ScoreDifference& a, const ScoreDifference& b) {
      return std::abs(a.units()) > std::abs(b.units());
    };
    all_.insert(std::ranges::upper_bound(all_, difference, larger), difference);
    if (all_.size() > most_) all_.pop_back();
  }
  std::vector<ScoreDifference> all() && { return std::move(all_); }

 private:
  const std::size_t most_;
  std::vector<ScoreDifference> all_;
};

}  // namespace

std::optional<BookDifference> compare_books(const BookReader& first, const BookReader& second,
                                            std::size_t most, const Progress& progress) {
  BookDifference difference;
  Largest largest(most);
  double sum = 0, squares = 0;
  const bool done = for_all(first, progress, [&](const Board& board, const BookEntry& entry) {
    const std::optional<BookEntry> other = second.find(board);
    if (!other) {
      ++difference.only_first;
      return;
    }
    ++difference.both;
    if (!entry.score || !other->score) return;
    ++difference.compared;
    ScoreDifference scores{board, *entry.score, *other->score};
    const double discs = to_discs(Value{scores.units()});
    sum += discs;
    squares += discs * discs;
    if (scores.units() == 0) ++difference.same_score;
    scores.best_first = best_move(first, board).value_or(Square::kPass);
    scores.best_second = best_move(second, board).value_or(Square::kPass);
    if (!same_move(board, scores.best_first, scores.best_second)) ++difference.other_best;
    if (scores.units() != 0 && largest.takes(scores.units())) largest.add(scores);
  });
  if (!done) return std::nullopt;
  difference.only_second = second.size() - difference.both;
  if (difference.compared > 0) {
    const auto count = static_cast<double>(difference.compared);
    difference.mean = sum / count;
    difference.deviation =
        std::sqrt(std::max(0.0, squares / count - difference.mean * difference.mean));
  }
  difference.largest = std::move(largest).all();
  return difference;
}

}  // namespace sumi::book
