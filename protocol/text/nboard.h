// SPDX-License-Identifier: MIT
/// The NBoard protocol, versions 1 and 2, as text, both ways; knows no command and no game. The
/// forms are those that the client itself reads and writes (https://github.com/weltyc/othello:
/// protocol/ResponseParser.java, gdk/OsMoveListItem.java, gdk/OsClock.java).
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"
#include "engine/limits.h"
#include "engine/opening_book.h"
#include "engine/search_update.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// A line taken apart: its first word, empty if there is none, and what follows, trimmed.
struct NBoardRequest {
  std::string_view name;
  std::string_view arguments;
};
NBoardRequest split_nboard_line(std::string_view line);

/// A move as the client tells it.
struct NBoardMove {
  Square square = Square::kPass;
  MoveNote note;
};

/// "F5", "PA", "F5/evaluation/seconds", either number may be missing: "F5//2.3". A comma may stand
/// for the point; what is no number is left out. Fails only if the move is none.
Result<NBoardMove> parse_nboard_move(std::string_view text, int size = 8);

/// "=== F5/1.25/0.10", without the evaluation if none is known; "=== PA" for a pass.
std::string nboard_answer(const Candidate& found, double seconds, int size = 8);

/// The depth of a search, as the client reads it: "14"; to the end of the game, not proven,
/// "24@73%"; proven "100%". To the client every '%' means a search to the end. `empties` of the
/// board.
std::string nboard_depth(const Basis& basis, int empties);

/// "search F5d6C3 1.25 0 14": the opponent's moves are in lower case. Requires: `candidate` is
/// known and has a move.
std::string nboard_search(const Candidate& candidate, std::string_view depth, int size = 8);

/// "book F5d6C3 0.25 17 21": a move of the book, its value, games and depth, written as by
/// nboard_search(). `line` begins with the move.
std::string nboard_book(const BookMove& move, const Line& line);

/// "analysis 12 -3.50": after so many moves, passes counted; for the side to move.
std::string nboard_analysis(std::size_t moves, Value value);

/// "nodestats 12345 0.100"
std::string nboard_node_stats(std::uint64_t nodes, double seconds);

// Clocks as GGF writes them: in games, by NBoard and by GGS.

/// "[[days.]hours:]minutes:seconds", or seconds alone: "59", "01:00", "2.01:02:03"; 31
/// years at most.
Result<Millis> parse_ggf_time(std::string_view text);

struct GgfClock {
  Millis main{};          ///< Time for the whole game.
  Millis increment{};     ///< Added after each move.
  Millis grace{120'000};  ///< Added once, when the time is over.

  friend bool operator==(const GgfClock&, const GgfClock&) = default;
};

/// "main/increment/grace", the last two optional: "5:00", "15:00/0:05", "05:00//02:00".
Result<GgfClock> parse_ggf_clock(std::string_view text);

/// "05:00/00:00/02:00", rounded down to seconds; empty for a clock without any time.
std::string to_text(const GgfClock& clock);

/// What is left to a player who has used these times, one for each move. Nothing for a clock
/// without any time, which means no limit.
std::optional<Clock> clock_left(const GgfClock& clock, std::span<const Millis> used);

}  // namespace sumi::protocol
