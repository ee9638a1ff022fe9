// SPDX-License-Identifier: MIT
/// Tunes search parameters with SPSA on pairs of games between two settings, and compares settings.
///
/// Optimizes discs, not wins. Both games of a pair start from the same opening with colours
/// swapped, so the opening's value cancels, and equal settings score exactly 0. One side wins most
/// random openings in both games, so wins carry little information. For normally distributed
/// margins, the mean is worth 1.6 times as many games as the signs; in trials at 1000 nodes a move
/// it was worth 1.7 to 2.3 times as many. Clipping at kMaxMargin keeps wipe-outs from dominating.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/journal.h"
#include "engine/base/process.h"
#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/service/line_journal.h"
#include "protocol/text/json_lines.h"
#include "tools/match/schedule.h"
#include "tools/match/statistics.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {

// Simultaneous perturbation stochastic approximation (J. Spall, "Implementation of the simultaneous
// perturbation algorithm for stochastic optimization", 1998) maximizes a noisy function. `step`
// (c_end) is a parameter's perturbation in the last iteration; `rate` (r_end) is the step size
// relative to it per unit of difference. Both decrease, with Spall's practical exponents and A = N
// / 10:
//
//   c_k = c_end (N / k)^gamma
//   a_k = r_end c_end^2 ((A + N) / (A + k))^alpha

struct SpsaSetup {
  int iterations = 2000;  ///< N, at least 1.
  double rate = 0.002;
  std::uint64_t seed = 1;
};

/// Requires: min <= start <= max, all integers; step > 0.
struct SpsaParameter {
  double start, min, max, step;
};

/// Determines all later iterations.
struct SpsaState {
  int iteration = 0;           ///< Completed.
  std::vector<double> values;  ///< Each within its range.
};

/// Two points to measure, within the ranges. Stochastic rounding with a common random number keeps
/// the integers unbiased.
struct SpsaTrial {
  std::vector<int> plus, minus;
};

class Spsa {
 public:
  Spsa(const SpsaSetup& setup, std::vector<SpsaParameter> parameters);

  const SpsaState& state() const { return state_; }
  void set_state(SpsaState state) { state_ = std::move(state); }
  bool done() const { return state_.iteration >= setup_.iterations; }

  /// The next points to measure; unchanged until update().
  SpsaTrial trial() const;

  /// Finishes the iteration. `difference`: by how much `plus` was better.
  void update(double difference);

 private:
  struct Draw {
    double sign;
    double round;  ///< In [0, 1).
  };
  std::vector<Draw> draws() const;
  double perturbation(std::size_t i) const;

  SpsaSetup setup_;
  std::vector<SpsaParameter> parameters_;
  SpsaState state_;
};

/// In discs per game.
inline constexpr double kMaxMargin = 16;

struct TuneSetup {
  EngineOptions engine;  ///< Its search parameters are the baseline and the starting point.
  SearchLimits limits;   ///< Per move: nodes or depth, since results must not depend on time.
  std::vector<const SearchParameterSpec*> parameters;  ///< To tune; not empty.
  SpsaSetup spsa;
  int pairs = 4;                     ///< Game pairs per measurement.
  std::vector<GameRecord> openings;  ///< 8x8 openings; if empty, random ones.
  int min_random_plies = 8, max_random_plies = 24;
};

SpsaState tune_start(const TuneSetup& setup);

SearchParameters tuned_parameters(const TuneSetup& setup, const SpsaState& state);

/// Settings that determine the iterations, with checksums of weights and openings. Fails if the
/// weights cannot be loaded.
Result<protocol::Json> tune_settings(const TuneSetup& setup);

struct TuneStep {
  const SpsaState& state;  ///< After the iteration.
  double margin;           ///< Score of plus against minus, in discs per game.
};

