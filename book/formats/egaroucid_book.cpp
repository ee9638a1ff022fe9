// SPDX-License-Identifier: MIT
#include "book/formats/egaroucid_book.h"
#include "book/store/book_tree.h"
#include "book/store/position_table.h"
#include "book/store/whole_discs.h"
#include "engine/base/file.h"
#include "engine/game/fast_rules.h"
#include "engine/game/symmetry.h"
#include "engine/limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sumi::book {
namespace {

/// Our level for one of theirs, -1 for those that are none.
int level_from(int level) {
  if (level == kPersonLevel) return kMaxBookLevel;
  return level >= 0 && level <= kMaxBookLevel ? level : -1;
}

/// The plies behind a value of such a level.
int depth_from(int level, const Board& board) {
  return std::min(std::max(level, 0), board.empties());
}

/// Their level: ours, or if it is unknown the depth, if there is one.
int level_to(int level, int depth) {
  if (level >= 0) return level;
  return depth > 0 ? std::min(depth, kMaxBookLevel) : -1;
}

/// Requires: `entry` has a score.
EgaroucidPosition to_egaroucid(const Board& board, const BookEntry& entry,
                               const std::vector<Child>& children) {
  EgaroucidPosition position;
  position.board = board;
  position.value = whole_discs(*entry.score).discs;
  position.level = level_to(entry.level, entry.depth);
  bool leads_out = false;
  EgaroucidLeaf leaf;
  const auto offer = [&](Square move, Value value, int level) {
    const int discs = whole_discs(value).discs;
    if (leaf.state == Leaf::State::kMove && discs <= leaf.value) return;
    leaf = {Leaf::State::kMove, move, discs, level};
  };
  for (const Child& child : children) {
    const std::optional<Value> value = child.value();
    if (child.over || !value) leads_out = true;  // no position is written there
    if (child.over) offer(child.move, *value, kMaxBookLevel);
  }
  if (entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, children)) {
    offer(entry.leaf.move, entry.leaf.value, level_to(entry.level, entry.leaf.depth));
  }
  if (!leads_out) leaf = {.state = Leaf::State::kNoMove};
  position.leaf = leaf;
  return position;
}

/// The position turned: `symmetry` is one of engine/game/symmetry.h.
EgaroucidPosition turned(EgaroucidPosition position, int symmetry) {
  position.board = symmetric(position.board, symmetry);
  position.leaf.move = symmetric(position.leaf.move, symmetry);
  return position;
}

/// The work of settle_leaves(), children before their parents.
class Settling {
 public:
  explicit Settling(const BookReader& book)
      : table_(book), bare_(table_.size()), taken_(table_.size()) {}

  void settle_all() {
    for (std::size_t i = 0; i < table_.size(); ++i) settle(i);
  }

  void write_to(BookStore& book) const {
    for (const std::size_t i : changed_) book.put(table_.board(i), table_.entry(i));
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (taken_[i]) book.erase(table_.board(i));
    }
  }

 private:
  void settle(std::size_t i) {
    const BookEntry before = table_.entry(i);
    const Board& board = table_.board(i);
    const auto find = [&](const Board& child) { return table_.find(child); };
    const std::vector<Child> moves = children(find, board);
    BookEntry after = before;
    bool known = before.leaf.state == Leaf::State::kMove && !is_stale(before.leaf, moves);
    bool leads_out = false, stays = false;
    for (const Child& child : moves) {
      const auto there = child.entry ? table_.index_of(child.board) : std::nullopt;
      const bool bare = there && bare_[*there];
      leads_out |= bare || !child.in_book();
      stays |= child.in_book() && !bare;
      if (!bare) continue;
      taken_[*there] = true;
      if (known && *child.value() <= after.leaf.value) continue;
      set_leaf(after, child);
      known = true;
    }
    if (!leads_out) after.leaf = {Leaf::State::kNoMove};
    if (leads_out && after.leaf.state == Leaf::State::kNoMove) after.leaf = {};
    bare_[i] = !known && !stays && before.score;
    if (after == before) return;
    table_.set_entry(i, after);
    changed_.push_back(i);
  }

  /// Makes the move to a bare position the leaf.
  static void set_leaf(BookEntry& entry, const Child& child) {
    const BookEntry& behind = *child.entry;
    entry.level = behind.level;
    entry.leaf = {Leaf::State::kMove, child.move,         *child.value(),
                  behind.depth + 1,   behind.selectivity, false};
  }

  PositionTable table_;
  std::vector<bool> bare_;   ///< Neither a leaf nor a move that stays in the book.
  std::vector<bool> taken_;  ///< It has become a leaf of another position.
  std::vector<std::size_t> changed_;
};

}  // namespace

std::optional<std::pair<Board, BookEntry>> from_egaroucid(const EgaroucidPosition& position) {
  const Board& board = position.board;
  if (!is_book_position(board)) return std::nullopt;
  const EgaroucidLeaf& leaf = position.leaf;
  const auto value_of = [](int discs) { return to_value(DiscDiff{discs}); };
  BookEntry entry;
  entry.level = level_from(position.level);
  entry.score = value_of(position.value);
  entry.depth = depth_from(entry.level, board);
  entry.selectivity = kSelectivities[0];
  if (leaf.state == Leaf::State::kNoMove) entry.leaf.state = leaf.state;
  if (leaf.state == Leaf::State::kMove && position_after(board, leaf.move)) {
    entry.level = level_from(leaf.level);
    entry.leaf = {Leaf::State::kMove,   leaf.move,
                  value_of(leaf.value), depth_from(entry.level, board),
                  kSelectivities[0],    false};
  }
  return std::pair(board, entry);
}

void settle_leaves(BookStore& book) {
  Settling settling(book);
  settling.settle_all();
  book.change([&] { settling.write_to(book); });
}

Result<bool> write_egaroucid_book(const std::string& path, const BookReader& book,
                                  const Progress& progress) {
  // Theirs is the smallest of the eight boards, as ours, but by their numbers of squares.
  std::uint32_t count = 0;
  std::string positions;
  const bool done = for_all(book, progress, [&](const Board& board, const BookEntry& entry) {
    if (!entry.score) return;
    const EgaroucidPosition ours = to_egaroucid(board, entry, children(book, board));
    positions += to_bytes(turned(ours, kEgaroucidTurn));
    ++count;
  });
  if (!done) return false;
  const Result<void> written = write_file(path, egaroucid_header(count) + positions);
  return written ? Result<bool>(true) : written.error();
}

}  // namespace sumi::book
