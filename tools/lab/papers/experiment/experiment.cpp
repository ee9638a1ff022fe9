// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/journal.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/experiment/experiment.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>
#include <numeric>
#include <utility>

namespace sumi::lab {
namespace {

constexpr double kMany = 1e9;

// A shared parameter means the same in all experiments.
constexpr Parameter kEpisodes{"episodes", "training games", 100, kMany};
constexpr Parameter kHidden{"hidden", "units of the hidden layer", 1, 1024};
constexpr Parameter kRate{"rate", "learning rate", 1e-6, 10, false, "learning-rate"};
constexpr Parameter kEpsilon{"epsilon", "probability of a random move", 0, 1, false};
constexpr Parameter kGamma{"gamma", "discount, or weight of the result", 0, 1, false};
constexpr Parameter kNetworks{"networks", "networks of each kind, at least 3 for intervals", 1,
                              100};
constexpr Parameter kGames{"games", "evaluation games per colour", 10, 1e6};

constexpr Parameter kS1[] = {kEpisodes};
constexpr Parameter kS2[] = {kEpisodes, kHidden, kRate, kEpsilon, kNetworks, kGames};
constexpr Parameter kS3[] = {kEpisodes, kHidden,
                             kRate,     kEpsilon,
                             kGamma,    {"alpha", "weight of the return in targets", 0, 1, false},
                             kNetworks};
constexpr Parameter kS4[] = {kGames};
constexpr Parameter kS5[] = {{"rounds", "training rounds on 8x8", 10, 1e6},
                             {"eta", "learning rate", 1e-9, 1, false},
                             kGamma,
                             kEpsilon};
constexpr Parameter kS6[] = {{"generations", "generations per trial", 2, 1e5},
                             {"population", "individuals", 2, 1000},
                             {"crossover", "crossover probability", 0, 1, false},
                             {"mutation", "mutation probability per number", 0, 1, false},
                             {"trials", "trials of each kind", 1, 100}};
constexpr Parameter kAxis[] = {
    kEpisodes, kNetworks, {"openings", "openings per pair of players", 1, 10000}};
constexpr Parameter kPlayers[] = {{"openings", "openings per pair of players", 1, 10000}};

constexpr std::array kExperiments{
    Experiment{"S1", "Dynamic programming and its relatives on 4x4 (Sugita 2002)", run_s1, kS1},
    Experiment{"S2", "TD learning with a small network (Sugita 2002)", run_s2, kS2},
    Experiment{"S3", "A network of win probability, with Monte Carlo returns (2021)", run_s3, kS3},
    Experiment{"S4", "Square values, safe edges and mobility, weights swept (Shiota 2012)", run_s4,
               kS4},
    Experiment{"S5", "A table of Q values against simple players (2022)", run_s5, kS5},
    Experiment{"S6", "Score tables evolved by a genetic algorithm (Shirakami and Sato)", run_s6,
               kS6},
    Experiment{"axis", "All learners and players on one scale", run_axis, kAxis},
    Experiment{"players", "Round robin of all evaluators and players at depth 4, and on 4x4",
               run_players, kPlayers},
    Experiment{"players-time", "Round robin of all evaluators and players at 0.05 s a move",
               run_players_time, kPlayers},
};

}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

void check_stop(const ExperimentSetup& setup) {
  if (setup.stop.stop_requested()) throw ExperimentStopped();
}

void report_progress(const ExperimentSetup& setup, std::string_view what, double share) {
  if (setup.tick) setup.tick(what, std::clamp(share, 0.0, 1.0));
}

void report_progress(const ExperimentSetup& setup, std::string_view what, double done, double all) {
  report_progress(setup, what, done / std::max(all, 1.0));
}

std::function<bool()> interruption(const ExperimentSetup& setup) {
  return [&setup] { return setup.stop.stop_requested(); };
}

double parameter(const ExperimentSetup& setup, std::string_view name, double otherwise) {
  const auto found = setup.parameters.find(name);
  return found == setup.parameters.end() ? otherwise : found->second;
}

std::uint64_t count_parameter(const ExperimentSetup& setup, std::string_view name,
                              std::uint64_t otherwise) {
  return static_cast<std::uint64_t>(parameter(setup, name, static_cast<double>(otherwise)));
}

std::string learn_folder(const ExperimentSetup& setup, std::string_view name) {
  std::string folder =
      fmt::format("{}/{}{}-{}", setup.folder, name, setup.quick ? "-quick" : "", setup.seed);
  for (const auto& [what, value] : setup.parameters) folder += fmt::format("-{}-{}", what, value);
  return folder;
}

double seconds_per_step(const ExperimentSetup& setup, Learner& learner) {
  constexpr double kEnough = 0.5;
  const std::clock_t begin = std::clock();
  double seconds = 0;
  while (seconds < kEnough) {
    learner.advance(std::max<std::uint64_t>(learner.steps(), 1), setup.stop);
    check_stop(setup);
    seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  }
  return seconds / static_cast<double>(learner.steps());
}

std::vector<LearnRow> learn(const ExperimentSetup& setup, Learner& learner, std::string_view name,
                            std::uint64_t steps, std::uint64_t measure_every) {
  const std::string folder = learn_folder(setup, name);
  const auto tick = [&](const LearnProgress& progress) {
    report_progress(setup, name, progress.done, progress.wanted);
  };
  if (!run_learner(learner, {folder, steps, measure_every}, interruption(setup), tick).value()) {
    throw ExperimentStopped();
  }
  return read_history(folder).value();
}

Cell wins_cell(const Tally& tally) {
  const Estimate share = tally.win_rate();
  const auto games = static_cast<double>(tally.games());
  const double lower = share.lower * games, upper = share.upper * games;
  return {fmt::format("{} ({:.0f}-{:.0f})", tally.won, lower, upper),
          static_cast<double>(tally.won), lower, upper};
}

double deviation_of_proportions(double share, double games, double other_share,
                                double other_games) {
  const double pooled = (share * games + other_share * other_games) / (games + other_games);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / games + 1 / other_games));
  return error == 0 ? 0 : (share - other_share) / error;
}

