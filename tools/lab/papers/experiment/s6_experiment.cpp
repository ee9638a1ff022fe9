// SPDX-License-Identifier: MIT
/// S6: trials as the paper made them; trials that measure better, so that they can find something;
/// and what came out of both, measured so that it can be told from luck.
#include "tools/lab/papers/experiment/runs.h"
#include "tools/lab/papers/genetic/genetic_learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sumi::lab {
namespace {

constexpr double kPaperGain = 0.14;  ///< Points of win rate in 50 generations, by its fitted line.

/// The paper's fitted line.
struct PaperRow {
  std::uint64_t generation;
  double rate, points;
};
constexpr PaperRow kPaperRows[] = {{0, 50.06, 8002.8}, {25, 50.13, 8017.4}, {50, 50.20, 8032.0}};

/// A way to run the algorithm.
struct Form {
  std::string name;  ///< The name of its folders and rows.
  GeneticSetup genetic;
  std::uint64_t generations = 50, measure_every = 1;
};

struct Trial {
  S6Values elite{};
  std::vector<LearnRow> history;
  TableMatch verdict;  ///< The elite against the untuned one.
};

Form faithful_form(const ExperimentSetup& setup) {
  Form form{"s6-faithful", {}};
  form.genetic.paired = false;
  if (!setup.quick) return form;
  form.genetic.population = 8;
  form.genetic.measure_games = 200;
  form.generations = 6;
  return form;
}

/// The same algorithm, but with paired games, and so many of them that luck decides less.
Form careful_form(const ExperimentSetup& setup) {
  Form form{"s6-careful", {}};
  form.genetic.fitness_games = 60;
  form.genetic.elite_games = 500;
  form.measure_every = 5;
  if (!setup.quick) return form;
  form.genetic.population = 8;
  form.genetic.fitness_games = 40;
  form.genetic.elite_games = 200;
  form.genetic.measure_games = 200;
  form.generations = 10;
  return form;
}

std::vector<Trial> run_trials(const ExperimentSetup& setup, const Form& form, int trials,
                              int verdict_games) {
  std::vector<Trial> done;
  for (int number = 0; number < trials; ++number) {
    GeneticSetup genetic = form.genetic;
    genetic.seed = mixed_seed(setup.seed, 6, static_cast<std::uint64_t>(number));
    genetic.threads = setup.threads;
    GeneticLearner learner(genetic);
    const std::string name = fmt::format("{}-{}", form.name, number + 1);
    Trial trial;
    trial.history = learn(setup, learner, name, form.generations, form.measure_every);
    trial.elite = learner.elite();
    // Openings that no generation has seen, the same for all trials.
    trial.verdict = play_tables(
        {{trial.elite, genetic.human}}, verdict_games, true, mixed_seed(setup.seed, 6, 1u << 20),
        setup.threads, setup.stop, [&](std::uint64_t games) {
          tell(setup, name + ", verdict", static_cast<double>(games) / verdict_games);
        })[0];
    check_stop(setup);
    done.push_back(std::move(trial));
  }
  return done;
}

double metric(const LearnRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.metrics, name, &Metric::name);
  return found == row.metrics.end() ? 0 : found->value;
}

/// The means of all trials, a point for each measured generation.
std::vector<std::pair<double, double>> means(const std::vector<Trial>& trials,
                                             std::string_view name) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < trials.front().history.size(); ++i) {
    double sum = 0;
    for (const Trial& trial : trials) sum += metric(trial.history[i], name);
    points.emplace_back(static_cast<double>(trials.front().history[i].steps),
                        sum / static_cast<double>(trials.size()));
  }
  return points;
}

/// The value at `x` of the line that fits the points by least squares.
double fitted(const std::vector<std::pair<double, double>>& points, double x) {
  const auto n = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0, covariance = 0, variance = 0;
  for (const auto& [px, py] : points) {
    mean_x += px / n;
    mean_y += py / n;
  }
  for (const auto& [px, py] : points) {
    covariance += (px - mean_x) * (py - mean_y);
    variance += (px - mean_x) * (px - mean_x);
  }
  return variance > 0 ? mean_y + covariance / variance * (x - mean_x) : mean_y;
}

