// SPDX-License-Identifier: MIT
/// `sumi-lab td`: a small network by temporal differences.
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/cli/net_options.h"
#include "tools/lab/papers/td/td_learner.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr std::pair<std::string_view, unsigned> kFaults[] = {{"part-of-units", kPartOfUnits},
                                                             {"changed-first", kChangedFirst},
                                                             {"all-positive", kAllPositive},
                                                             {"last-thrice", kLastThrice},
                                                             {"drawn-after", kDrawnAfter}};

po::options_description options_of_td() {
  const TdSettings defaults;
  po::options_description options("Options");
  add_learn_options(
      options, {.steps = 1'000'000, .measure_every = 50'000, .unit = "episodes", .threads = 1});
  add_net_options(options, defaults.net, std::to_string(defaults.hidden));
  options.add_options()(
      "faults", po::value<std::string>()->default_value("none")->value_name("A,B,..."),
      "of the paper's program, to be left in: none, part-of-units, changed-first, all-positive, "
      "last-thrice, drawn-after; or paper, which is all");
  return options;
}

unsigned td_faults_of(const CommandLine& line) {
  const std::string whole = text_value(line, "faults");
  if (whole == "none") return kNoTdFault;
  if (whole == "paper") return kAllTdFaults;
  std::string_view text = whole;
  unsigned faults = kNoTdFault;
  for (auto left = std::ranges::count(whole, ',') + 1; left > 0; --left) {
    const std::string_view name = take_until(text, ',');
    const auto found =
        std::ranges::find(kFaults, name, &std::pair<std::string_view, unsigned>::first);
    if (found == std::end(kFaults)) {
      throw UsageError(
          fmt::format("--faults: {} is not one of part-of-units, changed-first, all-positive, "
                      "last-thrice, drawn-after; or say none or paper",
                      sumi::quoted(name)));
    }
    faults |= found->second;
  }
  return faults;
}

int run_td(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_td(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const LearnOptions options = learn_options_of(*line);
  TdSettings settings;
  settings.net = net_settings_of(*line);
  settings.hidden = hidden_of(*line, 1).front();
  settings.faults = td_faults_of(*line);
  const auto make = [&](std::uint64_t seed, int threads) {
    settings.net.seed = seed;
    return std::make_unique<TdLearner>(settings, threads);
  };
  return run_learn_command(make, options, out);
}

}  // namespace

const Command kTdCommand{
    "td",
    "--out FOLDER [--steps N] [--faults A,B,...] [OPTIONS]",
    "a small network, by temporal differences (S2)",
    "A network of 130 inputs (discs and who is to move), hidden units and 2 outputs plays against\n"
    "itself and learns to expect after a move what it will expect of the next position. Learning\n"
    "takes one thread; --threads counts games against random moves, played for each row of the\n"
    "history. `result` in FOLDER is a file for --evaluator mlp --weights and for the player\n"
    "greedy:mlp:FILE.\n",
    "  sumi-lab td -o td -j 2\n"
    "  sumi-lab td -o td-paper --faults paper --seeds 5 -j 2\n"
    "  sumi hint --evaluator mlp --weights td/result start\n",
    run_td,
    "sumi-lab"};

}  // namespace sumi::lab
