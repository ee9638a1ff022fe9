// SPDX-License-Identifier: MIT
/// The settings that determine a tournament's games. The result file stores them.
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/base/time.h"
#include "tools/match/engine_spec.h"
#include "tools/match/statistics.h"

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
};

struct MatchConfig {
  std::vector<EngineSpec> engines;
  Format format = Format::kMatch;
  int games = 100;  ///< Per pair of engines (Swiss: per round); even, because both colours play
                    ///< each opening.
  int rounds = 5;   ///< Swiss only.
  int size = 8;
  TimeControl time{TimeControl::Kind::kMove, Millis(100), Millis(0)};
  Millis time_margin{20};     ///< Tolerated clock overrun, for pipe delay.
  Millis hang_after{10'000};  ///< Time-out of an answer, after the engine's time is up or after a
                              ///< command that needs no thought.
  std::string openings;       ///< File (schedule.h); empty: random openings.
  int random_plies = 8;
  bool shuffle = true;  ///< Shuffle openings by `seed`; false: file order.
  std::uint64_t seed = 1;
  int adjudicate_empties = 0;     ///< From this number of empties on, solve games; 0: never.
  std::optional<SprtSetup> sprt;  ///< kMatch only.
  Shard shard;                    ///< The games of this file; not for Swiss.

  friend bool operator==(const MatchConfig&, const MatchConfig&) = default;
};

/// A setting of the command line (`--NAME VALUE`) and the configuration file ("NAME": VALUE).
struct Setting {
  std::string_view name;
  std::string_view value_name;  ///< "N", "FILE"...
  std::string_view help;        ///< Units and accepted form, without the default.
  Result<void> (*set)(MatchConfig&, std::string_view text);
  std::string (*get)(const MatchConfig&);  ///< For set(); empty if not set.
};

/// In the order of the help of `sumi-match run`.
std::span<const Setting> settings();

/// Parses a JSON object (// comments allowed): settings as text, numbers or booleans, and
/// "engines", an array of specifications as text or objects ("options" is an object, "setup" an
/// array). Unknown keys are errors.
Result<MatchConfig> parse_config(std::string_view json);
std::string to_json(const MatchConfig& config);  ///< Inverse of parse_config(); writes all
                                                 ///< settings.

/// Fails on an inconsistent tournament: wrong number of engines, equal names, Swiss with shards...
Result<void> check(const MatchConfig& config);

}  // namespace sumi::match
