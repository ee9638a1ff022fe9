// SPDX-License-Identifier: MIT
/// The moves of a position as a book knows them, and the tree behind: for `sumi book show`.
#pragma once

#include "book/opening_names.h"
#include "book/store/book_entry.h"
#include "engine/game/game_record.h"
#include "engine/search_update.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"

#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {

/// Values and games are for the side that plays the move.
struct ShownMove {
  Square move = Square::kPass;
  std::optional<Value> value{};  ///< None if its position is in the book, but not searched.
  Value loss{};                  ///< Against the best; 0 without a value.
  Basis basis{};
  bool in_book = true;  ///< False for the best of the moves that lead out of the book.
  GameCounts games{};
  const book::OpeningName* opening =
      nullptr;                    ///< Opening that this move reaches; null: none or as before.
  std::vector<ShownMove> next{};  ///< Moves of the position after it.
};

/// What stands behind the score of an entry. `board`: its position.
Basis basis_of(const book::BookReader& book, const Board& board, const book::BookEntry& entry);

/// What is shown of the tree.
struct TreeLimits {
  int plies = 1;                        ///< Levels of moves, at least 1; passes do not count.
  Value max_loss{2 * kInfinity.units};  ///< Largest loss of each move shown.
};

/// Best first, those without a value last. `game`: how the position was reached; its last position
/// is looked at, or that after the pass that the side to move must make.
std::vector<ShownMove> shown_moves(const book::BookReader& book, const GameRecord& game,
                                   const TreeLimits& limits);

/// A header and a row a move, moves behind a move indented.
std::string moves_table(const std::vector<ShownMove>& moves, int plies, Language language);

/// [{"move", "score", "loss", "depth", "book_plies", "selectivity", "exact", "in_book", "games",
/// "opening", "moves"}]
Json moves_json(const std::vector<ShownMove>& moves);

/// {"wins", "draws", "losses"}
Json games_json(const GameCounts& games);

/// "+1.25", "+4" if it is exact.
std::string score_text(Value value, bool exact);

}  // namespace sumi::protocol
