// SPDX-License-Identifier: MIT
#include "book/build/merge.h"
#include "book/store/book_tree.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace sumi::book {
namespace {

/// How much a leaf is worth in the merged book.
auto worth(const BookEntry& entry, const std::vector<Child>& children) {
  const Leaf& leaf = entry.leaf;
  const bool fresh =
      leaf.state == Leaf::State::kNoMove ? moves_out(children) == 0 : !is_stale(leaf, children);
  const bool searched = leaf.state != Leaf::State::kUnsearched;
  return std::tuple(searched, fresh, entry.level, leaf.depth);
}

/// All but the leaves of positions that both books have.
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

/// Requires: all positions are there, which says what is stale.
bool choose_leaves(BookStore& book, const BookReader& from, const Progress& progress) {
  return for_all(from, progress, [&](const Board& board, const BookEntry& entry) {
    const std::optional<BookEntry> known = book.find(board);
    if (!known) return;  // somebody has added it to `from` since
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

}  // namespace sumi::book