double deviation_of_means(const std::vector<double>& values, double other, int others) {
  namespace distributions = boost::math;
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (n - 1) * (1 / n + 1.0 / others));
  if (error == 0) return 0;
  const double t = (mean - other) / error;
  const double tail =
      cdf(complement(distributions::students_t(n - 1), std::abs(t)));  // of one side
  const double rarest = std::numeric_limits<double>::min();
  return std::copysign(quantile(complement(distributions::normal(), std::max(tail, rarest))), t);
}

Cell percent_cell(const Estimate& share, int decimals) {
  return interval_cell(100 * share.value, 100 * share.lower, 100 * share.upper, decimals);
}

Cell discs_cell(const Tally& tally, int decimals) {
  const auto games = static_cast<double>(std::max<std::int64_t>(tally.games(), 1));
  return number_cell(static_cast<double>(tally.discs) / games, decimals);
}

namespace {

std::string path_of(const ExperimentSetup& setup, std::string_view experiment) {
  return learn_folder(setup, experiment) + ".part";
}

}  // namespace

/// An entry is a JSON array: key and numbers.
std::vector<double> memoized(const ExperimentSetup& setup, std::string_view experiment,
                             const std::string& key,
                             const std::function<std::vector<double>()>& measure) {
  auto [journal, entries, dropped] =
      Journal::open(path_of(setup, experiment), "measurements of an experiment").value();
  for (const std::string& entry : entries) {
    const protocol::Json json = protocol::Json::parse(entry, nullptr, false);
    if (json.is_array() && json.size() == 2 && json[0] == key) {
      return json[1].get<std::vector<double>>();
    }
  }
  std::vector<double> numbers = measure();
  journal.append(protocol::Json::array({key, numbers}).dump()).value();
  return numbers;
}

double memoized_number(const ExperimentSetup& setup, std::string_view experiment,
                       const std::string& key, const std::function<double()>& measure) {
  return memoized(setup, experiment, key, [&] { return std::vector<double>{measure()}; })[0];
}

void remove_journal(const ExperimentSetup& setup, std::string_view experiment) {
  std::filesystem::remove(path_of(setup, experiment));
}

void learn_in_parallel(
    const ExperimentSetup& setup, std::string_view what, std::size_t jobs, std::uint64_t steps,
    const std::function<void(std::size_t number, const LearningJob& job)>& work) {
  std::atomic<std::uint64_t> done = 0;
  const auto run_job = [&](std::size_t number, const std::stop_token& stop) {
    LearningJob job;
    job.interrupted = [&] { return stop.stop_requested() || setup.stop.stop_requested(); };
    job.learn = [&](Learner& learner, std::string_view name, std::uint64_t wanted,
                    std::uint64_t measure_every) -> std::vector<LearnRow> {
      const std::string folder = learn_folder(setup, name);
      std::uint64_t reported = 0;
      const auto tick = [&](const LearnProgress& progress) {
        done += progress.done - std::exchange(reported, progress.done);
      };
      const bool whole =
          run_learner(learner, {folder, wanted, measure_every}, job.interrupted, tick).value();
      return whole ? read_history(folder).value() : std::vector<LearnRow>();
    };
    work(number, job);
  };
  run_jobs(jobs, setup.threads, run_job, interruption(setup),
           [&] { report_progress(setup, what, done, steps); });
  check_stop(setup);
}

void learn_all(const ExperimentSetup& setup, std::string_view what, std::vector<NetRun>& runs) {
  std::uint64_t steps = 0;
  for (const NetRun& run : runs) steps += run.steps;
  learn_in_parallel(setup, what, runs.size(), steps, [&](std::size_t i, const LearningJob& job) {
    job.learn(*runs[i].learner, runs[i].name, runs[i].steps, runs[i].measure_every);
  });
}

protocol::ChartLine mean_line(const ExperimentSetup& setup, std::string name,
                              const std::vector<const NetRun*>& runs, std::string_view metric) {
  std::vector<std::vector<LearnRow>> histories;
  for (const NetRun* run : runs) {
    histories.push_back(read_history(learn_folder(setup, run->name)).value());
  }
  return history_line(mean_history(histories), metric, std::move(name));
}

Estimate proportion_over(const std::vector<Tally>& tallies, double (*hits)(const Tally& tally)) {
  std::vector<double> shares;
  for (const Tally& tally : tallies) {
    shares.push_back(hits(tally) / static_cast<double>(std::max<std::int64_t>(tally.games(), 1)));
  }
  if (tallies.size() == 1) {
    // Half points: rounds outwards by at most half a game.
    return {shares[0],
            proportion_of(std::llround(std::floor(hits(tallies[0]))), tallies[0].games()).lower,
            proportion_of(std::llround(std::ceil(hits(tallies[0]))), tallies[0].games()).upper};
  }
  const Estimate mean = mean_of(shares);
  return {mean.value, std::max(mean.lower, 0.0), std::min(mean.upper, 1.0)};
}

}  // namespace sumi::lab
