// SPDX-License-Identifier: MIT
/// Values of moves from table learners (sumi-lab qlearn, sumi-lab dp), and the player `qtable`.
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

/// The value of a move for the side that plays it.
struct QEntry {
  Board board;                    ///< Before the move, for the side to move.
  Square square = Square::kPass;  ///< Never kPass in a table.
  double value = 0;               ///< Finite; usually -1 (lost) to 1 (won).
  std::uint64_t updates = 0;
};

/// Open addressing and linear probing: half the memory of std::unordered_map. Concurrent reads are
/// safe; writing needs exclusive access.
class QTable {
 public:
  /// Null if missing. Valid until the next insertion.
  const QEntry* find(const Board& board, Square square) const;

  /// Inserts a missing entry with `value` and no updates. Valid until the next insertion.
  QEntry& entry(const Board& board, Square square, double value);

  std::size_t size() const { return size_; }

  /// By board (own, then opponent's discs), then by square.
  std::vector<QEntry> sorted() const;

 private:
  std::size_t slot(const Board& board, Square square) const;
  void grow();

  std::vector<QEntry> slots_;  ///< Size 0 or a power of two; kPass marks a free slot.
  std::size_t size_ = 0;
};

inline constexpr std::string_view kQTableColumns = "board,square,value,updates";

/// CSV: the line "board,square,value,updates", then a line per entry. A board is its squares from
/// a1 row by row: `X` own, `O` opponent's, `-` empty. Example: "------XO--OX-----...,b1,0.25,17".
std::string write_qtable(const std::vector<QEntry>& entries, int size);

struct QTableFile {
  QTable table;
  int size = 8;  ///< 0 if the table is empty.
};

/// Fails with kBadFile and the line number. Accepts occupied squares, because some learners write
/// them. Of several entries for a move, the last counts.
Result<QTableFile> parse_qtable(std::string_view text);

/// As in the article (tools/lab/papers/README.md, S5).
inline constexpr double kUnknownValue = 0.5;

struct QReading {
  double unknown = kUnknownValue;  ///< Of moves not in the table.
  /// Look up missing moves under canonical(): learners may store one of eight symmetric boards.
  bool symmetric = true;
  Tie tie = Tie::kRandom;
};

/// Plays the move with the highest value.
std::unique_ptr<MovePlayer> make_qtable_player(std::shared_ptr<const QTable> table,
                                               const QReading& reading = {});

/// Reads the table from the file `argument`. Also fails if the table is for another board size.
Result<std::unique_ptr<MovePlayer>> make_qtable_player(std::string_view argument, int size);

}  // namespace sumi
