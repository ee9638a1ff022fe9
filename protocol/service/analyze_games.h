// SPDX-License-Identifier: MIT
/// Analyses games, several at once, and reports them in the order of the input.
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

// The file of `sumi analyze --resume`: JSON lines, one for each move analysed, written as they
// come and taken up by the next start. The first line says how it was searched; a further line is
// {"game": hash of start and moves, "index", "best", "after", "best_line", "played_line",
// "seconds"}, scores as [discs, exact, depth, selectivity, book, book_plies]. Files that an older
// program began have no checksums in their older lines.

/// In memory there are the places of the lines only: a file of a million moves takes megabytes. Any
/// thread.
class AnalysisJournal {
 public:
  /// Opens the file, or begins one. `setup`: all that scores depend on but the program itself.
  /// Fails as LineJournal::open() does, and with kBadFile if the file is something else or was made
  /// with another setup or by another version.
  static Result<std::unique_ptr<AnalysisJournal>> open(const std::string& path,
                                                       const std::string& setup);

  /// Makes one file, `to`, of those of shards: merge_line_journals().
  static Result<void> merge(const std::vector<std::string>& from, const std::string& to,
                            const std::string& setup);

  const std::string& path() const { return file_->path(); }
  /// Lines that could not be read when it was opened.
  int damaged() const { return file_->damaged(); }

  /// The moves of this game that the file had when it was opened, judged again, each once.
  std::vector<AnalyzedMove> known(const GameRecord& game) const;

  /// Throws FatalError if the file cannot be written. When it returns, a kill of the process loses
  /// nothing of it.
  void add(const GameRecord& game, const AnalyzedMove& move);

 private:
  AnalysisJournal() = default;

  std::unique_ptr<LineJournal> file_;
  /// Of each game, by its hash, as the file had them when it was opened.
  std::unordered_map<std::uint64_t, std::vector<LineJournal::Place>> lines_;
};

/// Copies what a line of the file says of a move of `listed` into that move, and appends the move
/// to `found`. Does nothing if the line says something impossible.
void take_analyzed(std::string_view line, std::vector<AnalyzedMove>& listed,
                   std::vector<AnalyzedMove>& found);

// Scores and lines of play as journals keep them, both ways. What is read may have been written by
// anybody: the readers throw what nlohmann throws, or std::out_of_range, for anything but what the
// writers write.

/// [discs, exact, depth, selectivity, book, book_plies]
Json json_judgement(const Judgement& judgement);

/// Lines that an older program wrote end before `book`. `size`: of the board, which limits discs.
Judgement parse_judgement(const Json& json, int size);

/// "f5d6--c3": two characters for each move.
std::string packed_line(const Line& line, int size);

/// A line of moves that are legal from `from` on, the first one no pass. Not empty.
Line parse_packed_line(const std::string& text, Position from);

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
