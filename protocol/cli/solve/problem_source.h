// SPDX-License-Identifier: MIT
/// The positions `sumi solve` is asked for: from files, standard input and the command line.
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/formats/game_file.h"
#include "engine/formats/obf.h"
#include "engine/game/game.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::protocol {

class ProblemFile;

/// A position, or what is wrong with the text that should be one.
struct Problem {
  std::string source;                   ///< "file.obf:12"; empty for the command line.
  Result<ObfLine> line;                 ///< An error without a message need not be told.
  std::optional<double> share{};        ///< Share of all input read so far; unknown for pipes.
  std::vector<std::string> warnings{};  ///< What was mended or left out; to be told.
  std::uint64_t index = 0;              ///< Number from 1, bad problems not counted; 0 for bad
                                        ///< ones.
};

/// The empties of a problem's position. Requires: its line is good.
int empties_of(const Problem& problem);

/// Reads as it goes, so that files may be of any size. One thread at a time.
class ProblemSource {
 public:
  /// Each argument is `-` (standard input), a file if one of that name exists, else a position. A
  /// game is its last position, or the first one with at most `at_empties`.
  /// Of bad problems the first shard has all, of good ones each has its share.
  explicit ProblemSource(std::vector<std::string> arguments,
                         std::optional<int> at_empties = std::nullopt, Shard shard = {},
                         const TextOptions& options = {});
  ~ProblemSource();

  /// The next one in order; nothing at the end, or if `stop` is requested while waiting for input.
  /// Requires: the same `stop` each time.
  std::optional<Problem> next(std::stop_token stop);

  /// One position of the command line is all there is.
  bool single() const;

 private:
  std::optional<Problem> next_unnumbered(const std::stop_token& stop);
  std::optional<Problem> from_file(const std::stop_token& stop);
  Problem from_argument();
  std::optional<double> share() const;

  std::deque<std::string> arguments_;
  const std::optional<int> at_empties_;
  const Shard shard_;
  const TextOptions options_;
  std::unique_ptr<ProblemFile> file_;  ///< The file being read; null between files.
  double file_bytes_ = 0;
  double total_ = 0;            ///< Bytes of all files and arguments; 0 if unknown.
  double done_ = 0;             ///< Bytes of the inputs before `file_`.
  std::uint64_t problems_ = 0;  ///< Good problems so far.
};

// One file of problems for `sumi solve`: lines that are a position each, read as they come; or
// games and diagrams in any format that GameFileReader knows.

/// One thread at a time.
class ProblemFile {
 public:
  virtual ~ProblemFile() = default;

  /// The next position or bad entry, its share left open; nothing at the end, or if `stop` is
  /// requested while it waits for input.
  virtual std::optional<Problem> next(const std::stop_token& stop) = 0;

  /// Bytes read so far.
  virtual double done() const = 0;
};

/// Opens `path` ("-": standard input). A board with its side on the first line tells that the file
/// is one of lines, so that a pipe is answered line by line, and moves that it is one of games, see
/// format_of_start(); if neither is there, the first 4 KiB tell. A file that cannot be read has one
/// problem, the reason; null if `stop` was requested. Requires: the `stop` of ProblemFile::next().
std::unique_ptr<ProblemFile> open_problem_file(const std::string& path,
                                               std::optional<int> at_empties,
                                               const TextOptions& options,
                                               const std::stop_token& stop);

/// The position with at most so many empties that the game came to first, or its last one; with the
/// score that the game's database knows of it.
Result<ObfLine> problem_of(const GameRecord& game, std::optional<int> at_empties);

/// The position of a line that stands alone, which may also be a FEN or the moves of a game.
/// Nothing (no error) for blank lines and comments.
Result<std::optional<ObfLine>> parse_problem_line(std::string_view text,
                                                  std::optional<int> at_empties);

}  // namespace sumi::protocol
