// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/command/command.h"
#include "protocol/command/shards.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/papers/learn/learner.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::lab {

/// Common options; commands preset their defaults.
struct LearnOptions {
  LearnRun run;
  int threads = 1;
  std::uint64_t seed = 1;  ///< The first of `seeds` seeds.
  int seeds = 1;
  protocol::ShardOption shard{};
};

/// `unit`: the name of a step, for example "episodes".
protocol::Options learn_rows(LearnOptions& options, std::string_view unit);

/// Returns std::nullopt after --help. Throws UsageError.
std::optional<protocol::CommandLine> parse_learn(const protocol::Command& self,
                                                 const protocol::Options& rows,
                                                 const LearnOptions& options,
                                                 const protocol::Args& args, protocol::Output& out);
/// Throws UsageError for conflicting options.
void check_learn_options(const LearnOptions& options);

protocol::OptionValue board_size(int& size);

/// Constructs the learner of a seed; `threads` is the number it may use.
using LearnerMaker = std::function<std::unique_ptr<Learner>(std::uint64_t seed, int threads)>;

/// Runs one learner, or run_seeds() for several seeds. Prints a table of the history, or of the
/// last row of each seed and their mean. Returns the exit status. Throws FatalError if the folder
/// has another run.
int run_learn_command(const LearnerMaker& make, const LearnOptions& options, protocol::Output& out);

int run_learn_command(const protocol::Command& self, const protocol::Options& rows,
                      const LearnOptions& options, const protocol::Args& args,
                      protocol::Output& out, const LearnerMaker& make);

}  // namespace sumi::lab
