// SPDX-License-Identifier: MIT
/// GGS (Generic Game Server) and its service /os as text, both ways; knows no game and no state.
/// A message is a first line and lines that begin with `|`
/// (https://www.skatgame.net/mburo/ggs/, https://www.skatgame.net/mburo/ggsa/clock).
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

/// What is played: "8", "8b", "s8r18", "8k", "8a".
struct GgsType {
  bool synchro = false;               ///< Two boards at once, `.ID.0` and `.ID.1`.
  int size = 8;                       ///< As written; 88 is the octagon.
  std::optional<Color> color{};       ///< Colour of the player who asks, if it was chosen.
  bool komi = false, anti = false;    ///< Other rules than Othello's.
  std::optional<int> random_discs{};  ///< Discs of a random start position; 0: any number of discs.

  friend bool operator==(const GgsType&, const GgsType&) = default;
};
Result<GgsType> parse_ggs_type(std::string_view text);
std::string to_text(const GgsType& type);

/// A part of a clock: an amount of time for a number of moves (0: for all moves).
struct GgsTime {
  Millis time{};  ///< Never negative.
  int moves = 0;
  bool is_not = false;  ///< Marked N: see GgsClock.
  friend bool operator==(const GgsTime&, const GgsTime&) = default;
};

/// A clock as it is set ("15:00/00:10/02:00") or as it runs ("14:59,3:0//02:00,3:0"). All three
/// parts belong to one player.
struct GgsTimes {
  GgsTime main;       ///< As set, or what is left; N: its end does not lose the game.
  GgsTime increment;  ///< Added for every `moves` moves; N: at most what was spent is added.
  GgsTime extension;  ///< Time that follows `main`; N: it replaces the time that was left.
  std::optional<int> moves_made{};  ///< Moves made in main time; given only by a running clock.
  friend bool operator==(const GgsTimes&, const GgsTimes&) = default;
};
Result<GgsTimes> parse_ggs_clock(std::string_view text);

// What the server says.

struct GgsLoginPrompt {};
struct GgsPasswordPrompt {};
struct GgsReady {};  ///< The server waits for a command.

/// A service has come, or gone: ": + /os 1".
struct GgsService {
  bool here = true;
  std::string name;
};

/// "/os: + .ID ...": somebody asks for a match; "-": no more.
struct GgsRequest {
  bool added = true;
  std::string id;
  std::string from, to;  ///< Names of players; `to` is "*" where anybody is asked.
  GgsType type;
  char mode = 'U';  ///< R rated, U not, S to go on with a stored match, T of a tournament.
  GgsTimes clock;   ///< The clock that `to` would have.
};

/// "/os: + match .ID ..." or "- match".
struct GgsMatch {
  bool begins = true;
  std::string id;
  std::array<std::string, 2> players;
  GgsType type;
  char mode = 'U';
  std::string
      result;  ///< Of a match that ends, for the first player: "+30.00", "aborted", "x left".
};

struct GgsPlayer {
  std::string name;
  GgsTimes clock;
};

/// "/os: join" or "/os: update" with a board.
struct GgsBoard {
  bool joined = false;  ///< The message tells the whole game, as at its beginning ("join").
  std::string id;       ///< Id of the game: `.ID`, in a synchro match `.ID.0` or `.ID.1`.
  GgsType type;
  int moves = 0;                     ///< Moves made since the start, passes included.
  std::array<GgsPlayer, 2> players;  ///< Black, White.
  Position position;
};

/// "/os: end .ID.0 ( a vs. b ) +2.00": one game of a synchro match is over.
struct GgsGameEnd {
  std::string id, result;
};

/// "/os: error .ID text", or "/os: ERR text" (then without id).
struct GgsError {
  std::string id, text;
};

/// "/os: .ID A 1720 name: text": said to all (A), the players (P) or those who watch (O).
struct GgsComment {
  std::string id, from, text;
};

/// "/os: timeout .ID name (*)", "/os: fatal-timeout": the main time of that player is over, or all.
struct GgsTimeout {
  std::string id, name;
};

/// "/os: abort .ID name is asking", and so "undo" and "score".
struct GgsOffer {
  std::string what, id, name;
};

/// Anything else: help, news, who.
struct GgsOther {};

using GgsMessage =
    std::variant<GgsOther, GgsLoginPrompt, GgsPasswordPrompt, GgsReady, GgsService, GgsRequest,
                 GgsMatch, GgsBoard, GgsGameEnd, GgsError, GgsComment, GgsTimeout, GgsOffer>;

/// A line as the server meant it: without carriage return, bells, colours and telnet commands. What
/// is left is UTF-8, and nothing in it moves a cursor; other bytes become blanks.
std::string clean_ggs_line(std::string_view line);

/// Reads a message of clean lines. Fails only if its beginning is known and the rest is not as it
/// must be.
Result<GgsMessage> parse_ggs(std::span<const std::string> lines);

// What we say.

/// A name that GGS takes, or an error with the rules for it.
Result<std::string> parse_ggs_login(std::string_view text);

/// "tell /os play .5 d3/1.25/0.53": the value for us, in discs, and the seconds used. A pass is
/// "pa" alone.
std::string ggs_play(std::string_view id, Square move, Value value, Millis used);

/// Lines as the server sends them -> whole messages. A message ends where READY, ALERT or the first
/// line of the next one comes. One thread at a time.
class GgsFramer {
 public:
  using Emit = std::function<void(std::span<const std::string> lines)>;

  /// Most lines of a message that are kept; the rest is left out. A join message of the longest
  /// game has fewer.
  static constexpr std::size_t kMaxLines = 300;

  /// Calls `emit` for each message that ends here. READY is a message too, ALERT and blank lines
  /// are none. A line that belongs to no message is dropped.
  void feed(std::string_view line, const Emit& emit);

  /// Drops a message that was not whole.
  void clear() { lines_.clear(); }

 private:
  void end_message(const Emit& emit);

  std::vector<std::string> lines_;  ///< Clean lines of the message so far.
};

}  // namespace sumi::protocol
