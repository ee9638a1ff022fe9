// SPDX-License-Identifier: MIT
/// The options and the run that the commands of all learners share.
#pragma once

#include "protocol/command/command.h"
#include "protocol/command/shard_option.h"
#include "tools/lab/papers/learn/learner.h"

#include <boost/program_options/options_description.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::lab {

struct LearnDefaults {
  std::uint64_t steps = 0;
  std::uint64_t measure_every = 0;  ///< 0: at the end only.
  std::string_view unit;            ///< What a step is called: "episodes".
  int threads = 1;
};

/// Adds --out, --steps, --measure-every, --snapshot-every, --seed, --seeds, --shard and --threads.
void add_learn_options(boost::program_options::options_description& options,
                       const LearnDefaults& defaults);

struct LearnOptions {
  LearnRun run;
  std::uint64_t seed = 1;  ///< The first of `seeds`.
  int seeds = 1;
  int threads = 1;
  protocol::ShardOption shard{};  ///< Of the seeds.
};

/// Throws UsageError.
LearnOptions learn_options_of(const protocol::CommandLine& line);

/// A number of steps or the like, which may be more than an int holds; throws UsageError. Requires:
/// the option was given or has a default.
std::uint64_t count_value(const protocol::CommandLine& line, const std::string& option,
                          std::uint64_t min, std::uint64_t max);

/// A number in min..max; throws UsageError. Requires: as above.
double real_value(const protocol::CommandLine& line, const std::string& option, double min,
                  double max);

/// Makes the learner of a seed. `threads`: what it may use, if it can use more than one.
using LearnerMaker = std::function<std::unique_ptr<Learner>(std::uint64_t seed, int threads)>;

/// Runs the learner of each seed (run_seeds() if there are several) with a progress bar, ends in
/// order after Ctrl-C, and writes rows as a table: the history's of one seed, or the last ones of
/// several and their mean. Returns the command's exit status. Throws FatalError if the folder holds
/// another run.
int run_learn_command(const LearnerMaker& make, const LearnOptions& options, protocol::Output& out);

}  // namespace sumi::lab
