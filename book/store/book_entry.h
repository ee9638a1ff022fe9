// SPDX-License-Identifier: MIT
/// Book entries and their serialization (format: README.md).
///
/// An entry's *leaf* is the best move that leaves the book; its search excludes the moves that
/// stay. A position's score is the maximum over its children and its leaf. A leaf becomes stale
/// when its move enters the book: its value is then only an upper bound of the remaining moves
/// (book/README.md).
///
/// Books contain 8x8 positions in which the side to move has a move. The position after a forced
/// pass represents the one before it. Finished games are not stored.
///
/// Source: M. Buro, "Toward opening book learning", ICCA Journal 22(2), 1999.
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

struct Leaf {
  enum class State : std::uint8_t {
    kUnsearched,
    kMove,    ///< The other fields are valid.
    kNoMove,  ///< Every legal move stays in the book or ends the game.
  };
  State state = State::kUnsearched;
  Square move = Square::kPass;
  Value value{};          ///< For the side to move.
  int depth = 0;          ///< Plies searched; the empties if searched to the end.
  int selectivity = 100;  ///< From kSelectivities.
  bool exact = false;     ///< Proven.

  friend bool operator==(const Leaf&, const Leaf&) = default;
};

/// Values are for the side to move.
struct BookEntry {
  // Negamaxed from the leaf and the children (book_tree.h).
  std::optional<Value> score{};  ///< Nothing if neither leaf nor child has one.
  int depth = 0;                 ///< In plies: the leaf's, or a child's plus one.
  int selectivity = 100;         ///< The lowest on the path to the deciding leaf.
  bool exact = false;            ///< The values of all moves are proven.

  Leaf leaf{};
  int level = -1;      ///< Of the leaf's search (levels.h); -1: unknown or none.
  GameCounts games{};  ///< Games through the position; wins for the side to move.

  friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

inline constexpr int kMaxBookLevel = 60;

/// True if discs are disjoint, the centre is occupied, and a legal move exists.
bool is_book_position(const Board& board);

/// Why `entry` is invalid for `board`: an illegal leaf, an impossible value, selectivity or level,
/// or more plies than empties. Empty if valid. All readers of books check this; check_tree()
/// compares positions. Requires: is_book_position(board).
std::string fault_of(const Board& board, const BookEntry& entry);

/// Saturates.
GameCounts sum(const GameCounts& a, const GameCounts& b);

/// Rounds halves away from zero, for formats without fractions; preserves negation and the order of
/// moves. The result may be odd.
inline DiscDiff whole_discs(Value value) {
  return {static_cast<int>(std::lround(to_discs(value)))};
}

inline constexpr std::size_t kKeyBytes = 16;
inline constexpr std::size_t kRowBytes = 24;

/// Sorts as BoardOrder does.
using BookKey = std::array<char, kKeyBytes>;
using BookRow = std::array<char, kRowBytes>;

BookKey to_key(const Board& board);
BookRow to_row(const BookEntry& entry);

/// Nothing if the bytes are not a board. The board need not be a book position.
std::optional<Board> parse_key(std::string_view bytes);

/// Fails with fault_of(). Without a move, ignores the leaf's other fields. Requires:
/// is_book_position(board).
Result<BookEntry> parse_row(const Board& board, std::string_view bytes);

struct BoardHash {
  std::size_t operator()(const Board& board) const {
    return SplitMix64(board.own + SplitMix64(board.opp).next()).next();
  }
};

/// Book order: by own, then opp, as numbers.
struct BoardOrder {
  constexpr bool operator()(const Board& a, const Board& b) const {
    return a.own != b.own ? a.own < b.own : a.opp < b.opp;
  }
};

/// Children before parents: by empties, then in book order.
struct DeepestFirst {
  constexpr bool operator()(const Board& a, const Board& b) const {
    return a.empties() != b.empties() ? a.empties() < b.empties() : BoardOrder{}(a, b);
  }
};

/// A read-only book. Thread-safe. Throws FatalError on read failures (a broken disk).
class BookReader {
 public:
  virtual ~BookReader() = default;

  /// The entry of the position or a symmetric one, with the leaf's move on `board`.
  virtual std::optional<BookEntry> find(const Board& board) const = 0;

  virtual std::uint64_t size() const = 0;

  /// Visits a snapshot of all canonical positions, in book order, until `visit` returns false.
  virtual void for_each(
      const std::function<bool(const Board& board, const BookEntry& entry)>& visit) const = 0;

  /// A named text; empty if missing. "source" in the shipped book is the command that built it.
  virtual std::string note(const std::string& name) const = 0;

  /// Identities of remembered games, ascending.
  virtual std::vector<std::uint64_t> games() const { return {}; }
};

/// Called with the completed fraction, 0 to 1, at least ten times a second. Returning false cancels
/// the work. May be empty.
using Progress = std::function<bool(double share)>;

/// Progress of one part, from `from` to `to` of `whole`, which must outlive the result.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double share) { return whole(from + share * (to - from)); };
}

/// Calls `progress`, which must outlive this, at intervals.
class Steps {
 public:
  Steps(const Progress& progress, std::uint64_t count) : progress_(progress), count_(count) {}

  /// Call before each iteration; false if cancelled.
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

/// BookReader::for_each() with progress; false if cancelled.
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
