// SPDX-License-Identifier: MIT
/// Search parameters tuned by playing: SPSA, where a measurement is pairs of games between two
/// settings. And games that tell whether what came out is better.
///
/// What counts is discs, not wins. Both games of a pair begin with the same opening, colours
/// swapped; their mean takes out what the opening is worth, and two equal settings get exactly 0.
/// Most random openings are won by one side whoever plays it, so wins would say nothing of them,
/// where discs do; and a mean of normal margins is worth 1.6 times as many games as their signs.
/// Tried on three settings at 1000 nodes a move, discs told as much as 1.7 to 2.3 times as many
/// games. A wipe-out is worth no more than kMaxMargin, lest a few games drown all others.
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

// Simultaneous perturbation stochastic approximation (J. Spall, "Implementation of the
// simultaneous perturbation algorithm for stochastic optimization", 1998): climbs what can only be
// measured with noise. Each iteration moves all parameters at once, each up or down by chance,
// measures there and at the opposite point, and goes a little towards the better one.
//
// Parameters have their own units: each says how far to stray from it in the last iteration
// (`step`, c_end), and `rate` (r_end) what part of that it then moves for each unit of difference.
// Both are larger before: c_k = c_end (N / k)^gamma, a_k = r_end c_end^2 ((A + N) / (A +
// k))^alpha, A = N / 10, with the exponents that Spall names for practice, as in the tuning of
// chess engines.

struct SpsaSetup {
  int iterations = 2000;  ///< N, at least 1.
  double rate = 0.002;
  std::uint64_t seed = 1;
};

/// min <= start <= max, whole numbers all; step > 0.
struct SpsaParameter {
  double start, min, max, step;
};

/// Where the search is. What comes next depends on nothing else, so a run can go on from here.
struct SpsaState {
  int iteration = 0;           ///< How many iterations are done.
  std::vector<double> values;  ///< The parameters', each within its range.
};

/// Two points to measure. Whole numbers, within the ranges: what lies between two is rounded by
/// chance, the same for both points, so that on average they are where they should be.
struct SpsaTrial {
  std::vector<int> plus, minus;
};

class Spsa {
 public:
  Spsa(const SpsaSetup& setup, std::vector<SpsaParameter> parameters);

  const SpsaState& state() const { return state_; }
  void set_state(SpsaState state) { state_ = std::move(state); }
  bool done() const { return state_.iteration >= setup_.iterations; }

  /// The points to measure next; the same ones until update() is called.
  SpsaTrial trial() const;

  /// Ends an iteration: `plus` turned out to be better than `minus` by so much.
  void update(double difference);

 private:
  struct Draw {
    double sign;   ///< 1 or -1.
    double round;  ///< In [0, 1).
  };
  std::vector<Draw> draws() const;
  double stray(std::size_t i) const;

  SpsaSetup setup_;
  std::vector<SpsaParameter> parameters_;
  SpsaState state_;
};

/// The largest margin that counts for a pair, in discs a game.
inline constexpr double kMaxMargin = 16;

struct TuneSetup {
  EngineOptions engine;  ///< Its parameters are where tuning begins and what is compared with.
  SearchLimits limits;   ///< For each move; nodes or depth, since results must not depend on time.
  std::vector<const SearchParameterSpec*> parameters;  ///< The parameters to tune; not empty.
  SpsaSetup spsa;
  int pairs = 4;                     ///< Pairs of games for each measurement.
  std::vector<GameRecord> openings;  ///< Openings on 8x8; empty: random ones are played.
  int min_random_plies = 8, max_random_plies = 24;
};

/// The state before the first iteration.
SpsaState tune_start(const TuneSetup& setup);

/// The parameters that a state means: its values, rounded.
SearchParameters tuned_parameters(const TuneSetup& setup, const SpsaState& state);

/// The settings that the values of an iteration depend on. Weights and openings are told by
/// checksums. Fails if the weights cannot be loaded.
Result<protocol::Json> tune_settings(const TuneSetup& setup);

/// The report of an iteration that is done.
struct TuneStep {
  const SpsaState& state;  ///< The state after the iteration.
  double margin;           ///< Measured: how many discs a game plus got more than minus.
};

/// Keeps and finds again the games that a measurement played before it was ended. Both functions
/// are called by one thread at a time.
struct TuneGames {
  /// How a game ended: discs for the first of the two settings. Games are told by their opening,
  /// which no two iterations share, and by whether the second setting moves first.
  std::function<std::optional<int>(std::uint64_t opening, bool swapped)> find;
  std::function<void(std::uint64_t opening, bool swapped, int discs)> add;
  /// If it is there, other processes play the games for which it is false: they are waited for
  /// until `find` has them. All take the same steps.
  std::function<bool(std::uint64_t opening, bool swapped)> mine;
};

