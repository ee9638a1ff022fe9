// SPDX-License-Identifier: MIT
/// Plays a tournament's missing games in parallel.
#pragma once

#include "tools/match/match_config.h"
#include "tools/match/player.h"
#include "tools/match/referee.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::match {

/// Settings that affect only a tournament's speed.
struct RunSetup {
  int concurrency = 1;  ///< Parallel games, >= 1.
  bool pin = true;      ///< Bind each game and its engines to one processor.
  std::string log;      ///< Folder for dialogues with engines; empty: none.
  /// Gets each worker's game before each move, and null when it has ended; may be empty. Called by
  /// several threads at once.
  std::function<void(int worker, const LiveGame*)> watch{};
};

/// Starts each engine once, from number `first` on. Throws FatalError if an engine cannot play.
void try_engines(const MatchConfig& config, const RunSetup& setup, std::size_t first = 0);

/// Worker threads play; games are stored one at a time. Call run() once.
class Tournament {
 public:
  /// `openings` are those of the store's configuration. `store` must outlive the tournament and
  /// must not be used elsewhere meanwhile.
  Tournament(ResultStore& store, Openings openings, RunSetup setup);

  enum class End {
    kFinished,
    kDecided,  ///< By the SPRT.
    kWaiting,  ///< For games of people.
    kInterrupted,
  };

  using Show = std::function<void(std::span<const GameResult>, const Progress&)>;

  /// Plays to the end; calls `show` several times a second on the calling thread. Soon after
  /// `interrupted` returns true, discards running games and stops. Throws FatalError if the store
  /// fails.
  End run(const Show& show, bool (*interrupted)());

  const std::vector<GameResult>& games() const { return games_; }  ///< Not during run().
  const Progress& progress() const { return progress_; }           ///< Not during run().

 private:
  bool play_round(int round, const Show& show, bool (*interrupted)());
  void work(int worker);
  void work_and_catch(int worker);
  const Fixture* next_fixture();
  void set_playing(Player& black, Player& white, bool playing);
  void add(GameResult game, const Player& black, const Player& white);
  void add_unplayed(const Fixture& fixture);
  void store(GameResult game);
  void count(const GameResult& game);
  bool is_out(int engine) const;
  bool decided() const;

  ResultStore& store_;
  const MatchConfig config_;
  const Openings openings_;
  const RunSetup setup_;
  const StopWatch watch_;
  std::stop_source stop_;

  std::mutex mutex_;  ///< Guards all members below.
  std::condition_variable changed_;
  std::vector<Fixture> fixtures_;  ///< Of this round, except games already played.
  std::size_t next_ = 0;
  int working_ = 0;            ///< Running worker threads.
  std::set<Player*> playing_;  ///< In a game.
  std::vector<GameResult> games_;
  PairCounter pairs_;        ///< Of the first engine; for the SPRT only.
  std::vector<int> faults_;  ///< By engine.
  Progress progress_;
  std::exception_ptr failure_;
};

}  // namespace sumi::match
