// SPDX-License-Identifier: MIT
/// S3 (draft of 2021): the network with flip inputs, trained on Monte Carlo returns, against S2's
/// corrected network after the same number of games.
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/mlp.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace sumi::lab {
namespace {

constexpr int kOpenings = 500, kOpeningPlies = 8;

struct Sizes {
  std::uint64_t episodes;
  int seeds, seeds_changed;  // networks with the settings as they are, and with each changed one

  std::uint64_t measure_every() const { return std::max<std::uint64_t>(episodes / 20, 1); }
};

Sizes sizes_of(const ExperimentSetup& setup) {
  Sizes sizes = setup.quick ? Sizes{10'000, 3, 3} : Sizes{200'000, 10, 5};
  sizes.episodes = count_parameter(setup, "episodes", sizes.episodes);
  if (setup.parameters.contains("networks")) {
    sizes.seeds = sizes.seeds_changed = static_cast<int>(parameter(setup, "networks", 0));
  }
  return sizes;
}

ReturnsSettings s3_settings(const ExperimentSetup& setup) {
  ReturnsSettings settings;
  if (setup.parameters.contains("hidden")) {
    settings.hidden = {static_cast<int>(parameter(setup, "hidden", 0))};
  }
  settings.net.learning_rate = parameter(setup, "rate", settings.net.learning_rate);
  settings.net.epsilon = parameter(setup, "epsilon", settings.net.epsilon);
  settings.alpha = parameter(setup, "alpha", settings.alpha);
  settings.gamma = parameter(setup, "gamma", settings.gamma);
  return settings;
}

/// A change to s3_settings().
struct Variant {
  std::string name, title;
  ReturnsSettings settings;
};

std::vector<Variant> variants(const ExperimentSetup& setup) {
  std::vector<Variant> all;
  const auto add = [&](std::string name, std::string title) -> ReturnsSettings& {
    all.push_back({std::move(name), std::move(title), s3_settings(setup)});
    return all.back().settings;
  };
  add("gamma-0", "gamma 0: the next output only").gamma = 0;
  add("gamma-80", "gamma 0.8").gamma = 0.8;
  add("gamma-100", "gamma 1: the result only").gamma = 1;
  add("raw", "the network's next output, not its updated value: gamma alone").use_updated_values =
      false;
  add("alpha-100", "alpha 1").alpha = 1;
  add("squared", "the squared error's gradient").cross_entropy = false;
  add("hidden-16", "16 hidden units").hidden = {16};
  add("hidden-64-32", "hidden layers of 64 and 32 units").hidden = {64, 32};
  return all;
}

struct Curve {
  const char *name, *title, *metric;
};

constexpr Curve kCurves[] = {
    {"s3-error", "S3: mean square error of the expected result", "error"},
    {"s3-black", "S3: games won as Black against random moves, %", "wins_black_percent"},
    {"s3-white", "S3: games won as White against random moves, %", "wins_white_percent"}};

double points(const Tally& tally) { return tally.points() * static_cast<double>(tally.games()); }

PaperTable settings_table(const ReturnsSettings& s3, const Sizes& sizes) {
  const TdSettings s2;
  const auto row = [](std::string_view what, std::string_view ours, std::string_view other) {
    return std::vector<Cell>{text_cell(what), text_cell(ours), text_cell(other)};
  };
  const auto number = [](double value) { return fmt::format("{}", value); };
  PaperTable table{"s3-settings", "Settings", {"", "S3", "S2, corrected"}, {}};
  table.rows = {
      row("games against itself", std::to_string(sizes.episodes), std::to_string(sizes.episodes)),
      row("inputs", std::to_string(input_count(NetworkInputs::kFlips)),
          std::to_string(input_count(NetworkInputs::kDiscs))),
      row("hidden units", fmt::format("{}", fmt::join(s3.hidden, ", ")), std::to_string(s2.hidden)),
      row("outputs", "1", "2"),
      row("learning rate", number(s3.net.learning_rate), number(s2.net.learning_rate)),
      row("moves at random", number(s3.net.epsilon), number(s2.net.epsilon)),
      row("alpha", number(s3.alpha), "-"),
      row("gamma", number(s3.gamma), "-"),
      row("next value in a return", s3.use_updated_values ? "as updated" : "the output", "-"),
      row("gradient of the", "cross-entropy", "squared error")};
  return table;
}

/// Share of the points, over networks of different seeds. `part`: &Measured::as_black.
template <class Part>
Estimate share_of(const std::vector<Measured>& by_seed, Part part) {
  std::vector<Tally> tallies;
  for (const Measured& measured : by_seed) tallies.push_back(std::invoke(part, measured));
  return proportion_over(tallies, points);
}

std::vector<Cell> row_of(std::string_view title, const std::vector<Measured>& by_seed) {
  Tally sum;
  for (const Measured& measured : by_seed) sum += measured.all();
  return {text_cell(title), percent_cell(share_of(by_seed, &Measured::as_black)),
          percent_cell(share_of(by_seed, &Measured::as_white)),
          percent_cell(share_of(by_seed, &Measured::all)), discs_cell(sum, 2)};
}

PaperTable empty_table(std::string name, std::string title) {
  return {std::move(name),
          fmt::format("{}; {} openings of {} random plies, both colours; points in per cent", title,
                      kOpenings, kOpeningPlies),
          {"S3's network", "as Black", "as White", "all", "discs a game"},
          {}};
}

Measured play(const ExperimentSetup& setup, const NetRun& s3, const NetRun& s2) {
  const GamesSetup games{
      .games = kOpenings,
      .openings = random_openings(kOpenings, kOpeningPlies, mixed_seed(setup.seed, 0x5303)),
      .seed = setup.seed,
      .threads = setup.threads};
  const Measured found = measure(NetPlayer(s3.learner->network()), NetPlayer(s2.learner->network()),
                                 games, interruption(setup));
  check_stop(setup);
  return found;
}

}  // namespace

ExperimentReport run_s3(const ExperimentSetup& setup) {
  const Sizes sizes = sizes_of(setup);
  const std::vector<Variant> changed = variants(setup);
  const auto seed_of = [&](int i) {
    return mixed_seed(setup.seed, 0x53, static_cast<std::uint64_t>(i));
  };
  // Longest first, to keep all threads busy.
  std::vector<NetRun> runs;
  const auto add = [&](std::string name, std::unique_ptr<NetLearner> learner) {
    runs.push_back({std::move(name), std::move(learner), sizes.episodes, sizes.measure_every()});
  };
  for (int i = 1; i <= sizes.seeds; ++i) {
    ReturnsSettings settings = s3_settings(setup);
    settings.net.seed = seed_of(i);
    add(fmt::format("s3-returns-{}", i), std::make_unique<ReturnsLearner>(settings));
  }
  for (const Variant& variant : changed) {
    for (int i = 1; i <= sizes.seeds_changed; ++i) {
      ReturnsSettings settings = variant.settings;
      settings.net.seed = seed_of(i);
      add(fmt::format("s3-{}-{}", variant.name, i), std::make_unique<ReturnsLearner>(settings));
    }
  }
  for (int i = 1; i <= sizes.seeds; ++i) {
    TdSettings settings;
    settings.net.seed = seed_of(i);
    add(fmt::format("s3-td-{}", i), std::make_unique<TdLearner>(settings));
  }
  learn_all(setup, "S3: learning", runs);
  const auto seeds = static_cast<std::size_t>(sizes.seeds);
  const auto seeds_changed = static_cast<std::size_t>(sizes.seeds_changed);
  const std::size_t matches = seeds + seeds_changed * changed.size();
  const NetRun* const td = &runs[matches];

  ExperimentReport report;
  report.tables.push_back(settings_table(s3_settings(setup), sizes));
  std::size_t played = 0;
  const auto play_all = [&](const NetRun* networks, std::size_t count) {
    std::vector<Measured> found;
    for (std::size_t i = 0; i < count; ++i) {
      report_progress(setup, "S3: games", played++, matches);
      found.push_back(play(setup, networks[i], td[i]));
    }
    return found;
  };
  PaperTable table =
      empty_table("s3-changes", fmt::format("One setting changed, against S2's network of the same "
                                            "seed, means of {} networks (none: of {})",
                                            seeds_changed, seeds));
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const auto found = play_all(&runs[seeds + seeds_changed * i], seeds_changed);
    table.rows.push_back(row_of(changed[i].title, found));
  }
  const std::vector<Measured> unchanged = play_all(runs.data(), seeds);
  table.rows.insert(table.rows.begin(), row_of("none", unchanged));
  PaperTable match = empty_table("s3-against-s2", "Against S2's network of the same seed");
  for (std::size_t i = 0; i < seeds; ++i) {
    match.rows.push_back(row_of(fmt::format("seed {}", i + 1), {unchanged[i]}));
  }
  match.rows.push_back(row_of("mean", unchanged));
  report.tables.push_back(std::move(match));
  report.tables.push_back(std::move(table));

  std::vector<const NetRun*> returns_runs, td_runs;
  for (std::size_t i = 0; i < seeds; ++i) {
    returns_runs.push_back(&runs[i]);
    td_runs.push_back(&td[i]);
  }
  for (const Curve& curve : kCurves) {
    protocol::LineChart chart;
    chart.labels = {curve.title, "games against itself", ""};
    chart.band = true;
    chart.lines = {mean_line(setup, "S3", returns_runs, curve.metric),
                   mean_line(setup, "S2, corrected", td_runs, curve.metric)};
    report.pictures.push_back({curve.name, std::move(chart)});
  }

  const Estimate share = share_of(unchanged, &Measured::all);
  report.findings.push_back(fmt::format(
      "S3's network takes {:.1f} % ({:.1f} to {:.1f}) of the points against S2's corrected one, "
      "both after {} games against themselves (mean of {} pairs of networks).",
      100 * share.value, 100 * share.lower, 100 * share.upper, sizes.episodes, sizes.seeds));
  report.findings.push_back(
      "With the cross-entropy's gradient a step is alpha (R - V): but for its share in the updated "
      "next value, alpha is a factor of the learning rate.");
  report.findings.push_back(
      "The draft prints no results, and was made for another game: nothing to compare with.");
  return report;
}

}  // namespace sumi::lab
