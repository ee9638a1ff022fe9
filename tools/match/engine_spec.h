// SPDX-License-Identifier: MIT
/// One participant of a tournament, and how much time it has.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::match {

/// Time for a game with a Fischer increment, or for each move, or none at all (the engine is
/// limited by its own options: level, depth, nodes).
struct TimeControl {
  enum class Kind { kNone, kGame, kMove };
  Kind kind = Kind::kNone;
  Millis main{};       ///< Time for the game, or for each move.
  Millis increment{};  ///< Added after each move of a game.

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// "none", "60" or "60+0.5" (seconds for the game and more for each move), "0.1/move".
Result<TimeControl> parse_time_control(std::string_view text);
std::string to_text(const TimeControl& time);  ///< The text that parse_time_control() reads.

/// The protocol that an engine speaks.
enum class Protocol {
  kAuto,    ///< kSumi without a command, else kGtp.
  kGtp,     ///< Version 2.
  kNBoard,  ///< Version 2.
  kUgi,
  kUci,   ///< Like UGI, with the words of chess: `ucinewgame`, `go btime`.
  kUsi,   ///< USI-X, its Othello version.
  kSumi,  ///< It is ours and runs in this process.
};

std::string_view to_text(Protocol protocol);  ///< The value of the key `protocol`: "nboard".

/// How a forced pass is put to an engine that has a protocol for moves only.
enum class PassStyle {
  kAuto,  ///< kTell; a GTP engine that refuses such a move gets kOmit from then on.
  kTell,  ///< It is told every pass, its own included: `play white pass`.
  kAsk,   ///< Like kTell, but the engine must find its own passes: gogui-twogtp's way.
  kOmit,  ///< Passes are never mentioned, the other side just moves again: Quarry's way.
};

struct EngineSpec {
  std::string name;       ///< Unique in the tournament.
  std::string command;    ///< A shell command; empty for kSumi.
  std::string directory;  ///< Where the engine is started; empty: our directory.
  Protocol protocol = Protocol::kAuto;
  PassStyle pass = PassStyle::kAuto;
  /// Pairs of name and value. kSumi, and sumi over GTP (`sumi-set`), take the options of
  /// `sumi gtp --help`: evaluator, player, level, depth, nodes... Other GTP engines take none. UGI,
  /// UCI and USI engines take the options that they announce (`setoption`), see ugi_player.cpp.
  /// NBoard engines are sent `set NAME VALUE`.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> setup;   ///< Protocol commands to send before each game.
  std::optional<TimeControl> time;  ///< Used instead of the tournament's.
  bool restart = false;             ///< Each game gets a new process.

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// Reads blank-separated KEY=VALUE, values quoted ("..." or '...') where they hold blanks:
/// `name=rhino cmd="gtp-rhino -l 3" time=60+0.5 option.NAME=VALUE`. Keys: name, cmd, dir, protocol
/// (auto, gtp, nboard, ugi, uci, usi, sumi), pass (auto, tell, ask, omit), time, setup (may be
/// repeated), restart (true, false), option.NAME; level, depth, nodes, evaluator and player are
/// short for option.level and so on. A name left out is the last part of the command's first word,
/// or "sumi", with the options: "sumi-table-depth4".
Result<EngineSpec> parse_engine_spec(std::string_view text);

/// The text that parse_engine_spec() reads, without keys that are at their defaults.
std::string to_text(const EngineSpec& spec);

/// A specification taken apart; only `setup` may come more than once.
using SpecKeys = std::vector<std::pair<std::string, std::string>>;
Result<EngineSpec> make_engine_spec(const SpecKeys& keys);
SpecKeys to_keys(const EngineSpec& spec);  ///< The keys that make_engine_spec() takes.

/// Fails if `text` holds control characters or is not UTF-8: it could be neither shown nor stored.
Result<void> check_printable(std::string_view what, std::string_view text);

}  // namespace sumi::match
