// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/game.h"

#include <string>

namespace sumi::book {

/// Data that distinguishes games with the same moves.
struct Spelling {
  std::string black, white, event, date, round;

  bool same_game(const Spelling& other) const {
    return black == other.black && white == other.white && date == other.date &&
           round == other.round;
  }
};

Spelling spelling_of(const GameRecord& game);

/// True if games with equal moves are probably the same game: their players are are_alike(), and
/// neither dates nor rounds contradict each other.
bool are_similar(const Spelling& a, const Spelling& b);

/// `known` with missing parts from `other`.
Spelling completed(Spelling known, const Spelling& other);

}  // namespace sumi::book
