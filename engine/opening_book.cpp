// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/opening_book.h"

#include <algorithm>

namespace sumi {

OpeningBook::~OpeningBook() = default;

Line line_after(const OpeningBook& book, const Board& board, Square move, int plies) {
  Line line;
  line.push_back(move);
  const Board next =
      move == Square::kPass ? board.passed() : board.played(move, rules::flips(board, move));
  for (const Square square : book.line(next, plies)) line.push_back(square);
  return line;
}

int book_plies(const Line& line, int depth) {
  const auto moves = std::ranges::count_if(line, [](Square s) { return s != Square::kPass; });
  return std::clamp(static_cast<int>(moves) - 1, 0, depth);
}

const PublishedScore* published_score(const Position& position) {
  // "Othello is Solved", arXiv:2310.19387.
  static constexpr PublishedScore k8x8{{0}, "H. Takizawa", 2023};
  // "Amenor Wins World 6x6 Championships!", British Othello Federation Newsletter, July 1993.
  static constexpr PublishedScore k6x6{{-4}, "J. Feinstein", 1993};
  if (position == start_position(8)) return &k8x8;
  return position == start_position(6) ? &k6x6 : nullptr;
}

}  // namespace sumi
