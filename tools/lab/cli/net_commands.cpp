// SPDX-License-Identifier: MIT
/// `sumi-lab td`: a small network by temporal differences. `sumi-lab returns`: a network for the
/// chance to win, from Monte Carlo returns.
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/net/net_learner.h"
#include "tools/lab/papers/returns/returns_learner.h"
#include "tools/lab/papers/td/td_learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr double kMaxRate = 10;
constexpr int kMaxMeasuredGames = 1'000'000;

/// --hidden, --rate, --epsilon, --size and --measure-games.
Options net_rows(NetSettings& settings, OptionValue hidden) {
  return {{"hidden", std::move(hidden),
           fmt::format("units of each hidden layer, 1..{}", kMaxNetworkUnits)},
          {"rate", number(settings.rate, 0, kMaxRate, "X"), "of learning, {}"},
          {"epsilon", number(settings.epsilon, 0, 1, "P"), "share of moves at random, {}"},
          {"size", board_size(settings.size), "of the board: 4, 6 or 8"},
          {"measure-games", number(settings.measured_games, 1, kMaxMeasuredGames),
           "against random moves, for each colour and row, {}"}};
}

/// The units of each hidden layer, given as "64" or "64,32".
Result<std::vector<int>> parse_layers(const std::string& whole) {
  constexpr std::size_t kMost = kMaxNetworkLayers - 1;
  std::vector<int> units;
  for (const std::string& part : list_of(whole)) units.push_back(parse_count(part).value_or(0));
  const auto bad = [](int n) { return n < 1 || n > kMaxNetworkUnits; };
  const bool comma = whole.ends_with(',');
  if (!units.empty() && !comma && units.size() <= kMost && std::ranges::none_of(units, bad)) {
    return units;
  }
  return Error{ErrorCode::kOutOfRange,
               fmt::format("{} is not 1 to {} numbers in 1..{} with commas between",
                           sumi::quoted(whole), kMost, kMaxNetworkUnits)};
}

constexpr std::pair<std::string_view, unsigned> kFaults[] = {{"part-of-units", kPartOfUnits},
                                                             {"changed-first", kChangedFirst},
                                                             {"all-positive", kAllPositive},
                                                             {"last-thrice", kLastThrice},
                                                             {"drawn-after", kDrawnAfter}};

Result<unsigned> parse_td_faults(const std::string& whole) {
  if (whole == "none") return kNoTdFault;
  if (whole == "paper") return kAllTdFaults;
  std::string_view text = whole;
  unsigned faults = kNoTdFault;
  for (auto left = std::ranges::count(whole, ',') + 1; left > 0; --left) {
    const std::string_view name = take_until(text, ',');
    const auto found =
        std::ranges::find(kFaults, name, &std::pair<std::string_view, unsigned>::first);
    if (found == std::end(kFaults)) {
      return Error{ErrorCode::kBadSyntax,
                   fmt::format("{} is not one of part-of-units, changed-first, all-positive, "
                               "last-thrice, drawn-after; or say none or paper",
                               sumi::quoted(name))};
    }
    faults |= found->second;
  }
  return faults;
}

int run_td(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 1'000'000, .measure_every = 50'000}};
  TdSettings settings;
  Options rows = learn_rows(options, "episodes");
  rows += net_rows(settings.net, number(settings.hidden, 1, kMaxNetworkUnits, "N,..."));
  rows += {{"faults", parsed(settings.faults, "A,B,...", parse_td_faults, "none"),
            "of the paper's program, to be left in: none, part-of-units, changed-first, "
            "all-positive, last-thrice, drawn-after; or paper, which is all"}};
  if (!parse_learn(self, rows, options, args, out)) return kDone;
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

int run_returns(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 200'000, .measure_every = 10'000}};
  ReturnsSettings settings;
  Options rows = learn_rows(options, "episodes");
  rows += net_rows(settings.net, parsed(settings.hidden, "N,...", parse_layers,
                                        fmt::format("{}", fmt::join(settings.hidden, ","))));
  rows += {{"alpha", number(settings.alpha, 0, 1, "X"),
            "how far a target goes from the network's own output to the return, {}"},
           {"gamma", number(settings.gamma, 0, 1, "X"),
            "how much of a return comes from the game's end, the rest from the next output, {}"},
           {"updated", flag(settings.updated),
            "the next output in a return is the target just made for it: as if gamma were gamma + "
            "alpha (1 - gamma)"},
           {"squared-error", flag(settings.cross_entropy, false),
            "the squared error's gradient, not the cross-entropy's"}};
  if (!parse_learn(self, rows, options, args, out)) return kDone;
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
