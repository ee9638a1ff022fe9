// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_set>

namespace sumi::book {
PositionTable::PositionTable(const BookReader& book) {
  book.for_each([&](const Board& board, const BookEntry& entry) {
    assert(canonical(board).board == board);
    positions_.push_back({board, to_row(entry)});
    return true;
  });
  std::ranges::sort(positions_, DeepestFirst{}, &Item::board);
  for (const Item& item : positions_) ++first_[item.board.empties() + 1];
  for (std::size_t i = 1; i < std::size(first_); ++i) first_[i] += first_[i - 1];
}

BookEntry PositionTable::entry(std::size_t i) const {
  const BookRow& row = positions_[i].row;
  return parse_row(positions_[i].board, {row.data(), row.size()}).value();
}

void PositionTable::set_entry(std::size_t i, const BookEntry& entry) {
  positions_[i].row = to_row(entry);
}

std::optional<std::size_t> PositionTable::index_of(const Board& board) const {
  return lookup(canonical(board).board);
}

std::optional<BookEntry> PositionTable::find(const Board& board) const {
  const CanonicalBoard there = canonical(board);
  const auto i = lookup(there.board);
  if (!i) return std::nullopt;
  BookEntry found = entry(*i);
  found.leaf.move = symmetric(found.leaf.move, inverse_symmetry(there.symmetry));
  return found;
}

std::optional<std::size_t> PositionTable::lookup(const Board& there) const {
  const auto empties = static_cast<std::size_t>(there.empties());
  const auto begin = positions_.begin() + static_cast<std::ptrdiff_t>(first_[empties]);
  const auto end = positions_.begin() + static_cast<std::ptrdiff_t>(first_[empties + 1]);
  const auto found = std::ranges::lower_bound(begin, end, there, BoardOrder{}, &Item::board);
  if (found == end || found->board != there) return std::nullopt;
  return static_cast<std::size_t>(found - positions_.begin());
}

namespace {

/// The source of a position's score.
struct Candidate {
  Value value;
  bool exact;
  int depth;  ///< Depth from the position itself.
  int selectivity;
  Square move;
  bool is_leaf;
};

std::optional<Candidate> candidate_of(const Child& child) {
  const std::optional<Value> value = child.value();
  if (!value) return std::nullopt;
  // A finished game counts as searched to the end.
  if (child.over) return Candidate{*value, true, child.board.empties() + 1, 100, child.move, false};
  const BookEntry& entry = *child.entry;
  return Candidate{*value, entry.exact, entry.depth + 1, entry.selectivity, child.move, false};
}

/// Among equal values prefers the exact one, then the deeper, then the lower square.
std::optional<Candidate> best_candidate(const Leaf& leaf, const std::vector<Child>& children) {
  std::optional<Candidate> best;
  const auto offer = [&](const Candidate& next) {
    const auto rank = [](const Candidate& c) {
      return std::tuple(c.value, c.exact, c.depth, -index(c.move));
    };
    if (!best || rank(next) > rank(*best)) best = next;
  };
  for (const Child& child : children) {
    if (const auto candidate = candidate_of(child)) offer(*candidate);
  }
  if (leaf.state == Leaf::State::kMove && !is_stale(leaf, children)) {
    offer({leaf.value, leaf.exact, leaf.depth, leaf.selectivity, leaf.move, true});
  }
  return best;
}

auto negamax_of(const BookEntry& entry) {
  return std::tuple(entry.score, entry.depth, entry.selectivity, entry.exact);
}

std::string to_text(const Board& board) { return sumi::to_text(Position{board, Color::kBlack, 8}); }

}  // namespace

std::optional<Value> Child::value() const {
  if (over) return -to_value(final_score(board));
  if (!entry || !entry->score) return std::nullopt;
  return same_side ? *entry->score : -*entry->score;
}

GameCounts Child::games() const {
  if (!entry) return {};
  const GameCounts& games = entry->games;
  return same_side ? games : GameCounts{games.losses, games.draws, games.wins};
}

std::vector<Child> children(const FindEntry& find, const Board& board) {
  std::vector<Child> children;
  for (Bitboard left = fast_rules::legal_moves(board); left != 0; left &= left - 1) {
    Child child;
    child.move = first_square(left);
    child.board = fast_rules::play(board, child.move);
    if (const auto position = book_position(child.board)) {
      child.same_side = *position != child.board;
      child.board = *position;
      child.entry = find(child.board);
    } else {
      child.over = true;
    }
    children.push_back(std::move(child));
  }
  return children;
}

std::vector<Child> children(const BookReader& book, const Board& board) {
  return children([&](const Board& child) { return book.find(child); }, board);
}

std::vector<Board> parents(const BookReader& book, const Board& board) {
  std::vector<Board> parents;
  const auto add = [&](const Board& after) {
    for (const Board& before : predecessors(after)) parents.push_back(canonical(before).board);
  };
  add(board);
  // If the other side had to pass, the same side moved last.
  if (fast_rules::legal_moves(board.passed()) == 0) add(board.passed());

  std::ranges::sort(parents, BoardOrder{});
  parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
  std::erase_if(parents, [&](const Board& parent) { return !book.find(parent); });
  return parents;
}

std::optional<Board> book_position(const Board& board) {
  if (fast_rules::legal_moves(board) != 0) return board;
  if (fast_rules::legal_moves(board.passed()) != 0) return board.passed();
  return std::nullopt;
}

std::optional<Board> position_after(const Board& board, Square move) {
  const std::optional<Board> next = book_position(fast_rules::play(board, move));
  return next ? std::optional(canonical(*next).board) : std::nullopt;
}

bool is_stale(const Leaf& leaf, const std::vector<Child>& children) {
  return leaf.state == Leaf::State::kMove &&
         std::any_of(children.begin(), children.end(), [&](const Child& child) {
           return child.move == leaf.move && child.in_book();
         });
}

Bitboard moves_out(const std::vector<Child>& children) {
  Bitboard moves = 0;
  for (const Child& child : children) {
    if (!child.in_book()) moves |= bit(child.move);
  }
  return moves;
}

BookEntry negamaxed(BookEntry entry, const std::vector<Child>& children) {
  const Leaf& leaf = entry.leaf;
  const auto best = best_candidate(leaf, children);
  entry.score = best ? std::optional(best->value) : std::nullopt;
  entry.depth = best ? best->depth : 0;
  entry.selectivity = best ? best->selectivity : 100;
  const bool leaf_exact =
      leaf.state == Leaf::State::kMove && leaf.exact && !is_stale(leaf, children);
  entry.exact = std::all_of(children.begin(), children.end(), [&](const Child& child) {
    return child.in_book() ? child.exact() : leaf_exact;
  });
  return entry;
}

void update(BookStore& book, std::span<const std::pair<Board, BookEntry>> entries) {
  book.change([&] {
    std::set<Board, DeepestFirst> waiting;  // canonical
    std::unordered_set<Board, BoardHash> added;
    for (const auto& [board, given] : entries) {
      // Keep the score that parents used.
      const std::optional<BookEntry> before = book.find(board);
      const BookEntry known = before.value_or(BookEntry{});
      BookEntry entry = given;
      entry.score = known.score;
      entry.depth = known.depth;
      entry.selectivity = known.selectivity;
      entry.exact = known.exact;
      if (before != entry) book.put(board, entry);
      const Board there = canonical(board).board;
      if (!before) added.insert(there);
      waiting.insert(there);
    }
    while (!waiting.empty()) {
      const Board board = *waiting.begin();
      waiting.erase(waiting.begin());
      const BookEntry before = *book.find(board);
      const BookEntry after = negamaxed(before, children(book, board));
      if (after != before) book.put(board, after);
      // A new position without a score may still make its parents' leaves stale.
      if (after == before && !added.contains(board)) continue;
      for (const Board& parent : parents(book, board)) waiting.insert(parent);
    }
  });
}

bool negamax_all(BookStore& book, const Progress& progress) {
  return book.change_if([&] {
    PositionTable table(book);
    Steps steps(progress, 2 * table.size());
    const FindEntry find = [&](const Board& board) { return table.find(board); };
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (!steps.next()) return false;
      const BookEntry before = table.entry(i);
      const BookEntry after = negamaxed(before, children(find, table.board(i)));
      if (after == before) continue;
      table.set_entry(i, after);
      changed.push_back(i);
    }
    for (const std::size_t i : changed) {
      if (!steps.next()) return false;
      book.put(table.board(i), table.entry(i));
    }
    return true;
  });
}

