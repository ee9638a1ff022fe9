// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "tools/lab/selfplay/selfplay.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <utility>

namespace sumi::lab {

std::vector<Record> Selfplay::play(std::uint64_t number, std::stop_token stop) {
  // The seed is mixed first: streams of neighbouring seeds must not be one stream, shifted.
  SplitMix64 random(SplitMix64(setup_.seed).next() + number);
  const Board opening = draw_opening(random, stop);
  auto game = play_game(opening, player_, player_, setup_.limits, stop,
                        {setup_.stray_percent, SplitMix64(random.next())});
  if (!game) return {};
  for (Record& record : game->records) record.game = static_cast<std::uint16_t>(number);
  return std::move(game->records);
}

/// Where few openings exist, and all have been drawn in vain, none is balanced.
Board Selfplay::draw_opening(SplitMix64& random, const std::stop_token& stop) {
  constexpr int kMostRepeats = 1000;
  std::set<std::pair<Bitboard, Bitboard>> unbalanced;
  for (int repeats = 0; repeats < kMostRepeats;) {
    const Board opening = random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
    const std::pair discs{opening.own, opening.opp};
    if (unbalanced.contains(discs)) {
      ++repeats;
    } else if (is_balanced(opening, stop)) {
      return opening;
    } else {
      unbalanced.insert(discs);
      repeats = 0;
    }
  }
  throw FatalError(fmt::format(
      "balanced: each of the {} openings of {}-{} random plies is worth more than {} discs for a "
      "side; allow more discs or more plies",
      unbalanced.size(), setup_.min_random_plies, setup_.max_random_plies,
      *setup_.most_unbalanced));
}

/// Also true soon after a stop is requested.
bool Selfplay::is_balanced(const Board& opening, const std::stop_token& stop) {
  if (!setup_.most_unbalanced) return true;
  Record record;
  record.board = opening;
  player_.begin();
  player_.choose(record, setup_.limits, stop);
  return stop.stop_requested() ||
         std::abs(record.value->units) <= to_value({*setup_.most_unbalanced}).units;
}

}  // namespace sumi::lab
