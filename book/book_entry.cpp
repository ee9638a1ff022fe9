// SPDX-License-Identifier: MIT
#include "book/book_entry.h"
#include "engine/game/fast_rules.h"

namespace sumi::book {

bool is_book_position(const Board& board) {
  return (board.own & board.opp) == 0 && fast_rules::legal_moves(board) != 0;
}

}  // namespace sumi::book
