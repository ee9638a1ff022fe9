// SPDX-License-Identifier: MIT
/// Text codec of GGS (Generic Game Server) and its service /os. A message is one line, followed by
/// lines that start with `|` (https://www.skatgame.net/mburo/ggs/,
/// https://www.skatgame.net/mburo/ggsa/clock).
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sumi::protocol {

/// Game type: "8", "8b", "s8r18", "8k", "8a".
struct GgsType {
  bool synchro = false;               ///< Two boards at once, `.ID.0` and `.ID.1`.
  int size = 8;                       ///< As written; 88 is the octagon.
  std::optional<Color> color{};       ///< Of the requesting player, if chosen.
  bool komi = false, anti = false;    ///< Variants with different rules.
  std::optional<int> random_discs{};  ///< Of a random start position; 0: any number.

  friend bool operator==(const GgsType&, const GgsType&) = default;
};
Result<GgsType> parse_ggs_type(std::string_view text);
std::string to_text(const GgsType& type);

/// Part of a clock: time for `moves` moves; 0: for all moves.
struct GgsTime {
  Millis time{};  ///< Never negative.
  int moves = 0;
  bool is_not = false;  ///< Marked N: see GgsTimes.
  friend bool operator==(const GgsTime&, const GgsTime&) = default;
};

/// One player's clock as set ("15:00/00:10/02:00") or running ("14:59,3:0//02:00,3:0").
struct GgsTimes {
  GgsTime main;                     ///< As set, or left; N: running out does not lose the game.
  GgsTime increment;                ///< Added every `moves` moves; N: at most the time spent.
  GgsTime extension;                ///< Follows `main`; N: replaces the time left.
  std::optional<int> moves_made{};  ///< In main time; only in a running clock.
  friend bool operator==(const GgsTimes&, const GgsTimes&) = default;
};
Result<GgsTimes> parse_ggs_clock(std::string_view text);

struct GgsLoginPrompt {};
struct GgsPasswordPrompt {};
struct GgsReady {};

/// A service appeared or disappeared: ": + /os 1".
struct GgsService {
  bool here = true;
  std::string name;
};

/// Match request: "/os: + .ID ..."; withdrawn: "/os: - .ID ...".
struct GgsRequest {
  bool added = true;
  std::string id;
  std::string from, to;  ///< Player names; `to` is "*" for an open request.
  GgsType type;
  char mode = 'U';  ///< R rated, U unrated, S stored match, T tournament.
  GgsTimes clock;   ///< For `to`.
};

/// "/os: + match .ID ..." or "- match".
struct GgsMatch {
  bool begins = true;
  std::string id;
  std::array<std::string, 2> players;
  GgsType type;
  char mode = 'U';
  std::string result;  ///< At the end, for the first player: "+30.00", "aborted", "x left".
};

struct GgsPlayer {
  std::string name;
  GgsTimes clock;
};

/// "/os: join" or "/os: update" with a board.
struct GgsBoard {
  bool joined = false;  ///< "join": contains the whole game.
  std::string id;       ///< Of the game: `.ID`, or `.ID.0` and `.ID.1` in a synchro match.
  GgsType type;
  int moves = 0;                     ///< Since the start, passes included.
  std::array<GgsPlayer, 2> players;  ///< Black, White.
  Position position;
};

/// "/os: end .ID.0 ( a vs. b ) +2.00": end of one game of a synchro match.
struct GgsGameEnd {
  std::string id, result;
};

/// "/os: error .ID text", or "/os: ERR text" (without id).
struct GgsError {
  std::string id, text;
};

/// "/os: .ID A 1720 name: text": to all (A), players (P) or observers (O).
struct GgsComment {
  std::string id, from, text;
};

/// "/os: timeout .ID name (*)" (main time over) or "/os: fatal-timeout" (all time over).
struct GgsTimeout {
  std::string id, name;
};

/// "/os: abort .ID name is asking"; also "undo" and "score".
struct GgsOffer {
  std::string what, id, name;
};

/// Any other message (help, news, who).
struct GgsOther {};

using GgsMessage =
    std::variant<GgsOther, GgsLoginPrompt, GgsPasswordPrompt, GgsReady, GgsService, GgsRequest,
                 GgsMatch, GgsBoard, GgsGameEnd, GgsError, GgsComment, GgsTimeout, GgsOffer>;

/// Removes control characters, escape sequences and telnet commands; invalid UTF-8 becomes blanks.
std::string clean_ggs_line(std::string_view line);

/// Parses the cleaned lines of a message. Fails on a known message with malformed contents.
Result<GgsMessage> parse_ggs(std::span<const std::string> lines);

/// Returns a valid GGS login, or an error that states the rules.
Result<std::string> parse_ggs_login(std::string_view text);

/// "tell /os play .5 d3/1.25/0.53": the value in discs for the mover and the seconds used; for a
/// pass only "pa".
std::string ggs_play(std::string_view id, Square move, Value value, Millis used);

/// Groups lines into messages. A message ends at READY, ALERT or the start of the next one. Not
/// thread-safe.
class GgsFramer {
 public:
  using Emit = std::function<void(std::span<const std::string> lines)>;

  /// Longer messages are truncated; join messages are shorter.
  static constexpr std::size_t kMaxLines = 300;

  /// Calls `emit` for each complete message, including READY but not ALERT or blank lines. Drops
  /// lines outside messages.
  void feed(std::string_view line, const Emit& emit);

  void clear() { lines_.clear(); }

 private:
  void end_message(const Emit& emit);

  std::vector<std::string> lines_;
};

}  // namespace sumi::protocol
