// SPDX-License-Identifier: MIT
/// Plays what a tournament still lacks, several games at a time.
#pragma once

#include "tools/match/match_config.h"
#include "tools/match/openings.h"
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

/// What decides how fast a tournament runs, but not what comes out of it.
struct RunSetup {
  int concurrency = 1;  ///< Games at a time, >= 1.
  bool pin = true;      ///< Each of them, with its engines, to a processor of its own.
  std::string log;      ///< A folder for what was said to and by each engine; empty: none.
};

/// Starts each engine once, so that a wrong command is told before the first game. Throws
/// FatalError if one cannot play.
void try_engines(const MatchConfig& config, const RunSetup& setup);

/// Worker threads play; one game at a time enters the store. run() is called once.
class Tournament {
 public:
  /// `store` outlives the tournament, which alone uses it meanwhile. Openings are those that its
  /// configuration names.
  Tournament(ResultStore& store, Openings openings, RunSetup setup);

  enum class End { kFinished, kDecided, kInterrupted };  ///< kDecided: by SPRT.

  /// Plays to the end; `show` hears several times a second how far it is, on the calling thread.
  /// Ends early, giving up the games in progress, soon after `interrupted` returns true. Throws
  /// FatalError if the store fails.
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
  std::vector<Fixture> fixtures_;  ///< Of the round, still to be played.
  std::size_t next_ = 0;           ///< Of these.
  int working_ = 0;                ///< Threads.
  std::set<Player*> playing_;      ///< At this moment.
  std::vector<GameResult> games_;
  Pentanomial pairs_;              ///< Of the first engine; for SPRT only.
  std::map<int, int> half_pairs_;  ///< By pair: half points from the one game that it has.
  Progress progress_;
  std::exception_ptr failure_;
};

}  // namespace sumi::match
