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

/// kNone: only the engine's options limit it.
struct TimeControl {
  enum class Kind { kNone, kGame, kMove };
  Kind kind = Kind::kNone;
  Millis main{};       ///< Per game, or per move.
  Millis increment{};  ///< Fischer increment after each move (kGame).

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// "none", "60" or "60+0.5" (seconds per game plus increment), "0.1/move".
Result<TimeControl> parse_time_control(std::string_view text);
std::string to_text(const TimeControl& time);  ///< Inverse of parse_time_control().

/// "60", "0.5": seconds, more than 0.
Result<Millis> parse_move_limit(std::string_view text);
std::string seconds_text(Millis time);  ///< Inverse of parse_move_limit().

enum class Protocol {
  kAuto,    ///< kSumi without a command, otherwise kGtp.
  kGtp,     ///< Version 2.
  kNBoard,  ///< Version 2.
  kUgi,
  kUci,  ///< Like UGI with chess words: `ucinewgame`, `go btime`.
  kUsi,  ///< USI-X, its Othello version.
  kXBoard,
  kCassio,
  kSumi,  ///< Sumi in this process.
};

std::string_view to_text(Protocol protocol);  ///< The value of the key `protocol`: "nboard".

/// How forced passes are sent to an engine.
enum class PassStyle {
  kAuto,  ///< kTell, or kOmit once a GTP engine refuses a pass.
  kTell,  ///< Sends every pass, including the engine's own: `play white pass`.
  kAsk,   ///< As kTell, but asks the engine for its own passes, as gogui-twogtp does.
  kOmit,  ///< Sends no passes: the other side moves again, as in Quarry.
};

struct EngineSpec {
  std::string name;       ///< Unique in the tournament.
  std::string command;    ///< For the shell; empty for kSumi.
  std::string directory;  ///< Working directory; empty: ours.
  Protocol protocol = Protocol::kAuto;
  PassStyle pass = PassStyle::kAuto;
  /// Names and values (README.md, "Protocols").
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> setup;   ///< Commands sent before each game.
  std::optional<TimeControl> time;  ///< Overrides the tournament's, as does the next one.
  std::optional<Millis> move_limit;
  bool restart = false;  ///< Start a new process for each game.

  // Set when an event changes (changes.h), in rounds of the schedule, from 0.
  int joined = 0;                  ///< Plays from this round on.
  std::optional<int> withdrawn{};  ///< From this round on it is not paired; it loses earlier games
                                   ///< that are missing, unplayed.

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// `player=person`: plays outside; `sumi-match enter` stores the results.
bool is_person(const EngineSpec& spec);

/// Parses KEY=VALUE separated by blanks: `name=rhino cmd="gtp-rhino -l 3" time=60+0.5
/// option.NAME=VALUE`. Values with blanks are quoted ("..." or '...'). `sumi-match run --help`
/// lists the keys. The default name is the command's base name, or "sumi", plus the options:
/// "sumi-table-depth4".
Result<EngineSpec> parse_engine_spec(std::string_view text);

/// Inverse of parse_engine_spec(); omits defaults.
std::string to_text(const EngineSpec& spec);

/// Only `setup` may repeat.
using SpecKeys = std::vector<std::pair<std::string, std::string>>;
Result<EngineSpec> make_engine_spec(const SpecKeys& keys);
SpecKeys to_keys(const EngineSpec& spec);  ///< Inverse of make_engine_spec().

/// Fails on control characters and invalid UTF-8.
Result<void> check_printable(std::string_view what, std::string_view text);

}  // namespace sumi::match