/// Tunes on from `state`, with up to `threads` games at the same time. The values are the same for
/// any number of threads and however often interrupted. Ends early, and returns false, soon after
/// `interrupted` returned true; `state` is then that of the last iteration that was done, and
/// `played`, which may be empty, has the games of the one at work. `tick` is told how many games
/// were played so far. Both callbacks come from the caller's thread. Requires: `state` fits the
/// setup.
bool run_tune(const TuneSetup& setup, SpsaState& state, int threads,
              const std::function<bool()>& interrupted,
              const std::function<void(std::uint64_t games)>& tick,
              const std::function<void(const TuneStep&)>& on_step, const TuneGames& played = {});

/// How one setting did against another.
struct TuneComparison {
  match::Score games;
  match::Pentanomial pairs;
  std::vector<double> margins;  ///< The margin of each pair, in discs a game.
};

/// Plays up to `pairs` pairs of games, `parameters` against those of setup.engine. Random openings
/// are such as tuning does not see. Games that `played` has are not played again. Ends early, with
/// fewer pairs, soon after `interrupted` returned true.
TuneComparison compare(const TuneSetup& setup, const SearchParameters& parameters, int pairs,
                       int threads, const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t games)>& tick,
                       const TuneGames& played = {});

// The files of a tuning run: a checkpoint of where it is, a journal of games, and a history of how
// it came there; and the games of one that several processes share: each plays its share of the
// games of an iteration and reads those of the others from their files, so that all take the same
// steps.

/// A JSON object: what file it is, the settings, the iteration, the values. Numbers are read back
/// as they were.
std::string checkpoint_text(const TuneSetup& setup, const protocol::Json& settings,
                            const SpsaState& state);

/// Whether a text begins like a checkpoint.
bool looks_like_checkpoint(std::string_view text);

/// The state in a checkpoint. Fails with kBadFile if it is none, is damaged or was made with other
/// settings.
Result<SpsaState> parse_checkpoint(std::string_view text, const TuneSetup& setup,
                                   const protocol::Json& settings);

/// The games of the measurement at work, each kept as soon as it is over: the journal FILE.part
/// beside the checkpoint FILE. One thread at a time. Throws FatalError on a full disk.
class TuneJournal {
 public:
  /// Takes up the games that were played with these settings.
  TuneJournal(const std::string& checkpoint, const protocol::Json& settings);

  /// The games for run_tune() or compare() to use, as long as the journal lives.
  TuneGames games();

  /// Forgets all games, once the checkpoint, or what was printed, has their results.
  void clear();

 private:
  struct Game {
    std::uint64_t opening;
    bool swapped;
    friend auto operator<=>(const Game&, const Game&) = default;
  };

  void open();

  const std::string path_, settings_;
  std::optional<Journal> journal_;  ///< Nothing if there is no file yet.
  std::map<Game, int> discs_;
};

/// A table of comma-separated values, a row an iteration. Throws FatalError on a full disk.
class TuneHistory {
 public:
  /// Goes on in the file `path` after the rows up to `iteration`, dropping those beyond; a kill may
  /// have left such.
  TuneHistory(const std::string& path, const TuneSetup& setup, int iteration);

  void add(const TuneStep& step);

  /// Whether a text begins like a history, of any parameters.
  static bool looks_like_one(std::string_view text);

 private:
  std::string path_;
  Descriptor file_;
};

/// Each shard adds its games to a file of its own, FOLDER/I-of-N.games, as soon as they are over;
/// so a shard that was ended plays none of them again, and takes all steps up to now anew in no
/// time. One thread at a time, the functions of games() too. Throws FatalError on a full disk.
class TuneShards {
 public:
  /// To play one shard's games. Throws FatalError if its file is none of such games.
  TuneShards(const std::string& folder, Shard shard);
  /// Only to read the games of so many shards, which are done: a missing one is a FatalError.
  TuneShards(const std::string& folder, int shards);

  /// For run_tune() and compare(), as long as this lives.
  TuneGames games();

 private:
  using Game = std::pair<std::uint64_t, bool>;

  TuneShards(const std::string& folder, Shard shard, bool plays);
  void read_new();
  bool take(std::string_view line);

  const Shard shard_;
  std::unique_ptr<protocol::LineJournal> own_;  ///< Null for a reader.
  std::vector<std::string> paths_;              ///< The files of all shards, in their order.
  std::vector<std::int64_t> read_;              ///< How far each has been read.
  std::map<Game, int> discs_;
  StopWatch since_read_;
};

}  // namespace sumi::lab
