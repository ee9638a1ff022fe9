// SPDX-License-Identifier: MIT
/// Text codec of Cassio's "Othello Engine Protocol" (http://cassio.free.fr/engine-protocol.htm;
/// Edax, src/cassio.c).
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/search_core.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct CassioRequest {
  std::string command;  ///< Lower case.
  std::string args;     ///< The rest of the line, trimmed.
};

/// std::nullopt for an empty line, the GUI's heartbeat. Fails unless the line starts with
/// ENGINE-PROTOCOL (case-insensitive) and a command.
Result<std::optional<CassioRequest>> parse_cassio_line(std::string_view line);

struct CassioSearch {
  Position position;                           ///< On 8x8.
  Value alpha = -kInfinity, beta = kInfinity;  ///< Infinite for a bound of 64 discs.
  int depth = 0;                               ///< Plies, 1..60; the number of empties if `solve`.
  int selectivity = 100;                       ///< One of kSelectivities.
  bool solve = false;
};

/// POS ALPHA BETA DEPTH PREC. POS is 64 squares, an optional blank and the side to move. Clamps
/// bounds to 64 discs and DEPTH to 1..60; widens the window to at least one unit of Value. PREC is
/// 0..100 per cent.
Result<CassioSearch> parse_cassio_midgame(std::string_view args);

/// POS ALPHA BETA PREC; ignores a DEPTH before PREC, which some scripts send.
Result<CassioSearch> parse_cassio_endgame(std::string_view args);

struct CassioTableEntry {
  Position position;
  SearchReport report;  ///< Bounds, depth, selectivity and a legal line.
};

/// POS LOWER UPPER DEPTH PREC PV; PV may be empty.
Result<CassioTableEntry> parse_cassio_table_entry(std::string_view args);

/// The lowest selectivity that reaches the requested precision.
int cassio_selectivity(int percent);

/// "POS, move D3, depth 12, @98%, B+2.00 <= v <= B+2.00, D3c4E6": Black's moves in upper case,
/// White's in lower case; a pass is "PA" or "pa", no move "--". Bounds are for the side to move,
/// whose letter precedes them.
std::string cassio_result_text(const Position& position, const SearchReport& report);

std::string cassio_result(std::string_view result_text, std::uint64_t nodes, double seconds);

}  // namespace sumi::protocol
