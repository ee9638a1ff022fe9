// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/game_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sumi {
namespace {

/// The scores of "37-27", "B+12" and "W+2.5".
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
