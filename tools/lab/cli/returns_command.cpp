// SPDX-License-Identifier: MIT
/// `sumi-lab returns`: a network for the chance to win, from Monte Carlo returns.
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/cli/net_options.h"
#include "tools/lab/papers/returns/returns_learner.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

po::options_description options_of_returns() {
  const ReturnsSettings defaults;
  const auto standard = [](const auto& value, const char* name) {
    return po::value<std::string>()->default_value(fmt::format("{}", value))->value_name(name);
  };
  po::options_description options("Options");
  add_learn_options(options,
                    {.steps = 200'000, .measure_every = 10'000, .unit = "episodes", .threads = 1});
  add_net_options(options, defaults.net, fmt::format("{}", fmt::join(defaults.hidden, ",")));
  options.add_options()("alpha", standard(defaults.alpha, "X"),
                        "how far a target goes from the network's own output to the return, 0..1")(
      "gamma", standard(defaults.gamma, "X"),
      "how much of a return comes from the game's end, the rest from the next output, 0..1")(
      "updated",
      "the next output in a return is the target just made for it: as if gamma were gamma + "
      "alpha (1 - gamma)")("squared-error",
                           "the squared error's gradient, not the cross-entropy's");
  return options;
}

int run_returns(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_returns(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const LearnOptions options = learn_options_of(*line);
  ReturnsSettings settings;
  settings.net = net_settings_of(*line);
  settings.hidden = hidden_of(*line, kMaxNetworkLayers - 1);
  settings.alpha = real_value(*line, "alpha", 0, 1);
  settings.gamma = real_value(*line, "gamma", 0, 1);
  settings.updated = line->has("updated");
  settings.cross_entropy = !line->has("squared-error");
  const auto make = [&](std::uint64_t seed, int threads) {
    settings.net.seed = seed;
    return std::make_unique<ReturnsLearner>(settings, threads);
  };
  return run_learn_command(make, options, out);
}

}  // namespace

const Command kReturnsCommand{
    "returns",
    "--out FOLDER [--steps N] [--hidden N,...] [OPTIONS]",
    "a network for the chance to win, by Monte Carlo returns (S3)",
    "A network that sees what moves would turn plays against itself and learns, backwards from\n"
    "the end of each game, the probability that the side to move wins. Learning takes one thread;\n"
    "--threads counts games against random moves, played for each row of the history. `result` in\n"
    "FOLDER is a file for --evaluator mlp --weights and for the player greedy:mlp:FILE.\n",
    "  sumi-lab returns -o returns -j 2\n"
    "  sumi-lab returns -o deep --hidden 64,32 --gamma 1 --steps 500000\n"
    "  sumi hint --evaluator mlp --weights returns/result start\n",
    run_returns,
    "sumi-lab"};

}  // namespace sumi::lab
