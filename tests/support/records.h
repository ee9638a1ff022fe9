// SPDX-License-Identifier: MIT
/// Records of training data for tests.
#pragma once

#include "tools/lab/records.h"

#include <cstdint>

namespace sumi::test {

/// All else is as in a new record.
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
