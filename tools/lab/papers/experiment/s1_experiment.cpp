// SPDX-License-Identifier: MIT
/// S1: 4x4 enumerated, solved by dynamic programming, and learned by six methods.
#include "engine/base/time.h"
#include "engine/players/qtable.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/dp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace sumi::lab {
namespace {

constexpr Position kStart = start_position(4);
constexpr Position kWhiteFirst{kStart.board.passed(), Color::kWhite, 4};
constexpr int kGamesAsSecond = 1000;
constexpr std::uint64_t kQuickShare = 10;

Cell plain(double value, int decimals = 3) { return number_cell(value, decimals); }

PaperTable enumeration(const StateGraph& black, const StateGraph& both, double seconds) {
  const StateCounts one = count_states(black), all = count_states(both);
  const auto row = [](std::string_view what, std::string_view paper, std::string_view checked,
                      Cell ours) {
    return std::vector<Cell>{text_cell(what), text_cell(paper), text_cell(checked),
                             std::move(ours)};
  };
  const auto score = [&](EndScore end) {
    return number_cell(exact_scores(black, end)[*black.find(kStart)].discs);
  };
  return {"s1-enumeration",
          "All states of 4x4",
          {"", "paper", "checked", "ours"},
          {row("boards, either side first", "88764", "88764", number_cell(all.boards)),
           row("seconds for them", "14400", "-", plain(seconds)),
           row("boards, Black first", "-", "51943", number_cell(one.boards)),
           row("states (board and side), Black first", "-", "62789", number_cell(one.states)),
           row("of them ends", "-", "6168", number_cell(one.ends)),
           row("up to symmetry", "-", "14401", number_cell(one.symmetric)),
           row("value of the start", "-1", "-1", plain(optimal_values(black)[0], 0)),
           row("best play, discs on the board", "-", "-8", score(EndScore::kDiscs)),
           row("best play, empties to the winner", "-", "-10", score(EndScore::kEmptiesToWinner))}};
}

double largest_error(const StateValues& values, const StateValues& exact) {
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    largest = std::max(largest, std::abs(values[i] - exact[i]));
  }
  return largest;
}

PaperTable sweeps(const StateGraph& graph, const ExperimentSetup& setup) {
  PaperTable table{"s1-sweeps",
                   "Dynamic programming, until no value changes by 0.01",
                   {"method", "order", "sweeps", "policies", "start", "exact", "largest error",
                    "states that are wrong", "seconds"},
                   {}};
  using enum SweepMethod;
  for (const SweepMethod method :
       {kPolicyEvaluation, kPolicyIteration, kValueIteration, kPrinted}) {
    for (const SweepOrder order : {SweepOrder::kForward, SweepOrder::kBackward}) {
      SweepSetup sweep_setup;
      sweep_setup.method = method;
      sweep_setup.order = order;
      SweepLearner learner(graph, sweep_setup);
      const StopWatch watch;
      while (!learner.done()) {
        check_stop(setup);
        learner.advance(1, {});
      }
      const double seconds = watch.seconds();
      double wrong = 0;
      for (std::size_t i = 0; i < learner.values().size(); ++i) {
        wrong += std::abs(learner.values()[i] - learner.exact()[i]) > 1e-9;
      }
      table.rows.push_back({text_cell(name_of(method)),
                            text_cell(order == SweepOrder::kForward ? "forward" : "backward"),
                            number_cell(learner.steps()), number_cell(1 + learner.improvements()),
                            plain(learner.values()[0], 6), plain(learner.exact()[0], 6),
                            plain(largest_error(learner.values(), learner.exact()), 6),
                            number_cell(wrong), plain(seconds)});
    }
  }
  return table;
}

std::uint64_t episodes_of(const SamplingMethodRow& row, const ExperimentSetup& setup) {
  return count_parameter(setup, "episodes",
                         setup.quick ? row.episodes / kQuickShare : row.episodes);
}

/// A method, perhaps with discounted returns.
struct Run {
  const SamplingMethodRow* row = nullptr;
  double gamma = 1;

  std::string name() const {
    return gamma == 1 ? std::string(row->name) : fmt::format("{}, gamma {}", row->name, gamma);
  }
  std::string folder() const {
    return gamma == 1 ? fmt::format("s1-{}", row->name) : fmt::format("s1-{}-{}", row->name, gamma);
  }
};

std::vector<Run> all_runs() {
  constexpr double kDiscount = 0.9;
  std::vector<Run> runs;
  for (const SamplingMethodRow& row : sampling_methods()) runs.push_back({&row});
  for (const SamplingMethod method : {SamplingMethod::kPrediction, SamplingMethod::kTdPrediction}) {
    runs.push_back({&row_of(method), kDiscount});
  }
  return runs;
}

struct Learned {
  Run run{};
  SamplingSetup setup;
  std::uint64_t episodes = 0;
  std::vector<LearnRow> rows;
  double start = 0, exact = 0, error = 0;
  double as_second = 0;  ///< Worst-case result as the second player.
  Tally random;          ///< As the second player against random moves.
  double seconds = 0;
};

