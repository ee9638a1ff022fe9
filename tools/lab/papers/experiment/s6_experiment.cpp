// SPDX-License-Identifier: MIT
/// S6: trials as in the paper, and trials with more accurate measurements, both verified by further
/// games.
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/genetic_learner.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::lab {
namespace {

constexpr double kPaperGain = 0.14;  ///< Percentage points in 50 generations, by its fitted line.

struct PaperRow {
  std::uint64_t generation;
  double rate, points;
};
constexpr PaperRow kPaperRows[] = {{0, 50.06, 8002.8}, {25, 50.13, 8017.4}, {50, 50.20, 8032.0}};

struct Trial {
  S6Values elite{};
  std::vector<LearnRow> history;
  TableMatch verdict;  ///< Elite against the untuned individual.
};

struct Form {
  std::string name;  ///< Of its rows; "s6-NAME" of its folders.
  GeneticSetup genetic{};
  std::uint64_t generations = 50, measure_every = 1;
  std::vector<Trial> trials{};
};

Form with_parameters(Form form, const ExperimentSetup& setup) {
  GeneticSetup& genetic = form.genetic;
  genetic.population = static_cast<int>(parameter(setup, "population", genetic.population));
  genetic.crossover = parameter(setup, "crossover", genetic.crossover);
  genetic.mutation = parameter(setup, "mutation", genetic.mutation);
  form.generations = count_parameter(setup, "generations", form.generations);
  return form;
}

Form faithful_form(const ExperimentSetup& setup) {
  Form form{"faithful"};
  form.genetic.paired = false;
  if (setup.quick) {
    form.genetic.population = 8;
    form.genetic.measure_games = 200;
    form.generations = 6;
  }
  return with_parameters(form, setup);
}

/// Uses paired and more games, to reduce noise.
Form careful_form(const ExperimentSetup& setup) {
  Form form{"careful"};
  form.genetic.fitness_games = 60;
  form.genetic.elite_games = 500;
  form.measure_every = 5;
  if (setup.quick) {
    form.genetic.population = 8;
    form.genetic.fitness_games = 40;
    form.genetic.elite_games = 200;
    form.genetic.measure_games = 200;
    form.generations = 10;
  }
  return with_parameters(form, setup);
}

/// `first`: number of the first initial population.
Form run_trials(const ExperimentSetup& setup, Form form, int trials, int first, int verdict_games) {
  for (int number = 0; number < trials; ++number) {
    GeneticSetup genetic = form.genetic;
    genetic.seed = mixed_seed(setup.seed, 6, static_cast<std::uint64_t>(first + number));
    genetic.threads = setup.threads;
    GeneticLearner learner(genetic);
    const std::string name = fmt::format("s6-{}-{}", form.name, number + 1);
    Trial trial;
    trial.history = learn(setup, learner, name, form.generations, form.measure_every);
    trial.elite = learner.elite();
    // Openings not used in any generation.
    trial.verdict = play_tables({{trial.elite, genetic.human}}, verdict_games, true,
                                mixed_seed(setup.seed, 6, 1u << 20), setup.threads, setup.stop,
                                [&](std::uint64_t games) {
                                  report_progress(setup, name + ", verdict", games, verdict_games);
                                })[0];
    check_stop(setup);
    form.trials.push_back(std::move(trial));
  }
  return form;
}

double fitted(const std::vector<protocol::ChartPoint>& points, double x) {
  const auto n = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0, covariance = 0, variance = 0;
  for (const protocol::ChartPoint& point : points) {
    mean_x += point.x / n;
    mean_y += point.y / n;
  }
  for (const protocol::ChartPoint& point : points) {
    covariance += (point.x - mean_x) * (point.y - mean_y);
    variance += (point.x - mean_x) * (point.x - mean_x);
  }
  return variance > 0 ? mean_y + covariance / variance * (x - mean_x) : mean_y;
}

/// The value at `x` of each trial's fitted line; their spread gives the uncertainty of the mean.
std::vector<double> fitted_each(const Form& form, std::string_view name, double x) {
  std::vector<double> values;
  for (const Trial& trial : form.trials) {
    values.push_back(fitted(history_line(trial.history, name, "").points, x));
  }
  return values;
}

/// Assumes that the paper's five trials vary like ours.
Cell line_deviation(const std::vector<double>& ours, double paper) {
  constexpr int kPaperTrials = 5;
  if (ours.size() < 3) return text_cell("-");
  return deviation_cell(deviation_of_means(ours, paper, kPaperTrials));
}

PaperTable line_table(const Form& faithful, const Form& careful) {
  PaperTable table{
      "s6-generations",
      fmt::format("The elite against the untuned individual, fitted lines, means of {} trials: win "
                  "rate in per cent, and points (as of 500 games: 8000 are draws); deviations of "
                  "the faithful form from the paper by Student's t as normal standard errors",
                  faithful.trials.size()),
      {"paper generation", "paper rate", "paper points", "faithful generation", "faithful rate",
       "rate deviation", "faithful points", "points deviation", "careful generation",
       "careful rate", "careful points"},
      {}};
  for (const PaperRow& paper : kPaperRows) {
    // If the number of generations differs: start, middle and end.
    const auto add = [&](std::vector<Cell>& row, const Form& form, bool compare) {
      const double x = static_cast<double>(paper.generation * form.generations) / 50;
      const double scale = 500.0 / form.genetic.measure_games;
      const std::vector<double> rates = fitted_each(form, "win_rate_percent", x);
      std::vector<double> points = fitted_each(form, "measured_points", x);
      for (double& value : points) value *= scale;
      row.push_back(number_cell(x));
      row.push_back(interval_cell(mean_of(rates), 2));
      if (compare) row.push_back(line_deviation(rates, paper.rate));
      row.push_back(interval_cell(mean_of(points), 1));
      if (compare) row.push_back(line_deviation(points, paper.points));
    };
    std::vector<Cell> row{text_cell(std::to_string(paper.generation)), number_cell(paper.rate, 2),
                          number_cell(paper.points, 1)};
    add(row, faithful, true);
    add(row, careful, false);
    table.rows.push_back(row);
  }
  return table;
}

/// Percentage points above 50%.
Cell gain_cell(const Estimate& rate) {
  const auto gain = [](double share) { return 100 * (share - 0.5); };
  std::string text = fmt::format("{:+.2f}", gain(rate.value));
  if (rate.lower < rate.upper) {
    text += fmt::format(" ({:+.2f} to {:+.2f})", gain(rate.lower), gain(rate.upper));
  }
  return {text, gain(rate.value), gain(rate.lower), gain(rate.upper)};
}

PaperTable trial_table(const Form& faithful, const Form& careful, int games) {
  PaperTable table{
      "s6-trials",
      fmt::format("Final elites against the untuned individual over {} paired games: points "
                  "of win rate gained; the paper's line gained {:+.2f} in 50 generations",
                  games, kPaperGain),
      {"trial", "gained", "discs a game", "conditional table a..i"},
      {}};
  for (const Form* form : {&faithful, &careful}) {
    for (std::size_t i = 0; i < form->trials.size(); ++i) {
      const Trial& trial = form->trials[i];
      table.rows.push_back({text_cell(fmt::format("{} {}", form->name, i + 1)),
                            gain_cell(mean_of(trial.verdict.points)),
                            discs_cell(trial.verdict.tally, 2),
                            text_cell(fmt::format("{}", fmt::join(trial.elite, " ")))});
    }
  }
  for (const Form* form : {&faithful, &careful}) {
    std::vector<double> rates;
    for (const Trial& trial : form->trials) rates.push_back(mean_of(trial.verdict.points).value);
    table.rows.push_back({text_cell(fmt::format("{}, mean", form->name)), gain_cell(mean_of(rates)),
                          text_cell("-"), text_cell("-")});
  }
  return table;
}

/// The first elites of both forms in all readings of the paper's search.
PaperTable reading_table(const ExperimentSetup& setup, const Form& faithful, const Form& careful,
                         int games) {
  const S6Values& human = faithful.genetic.human;
  PaperTable table{
      "s6-readings",
      fmt::format("Readings of the paper's search: points of win rate that the elites of the first "
                  "trials, learned with the first reading, gain over {} paired games",
                  games),
      {"moves counted at a leaf", "conditional table selected at", "faithful 1", "careful 1"},
      {}};
  for (const auto mobility : {S6Mobility::kDifference, S6Mobility::kOwn, S6Mobility::kToMove}) {
    for (const bool at_root : {false, true}) {
      const auto matches = play_tables(
          {{faithful.trials[0].elite, human}, {careful.trials[0].elite, human}}, games, true,
          mixed_seed(setup.seed, 6, 1u << 21), setup.threads, setup.stop,
          [&](std::uint64_t played) {
            const double done = static_cast<double>(played) / (2.0 * games);
            report_progress(setup, "readings", static_cast<double>(table.rows.size()) + done, 6);
          },
          {mobility, at_root});
      check_stop(setup);
      table.rows.push_back({text_cell(kS6MobilityNames[static_cast<std::size_t>(mobility)]),
                            text_cell(at_root ? "root" : "leaf"),
                            gain_cell(mean_of(matches[0].points)),
                            gain_cell(mean_of(matches[1].points))});
    }
  }
  return table;
}

Picture curves(const Form& faithful, const Form& careful) {
  protocol::LineChart chart;
  chart.labels = {"The elite against the untuned individual, mean of all trials", "generation",
                  "win rate, %"};
  chart.mark = 50;
  chart.band = true;
  for (const Form* form : {&faithful, &careful}) {
    std::vector<std::vector<LearnRow>> histories;
    for (const Trial& trial : form->trials) histories.push_back(trial.history);
    chart.lines.push_back(history_line(mean_history(histories), "win_rate_percent", form->name));
  }
  return {"s6-curves", std::move(chart)};
}

/// All trials, and the fitted line of their mean; the paper's figure 4 shows only means.
Picture trial_curves(const Form& form) {
  protocol::LineChart chart;
  chart.labels = {"The elite against the untuned individual, as in the paper, trial by trial",
                  "generation", "win rate, %"};
  chart.mark = 50;
  for (const Trial& trial : form.trials) {
    chart.lines.push_back(history_line(trial.history, "win_rate_percent",
                                       fmt::format("trial {}", chart.lines.size() + 1)));
  }
  protocol::ChartLine line{"the paper's line", {}};
  for (const PaperRow& row : kPaperRows) {
    const double x = static_cast<double>(row.generation * form.generations) / 50;
    line.points.push_back({x, row.rate, row.rate, row.rate});
  }
  chart.lines.push_back(std::move(line));
  return {"s6-trials", std::move(chart)};
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
  const int trials = static_cast<int>(parameter(setup, "trials", setup.quick ? 2 : 5));
  const int games = setup.quick ? 1000 : 20000;
  const Form faithful = run_trials(setup, faithful_form(setup), trials, 0, games);
  const Form careful = run_trials(setup, careful_form(setup), trials, trials, games);

  ExperimentReport report;
  report.tables = {line_table(faithful, careful), trial_table(faithful, careful, games),
                   reading_table(setup, faithful, careful, games / 5)};
  report.pictures = {curves(faithful, careful), trial_curves(faithful)};
  report.findings = {
      finding("As in the paper", faithful.trials),
      finding("With paired games and more of them", careful.trials),
      "The paper's gain is within its noise: 500 games have a standard error of 2.2 points of win "
      "rate, and 20 games of fitness one of 11.",
      "How parents are crossed is a guess: the paper gives only the rate, 0.8. Here the child has "
      "the first parent's numbers up to a random one, and the second's from there."};
  return report;
}

}  // namespace sumi::lab
