// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/formats/game_file.h"
#include "engine/formats/obf.h"

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

}  // namespace sumi::protocol
