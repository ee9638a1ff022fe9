// SPDX-License-Identifier: MIT
/// Names of openings, English and Japanese, of opening_names.tsv, and the starts of XOT, the
/// "eXtended Othello Tournament": positions of about equal chances after eight moves, from which
/// tournaments and matches begin. Both are built in.
#pragma once

#include "engine/game/board.h"
#include "engine/game/game.h"

#include <span>
#include <string_view>

namespace sumi::book {

inline constexpr int kXotPlies = 8;

/// True if the position, or one symmetric to it, is in the large list of M. Berg and B. Moreno
/// (2010; https://berg.earthlingz.de/xot/). Of other positions two or three in a million are taken
/// for one. Any thread.
bool is_xot_start(const Position& position);

struct OpeningName {
  std::string_view moves;              ///< "f5d6c3": as the table has them, f5 first.
  std::string_view english, japanese;  ///< UTF-8, not empty.
  int plies = 0;
  bool by_order = false;  ///< The name of games that came there in this order of moves only.
};

/// The name of games from XOT starts; it has no moves.
const OpeningName& xot_opening();

/// All, by their moves. Throws FatalError if the table is wrong, which a test rules out. Any
/// thread.
std::span<const OpeningName> opening_names();

/// The longest named opening that a game from the usual start went through, whichever of the
/// symmetric first moves it began with; null if none. It may have come there by any order of moves,
/// but a name for just its order comes before another, and a name by_order is for no other. Looks
/// at the first `plies` moves. The start may be the mirrored one, too. A game that begins from an
/// XOT start (is_xot_start()), or is at one after eight moves and has no name but that of
/// its first two, has xot_opening(). Any thread.
const OpeningName* find_opening(const GameRecord& game, int plies = 60);

}  // namespace sumi::book
