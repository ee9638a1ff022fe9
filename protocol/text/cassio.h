// SPDX-License-Identifier: MIT
/// Cassio's "Othello Engine Protocol" as text, both ways; knows no search
/// (http://cassio.free.fr/engine-protocol.htm; what its clients send in fact: Edax, src/cassio.c).
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/search_core.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// A command line taken apart.
struct CassioRequest {
  std::string command;  ///< In lower case.
  std::string args;     ///< The rest of the line, blanks at its ends dropped.
};

/// Nothing for an empty line, which is the GUI's heartbeat. Fails on a line that does not begin
/// with ENGINE-PROTOCOL (in any case), and on that word alone.
Result<std::optional<CassioRequest>> parse_cassio_line(std::string_view line);

/// What a search is asked for.
struct CassioSearch {
  Position position;                           ///< The position, on a board of 8x8.
  Value alpha = -kInfinity, beta = kInfinity;  ///< Infinite where the client's bound is 64 discs.
  int depth = 0;                               ///< Plies, 1..60; the number of empties if `solve`.
  int selectivity = 100;                       ///< One of kSelectivities.
  bool solve = false;                          ///< To the end of the game, whatever the depth.
};

/// POS ALPHA BETA DEPTH PREC. POS is 64 squares and the side, glued or with a blank between; bounds
/// in discs, beyond 64 taken for it, the window as wide as a unit of Value at least; DEPTH from 0
/// on, taken for 1..60; PREC in 0..100 per cent.
Result<CassioSearch> parse_cassio_midgame(std::string_view args);

/// POS ALPHA BETA PREC; a DEPTH before PREC, which some scripts send, says nothing.
Result<CassioSearch> parse_cassio_endgame(std::string_view args);

/// What a client knows of a position.
struct CassioKnowledge {
  Position position;
  SearchReport report;  ///< Bounds, depth, selectivity, and a line of legal moves.
};

/// POS LOWER UPPER DEPTH PREC PV; the line of moves may be empty.
Result<CassioKnowledge> parse_cassio_knowledge(std::string_view args);

/// The selectivity that a precision asks for: the lowest one that is as sure.
int cassio_selectivity(int percent);

/// "POS, move D3, depth 12, @98%, B+2.00 <= v <= B+2.00, D3c4E6": Black's moves in upper case,
/// White's in lower case, passes "PA", "pa", no move at all "--". The bounds are discs for the side
/// to move, whose letter stands before them.
std::string cassio_finding(const Position& position, const SearchReport& report);

/// The whole line: the finding, nodes and time.
std::string cassio_result(std::string_view finding, std::uint64_t nodes, double seconds);

}  // namespace sumi::protocol
