// SPDX-License-Identifier: MIT
/// One file of problems for `sumi solve`: lines that are a position each, read as they come; or
/// games and diagrams in any format that GameFileReader knows.
#pragma once

#include "engine/formats/game_file.h"
#include "engine/game/game_record.h"
#include "protocol/cli/solve/problem_source.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace sumi::protocol {

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
