// SPDX-License-Identifier: MIT
/// The file of `sumi analyze --resume`: JSON lines, one for each move analysed, written as they
/// come and taken up by the next start. The first line says how it was searched; a further line is
/// {"game": hash of start and moves, "index", "best", "after", "best_line", "played_line",
/// "seconds"}, scores as [discs, exact, depth, selectivity]. Each line ends with a checksum
/// (engine/base/checksum.h); files that an older program began have none in their older lines.
#pragma once

#include "protocol/analysis/game_analysis.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sumi::protocol {

/// Any thread may call it.
class AnalysisJournal {
 public:
  /// Opens the file, or begins one. `setup`: all that scores depend on but the program itself. A
  /// last line that a kill left unfinished is cut off. Fails with kBadFile if the file is something
  /// else, was made with another setup, by another version or is in use by another process, and
  /// with kNotFound if there is no such folder. Where it cannot be begun, nothing is left.
  static Result<std::unique_ptr<AnalysisJournal>> open(const std::string& path,
                                                       const std::string& setup);
  ~AnalysisJournal();
  AnalysisJournal(const AnalysisJournal&) = delete;
  AnalysisJournal& operator=(const AnalysisJournal&) = delete;

  const std::string& path() const { return path_; }
  int damaged() const { return damaged_; }  ///< Lines that could not be read when it was opened.

  /// The moves of this game that the file had when it was opened, judged again.
  std::vector<AnalyzedMove> known(const GameRecord& game) const;

  /// Throws FatalError if the file cannot be written. When it returns, a kill of the process loses
  /// nothing of it.
  void add(const GameRecord& game, const AnalyzedMove& move);

 private:
  struct Place {
    std::int64_t begin;
    std::uint32_t bytes;  ///< Length of the line, without the newline.
  };

  AnalysisJournal(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Result<void> read(const std::string& setup);
  Result<void> write(const std::string& line);
  bool is_whole(std::string_view line) const;

  const std::string path_;
  const int fd_;
  int damaged_ = 0;
  bool sums_may_lack_ = false;
  std::mutex writing_;
  std::unordered_map<std::uint64_t, std::vector<Place>> lines_;  ///< Places of the lines of each
                                                                 ///< game, by its hash.
};

/// Copies what a line of the file says of a move of `listed` into that move, and appends the move
/// to `found`. Does nothing if the line says something impossible.
void take_analyzed(std::string_view line, std::vector<AnalyzedMove>& listed,
                   std::vector<AnalyzedMove>& found);

}  // namespace sumi::protocol
