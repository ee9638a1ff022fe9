// SPDX-License-Identifier: MIT
/// How a file spells what belongs to the moves of a game.
#pragma once

#include "engine/game/game.h"

#include <string>

namespace sumi::book {

/// What tells games of the same moves apart.
struct Spelling {
  std::string black, white, event, date, round;

  bool same_game(const Spelling& other) const {
    return black == other.black && white == other.white && date == other.date &&
           round == other.round;
  }
};

Spelling spelling_of(const GameRecord& game);

/// They are probably of one game, if its moves are the same: players are are_alike(), and neither
/// date nor round says something that the other denies.
bool are_similar(const Spelling& a, const Spelling& b);

/// `known` with what only `other` says.
Spelling completed(Spelling known, const Spelling& other);

}  // namespace sumi::book
