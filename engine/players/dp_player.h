// SPDX-License-Identifier: MIT
/// Perfect play on 4x4, from the values of all its states.
#pragma once

#include "engine/players/player.h"

namespace sumi {

/// Plays for the most discs, empties counted for the winner; of equal moves it takes the first
/// square. The first of these players solves the game for all of them as it is made, in a fraction
/// of a second. Fails if there is an argument, and on other boards than 4x4.
Result<std::unique_ptr<MovePlayer>> make_dp_player(std::string_view argument, int size);

}  // namespace sumi