/// The games of the current measurement. Called by one thread at a time.
struct TuneGames {
  /// Discs for the first setting. The opening (unique across iterations) and whether the second
  /// setting moves first identify a game.
  std::function<std::optional<int>(std::uint64_t opening, bool swapped)> find;
  std::function<void(std::uint64_t opening, bool swapped, int discs)> add;
  /// If set, other processes play the games for which it returns false; the caller waits until
  /// `find` has them. All processes take the same steps.
  std::function<bool(std::uint64_t opening, bool swapped)> is_own;
};

/// Tunes from `state` with at most `threads` games in parallel. After an interruption, `state` is
/// that of the last completed iteration, and `played` (optional) has the games of the incomplete
/// one. Requires: `state` fits the setup.
bool run_tune(const TuneSetup& setup, SpsaState& state, int threads,
              const std::function<bool()>& interrupted,
              const std::function<void(std::uint64_t games)>& tick,
              const std::function<void(const TuneStep&)>& on_step, const TuneGames& played = {});

struct TuneComparison {
  match::Score games;
  match::Pentanomial pairs;
  std::vector<double> margins;  ///< Per pair, in discs per game.
};

/// Plays at most `pairs` game pairs between `parameters` and those of setup.engine, except games in
/// `played`. Random openings differ from those of tuning.
TuneComparison compare(const TuneSetup& setup, const SearchParameters& parameters, int pairs,
                       int threads, const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t games)>& tick,
                       const TuneGames& played = {});

// Files of a run: a checkpoint of the state, a journal of games and a history of iterations.
// Processes can share a run: each plays part of an iteration's games and reads the others from
// their files.

/// A game of a run: its opening, and whether the second setting moves first.
using TuneGame = std::pair<std::uint64_t, bool>;

/// JSON; numbers round-trip exactly.
std::string checkpoint_text(const TuneSetup& setup, const protocol::Json& settings,
                            const SpsaState& state);

bool looks_like_checkpoint(std::string_view text);

/// Fails with kBadFile unless the text is an intact checkpoint of these settings.
Result<SpsaState> parse_checkpoint(std::string_view text, const TuneSetup& setup,
                                   const protocol::Json& settings);

/// Journal FILE.part next to the checkpoint FILE: the games of the incomplete measurement. Not
/// thread-safe.
class TuneJournal {
 public:
  /// Loads the games played with these settings.
  TuneJournal(const std::string& checkpoint, const protocol::Json& settings);

  /// Valid while the journal exists.
  TuneGames games();

  /// Drops all games. Call this after saving or printing their results.
  void clear();

 private:
  void open();

  const std::string path_, settings_;
  std::optional<Journal> journal_;  ///< Empty until the file exists.
  std::map<TuneGame, int> discs_;
};

/// A CSV file, one row per iteration.
class TuneHistory {
 public:
  /// Appends to the file `path` after the rows up to `iteration`. Drops later rows: a killed
  /// process may have left some.
  TuneHistory(const std::string& path, const TuneSetup& setup, int iteration);

  void add(const TuneStep& step);

  /// Whether the text starts like a history, of any parameters.
  static bool looks_like_one(std::string_view text);

 private:
  std::string path_;
  Descriptor file_;
};

/// Games of a shared run. Each shard appends its finished games to FOLDER/I-of-N.games; when
/// resumed, it repeats all steps without replaying games. Neither this class nor the functions of
/// games() are thread-safe.
class TuneShards {
 public:
  /// If the shard `plays`, throws FatalError if its file has other contents. Otherwise reads
  /// completed shards; if a game is missing, TuneGames::find throws FatalError.
  TuneShards(const std::string& folder, Shard shard, bool plays);

  /// Valid while this object exists.
  TuneGames games();

 private:
  void read_new();
  bool take(std::string_view line);

  const Shard shard_;
  std::unique_ptr<protocol::LineJournal> own_;  ///< Null for a reader.
  std::vector<std::string> paths_;
  std::vector<std::int64_t> read_;  ///< Bytes read of each.
  std::map<TuneGame, int> discs_;
  StopWatch since_read_;
};

}  // namespace sumi::lab