PaperTable line_table(const std::vector<Trial>& faithful, const std::vector<Trial>& careful,
                      const Form& faithful_form, const Form& careful_form) {
  PaperTable table{
      "s6-generations",
      fmt::format("The elite against the untuned individual, means of {} trials, fitted "
                  "line: win rate in per cent, and points (as of 500 games: 8000 are draws)",
                  faithful.size()),
      {"paper generation", "paper rate", "paper points", "faithful generation", "faithful rate",
       "faithful points", "careful generation", "careful rate", "careful points"},
      {}};
  const auto add = [](std::vector<Cell>& row, const std::vector<Trial>& trials, const Form& form,
                      double x) {
    const double scale = 500.0 / form.genetic.measure_games;
    row.push_back(number_cell(x));
    row.push_back(number_cell(fitted(means(trials, "win_rate_percent"), x), 2));
    row.push_back(number_cell(scale * fitted(means(trials, "measured_points"), x), 1));
  };
  for (const PaperRow& paper : kPaperRows) {
    // A quick run has fewer: its beginning, middle and end.
    const auto at = [&](const Form& form) {
      return static_cast<double>(paper.generation * form.generations) / 50;
    };
    std::vector<Cell> row{text_cell(std::to_string(paper.generation)), number_cell(paper.rate, 2),
                          number_cell(paper.points, 1)};
    add(row, faithful, faithful_form, at(faithful_form));
    add(row, careful, careful_form, at(careful_form));
    table.rows.push_back(row);
  }
  return table;
}

/// Points of win rate above one half.
Cell gain_cell(const Share& rate) {
  const auto gain = [](double share) { return 100 * (share - 0.5); };
  return {fmt::format("{:+.2f} ({:+.2f} to {:+.2f})", gain(rate.value), gain(rate.lower),
                      gain(rate.upper)),
          gain(rate.value), gain(rate.lower), gain(rate.upper)};
}

PaperTable trial_table(const std::vector<Trial>& faithful, const std::vector<Trial>& careful,
                       int games) {
  PaperTable table{
      "s6-trials",
      fmt::format("Final elites against the untuned individual over {} paired games: points "
                  "of win rate gained; the paper's line gained {:+.2f} in 50 generations",
                  games, kPaperGain),
      {"trial", "gained", "discs a game", "conditional table a..i"},
      {}};
  const auto add = [&](std::string_view form, const std::vector<Trial>& trials) {
    for (std::size_t i = 0; i < trials.size(); ++i) {
      const Trial& trial = trials[i];
      const Tally& tally = trial.verdict.tally;
      table.rows.push_back(
          {text_cell(fmt::format("{} {}", form, i + 1)), gain_cell(mean_of(trial.verdict.points)),
           number_cell(static_cast<double>(tally.discs) / static_cast<double>(tally.games()), 2),
           text_cell(fmt::format("{}", fmt::join(trial.elite, " ")))});
    }
  };
  add("faithful", faithful);
  add("careful", careful);
  return table;
}

std::string curves(const std::vector<Trial>& faithful, const std::vector<Trial>& careful) {
  protocol::LineChart chart;
  chart.labels = {"The elite against the untuned individual, mean of all trials", "generation",
                  "win rate, %"};
  chart.mark = 50;
  const auto add = [&](std::string name, const std::vector<Trial>& trials) {
    protocol::ChartLine line{std::move(name), {}};
    for (const auto& [x, y] : means(trials, "win_rate_percent"))
      line.points.push_back({x, y, y, y});
    chart.lines.push_back(std::move(line));
  };
  add("faithful", faithful);
  add("careful", careful);
  return protocol::to_svg(chart);
}

std::string finding(std::string_view form, const std::vector<Trial>& trials) {
  const auto above = [&](double gain) {
    return std::ranges::count_if(trials, [&](const Trial& trial) {
      return 100 * (mean_of(trial.verdict.points).lower - 0.5) > gain;
    });
  };
  double sum = 0;
  for (const Trial& trial : trials) {
    sum += 100 * (mean_of(trial.verdict.points).value - 0.5) / static_cast<double>(trials.size());
  }
  return fmt::format(
      "{}: the elites of {} trials gain {:+.2f} points of win rate on average; the lower 95 % "
      "bound is above 0 in {} and above the paper's {:+.2f} in {}.",
      form, trials.size(), sum, above(0), kPaperGain, above(kPaperGain));
}

}  // namespace

ExperimentReport run_s6(const ExperimentSetup& setup) {
  const int trials = setup.quick ? 2 : 5, games = setup.quick ? 1000 : 20000;
  const Form faithful_way = faithful_form(setup), careful_way = careful_form(setup);
  const std::vector<Trial> faithful = run_trials(setup, faithful_way, trials, games);
  const std::vector<Trial> careful = run_trials(setup, careful_way, trials, games);

  ExperimentReport report;
  report.tables.push_back(line_table(faithful, careful, faithful_way, careful_way));
  report.tables.push_back(trial_table(faithful, careful, games));
  report.pictures.push_back({"s6-curves", curves(faithful, careful)});
  report.findings.push_back(finding("As in the paper", faithful));
  report.findings.push_back(finding("With paired games and more of them", careful));
  report.findings.push_back(
      "The paper's gain is within its noise: 500 games have a standard error of 2.2 points of win "
      "rate, and 20 games of fitness one of 11.");
  return report;
}

}  // namespace sumi::lab
