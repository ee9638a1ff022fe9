// SPDX-License-Identifier: MIT
/// Analyses games, several at once, and reports them in the order of the input.
#pragma once

#include "protocol/analysis/analysis_journal.h"
#include "protocol/analysis/game_analysis.h"
#include "protocol/analysis/game_source.h"
#include "protocol/report/progress_bar.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>

namespace sumi::protocol {

/// A game of the input, and what came of it: nothing if it could not be read.
struct AnalyzedGame {
  SourceGame source;
  std::optional<GameAnalysis> analysis;
};

/// Each job has an engine of its own, emptied before each game: a game's scores depend neither on
/// the number of jobs nor on the games before it. They may depend on an interruption: moves from
/// the journal are not searched again, so that in a resumed run the table has learned nothing from
/// them, and estimates of the moves before them may differ from those of one run. Exact scores do
/// not.
class AnalysisPool {
 public:
  using Report = std::function<void(const AnalyzedGame&)>;

  /// `journal` may be null. All are used until run() ends.
  AnalysisPool(GameSource& source, const EngineOptions& options, const AnalysisSetup& setup,
               AnalysisJournal* journal, ProgressBar& bar)
      : source_(source), options_(options), setup_(setup), journal_(journal), bar_(bar) {}

  /// Works until the input ends, or ends early soon after `interrupted` returns true; false then,
  /// and of games at work what is done is reported. `report` is called on this thread, while
  /// nothing is drawn. Throws what a job or `report` threw.
  bool run(int jobs, const std::function<bool()>& interrupted, const Report& report);

 private:
  struct Work {
    double from = 0, to = 0;  ///< Shares of the input before this game and with it.
    double done = 0;          ///< Of the game.
  };

  void work_and_catch();
  void work();
  std::optional<SourceGame> take(std::uint64_t& turn);
  GameAnalysis analyze(Engine& engine, const GameRecord& game, std::uint64_t turn);
  void put(std::uint64_t turn, AnalyzedGame game);
  void report_ready(std::unique_lock<std::mutex>& lock, const Report& report);
  void draw();
  void stop();

  GameSource& source_;  ///< Guarded by take_mutex_.
  const EngineOptions options_;
  const AnalysisSetup setup_;
  AnalysisJournal* const journal_;
  ProgressBar& bar_;  ///< Of the thread of run().
  std::stop_source stop_;

  std::mutex take_mutex_;  ///< Taken before mutex_.
  std::uint64_t turns_ = 0;
  double taken_share_ = 0;

  std::mutex mutex_;  ///< Guards what follows.
  std::condition_variable changed_;
  std::map<std::uint64_t, AnalyzedGame> waiting_;  ///< Done, but an earlier one is not.
  std::map<std::uint64_t, Work> at_work_;
  std::uint64_t reported_ = 0;
  std::uint64_t moves_ = 0;
  std::optional<double> share_ = 0.0;  ///< Of games that are done.
  int running_ = 0;
  std::exception_ptr failure_;
};

}  // namespace sumi::protocol
