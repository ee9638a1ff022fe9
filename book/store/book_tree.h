// SPDX-License-Identifier: MIT
/// Children, parents and negamaxed scores of the positions of a book.
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sumi::book {

/// All positions of a book in memory, 40 bytes each. Not thread-safe.
class PositionTable {
 public:
  explicit PositionTable(const BookReader& book);

  /// Sorted by empties, fewest first, then in book order: children precede parents.
  std::size_t size() const { return positions_.size(); }
  const Board& board(std::size_t i) const { return positions_[i].board; }
  BookEntry entry(std::size_t i) const;
  void set_entry(std::size_t i, const BookEntry& entry);

  /// The index of the position or a symmetric one.
  std::optional<std::size_t> index_of(const Board& board) const;

  /// As BookReader::find().
  std::optional<BookEntry> find(const Board& board) const;

 private:
  struct Item {
    Board board;  ///< Canonical.
    BookRow row;
  };
  static_assert(sizeof(Item) == 40);

  std::optional<std::size_t> lookup(const Board& canonical_board) const;

  std::vector<Item> positions_;
  std::size_t first_[66] = {};  ///< [n]: index of the first position with at least n empties.
};

struct Child {
  Square move = Square::kPass;
  Board board{};           ///< For the side that can move; if the game is over, for the opponent.
  bool same_side = false;  ///< The opponent must pass.
  bool over = false;       ///< The move ends the game.
  std::optional<BookEntry> entry{};  ///< If the position is in the book.

  /// For the side that plays the move; nothing if the position is not in the book or has no score.
  std::optional<Value> value() const;
  bool in_book() const { return over || entry.has_value(); }
  bool exact() const { return over || (entry && entry->exact); }
  GameCounts games() const;  ///< Wins of the side that plays the move.
};

/// All legal moves, in square order. `board` need not be in the book.
std::vector<Child> children(const BookReader& book, const Board& board);

using FindEntry = std::function<std::optional<BookEntry>(const Board&)>;
std::vector<Child> children(const FindEntry& find, const Board& board);

/// The book's canonical positions with a move to `board` (also via a pass), without duplicates.
/// `board` need not be in the book. Looks up all predecessors: about 50 after 30 moves (0.3 ms),
/// 300 near the end (2 ms).
std::vector<Board> parents(const BookReader& book, const Board& board);

/// `board` or, after a forced pass, the next one; nothing if the game is over.
std::optional<Board> book_position(const Board& board);

/// book_position() after a legal move; canonical.
std::optional<Board> position_after(const Board& board, Square move);

/// True if the leaf's move leads into the book, so that a new search is needed; false without a
/// move.
bool is_stale(const Leaf& leaf, const std::vector<Child>& children);

Bitboard moves_out(const std::vector<Child>& children);

/// Takes score, depth, selectivity and exactness from the children and the leaf (unless stale).
BookEntry negamaxed(BookEntry entry, const std::vector<Child>& children);

/// Stores entries and negamaxes all their ancestors as one change, in milliseconds.
void update(BookStore& book, std::span<const std::pair<Board, BookEntry>> entries);
inline void update(BookStore& book, const Board& board, const BookEntry& entry) {
  const std::pair<Board, BookEntry> one{board, entry};
  update(book, {&one, 1});
}

/// Recomputes all scores after bulk changes, deepest first: 5 us and 40 bytes per position. If
/// `progress` cancels, returns false and changes nothing; inside an outer change, as change_if().
bool negamax_all(BookStore& book, const Progress& progress = {});

/// The best move into the book, or the leaf's; nothing without a score.
std::optional<Square> best_move(const BookReader& book, const Board& board);

/// Best children, then the leaf's move; ends at `plies`, which a pass may exceed by one.
Line best_line(const BookReader& book, const Board& board, int plies = kMaxPly);

struct TreeFaults {
  std::uint64_t positions = 0, scored = 0, stale = 0, unsearched = 0;
  std::uint64_t unreached = 0;      ///< Positions that no line in the book reaches from the start.
  std::vector<std::string> faults;  ///< The first hundred, with their positions: wrong scores,
                                    ///< kNoMove leaves with moves.
  std::uint64_t faulty = 0;
};

/// Incomplete if `progress` cancels.
TreeFaults check_tree(const BookReader& book, const Progress& progress = {});

}  // namespace sumi::book
