// SPDX-License-Identifier: MIT
/// Names of openings in English and Japanese (opening_names.tsv), and the balanced start positions
/// of XOT, the "eXtended Othello Tournament", after eight moves. Both are built in.
#pragma once

#include "engine/game/board.h"
#include "engine/game/game.h"

#include <span>
#include <string_view>

namespace sumi::book {

inline constexpr int kXotPlies = 8;

/// True if the position, up to symmetry, is in the large list of M. Berg and B. Moreno (2010;
/// https://berg.earthlingz.de/xot/). Two or three in a million other positions also match.
/// Thread-safe.
bool is_xot_start(const Position& position);

/// A line of moves from f5 to each XOT start, one of all symmetric positions, in an order that
/// never changes. Thread-safe.
std::span<const GameRecord> xot_starts();

struct OpeningName {
  std::string_view moves;              ///< "f5d6c3", f5 first.
  std::string_view english, japanese;  ///< UTF-8, not empty.
  int plies = 0;
  bool by_order = false;  ///< The name applies only to this order of moves.
};

/// The name of games from XOT starts; it has no moves.
const OpeningName& xot_opening();

/// All names, by moves. Throws FatalError if the table is invalid (a test checks it). Thread-safe.
std::span<const OpeningName> opening_names();

/// The longest named opening within the first `plies` moves of a game from the usual or mirrored
/// start, up to symmetry and order of moves; null without one. Prefers a name for the game's own
/// order; by_order names match no other. Returns xot_opening() if the game begins at an XOT start,
/// or reaches one after eight moves and has no name of more than two plies. Thread-safe.
const OpeningName* find_opening(const GameRecord& game, int plies = 60);

}  // namespace sumi::book
