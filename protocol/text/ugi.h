// SPDX-License-Identifier: MIT
/// Text codec of UGI, UCI and USI for Othello, which share UCI's commands; UGI names players (p1 is
/// Black), USI adds byo-yomi (https://github.com/kz04px/cutegames/blob/master/ugi.md,
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

/// The words of a line; valid as long as the line's text.
using UgiWords = std::span<const std::string_view>;

/// Parses the arguments of `position`: `startpos`, `fen F`, `sfen S` or a board of 64, 36 or 16
/// squares, then optionally `moves` with or without forced passes. Does not play a forced pass at
/// the end. `size` is for `startpos`. Fails on illegal moves.
Result<Game> parse_ugi_position(UgiWords words, int size);

/// Arguments of `go` or `ponderhit`. Times are clamped to 0..10^12 ms.
struct UgiGo {
  std::optional<int> depth{};            ///< Plies, 1..60.
  std::optional<std::uint64_t> nodes{};  ///< At least 1.
  std::optional<Millis> move_time{};
  std::array<std::optional<Millis>, 2> time{};  ///< By Color: p1 and b are Black.
  std::array<Millis, 2> increment{};
  Millis byoyomi{};     ///< Per move once `time` is used up; 0: none.
  int moves_to_go = 0;  ///< Moves that `time` is for; 0: the whole game.
  bool infinite = false;
  bool ponder = false;
  std::optional<int> perft{};  ///< Plies, 0..60.
  Bitboard moves = 0;          ///< searchmoves; 0: all.

  /// Messages about unknown words. The other fields are valid.
  std::vector<std::string> faults{};

  /// std::nullopt if this colour has no time.
  std::optional<Clock> clock(Color color) const;
};

/// Unknown words are faults. Ignores `mate N`, which has no meaning in Othello.
UgiGo parse_ugi_go(UgiWords words, int size = 8);

/// The limits of `go`, capped by the options (level, depth, nodes). With `infinite`, only depth,
/// nodes and searchmoves apply. If `go` has no limits, returns move_limits() of the options.
SearchLimits ugi_limits(const EngineOptions& options, const UgiGo& go, Color to_move,
                        int multi_pv = 1);

/// `name N [value V]` of `setoption`. "USI_Hash" means Hash; `<empty>` means an empty value.
struct UgiSetting {
  std::string name;
  std::string value;
};
Result<UgiSetting> parse_ugi_setting(UgiWords words);

/// "option name Hash type spin default 256 min 1 max 1048576".
std::string ugi_option(const OptionSpec& spec, std::string_view value);

/// "d3"; a pass is "0000", in USI "pass".
std::string ugi_move(Square move, UgiDialect dialect, int size = 8);

/// "bestmove d3", or "bestmove d3 ponder c3" with the expected reply from `line`.
std::string ugi_best_move(const Line& line, bool with_reply, UgiDialect dialect, int size = 8);

/// One `info` for each of the `multi_pv` best moves, numbered if several. Scores are in 1/100 disc
/// for the side to move. An `info string` before them reports a `book` result, another one `exact`
/// or, for a search to the end, `selectivity 73`. Empty before the first iteration.
std::vector<std::string> ugi_info(const SearchUpdate& update, int multi_pv, UgiDialect dialect,
                                  const Position& position);

}  // namespace sumi::protocol
