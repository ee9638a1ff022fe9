// SPDX-License-Identifier: MIT
#include "tools/lab/selfplay/selfplay.h"

#include <utility>

namespace sumi::lab {

std::vector<Record> Selfplay::play(std::uint64_t number, std::stop_token stop) {
  // The seed is mixed first: streams of neighbouring seeds must not be one stream, shifted.
  SplitMix64 random(SplitMix64(setup_.seed).next() + number);
  const Board opening = random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
  auto game = play_game(opening, player_, player_, setup_.limits, stop);
  if (!game) return {};
  for (Record& record : game->records) record.game = static_cast<std::uint16_t>(number);
  return std::move(game->records);
}

}  // namespace sumi::lab
