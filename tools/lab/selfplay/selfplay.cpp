// SPDX-License-Identifier: MIT
#include "tools/lab/selfplay/selfplay.h"

#include <cstdlib>
#include <utility>

namespace sumi::lab {

std::vector<Record> Selfplay::play(std::uint64_t number, std::stop_token stop) {
  // The seed is mixed first: streams of neighbouring seeds must not be one stream, shifted.
  SplitMix64 random(SplitMix64(setup_.seed).next() + number);
  Board opening;
  do {
    opening = random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
  } while (!is_balanced(opening, stop));
  auto game = play_game(opening, player_, player_, setup_.limits, stop,
                        {setup_.stray_percent, SplitMix64(random.next())});
  if (!game) return {};
  for (Record& record : game->records) record.game = static_cast<std::uint16_t>(number);
  return std::move(game->records);
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
