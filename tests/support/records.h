// SPDX-License-Identifier: MIT
#pragma once

#include "tools/lab/records.h"

#include <cstdint>

namespace sumi::test {

/// Other fields have their defaults.
inline lab::Record record(const Board& board, lab::ScoreSource source, int score,
                          std::uint16_t game = 0) {
  lab::Record r;
  r.board = board;
  r.source = source;
  r.score = {score};
  r.game = game;
  return r;
}

}  // namespace sumi::test
