// SPDX-License-Identifier: MIT
/// Analyses games, several at once, and reports them in the order of the input.
#pragma once

#include "protocol/service/analysis_journal.h"
#include "protocol/service/entry_source.h"
#include "protocol/service/game_analysis.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace sumi::protocol {

/// A game of the input and its analysis, which is missing if the game could not be read or is not
/// wanted.
struct AnalyzedGame {
  SourceGame source;
  std::optional<GameAnalysis> analysis;
};

struct AnalysisRun {
  GameSource& source;
  EngineOptions options;
  BookOpener open_book;  ///< Opens the book that `setup` may consult.
  AnalysisSetup setup;
  AnalysisJournal* journal;  ///< May be null.
  /// Called several times a second on the thread of analyze_games(): the share of the input that is
  /// done, if it is known, and the moves analysed. May be empty.
  std::function<void(std::optional<double> share, std::uint64_t moves)> progress = {};
  /// Games for which this is false are reported without being analysed. Empty: all are wanted. Any
  /// thread may call it.
  std::function<bool(const GameRecord& game)> wants = {};
  /// Games that the journal has in part only are analysed from their beginning, so that an
  /// interruption changes no estimate.
  bool whole_games = false;
  /// Nothing is searched: games that the journal has not whole become errors.
  bool known_only = false;
};

/// Each job has an engine of its own, emptied before each game: a game's scores depend neither on
/// the number of jobs nor on the games before it. They may depend on an interruption: moves from
/// the journal are not searched again, so that in a resumed run the table has learned nothing from
/// them, and estimates of the moves before them may differ from those of one run. Exact scores do
/// not.
///
/// Works until the input ends, or ends early soon after `interrupted` returns true; false then, and
/// of games at work what is done is reported. `report` is called on this thread. Throws what a job
/// or `report` threw.
bool analyze_games(const AnalysisRun& run, int jobs, const std::function<bool()>& interrupted,
                   const std::function<void(const AnalyzedGame&)>& report);

}  // namespace sumi::protocol
