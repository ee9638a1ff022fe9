// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "protocol/report/format.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/systems/dp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr std::array kSweepMethods{SweepMethod::kPolicyEvaluation, SweepMethod::kPolicyIteration,
                                   SweepMethod::kValueIteration, SweepMethod::kPrinted};
// Enough: a sweep propagates values by one ply; policy iteration evaluates several policies.
constexpr std::uint64_t kSweeps = 30, kIterationSweeps = 200, kHistoryRows = 30;

std::string method_names() {
  std::vector<std::string_view> names;
  for (const SweepMethod method : kSweepMethods) names.push_back(name_of(method));
  for (const SamplingMethodRow& row : sampling_methods()) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

struct DpOptions {
  std::optional<std::string> method{};
  std::optional<double> epsilon{}, step{};
  double theta = 0.01, gamma = 1;
  SweepOrder order = SweepOrder::kForward;
  LearnOptions learn{};
};

Options rows_of(DpOptions& options) {
  OptionValue method = text(options.method, "NAME");
  for (const SweepMethod sweep : kSweepMethods) method.words.emplace_back(name_of(sweep));
  for (const SamplingMethodRow& row : sampling_methods()) method.words.emplace_back(row.name);
  Options rows{
      {"method", std::move(method), "one of " + method_names()},
      {"epsilon", number(options.epsilon, 0, 1, "X"),
       "probability of a random move in play, {}; policy-evaluation and predictions: evaluate "
       "the optimal policy with this epsilon; default: 1"},
      renamed("step",
              {"step-size", number(options.step, 0, 1, "X"),
               "sampling: step size, the weight of each new target against the old ones, {}; "
               "0: sample means"}),
      {"gamma", number(options.gamma, 0, 1, "X"),
       "discount: weight of the value of the next state, {}; not for printed"},
      {"theta", number(options.theta, 1e-12, 2, "X"),
       "sweeps: stop when no value changes by X or more"},
      {"order",
       choice(options.order,
              {{"forward", SweepOrder::kForward}, {"backward", SweepOrder::kBackward}}, "NAME"),
       "sweeps: order of states, forward or backward"}};
  return rows += learn_rows(options.learn, "sweeps or episodes");
}

void write_enumeration(Output& out) {
  constexpr Position kStart = start_position(4);
  constexpr Position kWhiteFirst{kStart.board.passed(), Color::kWhite, 4};
  const Table table({{"first", 5, Table::Align::kLeft},
                     {"boards", 6},
                     {"states", 6},
                     {"symmetric", 9},
                     {"passes", 6},
                     {"ends", 6},
                     {"start", 5},
                     {"on board", 8},
                     {"score", 5},
                     {"seconds", 7}});
  out.write(table.header());
  struct First {
    std::string_view name;
    std::vector<Position> starts;
  };
  for (const First& first : {First{"black", {kStart}}, First{"white", {kWhiteFirst}},
                             First{"both", {kStart, kWhiteFirst}}}) {
    const StopWatch watch;
    const StateGraph graph(first.starts);
    const double seconds = watch.seconds();
    const StateCounts counts = count_states(graph);
    const std::uint32_t start = *graph.find(first.starts[0]);
    const std::string cells[] = {
        std::string(first.name),
        std::to_string(counts.boards),
        std::to_string(counts.states),
        std::to_string(counts.symmetric),
        std::to_string(counts.passes),
        std::to_string(counts.ends),
        fmt::format("{:+}", static_cast<int>(optimal_values(graph)[start])),
        signed_score(exact_scores(graph, EndScore::kDiscs)[start]),
        signed_score(exact_scores(graph, EndScore::kEmptiesToWinner)[start]),
        short_seconds(seconds)};
    out.write(table.row(cells));
  }
}

SweepSetup sweep_setup_of(const CommandLine& line, const DpOptions& options, SweepMethod method) {
  forbid_options(line, std::array{"step-size", "seed", "seeds"}, ": has no effect in sweeps");
  SweepSetup setup{method, options.order, options.theta};
  setup.epsilon = options.epsilon.value_or(setup.epsilon);
  setup.gamma = options.gamma;
  if (method == SweepMethod::kPrinted) {
    forbid_options(line, std::array{"gamma"}, ": has no effect in the printed method");
  }
  return setup;
}

SamplingSetup sampling_setup_of(const CommandLine& line, const DpOptions& options,
                                const SamplingMethodRow& row) {
  forbid_options(line, std::array{"theta", "order"}, ": has no effect in sampling");
  return {row.method, options.epsilon.value_or(row.epsilon), options.step.value_or(row.step), 1,
          options.gamma};
}

int learn(const CommandLine& line, DpOptions& given, Output& out) {
  const std::string& name = *given.method;
  const auto sweeping = std::ranges::find(kSweepMethods, name, name_of);
  const auto sampling = std::ranges::find(sampling_methods(), name, &SamplingMethodRow::name);
  const bool sweeps = sweeping != kSweepMethods.end();
  if (!sweeps && sampling == sampling_methods().end()) {
    throw UsageError(
        fmt::format("--method: {} is not one of {}", sumi::quoted(name), method_names()));
  }
  LearnOptions& options = given.learn;
  check_learn_options(options);
  std::optional<SweepSetup> sweep_setup;
  std::optional<SamplingSetup> sampling_setup;
  if (sweeps) {
    sweep_setup = sweep_setup_of(line, given, *sweeping);
  } else {
    sampling_setup = sampling_setup_of(line, given, *sampling);
  }
  if (!line.has("steps")) {
    options.run.steps = !sweeps                                      ? sampling->episodes
                        : *sweeping == SweepMethod::kPolicyIteration ? kIterationSweeps
                                                                     : kSweeps;
  }
  if (!line.has("measure-every")) {
    options.run.measure_every = std::max<std::uint64_t>(options.run.steps / kHistoryRows, 1);
  }
  const Position start = start_position(4);
  const StateGraph graph({&start, 1});
  const auto make = [&](std::uint64_t seed, int) -> std::unique_ptr<Learner> {
    if (sweep_setup) return std::make_unique<SweepLearner>(graph, *sweep_setup);
    sampling_setup->seed = seed;
    return std::make_unique<SamplingLearner>(graph, *sampling_setup);
  };
  return run_learn_command(make, options, out);
}

int run_dp(const Command& self, const Args& args, Output& out) {
  DpOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  if (options.method) return learn(*line, options, out);
  if (line->has("out")) {
    throw UsageError(fmt::format("missing --method, one of {}", method_names()));
  }
  write_enumeration(out);
  return kDone;
}

}  // namespace

const Command kDpCommand{
    "dp",
    R"([--method NAME --out FOLDER] [--order forward|backward]
    [OPTIONS])",
    "solve 4x4 by dynamic programming and learning (S1)",
    R"(Without --method: counts the states and prints the result of perfect play, by
first player. With --method: learns the values of all states, from 1 (won) to
-1 (lost) for the side to move; one policy plays both sides.
  policy-evaluation, mc-prediction, td-prediction: the values of a given policy
  policy-iteration, value-iteration, mc-exploring-starts, mc-off-policy,
  q-learning: those of the optimal policy
  mc-soft, sarsa: those of the best epsilon-soft policy
  printed: value iteration as printed in the paper
guaranteed_white_value is the worst case of the learned moves as White, against
any opponent. `result` is a table for the player qtable:FILE, on 4x4. Default
--steps: as many as the method needs; default --measure-every: 30 rows.
)",
    R"(  sumi-lab dp
  sumi-lab dp --method value-iteration --out value
  sumi-lab dp --method sarsa --epsilon 0.05 --steps 20000000 --out sarsa
)",
    run_dp,
    "sumi-lab"};

}  // namespace sumi::lab
