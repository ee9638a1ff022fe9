// SPDX-License-Identifier: MIT
#include "book/games/game_facts.h"
#include "book/games/game_spelling.h"
#include "book/games/player_names.h"
#include "engine/base/text.h"

#include <algorithm>
#include <string_view>

namespace sumi::book {
namespace {

std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (is_digit(c)) digits += c;
  }
  return digits;
}

bool dates_agree(const std::string& a, const std::string& b) {
  const int year_a = year_of(a), year_b = year_of(b);
  if (year_a == 0 || year_b == 0) return true;
  if (year_a != year_b) return false;
  const std::string one = digits_of(a), two = digits_of(b);
  constexpr std::size_t kDay = 8;
  const std::size_t both = std::min({one.size(), two.size(), kDay});
  return one.compare(0, both, two, 0, both) == 0;
}

}  // namespace

Spelling spelling_of(const GameRecord& game) {
  return {game.black, game.white, game.event, game.date, game.round};
}

bool are_similar(const Spelling& a, const Spelling& b) {
  return are_alike(a.black, b.black) && are_alike(a.white, b.white) &&
         dates_agree(a.date, b.date) && (a.round.empty() || b.round.empty() || a.round == b.round);
}

Spelling completed(Spelling known, const Spelling& other) {
  const auto take = [](std::string& mine, const std::string& others, bool better) {
    if (better) mine = others;
  };
  const auto named = [](const std::string& mine, const std::string& others) {
    return is_unknown_name(mine) && !is_unknown_name(others);
  };
  take(known.black, other.black, named(known.black, other.black));
  take(known.white, other.white, named(known.white, other.white));
  take(known.event, other.event, named(known.event, other.event));
  take(known.date, other.date, other.date.size() > known.date.size());
  take(known.round, other.round, known.round.empty());
  return known;
}

}  // namespace sumi::book