namespace {

std::optional<Candidate> best_candidate(const BookReader& book, const Board& board) {
  const std::optional<BookEntry> entry = book.find(board);
  return best_candidate(entry ? entry->leaf : Leaf{}, children(book, board));
}

}  // namespace

std::optional<Square> best_move(const BookReader& book, const Board& board) {
  const auto best = best_candidate(book, board);
  return best ? std::optional(best->move) : std::nullopt;
}

Line best_line(const BookReader& book, const Board& board, int plies) {
  Line line;
  Board now = board;
  while (line.size() < static_cast<std::size_t>(plies)) {
    const auto position = book_position(now);
    if (!position) break;
    const auto best = best_candidate(book, *position);
    if (!best) break;
    if (*position != now) line.push_back(Square::kPass);
    line.push_back(best->move);
    if (best->is_leaf) break;
    now = fast_rules::play(*position, best->move);
  }
  return line;
}

namespace {

std::string described(const BookEntry& entry) {
  return entry.score
             ? fmt::format("{:.2f} at depth {} with selectivity {}{}", to_discs(*entry.score),
                           entry.depth, entry.selectivity, entry.exact ? ", exact" : "")
             : "none";
}

/// Number of positions that no line in the book reaches from the start.
std::uint64_t count_unreached(const PositionTable& table) {
  std::vector<bool> reached(table.size());
  if (const auto start = table.index_of(kStartBoard)) reached[*start] = true;
  std::uint64_t unreached = 0;
  for (std::size_t i = table.size(); i-- > 0;) {
    if (!reached[i]) {
      ++unreached;
      continue;
    }
    for (Bitboard left = fast_rules::legal_moves(table.board(i)); left != 0; left &= left - 1) {
      const auto child = position_after(table.board(i), first_square(left));
      if (!child) continue;
      if (const auto at = table.index_of(*child)) reached[*at] = true;
    }
  }
  return unreached;
}

}  // namespace

