// SPDX-License-Identifier: MIT
/// What a tournament is: everything that decides which games are played and how. Stored with the
/// results, so that a tournament can be resumed with nothing but its file.
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
  kSwiss,       ///< In each round equals in points meet; two meet again only if it must be.
};

struct MatchConfig {
  std::vector<EngineSpec> engines;
  Format format = Format::kMatch;
  int games = 100;  ///< Played by each two engines that meet (in each round, for Swiss); even,
                    ///< because each opening is played with both colours.
  int rounds = 5;   ///< Swiss only.
  int size = 8;     ///< The side of the board in squares.
  TimeControl time{TimeControl::Kind::kMove, Millis(100), Millis(0)};
  Millis time_margin{20};     ///< How far a clock may be overdrawn: the pipe's share.
  Millis hang_after{10'000};  ///< An engine hangs if it has not answered so long after its time
                              ///< is up, or after a command that asks for no thought.
  std::string openings;       ///< The name of a file (schedule.h); empty: random openings.
  int random_plies = 8;       ///< The length of random openings.
  bool shuffle = true;        ///< Draws the order of openings by `seed`; else as in the file.
  std::uint64_t seed = 1;
  int adjudicate_empties = 0;  ///< From so many empties on the exact solver ends games; 0: never.
  std::optional<SprtSetup> sprt;  ///< kMatch only.
  Shard shard;                    ///< Which part of the games this file holds; not for Swiss.

  friend bool operator==(const MatchConfig&, const MatchConfig&) = default;
};

/// A setting as the command line (`--NAME VALUE`) and the configuration file ("NAME": VALUE) give
/// it. Engines are not among them.
struct Setting {
  std::string_view name;
  std::string_view value_name;  ///< "N", "FILE"...
  std::string_view help;        ///< With units and the accepted form; without the default.
  Result<void> (*set)(MatchConfig&, std::string_view text);
  std::string (*get)(const MatchConfig&);  ///< The text that set() reads; empty if not set.
};

/// format, games, rounds, size, time, time-margin-ms, hang-after-ms, openings, random-plies,
/// shuffle, seed, adjudicate-empties, sprt ("ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA"), shard ("I/N").
std::span<const Setting> settings();

/// Reads a JSON object (// comments allowed): settings by name, values as text, numbers or
/// booleans, and "engines": an array of objects with the keys of parse_engine_spec() ("options" an
/// object, "setup" an array) or of texts that it reads. Unknown keys are errors.
Result<MatchConfig> parse_config(std::string_view json);
std::string to_json(const MatchConfig& config);  ///< Every setting, for parse_config().

/// Fails if a tournament as a whole cannot be: wrong number of engines, equal names, odd games,
/// Swiss with shards, SPRT of more than two engines...
Result<void> check(const MatchConfig& config);

}  // namespace sumi::match
