// SPDX-License-Identifier: MIT
/// The positions `sumi solve` is asked for: from files, standard input and the command line.
#pragma once

#include "engine/base/error.h"
#include "engine/game/obf.h"

#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::protocol {

/// A position, or what is wrong with the text that should be one.
struct Problem {
  std::string source;           ///< "file.obf:12"; empty for the command line.
  Result<ObfLine> line;         ///< An error without a message need not be told.
  std::optional<double> share;  ///< Of all the input, up to here; unknown for pipes.
};

/// Reads line by line, so that files may be of any size. One thread at a time.
class ProblemSource {
 public:
  /// Each argument is `-` (standard input), a file if one of that name exists, else a position.
  explicit ProblemSource(std::vector<std::string> arguments);
  ~ProblemSource();

  /// The next one in order; nothing at the end, or if `stop` is requested while waiting for input.
  std::optional<Problem> next(std::stop_token stop);

 private:
  class File;

  std::optional<Problem> from_file(std::stop_token stop);
  std::optional<Problem> from_argument();
  std::optional<double> share() const;

  std::deque<std::string> arguments_;
  std::unique_ptr<File> file_;  ///< Being read; null between files.
  double total_ = 0;            ///< Bytes of all files and arguments; 0 if unknown.
  double done_ = 0;
};

}  // namespace sumi::protocol
