// SPDX-License-Identifier: MIT
/// `sumi-lab td`: a small network by temporal differences. `sumi-lab returns`: a network for the
/// chance to win, from Monte Carlo returns.
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/net/net_learner.h"
#include "tools/lab/papers/returns/returns_learner.h"
#include "tools/lab/papers/td/td_learner.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr double kMaxRate = 10;
constexpr int kMaxMeasuredGames = 1'000'000;

/// Adds --hidden, --rate, --epsilon, --size and --measure-games.
void add_net_options(po::options_description& options, const NetSettings& defaults,
                     std::string_view hidden) {
  const auto standard = [](const auto& value, const char* name) {
    return po::value<std::string>()->default_value(fmt::format("{}", value))->value_name(name);
  };
  options.add_options()("hidden", standard(hidden, "N,..."),
                        fmt::format("units of each hidden layer, 1..{}", kMaxNetworkUnits).c_str())(
      "rate", standard(defaults.rate, "X"), fmt::format("of learning, 0..{}", kMaxRate).c_str())(
      "epsilon", standard(defaults.epsilon, "P"), "share of moves at random, 0..1")(
      "size", standard(defaults.size, "N"), "of the board: 4, 6 or 8")(
      "measure-games", standard(defaults.measured_games, "N"),
      fmt::format("against random moves, for each colour and row, 1..{}", kMaxMeasuredGames)
          .c_str());
}

/// All but the seed. Throws UsageError.
NetSettings net_settings_of(const CommandLine& line) {
  NetSettings settings;
  settings.rate = real_value(line, "rate", 0, kMaxRate);
  settings.epsilon = real_value(line, "epsilon", 0, 1);
  const std::string size = text_value(line, "size");
  settings.size = parse_count(size).value_or(0);
  if (!is_board_size(settings.size)) {
    throw UsageError(fmt::format("--size: {} is not 4, 6 or 8", sumi::quoted(size)));
  }
  settings.measured_games = int_value(line, "measure-games", 1, kMaxMeasuredGames);
  return settings;
}

/// The units of each of 1..`most` hidden layers, given as "64" or "64,32"; throws UsageError.
std::vector<int> hidden_of(const CommandLine& line, int most) {
  const std::string whole = text_value(line, "hidden");
  std::string_view text = whole;
  const auto layers = std::ranges::count(whole, ',') + 1;
  std::vector<int> units;
  for (auto i = layers; i > 0; --i) units.push_back(parse_count(take_until(text, ',')).value_or(0));
  const auto bad = [](int n) { return n < 1 || n > kMaxNetworkUnits; };
  if (layers > most || std::ranges::any_of(units, bad)) {
    throw UsageError(
        most == 1
            ? fmt::format("--hidden: {} is not in 1..{}", sumi::quoted(whole), kMaxNetworkUnits)
            : fmt::format("--hidden: {} is not 1 to {} numbers in 1..{} with commas between",
                          sumi::quoted(whole), most, kMaxNetworkUnits));
  }
  return units;
}

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
    R"(A network of 130 inputs (discs and who is to move), hidden units and 2 outputs
plays against itself and learns to expect after a move what it will expect of
the next position. Learning takes one thread; --threads counts games against
random moves, played for each row of the history. `result` in FOLDER is a file
for --evaluator mlp --weights and for the player greedy:mlp:FILE.
)",
    R"(  sumi-lab td -o td -j 2
  sumi-lab td -o td-paper --faults paper --seeds 5 -j 2
  sumi hint --evaluator mlp --weights td/result start
)",
    run_td,
    "sumi-lab"};

namespace {

namespace po = boost::program_options;

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
    R"(A network that sees what moves would turn plays against itself and learns,
backwards from the end of each game, the probability that the side to move wins.
Learning takes one thread; --threads counts games against random moves, played
for each row of the history. `result` in FOLDER is a file for --evaluator mlp
--weights and for the player greedy:mlp:FILE.
)",
    R"(  sumi-lab returns -o returns -j 2
  sumi-lab returns -o deep --hidden 64,32 --gamma 1 --steps 500000
  sumi hint --evaluator mlp --weights returns/result start
)",
    run_returns,
    "sumi-lab"};

}  // namespace sumi::lab
