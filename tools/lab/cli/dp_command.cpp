// SPDX-License-Identifier: MIT
/// `sumi-lab dp`: 4x4 solved, and learned in all the ways of S1.
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "protocol/report/format.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/dp/sampling_learner.h"
#include "tools/lab/papers/dp/sweep_learner.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr std::array kSweepMethods{SweepMethod::kPolicyEvaluation, SweepMethod::kPolicyIteration,
                                   SweepMethod::kValueIteration, SweepMethod::kPrinted};
// Enough: a sweep carries values back by a ply; policies are evaluated several times.
constexpr std::uint64_t kSweeps = 30, kIterationSweeps = 200, kHistoryRows = 30;

std::string method_names() {
  std::vector<std::string_view> names;
  for (const SweepMethod method : kSweepMethods) names.push_back(name_of(method));
  for (const SamplingMethodRow& row : sampling_methods()) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

po::options_description options_of_dp() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  po::options_description options("Options");
  options.add_options()("method", text("NAME"), ("one of " + method_names()).c_str())(
      "epsilon", text("X"),
      "share of random moves in play, 0..1; of evaluation and mc-prediction: the policy to value "
      "is the optimal one made so soft, 1 if not given")(
      "step", text("X"),
      "sampling: part of its weight that a target loses with every later one, 0..1; 0: plain "
      "means")("theta", text("X")->default_value("0.01"),
               "sweeps: done when no value changes by so much, above 0")(
      "order", text("NAME")->default_value("forward"),
      "sweeps: forward or backward through the states");
  add_learn_options(options, {.steps = 0, .measure_every = 0, .unit = "sweeps or episodes"});
  return options;
}

/// The states of the games that begin so, and how best play ends.
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

void forbid(const CommandLine& line, std::string_view kind,
            std::initializer_list<const char*> options) {
  for (const char* const option : options) {
    if (line.has(option) && !line.values[option].defaulted()) {
      throw UsageError(fmt::format("--{}: plays no part in {}", option, kind));
    }
  }
}

SweepSetup sweep_setup_of(const CommandLine& line, SweepMethod method) {
  forbid(line, "sweeps", {"step", "seed", "seeds"});
  SweepSetup setup;
  setup.method = method;
  setup.theta = real_value(line, "theta", 1e-12, 2);
  if (line.has("epsilon")) setup.epsilon = real_value(line, "epsilon", 0, 1);
  const std::string order = text_value(line, "order");
  if (order != "forward" && order != "backward") {
    throw UsageError(fmt::format("--order: {} is not forward or backward", sumi::quoted(order)));
  }
  setup.order = order == "forward" ? SweepOrder::kForward : SweepOrder::kBackward;
  return setup;
}

SamplingSetup sampling_setup_of(const CommandLine& line, const SamplingMethodRow& row) {
  forbid(line, "sampling", {"theta", "order"});
  SamplingSetup setup{row.method, row.epsilon, row.step, 1};
  if (line.has("epsilon")) setup.epsilon = real_value(line, "epsilon", 0, 1);
  if (line.has("step")) setup.step = real_value(line, "step", 0, 1);
  return setup;
}

int learn(const CommandLine& line, const std::string& name, Output& out) {
  const auto sweeping = std::ranges::find(kSweepMethods, name, name_of);
  const auto sampling = std::ranges::find(sampling_methods(), name, &SamplingMethodRow::name);
  const bool sweeps = sweeping != kSweepMethods.end();
  if (!sweeps && sampling == sampling_methods().end()) {
    throw UsageError(
        fmt::format("--method: {} is not one of {}", sumi::quoted(name), method_names()));
  }
  LearnOptions options = learn_options_of(line);
  std::optional<SweepSetup> sweep_setup;
  std::optional<SamplingSetup> sampling_setup;
  if (sweeps) {
    sweep_setup = sweep_setup_of(line, *sweeping);
  } else {
    sampling_setup = sampling_setup_of(line, *sampling);
  }
  if (line.values["steps"].defaulted()) {
    options.run.steps = !sweeps                                      ? sampling->episodes
                        : *sweeping == SweepMethod::kPolicyIteration ? kIterationSweeps
                                                                     : kSweeps;
  }
  if (line.values["measure-every"].defaulted()) {
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
  const auto line = parse(self, options_of_dp(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  if (line->has("method")) return learn(*line, text_value(*line, "method"), out);
  if (line->has("out")) {
    throw UsageError(fmt::format("--method: wanted, one of {}", method_names()));
  }
  write_enumeration(out);
  return kDone;
}

}  // namespace

const Command kDpCommand{
    "dp",
    R"([--method NAME --out FOLDER] [--order forward|backward]
    [OPTIONS])",
    "4x4 solved, by dynamic programming and by learning",
    R"(Without a method: how many states there are, and how best play ends, for the
first player. With one: values of all states, learned step by step. Values are
those of the side to move, 1 won to -1 lost, one policy playing both sides.
policy-evaluation, mc-prediction: of a given policy; policy-iteration,
value-iteration, mc-exploring-starts, mc-off-policy, q-learning: of the best;
mc-soft, sarsa: of the best that plays so many random moves; printed: value
iteration as the paper prints it. guaranteed_white_value is what the learned
moves get as White against any opponent. The result is a table for the player
qtable:FILE, on 4x4. Without --steps there are as many as the method needs,
without --measure-every thirty rows.
)",
    R"(  sumi-lab dp
  sumi-lab dp --method value-iteration --out value
  sumi-lab dp --method sarsa --epsilon 0.05 --steps 20000000 --out sarsa
)",
    run_dp,
    "sumi-lab"};

}  // namespace sumi::lab
