// SPDX-License-Identifier: MIT
/// The options and the run that the commands of all learners share.
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

/// What the options of all learners say. A command sets its defaults here first.
struct LearnOptions {
  LearnRun run;
  int threads = 1;
  std::uint64_t seed = 1;  ///< The first of `seeds`.
  int seeds = 1;
  protocol::ShardOption shard{};  ///< Of the seeds.
};

/// --out, --steps, --measure-every, --snapshot-every, --seed, --seeds, --shard and --threads.
/// `unit`: what a step is called: "episodes".
protocol::Options learn_rows(LearnOptions& options, std::string_view unit);

/// Parses the options of a learner, which has no words; nothing after --help. Throws UsageError.
std::optional<protocol::CommandLine> parse_learn(const protocol::Command& self,
                                                 const protocol::Options& rows,
                                                 const LearnOptions& options,
                                                 const protocol::Args& args, protocol::Output& out);
/// Throws UsageError if the options do not fit together.
void check_learn_options(const LearnOptions& options);

/// The size of the board.
protocol::OptionValue board_size(int& size);

/// Makes the learner of a seed. `threads`: what it may use, if it can use more than one.
using LearnerMaker = std::function<std::unique_ptr<Learner>(std::uint64_t seed, int threads)>;

/// Runs the learner of each seed (run_seeds() if there are several) with a progress bar, ends in
/// order after Ctrl-C, and writes rows as a table: the history's of one seed, or the last ones of
/// several and their mean. Returns the command's exit status. Throws FatalError if the folder holds
/// another run.
int run_learn_command(const LearnerMaker& make, const LearnOptions& options, protocol::Output& out);

/// All of a command that only reads its options first: parse_learn(), then the run.
int run_learn_command(const protocol::Command& self, const protocol::Options& rows,
                      const LearnOptions& options, const protocol::Args& args,
                      protocol::Output& out, const LearnerMaker& make);

}  // namespace sumi::lab
