// SPDX-License-Identifier: MIT
/// A table of what moves are worth, by board and square: what table learners write (sumi-lab
/// qlearn, sumi-lab dp), and the player `qtable` that takes its moves from one.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/player.h"
#include "engine/players/best_moves.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// An entry: the value that the side to move expects of a move.
struct QEntry {
  Board board;                    ///< Before the move, as the side to move sees it.
  Square square = Square::kPass;  ///< Never kPass in a table.
  double value = 0;               ///< Finite; as a rule from -1 (lost) to 1 (won).
  std::uint64_t updates = 0;      ///< How often it was learned.
};

/// Open addressing, linear probing: half of what std::unordered_map takes. Reading: any number of
/// threads; writing: one.
class QTable {
 public:
  /// The entry, or null if there is none. Valid until the next insertion.
  const QEntry* find(const Board& board, Square square) const;

  /// The entry, made with `value` and no updates if there was none. Valid until the next insertion.
  QEntry& entry(const Board& board, Square square, double value);

  std::size_t size() const { return size_; }

  /// All entries, ordered by board (own, then opponent's discs), then by square.
  std::vector<QEntry> sorted() const;

 private:
  std::size_t slot(const Board& board, Square square) const;
  void grow();

  std::vector<QEntry> slots_;  ///< Their number is a power of two, or 0; kPass marks a free one.
  std::size_t size_ = 0;
};

/// Comma-separated values: the line "board,square,value,updates", then a line an entry. A board is
/// its squares from a1 row by row, `X` own, `O` opponent's, `-` empty; squares have the names of
/// their board: "------XO--OX-----...,b1,0.25,17".
std::string write_qtable(const std::vector<QEntry>& entries, int size);

struct QTableFile {
  QTable table;
  int size = 8;  ///< Size of the boards; 0 if the table is empty.
};

/// Fails with kBadFile, naming the line, on anything else: other columns, boards of different
/// sizes, values that are no numbers. The square may be taken: some learners are at fault there. Of
/// two entries for one move the last counts.
Result<QTableFile> parse_qtable(std::string_view text);

/// The article's number (tools/lab/papers/README.md, S5).
inline constexpr double kUnknownValue = 0.5;

struct QReading {
  double unknown = kUnknownValue;  ///< Value of moves that the table does not know.
  /// If the table does not have a move under its board, look it up under the board's canonical():
  /// learners may keep one board of eight.
  bool symmetric = true;
  Tie tie = Tie::kRandom;
};

/// Takes the move of the highest value.
std::unique_ptr<MovePlayer> make_qtable_player(std::shared_ptr<const QTable> table,
                                               const QReading& reading = {});

/// Reads the table from the file `argument`. Fails if it cannot be read, is none, or is for boards
/// of another size.
Result<std::unique_ptr<MovePlayer>> make_qtable_player(std::string_view argument, int size);

}  // namespace sumi
