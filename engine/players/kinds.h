// SPDX-License-Identifier: MIT
/// Functions that make players, for the rows of catalog(). They fail as CatalogEntry::make() does.
/// Arguments: README.md.
#pragma once

#include "engine/player.h"

namespace sumi {

using MadePlayer = Result<std::unique_ptr<MovePlayer>>;

MadePlayer make_random(std::string_view argument, int size);

// The opponents of S5 (look_ahead_player.cpp).
MadePlayer make_nhand(std::string_view argument, int size);
MadePlayer make_nhand_custom(std::string_view argument, int size);
MadePlayer make_nleast(std::string_view argument, int size);
MadePlayer make_nmost(std::string_view argument, int size);

/// Plays the move with the most points in random games (S7).
MadePlayer make_monte_carlo(std::string_view argument, int size);

/// Plays the move with the best value after one ply by BP/FS/CN (S4), a network (S2, S3) or another
/// evaluator.
MadePlayer make_greedy(std::string_view argument, int size);
/// `argument` omits the word "bpfscn:", as in "1:3:0:paper+noise".
MadePlayer make_greedy_bpfscn(std::string_view argument, int size);

MadePlayer make_s6(std::string_view argument, int size);

/// Perfect play on 4x4 by final_score(); the first of equal moves. The first call takes 0.1 s.
/// Fails on an argument and on other board sizes.
MadePlayer make_dp_player(std::string_view argument, int size);

}  // namespace sumi