Learned learn(const StateGraph& graph, const Run& run, const ExperimentSetup& setup,
              const LearningJob& job) {
  const StopWatch watch;
  Learned learned;
  const SamplingMethodRow& row = *run.row;
  learned.run = run;
  learned.setup = {row.method, row.epsilon, row.step, setup.seed, run.gamma};
  learned.episodes = episodes_of(row, setup);
  SamplingLearner learner(graph, learned.setup);
  learned.rows = job.learn(learner, run.folder(), learned.episodes, learned.episodes / 25);
  if (learned.rows.empty()) return learned;  // stopped
  const StateValues values = learner.values();
  learned.start = values[0];
  learned.exact = learner.exact()[0];
  learned.error = weighted_error(values, learner.exact(), learner.weights());
  learned.as_second = guaranteed_value(graph, learner.greedy(), Color::kWhite, 0);
  // The result, as the engine loads it.
  const auto table = std::make_shared<const QTable>(parse_qtable(learner.result()).value().table);
  const auto random = make_move_player("random", 4).value();
  const GamesSetup games{.games = kGamesAsSecond, .size = 4, .seed = setup.seed};
  learned.random = measure(*make_qtable_player(table), *random, games, job.interrupted).as_white;
  learned.seconds = watch.seconds();
  return learned;
}

std::vector<Learned> learn_all(const StateGraph& graph, const ExperimentSetup& setup) {
  const std::vector<Run> runs = all_runs();
  std::vector<Learned> learned(runs.size());
  std::uint64_t episodes = 0;
  for (const Run& run : runs) episodes += episodes_of(*run.row, setup);
  learn_in_parallel(setup, "episodes", runs.size(), episodes,
                    [&](std::size_t i, const LearningJob& job) {
                      learned[i] = learn(graph, runs[i], setup, job);
                    });
  return learned;
}

/// The value of the start, for kPrediction with its sampling error.
Cell start_cell(const Learned& learned) {
  if (learned.setup.method != SamplingMethod::kPrediction) return plain(learned.start);
  const double spread = std::sqrt(std::max(0.0, 1 - learned.exact * learned.exact));
  const double half = 1.96 * spread / std::sqrt(static_cast<double>(learned.episodes));
  return interval_cell(learned.start, learned.start - half, learned.start + half, 4);
}

PaperTable learning(const std::vector<Learned>& all) {
  PaperTable table{
      "s1-learning",
      "Learning from games: the error is the root mean square over states, weighted by how "
      "often games meet them",
      {"method", "finds", "episodes", "epsilon", "step", "start", "exact", "error",
       "guaranteed as second", "won of 1000 as second", "drawn", "lost", "seconds"},
      {}};
  for (const Learned& learned : all) {
    const SamplingMethodRow& row = row_of(learned.setup.method);
    table.rows.push_back(
        {text_cell(learned.run.name()), text_cell(row.finds), number_cell(learned.episodes),
         plain(learned.setup.epsilon, 2), plain(learned.setup.step, 4), start_cell(learned),
         plain(learned.exact, 4), plain(learned.error, 4), plain(learned.as_second, 0),
         wins_cell(learned.random), number_cell(learned.random.drawn),
         number_cell(learned.random.lost), plain(learned.seconds, 1)});
  }
  return table;
}

protocol::LineChart curves(const std::vector<Learned>& all, std::string_view metric,
                           std::string_view title) {
  protocol::LineChart chart;
  chart.labels = {std::string(title), "share of the episodes", ""};
  for (const Learned& learned : all) {
    if (learned.run.gamma != 1) continue;  // other values
    chart.lines.push_back(history_line(learned.rows, metric, learned.run.name()));
    for (protocol::ChartPoint& point : chart.lines.back().points) {
      point.x /= static_cast<double>(learned.episodes);
    }
  }
  return chart;
}

/// Logarithmic, so that small errors differ.
protocol::LineChart error_curves(const std::vector<Learned>& all) {
  protocol::LineChart chart = curves(all, "error", "Error of the learned values");
  chart.labels.y = "logarithmic; errors below 0.001 at the bottom";
  chart.log = true;
  chart.range = {0.001, 1};
  return chart;
}

std::vector<std::string> findings(const StateGraph& graph, const std::vector<Learned>& all) {
  std::vector<std::string> said;
  for (const Learned& learned : all) {
    const SamplingMethodRow& row = row_of(learned.setup.method);
    const bool greedy = row.method == SamplingMethod::kExploringStarts ||
                        row.method == SamplingMethod::kOffPolicy ||
                        row.method == SamplingMethod::kQLearning;
    if (greedy) {
      said.push_back(fmt::format(
          "{}: start value {:+.3f}; its moves as second {} ({} of {} games against random moves "
          "lost).",
          learned.run.name(), learned.start,
          learned.as_second > 0    ? "win against any opponent"
          : learned.as_second == 0 ? "cannot be beaten"
                                   : "can be beaten",
          learned.random.lost, learned.random.games()));
    } else {
      said.push_back(
          fmt::format("{}: start value {:+.4f}, {} say {:+.4f}; error over all states "
                      "{:.4f}.",
                      learned.run.name(), learned.start, row.finds, learned.exact, learned.error));
    }
  }
  const double hard = optimal_values(graph)[0], soft = soft_optimal_values(graph, 0.1)[0];
  said.push_back(fmt::format(
      "With 10% random moves on both sides the start is worth {:+.3f} to Black, with best play "
      "{:+.0f}: epsilon-soft methods value the former and can do no better.",
      soft, hard));
  return said;
}

}  // namespace

ExperimentReport run_s1(const ExperimentSetup& setup) {
  const StopWatch watch;
  const StateGraph both(std::array{kStart, kWhiteFirst});
  const double seconds = watch.seconds();
  const StateGraph graph(std::array{kStart});
  ExperimentReport report;
  report.tables.push_back(enumeration(graph, both, seconds));
  report.tables.push_back(sweeps(graph, setup));
  const std::vector<Learned> learned = learn_all(graph, setup);
  report.tables.push_back(learning(learned));
  report.pictures.push_back({"s1-error", error_curves(learned)});
  report.pictures.push_back(
      {"s1-start_value", curves(learned, "start_value", "Learned value of the start")});
  report.findings = findings(graph, learned);
  return report;
}

}  // namespace sumi::lab
