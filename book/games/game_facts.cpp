// SPDX-License-Identifier: MIT
#include "book/games/game_facts.h"
#include "book/games/game_walk.h"
#include "engine/base/checksum.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace sumi::book {
namespace {

constexpr int kNoScore = 127, kMaxDiscs = 64;

std::uint64_t get_word(std::string_view bytes, std::size_t at) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native != std::endian::little) return get_number<8>(bytes, at);
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

Outcome outcome_of(double black) {
  return black > 0 ? Outcome::kBlack : black < 0 ? Outcome::kWhite : Outcome::kDraw;
}

int year_of_unix(std::string_view digits) {
  const std::chrono::seconds since(std::atoll(std::string(digits).c_str()));
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(since));
  return static_cast<int>(std::chrono::year_month_day(day).year());
}

}  // namespace

void put_facts(std::string& bytes, const GameFacts& facts) {
  put_number(bytes, facts.black, 4);
  put_number(bytes, facts.white, 4);
  put_number(bytes, facts.event, 4);
  put_number(bytes, facts.year, 2);
  put_number(bytes, static_cast<std::uint8_t>(facts.score.value_or(kNoScore)), 1);
  put_number(bytes, static_cast<std::uint8_t>(facts.outcome), 1);
}

std::optional<GameFacts> get_facts(std::string_view bytes, std::size_t at) {
  // As two words: reading single bytes takes three times as long.
  const auto first = get_word(bytes, at), second = get_word(bytes, at + 8);
  GameFacts facts;
  facts.black = static_cast<std::uint32_t>(first);
  facts.white = static_cast<std::uint32_t>(first >> 32);
  facts.event = static_cast<std::uint32_t>(second);
  facts.year = static_cast<std::uint16_t>(second >> 32);
  const auto score = static_cast<std::int8_t>(second >> 48);
  const auto outcome = static_cast<std::uint8_t>(second >> 56);
  if (outcome > static_cast<std::uint8_t>(Outcome::kWhite)) return std::nullopt;
  if (score != kNoScore && std::abs(score) > kMaxDiscs) return std::nullopt;
  if (score != kNoScore) facts.score = score;
  facts.outcome = static_cast<Outcome>(outcome);
  return facts;
}

Ending ending_of(const GameRecord& game) {
  Board last = game.start.board;
  Color to_move = game.start.to_move;
  walk_game(game.start, game.moves, [&](const Board& board, Color side, std::optional<Square>) {
    last = board;
    to_move = side;
  });
  if (rules::game_over(last)) {
    const int own = final_score(last).discs;
    const int black = to_move == Color::kBlack ? own : -own;
    return {outcome_of(black), static_cast<std::int8_t>(black)};
  }
  const std::optional<double> told = result_score(game.result);
  if (told && std::abs(*told) <= kMaxDiscs) {
    return {outcome_of(*told), static_cast<std::int8_t>(std::lround(*told))};
  }
  const std::optional<Color> winner = result_winner(game.result);
  if (!winner) return {};
  return {*winner == Color::kBlack ? Outcome::kBlack : Outcome::kWhite, std::nullopt};
}

int year_of(std::string_view date) {
  constexpr std::size_t kYear = 4, kDay = 8, kSeconds = 9, kMaxSeconds = 10;
  constexpr int kFirst = 1800, kLast = 2999;
  for (std::size_t at = 0; at < date.size();) {
    std::size_t end = at;
    while (end < date.size() && is_digit(date[end])) ++end;
    const std::string_view digits = date.substr(at, end - at);
    if (digits.size() == kYear || digits.size() == kDay) {
      const int year = *parse_count(digits.substr(0, kYear));
      if (year >= kFirst && year <= kLast) return year;
    }
    if (at == 0 && digits.size() >= kSeconds && digits.size() <= kMaxSeconds) {
      return year_of_unix(digits);
    }
    at = std::max(end, at + 1);
  }
  return 0;
}

}  // namespace sumi::book
