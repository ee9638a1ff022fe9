// SPDX-License-Identifier: MIT
/// `sumi-lab sweep`: weights of BP/FS/CN measured, all of them.
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/sweep/weight_sweep.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr int kMostLargest = 20, kMostSweepGames = 1'000'000;

po::options_description options_of_sweep() {
  const WeightSweepSetup defaults;
  const auto standard = [](const std::string& value, const char* name) {
    return po::value<std::string>()->default_value(value)->value_name(name);
  };
  po::options_description options("Options");
  add_learn_options(options, {.steps = 215, .measure_every = 36, .unit = "weights", .threads = 1});
  options.add_options()("largest", standard(std::to_string(defaults.largest), "N"),
                        fmt::format("weights 0..N for each term, 1..{}", kMostLargest).c_str())(
      "games", standard(std::to_string(defaults.games), "N"),
      fmt::format("for each colour, 1..{}", kMostSweepGames).c_str())(
      "faults", standard(defaults.player.faults, "WHICH"),
      "of the paper's program: corrected (none), paper (all), or some of abcd")(
      "flags", standard(defaults.player.flags, "+F+F"),
      "+noise (the program's random parts), +zeros (fault e), +last, +first, or +random (ties)");
  return options;
}

int run_sweep(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_sweep(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  LearnOptions options = learn_options_of(*line);
  WeightSweepSetup setup;
  setup.largest = int_value(*line, "largest", 1, kMostLargest);
  setup.games = int_value(*line, "games", 1, kMostSweepGames);
  setup.player.faults = text_value(*line, "faults");
  setup.player.flags = text_value(*line, "flags");
  if (const auto checked = check_sweep_player(setup.player); !checked) {
    throw UsageError(checked.error().message);
  }
  const std::uint64_t all_steps = WeightSweep(setup).all_steps();
  if (line->values["steps"].defaulted()) options.run.steps = all_steps;
  options.run.steps = std::min(options.run.steps, all_steps);
  const auto make = [&](std::uint64_t seed, int threads) {
    setup.seed = seed;
    setup.threads = threads;
    return std::make_unique<WeightSweep>(setup);
  };
  return run_learn_command(make, options, out);
}

}  // namespace

const Command kSweepCommand{
    "sweep",
    "--out FOLDER [--largest N] [--games N] [--faults WHICH] [OPTIONS]",
    "weights of BP/FS/CN against a random player (S4)",
    "Each triple of weights but 0:0:0 plays so many games as Black and as White, one ply ahead.\n"
    "FOLDER gets sweep.csv, sweep.svg (a heat map), and in `result` the best weights, as the\n"
    "option weights of the evaluator bpfscn takes them.\n",
    "  sumi-lab sweep -o s4 -j 2\n"
    "  sumi-lab sweep -o s4-paper --faults paper -j 2\n",
    run_sweep,
    "sumi-lab"};

}  // namespace sumi::lab
