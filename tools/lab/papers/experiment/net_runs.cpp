// SPDX-License-Identifier: MIT
#include "tools/lab/long_work.h"
#include "tools/lab/papers/experiment/net_runs.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace sumi::lab {

void learn_all(const ExperimentSetup& setup, std::string_view what, std::vector<NetRun>& runs) {
  std::vector<std::atomic<std::uint64_t>> done(runs.size());
  std::uint64_t all = 0;
  for (const NetRun& run : runs) all += run.steps;
  const auto make_work = [&]() -> Work {
    return [&](std::size_t job, std::stop_token stop) {
      const NetRun& run = runs[job];
      const auto learned = run_learner(
          *run.learner, {learn_folder(setup, run.name), run.steps, run.measure_every},
          [&] { return stop.stop_requested(); },
          [&](const LearnProgress& progress) { done[job] = progress.done; });
      if (!learned) throw FatalError(learned.error().message);
      done[job] = run.steps;
    };
  };
  const auto tick = [&] {
    std::uint64_t sum = 0;
    for (const auto& part : done) sum += part;
    tell(setup, what,
         static_cast<double>(sum) / static_cast<double>(std::max(all, std::uint64_t{1})));
  };
  if (!run_jobs(runs.size(), setup.threads, make_work, interruption(setup), tick)) {
    throw ExperimentStopped();
  }
  check_stop(setup);
}

protocol::ChartLine mean_line(const ExperimentSetup& setup, std::string name,
                              const std::vector<const NetRun*>& runs, std::string_view metric) {
  std::vector<std::vector<LearnRow>> histories;
  for (const NetRun* run : runs) {
    histories.push_back(read_history(learn_folder(setup, run->name)).value());
  }
  return history_line(mean_history(histories), metric, std::move(name));
}

Share share_over(const std::vector<Tally>& tallies, double (*hits)(const Tally& tally)) {
  std::vector<double> shares;
  for (const Tally& tally : tallies) {
    shares.push_back(hits(tally) / static_cast<double>(std::max<std::int64_t>(tally.games(), 1)));
  }
  if (tallies.size() == 1) {
    // Half points: the interval is wider by half a game at each end.
    return {shares[0],
            share_of(std::llround(std::floor(hits(tallies[0]))), tallies[0].games()).lower,
            share_of(std::llround(std::ceil(hits(tallies[0]))), tallies[0].games()).upper};
  }
  const Share mean = mean_of(shares);
  return {mean.value, std::max(mean.lower, 0.0), std::min(mean.upper, 1.0)};
}

}  // namespace sumi::lab
