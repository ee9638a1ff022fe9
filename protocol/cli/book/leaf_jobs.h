// SPDX-License-Identifier: MIT
/// A folder by which several processes search for one book: what commands know of it.
#pragma once

#include "book/build/job_board.h"
#include "book/build/leaf_team.h"
#include "engine/options.h"
#include "protocol/command/command.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// --workers and --leaves.
void add_worker_options(boost::program_options::options_description& options);

/// What the values of leaves depend on beside position and level, as a line of JSON: the program
/// and its commit, the evaluator and its weights. Not the size of tables, which may be another one
/// on each machine. Throws FatalError if the weights cannot be read.
std::string leaf_settings(const EngineOptions& engine);

/// Throws FatalError, and says what differs, if `theirs`, which others have written, is not what
/// leaf_settings() has given as `ours`.
void check_leaf_settings(const std::string& folder, std::string_view theirs,
                         const std::string& ours);

/// A folder of jobs of this process, for as long as its command runs; nothing without --workers.
class WorkersFolder {
 public:
  /// Makes the folder. Throws UsageError, and FatalError if another process writes by it.
  WorkersFolder(const CommandLine& line, const EngineOptions& engine);

  book::JobBoard* board() const { return board_.get(); }

  /// Tells the workers that no more jobs will come, unless it was an interruption that ended the
  /// work: then they wait for the same command to go on.
  void end(std::optional<book::BuildEnd> end);

 private:
  std::unique_ptr<book::JobBoard> board_;
};

}  // namespace sumi::protocol
