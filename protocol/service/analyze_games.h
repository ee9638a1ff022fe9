// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/service/entry_source.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/line_journal.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sumi::protocol {

// JSON lines of `sumi analyze --resume`: the settings, then {"game": hash of start and moves,
// "index", "best", "after", "best_line", "played_line", "seconds"} with scores as [discs, exact,
// depth, selectivity, book, book_plies]. Lines of older versions may lack checksums.

/// The analysed moves in a file. Keeps only line offsets in memory. Thread-safe.
class AnalysisJournal {
 public:
  /// Opens or creates the file. `setup`: everything that scores depend on, except the program.
  /// Fails as LineJournal::open() does, and with kBadFile for another kind, setup or version.
  static Result<std::unique_ptr<AnalysisJournal>> open(const std::string& path,
                                                       const std::string& setup);

  static Result<void> merge(const std::vector<std::string>& from, const std::string& to,
                            const std::string& setup);

  const std::string& path() const { return file_->path(); }
  int damaged() const { return file_->damaged(); }

  /// The game's analysed moves that the file held when it was opened, each once.
  std::vector<AnalyzedMove> known(const GameRecord& game) const;

  /// Once this returns, the move survives a kill. Throws FatalError.
  void add(const GameRecord& game, const AnalyzedMove& move);

 private:
  AnalysisJournal() = default;

  std::unique_ptr<LineJournal> file_;
  /// Lines that the file held when it was opened, by hash of the game.
  std::unordered_map<std::uint64_t, std::vector<LineJournal::Place>> lines_;
};

// Scores in journals. Parsers throw nlohmann's exceptions or std::out_of_range.

Json score_to_json(const Score& score);

/// Older versions wrote neither `book` nor `book_plies`. The discs must fit a board of `size`.
Score score_from_json(const Json& json, int size);

/// The analysis is missing if the game is unreadable or unwanted.
struct AnalyzedGame {
  SourceGame source;
  std::optional<GameAnalysis> analysis;
};

struct AnalysisRun {
  GameSource& source;
  EngineOptions options;
  BookOpener open_book;
  AnalysisSetup setup;
  AnalysisJournal* journal;  ///< May be null.
  /// Called several times a second on this thread; may be empty. `share`: finished part of the
  /// input.
  std::function<void(std::optional<double> share, std::uint64_t moves)> progress = {};
  /// Returns false for games to report without analysis. Must be thread-safe; may be empty.
  std::function<bool(const GameRecord& game)> wants = {};
  /// Restart partly analysed games, so that interruptions change no estimate.
  bool whole_games = false;
  /// Never search; games not fully in the journal are errors.
  bool known_only = false;
};

/// Each job has an engine and clears its table before each game, so scores do not depend on other
/// jobs or games. After a resume, estimates may differ: moves from the journal are not in the
/// table.
///
/// If `interrupted` returns true, reports unfinished games in part and returns false. Calls
/// `report` on this thread. Rethrows exceptions of jobs and `report`.
bool analyze_games(const AnalysisRun& run, int jobs, const std::function<bool()>& interrupted,
                   const std::function<void(const AnalyzedGame&)>& report);

}  // namespace sumi::protocol
