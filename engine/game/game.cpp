// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace sumi {
namespace {

/// A hint: "legal: d3 c4 f5 e6".
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
    // Out of turn, a pass is legal only in a finished game.
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

namespace {

/// "37-27", "B+12" and "W+2.5".
std::optional<double> result_in_words(std::string_view result) {
  const std::size_t sign = result.find_first_of("+-", 1);
  if (sign == result.npos) return std::nullopt;
  if (sign + 1 == result.size() || !is_digit(result[sign + 1])) return std::nullopt;
  const std::optional<double> right = plain_number(result.substr(sign + 1));
  if (!right) return std::nullopt;
  const char side = to_lower(result[0]);
  if (sign == 1 && result[1] == '+' && side == 'b') return *right;
  if (sign == 1 && result[1] == '+' && side == 'w') return -*right;
  const std::optional<int> left = parse_count(result.substr(0, sign));
  if (!left || result[sign] != '-') return std::nullopt;
  return *left - *right;
}

}  // namespace

Game GameRecord::replay(std::size_t count) const {
  Game game(start);
  for (std::size_t i = 0; i < std::min(count, moves.size()); ++i) {
    [[maybe_unused]] const Result<void> played = game.play(moves[i]);
    assert(played);
  }
  return game;
}

std::optional<double> result_score(std::string_view result) {
  result = trim(result);
  if (result.empty() || result == "1-0" || result == "0-1") return std::nullopt;
  if (result == "1/2-1/2") return 0;
  if (const auto score = plain_number(result.substr(0, result.find(':')))) return score;
  return result_in_words(result);
}

std::optional<Color> result_winner(std::string_view result) {
  result = trim(result);
  if (const std::optional<double> score = result_score(result)) {
    if (*score == 0) return std::nullopt;
    return *score > 0 ? Color::kBlack : Color::kWhite;
  }
  if (result == "1-0") return Color::kBlack;
  if (result == "0-1") return Color::kWhite;
  const bool colored = result.size() >= 2 && result[1] == '+';
  if (!colored || (result.size() > 2 && !is_letter(result[2]))) return std::nullopt;
  const char side = to_lower(result[0]);
  return side == 'b'   ? std::optional(Color::kBlack)
         : side == 'w' ? std::optional(Color::kWhite)
                       : std::nullopt;
}

GameRecord record_of(const Game& game) {
  GameRecord record;
  record.start = game.start();
  for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
  return record;
}

}  // namespace sumi
