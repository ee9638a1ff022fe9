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
  Result<ObfLine> line;                 ///< An error with an empty message stays unprinted.
  std::optional<double> share{};        ///< Share of the input read; unknown for pipes.
  std::vector<std::string> warnings{};  ///< Corrections and omissions, for messages.
  std::uint64_t index = 0;              ///< From 1; bad problems have 0 and are not counted.
};

/// Requires: `problem.line` has a value.
int empties_of(const Problem& problem);

/// The input of `sumi solve`, read incrementally. One thread at a time.
class ProblemSource {
 public:
  /// Each argument is `-`, an existing file, or a position. A game yields its first position with
  /// at most `at_empties` empties, otherwise its last. Good problems are divided among shards; the
  /// first shard also gets all bad ones.
  explicit ProblemSource(std::vector<std::string> arguments,
                         std::optional<int> at_empties = std::nullopt, Shard shard = {},
                         const TextOptions& options = {});
  ~ProblemSource();

  /// Nothing at the end, or if `stop` is requested while waiting for input. Requires: the same
  /// `stop` in each call.
  std::optional<Problem> next(std::stop_token stop);

  /// True if the input is one position on the command line.
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

/// A file with a position per line, read incrementally, or in a format of GameFileReader. One
/// thread at a time.
class ProblemFile {
 public:
  virtual ~ProblemFile() = default;

  /// The next position or error, without share; nothing at the end, or if `stop` is requested while
  /// waiting for input.
  virtual std::optional<Problem> next(const std::stop_token& stop) = 0;

  virtual double done() const = 0;
};

/// Opens `path` ("-": standard input). If the first line is a board with its side, each line is a
/// position, and a pipe gets an answer per line. If it has moves, the file has games
/// (format_of_start()). Otherwise the first 4 KiB decide. An unreadable file yields one error. Null
/// if `stop` was requested. Requires: the `stop` of ProblemFile::next().
std::unique_ptr<ProblemFile> open_problem_file(const std::string& path,
                                               std::optional<int> at_empties,
                                               const TextOptions& options,
                                               const std::stop_token& stop);

/// The first position with at most `at_empties` empties, otherwise the last, with the game's score
/// if any.
Result<ObfLine> problem_of(const GameRecord& game, std::optional<int> at_empties);

/// Reads a board, FEN or moves; nothing for blank lines and comments.
Result<std::optional<ObfLine>> parse_problem_line(std::string_view text,
                                                  std::optional<int> at_empties);

}  // namespace sumi::protocol
