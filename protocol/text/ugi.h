// SPDX-License-Identifier: MIT
/// UGI, UCI and USI as text, both ways, for Othello; knows no session. Three names of one dialect:
/// UCI's words, UGI's players (p1 is Black), USI's byo-yomi
/// (https://github.com/kz04px/cutegames/blob/master/ugi.md,
/// https://github.com/YuaHyodo/USI-X-protocol_othello_version).
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/game/game.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

enum class UgiDialect { kUgi, kUci, kUsi };

/// The words of a line; valid as long as the text of the line lives.
using UgiWords = std::span<const std::string_view>;

/// Reads what follows `position`: `startpos`, `fen F`, `sfen S` or a board of 64, 36 or 16 squares;
/// then perhaps `moves` and moves, with or without forced passes. A side that must pass at the end
/// is still to move. `size` is that of `startpos`. Fails on an illegal move too.
Result<Game> parse_ugi_position(UgiWords words, int size);

/// What follows `go` or `ponderhit`. Times are as sent, but in 0..10^12 ms.
struct UgiGo {
  std::optional<int> depth{};            ///< Plies, 1..60.
  std::optional<std::uint64_t> nodes{};  ///< At least 1.
  std::optional<Millis> move_time{};
  std::array<std::optional<Millis>, 2> time{};  ///< By Color: p1 and b are Black.
  std::array<Millis, 2> increment{};
  Millis byoyomi{};     ///< Time for each move once `time` is used up; 0: none.
  int moves_to_go = 0;  ///< Moves that `time` is for; 0: the whole game.
  bool infinite = false;
  bool ponder = false;
  std::optional<int> perft{};  ///< Plies, 0..60.
  Bitboard moves = 0;          ///< searchmoves; 0: all legal moves.

  /// What was not understood, in words. The rest holds.
  std::vector<std::string> faults{};

  /// Nothing if no time was given for this colour.
  std::optional<Clock> clock(Color color) const;
};

/// Words that are no key are faults; `mate N` is none, and says nothing in Othello.
UgiGo parse_ugi_go(UgiWords words, int size = 8);

/// What `go` asks for, within what the options allow in any game (level, depth, nodes). With
/// `infinite` only the keys depth, nodes and searchmoves hold. What no key limits at all is limited
/// by the options alone: move_limits().
SearchLimits ugi_limits(const EngineOptions& options, const UgiGo& go, Color to_move,
                        int multi_pv = 1);

/// `name N [value V]` of `setoption`. "USI_Hash" is Hash; `<empty>` is an empty value.
struct UgiSetting {
  std::string name;
  std::string value;
};
Result<UgiSetting> parse_ugi_setting(UgiWords words);

/// A line of the handshake: "option name Hash type spin default 256 min 1 max 1048576".
std::string ugi_option(const OptionSpec& spec, std::string_view value);

/// "d3"; a pass is "0000", in USI "pass".
std::string ugi_move(Square move, UgiDialect dialect, int size = 8);

/// "bestmove d3", or "bestmove d3 ponder c3" with the reply of `line` that we expect.
std::string ugi_best_move(const Line& line, bool with_reply, UgiDialect dialect, int size = 8);

/// One `info` for each of the `multi_pv` best moves, numbered if more than one is wanted. Scores
/// are in 1/100 disc for the side to move. First is told by `info string` where it is from the
/// `book`, that it is solved (`exact`), or, of a search to the end, its `selectivity 73`. Nothing
/// before the first iteration.
std::vector<std::string> ugi_info(const SearchUpdate& update, int multi_pv, UgiDialect dialect,
                                  const Position& position);

}  // namespace sumi::protocol
