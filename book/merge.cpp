// SPDX-License-Identifier: MIT
#include "book/book_tree.h"
#include "book/merge.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace sumi::book {
namespace {

GameCounts sum(const GameCounts& a, const GameCounts& b) {
  return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

/// How much a leaf is worth in the merged book.
auto worth(const BookEntry& entry, const std::vector<Child>& children) {
  const Leaf& leaf = entry.leaf;
  const bool fresh =
      leaf.state == Leaf::State::kNoMove ? moves_out(children) == 0 : !is_stale(leaf, children);
  const bool searched = leaf.state != Leaf::State::kUnsearched;
  return std::tuple(searched, fresh, entry.level, leaf.depth);
}

/// All but the leaves of positions that both books have.
void put_positions(BookStore& book, const BookReader& from, bool count_games) {
  from.for_each([&](const Board& board, const BookEntry& entry) {
    const std::optional<BookEntry> known = book.find(board);
    BookEntry merged = known.value_or(entry);
    if (!known && !count_games) merged.games = {};
    if (known && count_games) merged.games = sum(known->games, entry.games);
    if (!known || known->games != merged.games) book.put(board, merged);
    return true;
  });
}

/// Requires: all positions are there, which says what is stale.
void choose_leaves(BookStore& book, const BookReader& from) {
  from.for_each([&](const Board& board, const BookEntry& entry) {
    const std::optional<BookEntry> known = book.find(board);
    if (!known) return true;  // somebody has added it to `from` since
    BookEntry merged = *known;
    if (merged.leaf == entry.leaf && merged.level == entry.level) return true;
    const std::vector<Child> moves = children(book, board);
    if (worth(merged, moves) >= worth(entry, moves)) return true;
    merged.leaf = entry.leaf;
    merged.level = entry.level;
    book.put(board, merged);
    return true;
  });
}

}  // namespace

void merge(BookStore& book, const BookReader& from) {
  book.change([&] {
    const std::vector<std::uint64_t> games = from.games();
    const bool known = std::ranges::all_of(games, [&](auto game) { return book.has_game(game); });
    put_positions(book, from, games.empty() || !known);
    choose_leaves(book, from);
    for (const std::uint64_t game : games) book.remember_game(game);
    negamax_all(book);
  });
}

}  // namespace sumi::book
