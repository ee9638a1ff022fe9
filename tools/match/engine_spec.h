// SPDX-License-Identifier: MIT
/// A participant of a tournament and its time control.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::match {

/// Time per game with a Fischer increment, time per move, or none (limited by the engine's
/// options).
struct TimeControl {
  enum class Kind { kNone, kGame, kMove };
  Kind kind = Kind::kNone;
  Millis main{};       ///< Per game, or per move.
  Millis increment{};  ///< After each move (kGame).

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// "none", "60" or "60+0.5" (seconds per game plus increment), "0.1/move".
Result<TimeControl> parse_time_control(std::string_view text);
std::string to_text(const TimeControl& time);  ///< Inverse of parse_time_control().

enum class Protocol {
  kAuto,    ///< kSumi without a command, otherwise kGtp.
  kGtp,     ///< Version 2.
  kNBoard,  ///< Version 2.
  kUgi,
  kUci,   ///< Like UGI with chess words: `ucinewgame`, `go btime`.
  kUsi,   ///< USI-X, its Othello version.
  kSumi,  ///< Sumi in this process.
};

std::string_view to_text(Protocol protocol);  ///< For the key `protocol`: "nboard".

/// How a forced pass is handled with an engine.
enum class PassStyle {
  kAuto,  ///< kTell; switches to kOmit for a GTP engine that refuses a pass.
  kTell,  ///< Sends every pass, including the engine's own: `play white pass`.
  kAsk,   ///< Like kTell, but asks the engine for its own passes, like gogui-twogtp.
  kOmit,  ///< Never mentions passes: the other side moves again, like Quarry.
};

struct EngineSpec {
  std::string name;       ///< Unique in the tournament.
  std::string command;    ///< For the shell; empty for kSumi.
  std::string directory;  ///< The engine's working directory; empty: ours.
  Protocol protocol = Protocol::kAuto;
  PassStyle pass = PassStyle::kAuto;
  /// Names and values. kSumi and sumi over GTP (`sumi-set`) take the options of `sumi gtp --help`:
  /// evaluator, player, level, depth, nodes... Other GTP engines take none. UGI, UCI and USI
  /// engines take those they announce (`setoption`, see ugi_player.cpp). NBoard engines get `set
  /// NAME VALUE`.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> setup;   ///< Commands sent before each game.
  std::optional<TimeControl> time;  ///< Overrides the tournament's.
  bool restart = false;             ///< Start a new process for each game.

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// Parses blank-separated KEY=VALUE, with values quoted ("..." or '...') if they contain blanks:
/// `name=rhino cmd="gtp-rhino -l 3" time=60+0.5 option.NAME=VALUE`. Keys: name, cmd, dir, protocol
/// (auto, gtp, nboard, ugi, uci, usi, sumi), pass (auto, tell, ask, omit), time, setup
/// (repeatable), restart (true, false), option.NAME. The prefix option. may be omitted for level,
/// depth, nodes, evaluator and player. The default name is the command's base name, or "sumi", plus
/// the options: "sumi-table-depth4".
Result<EngineSpec> parse_engine_spec(std::string_view text);

/// Inverse of parse_engine_spec(); omits defaults.
std::string to_text(const EngineSpec& spec);

/// Keys and values of a specification; only `setup` may repeat.
using SpecKeys = std::vector<std::pair<std::string, std::string>>;
Result<EngineSpec> make_engine_spec(const SpecKeys& keys);
SpecKeys to_keys(const EngineSpec& spec);  ///< Inverse of make_engine_spec().

/// Fails on control characters and invalid UTF-8, which cannot be shown or stored.
Result<void> check_printable(std::string_view what, std::string_view text);

}  // namespace sumi::match
