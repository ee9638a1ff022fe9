// SPDX-License-Identifier: MIT
#include "book/games/game_walk.h"
#include "engine/base/checksum.h"

#include <algorithm>

namespace sumi::book {

CanonicalPosition::CanonicalPosition(const Board& board) : board_(board), symmetries_(1) {
  for (int s = 1; s < kSymmetries; ++s) {
    const Bitboard own = symmetric(board.own, s);
    if (own > board_.own) continue;
    const Bitboard opp = symmetric(board.opp, s);
    if (own == board_.own && opp > board_.opp) continue;
    if (own != board_.own || opp != board_.opp) {
      board_ = {own, opp};
      symmetries_ = 0;
    }
    symmetries_ = static_cast<std::uint8_t>(symmetries_ | 1 << s);
  }
}

Square CanonicalPosition::canonical(Square move) const {
  if (move == Square::kPass) return move;
  Square smallest = Square::kPass;
  for (int s = 0; s < kSymmetries; ++s) {
    if (symmetries_ >> s & 1) smallest = std::min(smallest, symmetric(move, s));
  }
  return smallest;
}

Square CanonicalPosition::original(Square move) const {
  if (move == Square::kPass) return move;
  std::optional<Square> best;
  for (int s = 0; s < kSymmetries; ++s) {
    if ((symmetries_ >> s & 1) == 0) continue;
    const Square square = symmetric(move, inverse_symmetry(s));
    const auto rank = [](Square at) { return 8 * file_of(at) + rank_of(at); };
    if (!best || rank(square) > rank(*best)) best = square;
  }
  return *best;
}

Bitboard CanonicalPosition::originals(Square move) const {
  Bitboard squares = 0;
  for (int s = 0; s < kSymmetries && move != Square::kPass; ++s) {
    if (symmetries_ >> s & 1) squares |= bit(symmetric(move, inverse_symmetry(s)));
  }
  return squares;
}

std::uint64_t position_hash(const Board& canonical) {
  constexpr std::uint64_t kKept = 0xFFF0FFFFFFFFFFFF;  // the bits stored in the index
  return mix_word(mix_word(mix_word(0, canonical.own), canonical.opp), 0) & kKept;
}

std::string canonical_line(const Position& start, std::span<const Square> moves) {
  const Board board = CanonicalPosition(start.board).board();
  std::string best;
  for (int s = 0; s < kSymmetries; ++s) {
    if (symmetric(start.board, s) != board) continue;
    std::string line;
    for (const Square move : moves) {
      if (move != Square::kPass) line += static_cast<char>(index(symmetric(move, s)));
    }
    if (best.empty() || line < best) best = std::move(line);
  }
  std::string whole;
  put_number(whole, board.own, 8);
  put_number(whole, board.opp, 8);
  put_number(whole, start.to_move == Color::kWhite, 1);
  return whole + best;
}

}  // namespace sumi::book
