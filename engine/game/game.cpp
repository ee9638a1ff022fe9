// SPDX-License-Identifier: MIT
/// Whose turn it is, and which passes follow from the rules.
#include "engine/game/fast_rules.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"

#include <fmt/format.h>

#include <cassert>
#include <string>

namespace sumi {
namespace {

/// Says what the player may do instead: "legal: d3 c4 f5 e6".
std::string alternatives(const Position& p, Color color) {
  if (rules::game_over(p.board, p.size)) return "the game is over";
  Bitboard left = rules::legal_moves(p.board, p.size);
  if (color != p.to_move && left != 0) return fmt::format("{} is to move", to_text(p.to_move));
  if (color != p.to_move) left = rules::legal_moves(p.board.passed(), p.size);
  if (left == 0) return "legal: pass";
  std::string text = "legal:";
  for (; left != 0; left &= left - 1) text += " " + to_text(first_square(left), p.size);
  return text;
}

Error illegal_move(const Position& p, Color color, Square square) {
  return {ErrorCode::kIllegalMove,
          fmt::format("illegal move: '{}' for {} ({})", to_text(square, p.size), to_text(color),
                      alternatives(p, color))};
}

/// The discs that a move turns; 0 if it is illegal.
Bitboard flips(const Position& p, Square square) {
  const bool open =
      square != Square::kPass && (p.board.empty() & squares_of(p.size) & bit(square)) != 0;
  return open ? fast_rules::flips(p.board, square) : 0;
}

}  // namespace

Game::Game(const Position& start) : positions_{start} {}

bool Game::over() const { return rules::game_over(position().board, position().size); }

Bitboard Game::legal_moves() const {
  return fast_rules::legal_moves(position().board, position().size);
}

DiscDiff Game::black_score() const {
  assert(over());
  const DiscDiff score = final_score(position().board, position().size);
  return position().to_move == Color::kBlack ? score : DiscDiff{-score.discs};
}

Result<void> Game::play(Color color, Square square) {
  const Position before = position();
  const bool out_of_turn = color != before.to_move;
  const Position now = out_of_turn ? before.passed() : before;
  const auto blocked = [&] { return legal_moves() == 0; };

  if (square == Square::kPass) {
    // Out of turn a pass means something only when the game is over: else the player whose turn
    // it is can move, or the one who passes can.
    if (!(out_of_turn ? over() : blocked())) return illegal_move(before, color, square);
    add({color, square, false}, now.passed());
    return {};
  }

  const Bitboard flipped = flips(now, square);
  if (flipped == 0 || (out_of_turn && !blocked())) return illegal_move(before, color, square);
  if (out_of_turn) add({before.to_move, Square::kPass, true}, now);
  add({color, square, false}, {now.board.played(square, flipped), !color, now.size});
  return {};
}

Result<void> Game::play(Square square) {
  const Position p = position();
  if (const Bitboard flipped = flips(p, square); flipped != 0) {
    add({p.to_move, square, false}, {p.board.played(square, flipped), !p.to_move, p.size});
    return {};
  }
  const bool for_other = square != Square::kPass && legal_moves() == 0 && !over();
  return play(for_other ? !p.to_move : p.to_move, square);
}

void Game::add(const PlayedMove& move, const Position& after) {
  positions_.push_back(after);
  moves_.push_back(move);
}

bool Game::undo() {
  if (moves_.empty()) return false;
  do {
    moves_.pop_back();
    positions_.pop_back();
  } while (!moves_.empty() && moves_.back().implicit);
  return true;
}

}  // namespace sumi
