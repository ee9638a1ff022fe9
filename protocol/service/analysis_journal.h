// SPDX-License-Identifier: MIT
/// The file of `sumi analyze --resume`: JSON lines, one for each move analysed, written as they
/// come and taken up by the next start. The first line says how it was searched; a further line is
/// {"game": hash of start and moves, "index", "best", "after", "best_line", "played_line",
/// "seconds"}, scores as [discs, exact, depth, selectivity, book, book_plies]. Files that an older
/// program began have no checksums in their older lines.
#pragma once

#include "protocol/service/game_analysis.h"
#include "protocol/service/line_journal.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sumi::protocol {

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

}  // namespace sumi::protocol
