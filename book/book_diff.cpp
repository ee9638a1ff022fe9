// SPDX-License-Identifier: MIT
#include "book/book_diff.h"
#include "book/store/book_tree.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace sumi::book {
namespace {

/// Both moves lead to one position, or to symmetric ones.
bool same_move(const Board& board, Square a, Square b) {
  return a == b || position_after(board, a) == position_after(board, b);
}

/// Keeps the largest differences.
class Largest {
 public:
  explicit Largest(std::size_t most) : most_(most) {}

  /// Whether add() would keep a difference of so many units.
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
