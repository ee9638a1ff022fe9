// SPDX-License-Identifier: MIT
/// The settings that determine a tournament's games. The result file stores them.
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/base/time.h"
#include "tools/match/engine_spec.h"
#include "tools/match/statistics.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

enum class Format {
  kMatch,       ///< Two engines.
  kRoundRobin,  ///< Everyone against everyone.
  kGauntlet,    ///< The first engine against each of the others.
  kSwiss,       ///< Engines with equal points; avoids rematches.
  kKnockout,    ///< The winner of a meeting plays on; seeds in the order of the engines.
};

/// A game ends when both engines have evaluated it as lost for the same side by at least `discs` in
/// their last `moves` moves each.
struct ResignRule {
  int moves = 3;
  int discs = 20;
  friend bool operator==(const ResignRule&, const ResignRule&) = default;
};

/// The engine of this name has this rating; those of the others are relative to it.
struct RatingAnchor {
  std::string engine;
  double elo = 0;
  friend bool operator==(const RatingAnchor&, const RatingAnchor&) = default;
};

inline constexpr int kSwissRounds = 5;

struct MatchConfig {
  std::vector<EngineSpec> engines;
  Format format = Format::kMatch;
  int games = 100;  ///< Per meeting; even, because both colours play each opening, or 1.
  int rounds = 0;   ///< Swiss, 0: kSwissRounds; round robin, 0: all meetings at once.
  int size = 8;
  TimeControl time{TimeControl::Kind::kMove, Millis(100), Millis(0)};
  Millis time_margin{20};     ///< Tolerated clock overrun, for pipe delay.
  Millis hang_after{10'000};  ///< Time-out of an answer, after the engine's time is up or after a
                              ///< command that needs no thought.
  int max_faults = 0;         ///< Faults after which an engine is out; 0: any number.
  std::optional<Millis> move_limit;   ///< See move_limit() in player.h.
  std::string openings = "balanced";  ///< "balanced", "xot", "random:N" or a file.
  int opening_plies = 0;              ///< Moves of each opening to use; 0: all.
  bool shuffle = true;                ///< Shuffle openings by `seed`; otherwise in their order.
  int first_opening = 1;              ///< Number of the first opening in that order, from 1.
  bool same_openings = false;  ///< All meetings play the same openings; otherwise each pair of
                               ///< games has its own.
  std::uint64_t seed = 1;
  int adjudicate_empties = 0;  ///< Solve games from this many empties on; 0: never.
  std::optional<ResignRule> resign_rule;
  std::optional<SprtSetup> sprt;  ///< kMatch only.
  std::optional<RatingAnchor> anchor;
  Shard shard;  ///< The games of this file; not for Swiss.

  const EngineSpec& engine(int index) const { return engines[static_cast<std::size_t>(index)]; }
  TimeControl time_of(int index) const { return engine(index).time.value_or(time); }

  friend bool operator==(const MatchConfig&, const MatchConfig&) = default;
};

std::string format_name(const MatchConfig& config);  ///< "round-robin".

enum class OpeningSource {
  kBalanced,  ///< balanced_starts() of the board size.
  kRandom,    ///< Random moves.
  kFile,
};

OpeningSource opening_source(const MatchConfig& config);

/// N of "random:N". Requires: opening_source() is kRandom.
int random_plies(const MatchConfig& config);

/// A setting of the command line (`--NAME VALUE`) and the configuration file ("NAME": VALUE).
struct Setting {
  std::string_view name;
  std::string_view value_name;  ///< "N", "FILE"...
  std::string_view help;        ///< Units and accepted form, without the default.
  Result<void> (*read)(MatchConfig&, std::string_view name, std::string_view text);
  std::string (*get)(const MatchConfig&);  ///< For set(); empty if not set.
  bool may_change = false;                 ///< While an event runs: finished games stay valid.

  Result<void> set(MatchConfig& config, std::string_view text) const {
    return read(config, name, text);
  }
};

/// In the order of the help of `sumi-match run`.
std::span<const Setting> settings();

/// Parses a JSON object (// comments allowed): settings as text, numbers or booleans, and
/// "engines", an array of specifications as text or objects ("options" is an object, "setup" an
/// array). Settings that are not given are those of `base`. Unknown keys are errors.
Result<MatchConfig> parse_config(std::string_view json, MatchConfig base = {});

/// What a results file means by leaving a setting out: its value before it was a setting.
MatchConfig former_defaults();

/// As parse_config(), for what this or an earlier version stored.
Result<MatchConfig> parse_stored_config(std::string_view json);

std::string to_json(const MatchConfig& config);  ///< Inverse of parse_config(); writes all
                                                 ///< settings.

/// Sets `anchor` from "NAME=ELO". Fails also if no engine has this name.
Result<void> set_known_anchor(MatchConfig& config, std::string_view text);

/// Whether each round has its own meetings; otherwise all are in round 0.
bool has_rounds(const MatchConfig& config);

/// Fails on an inconsistent tournament: wrong number of engines, equal names, Swiss with shards...
Result<void> check(const MatchConfig& config);

}  // namespace sumi::match
