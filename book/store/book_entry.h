// SPDX-License-Identifier: MIT
/// Book entries, and their serialization in a BookStore (format: README.md).
///
/// A book is a set of positions; moves between them are computed, not stored. Each entry has a
/// *leaf*: the best move out of the book, found by a search that excludes the moves that stay in
/// the book. A position's score is the maximum over its children and its leaf, negamaxed from the
/// deepest positions to the start. A leaf becomes stale when its move's position is added to the
/// book: its value still bounds the remaining moves out of the book from above, but the best of
/// them must be searched again.
///
/// Books hold 8x8 positions in which the side to move has a move. A position with a forced pass is
/// represented by the one after the pass; finished games are not stored.
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

/// The best move out of the book.
struct Leaf {
  enum class State : std::uint8_t {
    kUnsearched,  ///< Not searched yet.
    kMove,        ///< The other fields are valid.
    kNoMove,      ///< Every legal move stays in the book or ends the game.
  };
  State state = State::kUnsearched;
  Square move = Square::kPass;
  Value value{};          ///< For the side to move.
  int depth = 0;          ///< Plies searched; the number of empties if to the end.
  int selectivity = 100;  ///< One of kSelectivities.
  bool exact = false;     ///< Proven.

  friend bool operator==(const Leaf&, const Leaf&) = default;
};

/// Values are for the side to move.
struct BookEntry {
  // Negamaxed from the leaf and the children (book_tree.h).
  std::optional<Value> score{};  ///< Nothing if neither leaf nor children have one.
  int depth = 0;                 ///< Plies: those of the leaf, or of the child plus one.
  int selectivity = 100;         ///< The lowest on the way to the score's leaf.
  bool exact = false;            ///< Every move is known exactly.

  Leaf leaf{};
  int level = -1;      ///< Level of the leaf's search (levels.h); -1: unknown or none.
  GameCounts games{};  ///< Games through the position; wins of the side to move.

  friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

/// The highest level that files hold.
inline constexpr int kMaxBookLevel = 60;

/// Disjoint discs, occupied centre squares, and a legal move.
bool is_book_position(const Board& board);

/// Why `entry` is invalid for `board`; empty if it is valid. Faults are an illegal leaf, an
/// impossible value, more plies than empties, or an invalid selectivity or level. All readers of
/// books check this, so a BookReader's entries are valid. check_tree() checks consistency between
/// positions. Requires: is_book_position(board).
std::string fault_of(const Board& board, const BookEntry& entry);

/// Saturating.
GameCounts sum(const GameCounts& a, const GameCounts& b);

/// Halves away from zero, for formats without fractions. Odd results are kept, so that negation and
/// the order of moves are preserved.
inline DiscDiff whole_discs(Value value) {
  return {static_cast<int>(std::lround(to_discs(value)))};
}

inline constexpr std::size_t kKeyBytes = 16;
inline constexpr std::size_t kRowBytes = 24;

/// Bytes that sort by own, then opp, as numbers.
using BookKey = std::array<char, kKeyBytes>;
using BookRow = std::array<char, kRowBytes>;

BookKey to_key(const Board& board);
BookRow to_row(const BookEntry& entry);

/// Nothing if the bytes are not a board. The board need not be a book position.
std::optional<Board> parse_key(std::string_view bytes);

/// Fails with fault_of(). Ignores the other fields of a leaf without a move. Requires:
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

  virtual std::uint64_t size() const = 0;  ///< Positions.

  /// All positions, canonical, in book order, as of the call. Ends when `visit` returns false.
  virtual void for_each(
      const std::function<bool(const Board& board, const BookEntry& entry)>& visit) const = 0;

  /// "source" of the shipped book is the command that built it. Empty if missing.
  virtual std::string note(const std::string& name) const = 0;

  /// Ascending identities of the remembered games, if the book remembers games.
  virtual std::vector<std::uint64_t> games() const { return {}; }
};

/// Called with the completed fraction, 0 to 1, at least ten times a second; returns false to
/// cancel. May be empty.
using Progress = std::function<bool(double share)>;

/// Maps to `from`..`to` of `whole`. Requires: `whole` outlives the result.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double share) { return whole(from + share * (to - from)); };
}

/// Calls `progress`, which must outlive it, at intervals.
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

/// BookReader::for_each() with progress. Returns false if cancelled.
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
