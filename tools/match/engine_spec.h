// SPDX-License-Identifier: MIT
/// One participant of a tournament.
#pragma once

#include "engine/base/error.h"
#include "tools/match/time_control.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::match {

/// What an engine speaks.
enum class Protocol {
  kAuto,    ///< kSumi without a command, else kGtp.
  kGtp,     ///< Version 2.
  kNBoard,  ///< Version 2.
  kUgi,
  kUci,   ///< As UGI, with the words of chess: `ucinewgame`, `go btime`.
  kUsi,   ///< USI-X, its Othello version.
  kSumi,  ///< It is ours and runs in this process.
};

std::string_view to_text(Protocol protocol);  ///< As the key `protocol` has it: "nboard".

/// How a forced pass is put to an engine that has a protocol for moves only.
enum class PassStyle {
  kAuto,  ///< kTell; a GTP engine that refuses such a move gets kOmit from then on.
  kTell,  ///< It is told every pass, its own included: `play white pass`.
  kAsk,   ///< As kTell, but its own passes it must find itself: gogui-twogtp's way.
  kOmit,  ///< Passes are never mentioned, the other side just moves again: Quarry's way.
};

struct EngineSpec {
  std::string name;       ///< Unique in the tournament.
  std::string command;    ///< As a shell reads it; empty for kSumi.
  std::string directory;  ///< To start it in; empty: ours.
  Protocol protocol = Protocol::kAuto;
  PassStyle pass = PassStyle::kAuto;
  /// Name and value. For kSumi, and for sumi over GTP (`sumi-set`), those of `sumi gtp --help`:
  /// evaluator, player, level, depth, nodes... Other GTP engines take none. UGI, UCI and USI: those
  /// that the engine announces (`setoption`), see ugi_player.h. NBoard: `set NAME VALUE`.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> setup;   ///< Protocol commands to send before each game.
  std::optional<TimeControl> time;  ///< Instead of the tournament's.
  bool restart = false;             ///< A new process for each game.

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// Reads blank-separated KEY=VALUE, values quoted ("..." or '...') where they hold blanks:
/// `name=rhino cmd="gtp-rhino -l 3" time=60+0.5 option.NAME=VALUE`. Keys: name, cmd, dir, protocol
/// (auto, gtp, nboard, ugi, uci, usi, sumi), pass (auto, tell, ask, omit), time, setup (may be
/// repeated), restart (true, false), option.NAME; level, depth, nodes, evaluator and player are
/// short for option.level and so on. A name left out is the last part of the command's first word,
/// or "sumi", with the options: "sumi-table-depth4".
Result<EngineSpec> parse_engine_spec(std::string_view text);

/// As parse_engine_spec() reads it, and nothing that is at its default.
std::string to_text(const EngineSpec& spec);

/// A specification taken apart; only `setup` may come more than once.
using SpecKeys = std::vector<std::pair<std::string, std::string>>;
Result<EngineSpec> make_engine_spec(const SpecKeys& keys);
SpecKeys to_keys(const EngineSpec& spec);  ///< As make_engine_spec() takes them.

/// Fails if `text` holds control characters or is not UTF-8: it could be neither shown nor stored.
Result<void> check_printable(std::string_view what, std::string_view text);

}  // namespace sumi::match
