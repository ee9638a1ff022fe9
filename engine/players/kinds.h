// SPDX-License-Identifier: MIT
/// The functions that the rows of player_kinds() call: each fails as PlayerKind::make() says. The
/// arguments are described in README.md.
#pragma once

#include "engine/player.h"

namespace sumi {

using MadePlayer = Result<std::unique_ptr<MovePlayer>>;

/// Any legal move, each as likely.
MadePlayer make_random(std::string_view argument, int size);

// The opponents of S5 (look_ahead_player.cpp).
MadePlayer make_nhand(std::string_view argument, int size);
MadePlayer make_nhand_custom(std::string_view argument, int size);
MadePlayer make_nleast(std::string_view argument, int size);
MadePlayer make_nmost(std::string_view argument, int size);

/// Random games from each move, the best rate of points (S7).
MadePlayer make_monte_carlo(std::string_view argument, int size);

/// The best value after one move, by BP/FS/CN (S4), a network (S2, S3) or any other evaluator.
MadePlayer make_greedy(std::string_view argument, int size);
/// "bpfscn:1:3:0:paper+noise" and the like, without the first word.
MadePlayer make_greedy_bpfscn(std::string_view argument, int size);

/// S6.
MadePlayer make_s6(std::string_view argument, int size);

/// Perfect play on 4x4, from the values of all its states: for the most discs, empties counted for
/// the winner; of equal moves it takes the first square. The first of these players solves the game
/// for all of them as it is made, in a fraction of a second. Fails if there is an argument, and on
/// other boards than 4x4.
MadePlayer make_dp_player(std::string_view argument, int size);

}  // namespace sumi
