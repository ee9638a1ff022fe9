// SPDX-License-Identifier: MIT
/// Many networks learned and measured: what S2 and S3 share.
#pragma once

#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/net/net_learner.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// A network to be learned.
struct NetRun {
  std::string name;  ///< The name of its folder in the experiment's: "s2-paper-1".
  std::unique_ptr<NetLearner> learner;
  std::uint64_t steps = 0;
  std::uint64_t measure_every = 0;
};

/// Learns them all, each on one thread, setup.threads at a time, with a checkpoint and a history in
/// a folder of its own; goes on where an earlier call was stopped. Throws ExperimentStopped and
/// FatalError.
void learn_all(const ExperimentSetup& setup, std::string_view what, std::vector<NetRun>& runs);

/// The history of a metric of these runs: the mean of their values row by row, as a line of a chart
/// whose band is the mean's 95 % interval. Requires: learn_all() is done with them.
protocol::ChartLine mean_line(const ExperimentSetup& setup, std::string name,
                              const std::vector<const NetRun*>& runs, std::string_view metric);

/// The share of `tallies`' games that `hits` counts: with one tally its own interval (Wilson), with
/// several that of their mean, which counts how nets differ, too.
Share share_over(const std::vector<Tally>& tallies, double (*hits)(const Tally& tally));

}  // namespace sumi::lab
