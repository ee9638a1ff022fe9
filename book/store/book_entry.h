// SPDX-License-Identifier: MIT
/// An entry: what a book knows of a position; both as keys of tables, and as the bytes that a
/// BookStore keeps (one by one: README.md).
///
/// A book is a set of positions. Which moves lead from one to another is looked up, never stored.
/// An entry knows the best of the moves that lead out of the book, its leaf, which a search has
/// found with the moves that stay in the book left out. So the score of a position is the best of
/// its children's and its leaf's: negamax, from the deepest positions back to the start. When the
/// leaf's move has become a position of the book the leaf is stale: its value still bounds the
/// moves that lead out from above, but which is best of them is to be searched again.
///
/// Positions are those in which somebody can move and the side to move is one who can: a position
/// in which it must pass is the passed one, and finished games are no positions of a book. Boards
/// of 8x8 only.
///
/// Source of leaves and deviation: M. Buro, "Toward opening book learning", ICCA Journal 22(2),
/// 1999.
#pragma once

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/opening_book.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

/// The best of the moves that lead out of the book.
struct Leaf {
  enum class State : std::uint8_t {
    kUnsearched,  ///< Nobody has looked.
    kMove,        ///< Its other fields say what it is.
    kNoMove,      ///< Every legal move stays in the book, or ends the game.
  };
  State state = State::kUnsearched;
  Square move = Square::kPass;
  Value value{};          ///< The value for the side to move.
  int depth = 0;          ///< Plies searched; the number of empties if to the end.
  int selectivity = 100;  ///< One of kSelectivities.
  bool exact = false;     ///< Proven.

  friend bool operator==(const Leaf&, const Leaf&) = default;
};

/// Values are for the side to move.
struct BookEntry {
  // Negamaxed (book_tree.h): what follows from the leaf and the children.
  std::optional<Value> score{};  ///< Nothing if neither leaf nor children have one.
  int depth = 0;          ///< Plies behind the score: the leaf's, or one more than the child's.
  int selectivity = 100;  ///< The lowest on the way to the leaf that the score is from.
  bool exact = false;     ///< Every move is known exactly.

  Leaf leaf{};
  int level = -1;      ///< At which the leaf was searched (levels.h); -1: unknown, or no level.
  GameCounts games{};  ///< Games that went through; wins are those of the side to move.

  friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

/// The highest level that files hold.
inline constexpr int kMaxBookLevel = 60;

/// `board` is one that a book may hold: own and opp apart, no middle square empty, a legal move for
/// the side to move.
bool is_book_position(const Board& board);

/// Says in words why `entry` cannot be an entry of `board`; empty if it can. Faults are a leaf that
/// is no legal move, a value that no game has, more plies than there are empties, a selectivity or
/// a level that is none. All code that reads books asks this, so entries of a BookReader have no
/// fault. check_tree() checks what follows from other positions. Requires: is_book_position(board).
std::string fault_of(const Board& board, const BookEntry& entry);

/// The games of both added up; a count that would overflow stays at its maximum.
GameCounts sum(const GameCounts& a, const GameCounts& b);

/// For formats that have whole discs only: the nearest one, halves away from zero, odd ones, too:
/// so the score of a move stays that of the position behind it, turned round, and the best move the
/// best.
inline DiscDiff whole_discs(Value value) {
  return {static_cast<int>(std::lround(to_discs(value)))};
}

inline constexpr std::size_t kKeyBytes = 16;
inline constexpr std::size_t kRowBytes = 24;

/// Bytes in whose order boards follow each other by own, then opp, as numbers.
using BookKey = std::array<char, kKeyBytes>;
using BookRow = std::array<char, kRowBytes>;

BookKey to_key(const Board& board);
BookRow to_row(const BookEntry& entry);

/// Nothing if no board is written so. It need not be of a book.
std::optional<Board> parse_key(std::string_view bytes);

/// The entry of this board; fails with what is wrong with it (fault_of()). A leaf without a move
/// has no other fields, whatever the bytes are. Requires: is_book_position(board).
Result<BookEntry> parse_row(const Board& board, std::string_view bytes);

/// For tables of the standard library.
struct BoardHash {
  std::size_t operator()(const Board& board) const {
    return SplitMix64(board.own + SplitMix64(board.opp).next()).next();
  }
};

/// The order of books: by own, then opp, as numbers.
struct BoardOrder {
  constexpr bool operator()(const Board& a, const Board& b) const {
    return a.own != b.own ? a.own < b.own : a.opp < b.opp;
  }
};

/// Children before their parents: by empties, then in the order of books.
struct DeepestFirst {
  constexpr bool operator()(const Board& a, const Board& b) const {
    return a.empties() != b.empties() ? a.empties() < b.empties() : BoardOrder{}(a, b);
  }
};

// Any book to look things up in: one on disk (BookStore) or the shipped one (CompactBook). How far
// long work on all of it is.

/// All calls from any thread. What cannot be read any more (a broken disk) throws FatalError.
class BookReader {
 public:
  virtual ~BookReader() = default;

  /// The entry of the position or of one symmetric to it, its leaf's move turned to fit `board`.
  virtual std::optional<BookEntry> find(const Board& board) const = 0;

  virtual std::uint64_t size() const = 0;  ///< Positions.

  /// All positions as canonical boards, in the order of these (own, then opp, as numbers), as they
  /// were at the call: changes meanwhile are not seen. Ends early when `visit` returns false.
  virtual void for_each(
      const std::function<bool(const Board& board, const BookEntry& entry)>& visit) const = 0;

  /// A note about the book: "source" of the shipped book is the command that made it. Empty if
  /// nothing was noted under this name.
  virtual std::string note(const std::string& name) const = 0;

  /// The identities of the games that were added and are remembered, ascending; none of a book that
  /// forgets them.
  virtual std::vector<std::uint64_t> games() const { return {}; }
};

/// Told the share that is done, 0 to 1, ten times a second or more; what it returns says whether to
/// go on. May be empty.
using Progress = std::function<bool(double share)>;

/// The progress of a part of some work, from share `from` to share `to` of the whole. Requires:
/// `whole` outlives the result.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double share) { return whole(from + share * (to - from)); };
}

/// Counts the steps of a loop and tells `progress`, which outlives it, now and then.
class Steps {
 public:
  Steps(const Progress& progress, std::uint64_t count) : progress_(progress), count_(count) {}

  /// Before each step; false if the loop is to end.
  bool next() {
    constexpr std::uint64_t kEvery = 1024;
    const std::uint64_t step = step_++;
    return step % kEvery != 0 || !progress_ ||
           progress_(static_cast<double>(step) / static_cast<double>(count_));
  }

 private:
  const Progress& progress_;
  const std::uint64_t count_;
  std::uint64_t step_ = 0;
};

/// Does `work` with each entry of a book, as BookReader::for_each(). Returns whether it was done.
template <class Work>
bool for_all(const BookReader& book, const Progress& progress, Work work) {
  Steps steps(progress, book.size());
  bool going = true;
  book.for_each([&](const Board& board, const BookEntry& entry) {
    going = steps.next();
    if (going) work(board, entry);
    return going;
  });
  return going;
}

}  // namespace sumi::book
