// SPDX-License-Identifier: MIT
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

struct Problem {
  std::string source;                   ///< "file.obf:12"; empty for the command line.
  Result<ObfLine> line;                 ///< An error with an empty message is not printed.
  std::optional<double> share{};        ///< Share of the input read so far; unknown for pipes.
  std::vector<std::string> warnings{};  ///< Corrections and omissions, to be printed.
  std::uint64_t index = 0;              ///< From 1, without bad problems, which have 0.
};

/// Requires: `problem.line` has a value.
int empties_of(const Problem& problem);

/// The input of `sumi solve`. Reads incrementally: files may be of any size. One thread at a time.
class ProblemSource {
 public:
  /// Each argument is `-`, an existing file, or a position. Of a game, uses the first position with
  /// at most `at_empties` empties, else the last. Each shard gets its share of good problems; the
  /// first one also gets all bad ones.
  explicit ProblemSource(std::vector<std::string> arguments,
                         std::optional<int> at_empties = std::nullopt, Shard shard = {},
                         const TextOptions& options = {});
  ~ProblemSource();

  /// Returns the next problem; nothing at the end, or if `stop` is requested while waiting for
  /// input. Requires: always the same `stop`.
  std::optional<Problem> next(std::stop_token stop);

  /// Whether the input is one position of the command line.
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
  std::unique_ptr<ProblemFile> file_;  ///< Null between files.
  double file_bytes_ = 0;
  double total_ = 0;            ///< Bytes of the input; 0 if unknown.
  double done_ = 0;             ///< Bytes of finished inputs.
  std::uint64_t problems_ = 0;  ///< Good problems so far.
};

/// A file with one position per line, read incrementally, or in a format of GameFileReader. One
/// thread at a time.
class ProblemFile {
 public:
  virtual ~ProblemFile() = default;

  /// Returns the next position or error without share; nothing at the end, or if `stop` is
  /// requested while waiting for input.
  virtual std::optional<Problem> next(const std::stop_token& stop) = 0;

  virtual double done() const = 0;
};

/// Opens `path` ("-": standard input). A first line with a board and side means one position per
/// line, so that each line of a pipe is answered at once; moves mean games (format_of_start());
/// else the first 4 KiB decide. An unreadable file yields one error. Returns null if `stop` was
/// requested. Requires: the `stop` of ProblemFile::next().
std::unique_ptr<ProblemFile> open_problem_file(const std::string& path,
                                               std::optional<int> at_empties,
                                               const TextOptions& options,
                                               const std::stop_token& stop);

/// Returns the first position with at most `at_empties` empties, else the last, with the game's
/// score if any.
Result<ObfLine> problem_of(const GameRecord& game, std::optional<int> at_empties);

/// Reads a board, FEN or moves. Nothing for blank lines and comments.
Result<std::optional<ObfLine>> parse_problem_line(std::string_view text,
                                                  std::optional<int> at_empties);

}  // namespace sumi::protocol
