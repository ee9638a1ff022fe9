// SPDX-License-Identifier: MIT
/// The tree that the positions of a book make: children looked up, scores negamaxed back.
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

/// All positions of a book in memory, for work that goes through all of them with their children.
/// 40 bytes a position. One thread at a time.
class PositionTable {
 public:
  explicit PositionTable(const BookReader& book);

  /// The number of positions. They are sorted by empties, the deepest first, then in the order of
  /// BookReader::for_each(), so a child has a smaller index than its parents.
  std::size_t size() const { return positions_.size(); }
  const Board& board(std::size_t i) const { return positions_[i].board; }
  BookEntry entry(std::size_t i) const;
  void set_entry(std::size_t i, const BookEntry& entry);

  /// The index of the position or of the one symmetric to it.
  std::optional<std::size_t> index_of(const Board& board) const;

  /// Does the same as BookReader::find().
  std::optional<BookEntry> find(const Board& board) const;

 private:
  struct Item {
    Board board;  ///< Canonical.
    BookRow row;
  };
  static_assert(sizeof(Item) == 40);

  std::optional<std::size_t> lookup(const Board& canonical_board) const;

  std::vector<Item> positions_;
  std::size_t first_[66] = {};  ///< [n]: index of the first with n empties or more.
};

/// A legal move of a position of the book, or of any other.
struct Child {
  Square move = Square::kPass;
  Board
      board{};  ///< The board after it, seen by the side that can move, or the opponent at the end.
  bool same_side = false;            ///< The opponent must pass: the same side moves again.
  bool over = false;                 ///< It ends the game.
  std::optional<BookEntry> entry{};  ///< If it is in the book.

  /// The move's value for the side that plays it; nothing if it leads out of the book or to a
  /// position without a score.
  std::optional<Value> value() const;
  bool in_book() const { return over || entry.has_value(); }
  bool exact() const { return over || (entry && entry->exact); }
  GameCounts games() const;  ///< Wins are those of the side that plays the move.
};

/// All legal moves, by their squares. `board` need not be in the book.
std::vector<Child> children(const BookReader& book, const Board& board);

/// children() where the entries are looked up elsewhere.
using FindEntry = std::function<std::optional<BookEntry>(const Board&)>;
std::vector<Child> children(const FindEntry& find, const Board& board);

/// The positions of the book from which a move leads to `board`, passes looked through; canonical
/// ones, each once. `board` need not be in the book. All boards before it are looked up: 50 after
/// 30 moves (0.3 ms), 300 near the end (2 ms; the most in 100 random games was 3,400).
std::vector<Board> parents(const BookReader& book, const Board& board);

/// The board with the side to move that can: `board` or the passed one; nothing if the game is
/// over.
std::optional<Board> book_position(const Board& board);

/// The book_position() of the board after a legal move, canonical.
std::optional<Board> position_after(const Board& board, Square move);

/// The leaf's move leads into the book: the leaf is to be searched again. False if it has no move.
bool is_stale(const Leaf& leaf, const std::vector<Child>& children);

/// The moves that lead out of the book.
Bitboard moves_out(const std::vector<Child>& children);

/// `entry` with score, depth, selectivity and exact as leaf and children have them. A stale leaf
/// counts nothing.
BookEntry negamaxed(BookEntry entry, const std::vector<Child>& children);

/// Puts these in the book and negamaxes: they and all positions of the book that lead to them, back
/// to the start, are as negamaxed() says, whatever the order and by whatever moves they are
/// reached. One change (BookStore::change()). Milliseconds.
void update(BookStore& book, std::span<const std::pair<Board, BookEntry>> entries);
inline void update(BookStore& book, const Board& board, const BookEntry& entry) {
  const std::pair<Board, BookEntry> one{board, entry};
  update(book, {&one, 1});
}

/// Negamaxes everything, deepest first: after many changes at once. Takes 5 us and 40 bytes of
/// memory a position. Where `progress` ends it the book is as it was, as after a change_if() that
/// comes to nothing. Returns whether it was done.
bool negamax_all(BookStore& book, const Progress& progress = {});

/// The best move of a position of the book, a child's or the leaf's; nothing if it has no score.
std::optional<Square> best_move(const BookReader& book, const Board& board);

/// The best line from a position on: best child after best child, and the leaf's move at the end.
Line best_line(const BookReader& book, const Board& board);

struct TreeFaults {
  std::uint64_t positions = 0, scored = 0, stale = 0, unsearched = 0;
  std::uint64_t unreached = 0;  ///< No line of moves inside the book leads there from the start.
  std::vector<std::string> faults;  ///< The first hundred, in words with the position: a score that
                                    ///< is not the negamax, a kNoMove that has moves.
  std::uint64_t faulty = 0;         ///< The number of all faults.
};

/// Looks at every position. Ends early, with what it has, when `progress` returns false.
TreeFaults check_tree(const BookReader& book, const Progress& progress = {});

}  // namespace sumi::book
