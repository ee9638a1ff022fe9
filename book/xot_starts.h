// SPDX-License-Identifier: MIT
/// The starts of XOT, the "eXtended Othello Tournament": positions of about equal chances behind
/// eight moves, from which tournaments and matches begin.
#pragma once

#include "engine/game/position.h"

namespace sumi::book {

inline constexpr int kXotPlies = 8;

/// True if the position, or one symmetric to it, is in the large list of M. Berg and B. Moreno
/// (2010; https://berg.earthlingz.de/xot/). Of other positions two or three in a million are taken
/// for one. Any thread.
bool is_xot_start(const Position& position);

}  // namespace sumi::book
