// SPDX-License-Identifier: MIT
/// Plays what a tournament still lacks, several games at a time.
#pragma once

#include "tools/match/match_config.h"
#include "tools/match/player.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::match {

/// Settings that change how fast a tournament runs, but not its results.
struct RunSetup {
  int concurrency = 1;  ///< Games played at the same time, >= 1.
  bool pin = true;      ///< Binds each of them, with its engines, to its own processor.
  std::string log;      ///< A folder for what was said to and by each engine; empty: none.
};

/// Starts each engine once, so that a wrong command is told before the first game. Throws
/// FatalError if one cannot play.
void try_engines(const MatchConfig& config, const RunSetup& setup);

/// Worker threads play; one game at a time enters the store. run() is called once.
class Tournament {
 public:
  /// `openings` are those that the store's configuration names. Requires: `store` outlives the
  /// tournament, and nobody else uses it meanwhile.
  Tournament(ResultStore& store, Openings openings, RunSetup setup);

  enum class End { kFinished, kDecided, kInterrupted };  ///< kDecided: by SPRT.

  /// Plays to the end. Calls `show` several times a second with the progress, on the calling
  /// thread. Ends early, giving up the games in progress, soon after `interrupted` returns true.
  /// Throws FatalError if the store fails.
  End run(const std::function<void(std::span<const GameResult>, const Progress&)>& show,
          bool (*interrupted)());

  const std::vector<GameResult>& games() const { return games_; }  ///< Not during run().
  const Progress& progress() const { return progress_; }           ///< Not during run().

 private:
  bool play_round(int round,
                  const std::function<void(std::span<const GameResult>, const Progress&)>& show,
                  bool (*interrupted)());
  void work(int worker);
  void work_and_catch(int worker);
  const Fixture* next_fixture();
  void set_playing(Player& black, Player& white, bool playing);
  void add(GameResult game, const Player& black, const Player& white);
  void count(const GameResult& game);
  bool decided() const;

  ResultStore& store_;
  const MatchConfig config_;
  const Openings openings_;
  const RunSetup setup_;
  const StopWatch watch_;
  std::stop_source stop_;

  std::mutex mutex_;  ///< Guards all that follows.
  std::condition_variable changed_;
  std::vector<Fixture> fixtures_;  ///< This round's, without those played when it began.
  std::size_t next_ = 0;           ///< The index of the next fixture to be begun.
  int working_ = 0;                ///< How many worker threads have not ended.
  std::set<Player*> playing_;      ///< The players in a game at this moment.
  std::vector<GameResult> games_;
  Pentanomial pairs_;  ///< The first engine's results; counted for SPRT only.
  /// The first engine's half points in each pair with one game over, by the pair's number.
  std::map<int, int> half_pairs_;
  Progress progress_;
  std::exception_ptr failure_;
};

}  // namespace sumi::match
