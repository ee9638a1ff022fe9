// SPDX-License-Identifier: MIT
/// Text codec of the NBoard protocol, versions 1 and 2, as its client implements it
/// (https://github.com/weltyc/othello: protocol/ResponseParser.java, gdk/OsMoveListItem.java,
/// gdk/OsClock.java).
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

/// The first word (may be empty) and the trimmed rest of a line.
struct NBoardRequest {
  std::string_view name;
  std::string_view arguments;
};
NBoardRequest split_nboard_line(std::string_view line);

struct NBoardMove {
  Square square = Square::kPass;
  MoveNote note;
};

/// "F5", "PA" or "F5/evaluation/seconds", where each number is optional ("F5//2.3"). Accepts a
/// decimal comma and ignores malformed numbers. Fails only on an invalid move.
Result<NBoardMove> parse_nboard_move(std::string_view text, int size = 8);

/// "=== F5/1.25/0.10", without the evaluation if unknown; "=== PA" for a pass.
std::string nboard_answer(const Candidate& found, double seconds, int size = 8);

/// The depth in the client's syntax: "14", "24@73%" for a selective search to the end, "100%" for
/// an exact score. The client interprets any '%' as a search to the end.
std::string nboard_depth(const Basis& basis, int empties);

/// "search F5d6C3 1.25 0 14", with the opponent's moves in lower case. Requires: `candidate` is
/// known and has a move.
std::string nboard_search(const Candidate& candidate, std::string_view depth, int size = 8);

/// "book F5d6C3 0.25 17 21": a book move with value, games and depth. `line` starts with the move.
std::string nboard_book(const BookMove& move, const Line& line);

/// "analysis 12 -3.50": the value for the side to move after `moves` moves, including passes.
std::string nboard_analysis(std::size_t moves, Value value);

/// "nodestats 12345 0.100"
std::string nboard_node_stats(std::uint64_t nodes, double seconds);

// GGF clocks, as in games, NBoard and GGS.

/// "[[days.]hours:]minutes:seconds", or seconds alone: "59", "01:00", "2.01:02:03"; at most 31
/// years.
Result<Millis> parse_ggf_time(std::string_view text);

struct GgfClock {
  Millis main{};
  Millis increment{};
  Millis grace{120'000};  ///< Added once, when time runs out.

  friend bool operator==(const GgfClock&, const GgfClock&) = default;
};

/// "main/increment/grace", the last two optional: "5:00", "15:00/0:05", "05:00//02:00".
Result<GgfClock> parse_ggf_clock(std::string_view text);

/// "05:00/00:00/02:00", rounded down to seconds; empty if the clock has no time.
std::string to_text(const GgfClock& clock);

/// The time left after moves that took `used`; std::nullopt (no limit) if the clock has no time.
std::optional<Clock> clock_left(const GgfClock& clock, std::span<const Millis> used);

}  // namespace sumi::protocol
