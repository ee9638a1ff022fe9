// SPDX-License-Identifier: MIT
/// Events with made-up results.
#pragma once

#include "tools/match/game_result.h"
#include "tools/match/match_config.h"

#include <string>

namespace sumi::test {

/// Engines "a", "b"...
inline match::MatchConfig event_of(match::Format format, int engines, int games) {
  match::MatchConfig config;
  config.format = format;
  config.games = games;
  for (int i = 0; i < engines; ++i) {
    config.engines.emplace_back().name =
        i < 26 ? std::string(1, static_cast<char>('a' + i)) : "e" + std::to_string(i);
  }
  return config;
}

inline match::GameResult finished(const match::Fixture& fixture, int black_discs) {
  match::GameResult result;
  result.fixture = fixture;
  result.black_score = DiscDiff{black_discs};
  return result;
}

}  // namespace sumi::test