TreeFaults check_tree(const BookReader& book, const Progress& progress) {
  constexpr std::size_t kMaxFaults = 100;
  const PositionTable table(book);
  Steps steps(progress, table.size());
  const FindEntry find = [&](const Board& board) { return table.find(board); };
  TreeFaults found;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!steps.next()) return found;
    const BookEntry entry = table.entry(i);
    const std::vector<Child> moves = children(find, table.board(i));
    ++found.positions;
    found.scored += entry.score ? 1 : 0;
    found.stale += is_stale(entry.leaf, moves) ? 1 : 0;
    found.unsearched += entry.leaf.state == Leaf::State::kUnsearched ? 1 : 0;

    const auto tell = [&](const std::string& fault) {
      ++found.faulty;
      if (found.faults.size() == kMaxFaults) return;
      found.faults.push_back(fmt::format("{}: {}", to_text(table.board(i)), fault));
    };
    const Bitboard out = moves_out(moves);
    if (entry.leaf.state == Leaf::State::kNoMove && out != 0) {
      tell(fmt::format("no move is said to lead out of the book, {} does",
                       sumi::to_text(first_square(out))));
    }
    const BookEntry right = negamaxed(entry, moves);
    if (negamax_of(right) != negamax_of(entry)) {
      tell(fmt::format("its score is {}, by its moves {}", described(entry), described(right)));
    }
  }
  found.unreached = count_unreached(table);
  return found;
}

}  // namespace sumi::book
