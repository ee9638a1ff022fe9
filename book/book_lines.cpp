// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/game/symmetry.h"

#include <algorithm>
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
    LineCounts& counts = place->second;  // stays where it is while the table grows
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

}  // namespace sumi::book
