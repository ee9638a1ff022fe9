// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/systems/genetic_learner.h"
#include "tools/lab/papers/systems/net_learner.h"
#include "tools/lab/papers/systems/ntuple_learner.h"
#include "tools/lab/papers/systems/qtable_learner.h"
#include "tools/lab/papers/systems/weight_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr int kMaxMeasuredGames = 100'000;

std::string names_of(std::span<const NamedFault> rows) {
  std::vector<std::string_view> names;
  for (const NamedFault& row : rows) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<unsigned> faults_named(const std::vector<std::string>& names,
                              std::span<const NamedFault> rows) {
  unsigned faults = 0;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(rows, name, &NamedFault::name);
    if (found == rows.end()) {
      return Error{ErrorCode::kBadSyntax, fmt::format("{} is not one of {}; or say none or paper",
                                                      sumi::quoted(name), names_of(rows))};
    }
    faults |= found->fault;
  }
  return faults;
}

Result<unsigned> qlearn_faults(std::string_view text) {
  if (text == "none") return kNoQFault;
  if (text == "paper") return kArticleFaults;
  const std::vector<std::string> names = list_of(text);
  if (!names.empty()) return faults_named(names, q_faults());
  return Error{ErrorCode::kBadSyntax,
               "'' names no fault; say none, paper, or some of " + names_of(q_faults())};
}

int run_qlearn(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 1000, .measure_every = 100}};
  int size = 8, measured_games = 200;
  unsigned faults = kNoQFault;
  bool learn_actual = false;
  std::optional<double> eta, gamma, epsilon, unknown;
  std::optional<bool> symmetric;
  std::optional<std::string> opponents;
  Options rows{
      {"size", board_size(size), "board size: 4, 6 or 8"},
      {"faults", parsed(faults, "A,B,...", qlearn_faults, "none"),
       fmt::format("faults of the article's program to keep: none, paper (all), or some of {}",
                   names_of(q_faults()))},
      renamed("met", {"learn-actual", flag(learn_actual),
                      "learn from the moves played, from the end of the game backwards, not from "
                      "all replies"}),
      {"eta", number(eta, 1e-9, 1, "X"), "learning rate, above 0, up to 1"},
      {"gamma", number(gamma, 0, 1, "X"), "discount factor, {}"},
      {"epsilon", number(epsilon, 0, 1, "X"), "probability of a random move in training, {}"},
      renamed("unknown", {"initial-value", number(unknown, -1, 1, "X"),
                          "initial Q value of a move, {}; default: 0.5"}),
      {"symmetric", choice(symmetric, {{"yes", true}, {"no", false}}),
       "share entries between symmetric boards"},
      {"opponents", text(opponents, "A,B,..."),
       "training opponents, two games each per round; default: the article's five"},
      renamed("measured-games", {"measure-games", number(measured_games, 1, kMaxMeasuredGames),
                                 "evaluation games per opponent, colour and row of the history, "
                                 "{}"})};
  rows += learn_rows(options, "rounds");
  if (!parse_learn(self, rows, options, args, out)) return kDone;
  QSetup setup = faults == kArticleFaults ? article_setup(size) : repaired_setup(size);
  setup.faults = faults;
  setup.learn_actual = learn_actual;
  setup.eta = eta.value_or(setup.eta);
  setup.gamma = gamma.value_or(setup.gamma);
  setup.epsilon = epsilon.value_or(setup.epsilon);
  setup.unknown = unknown.value_or(setup.unknown);
  setup.symmetric = symmetric.value_or(setup.symmetric);
  if (opponents) setup.opponents = list_of(*opponents);
  setup.measured_games = measured_games;
  const auto make = [&](std::uint64_t seed, int threads) {
    setup.seed = seed;
    setup.threads = threads;
    auto learner = QTableLearner::make(setup);
    if (!learner) throw UsageError("--opponents: " + learner.error().message);
    return std::move(*learner);
  };
  return run_learn_command(make, options, out);
}

}  // namespace

const Command kQlearnCommand{
    "qlearn",
    R"(--out FOLDER [--size N] [--faults none|paper|A,B,...]
    [OPTIONS])",
    "tabular Q-learning against simple players (S5)",
    R"(A round is a game with each colour against each opponent. --faults paper is
the article's program with its parameters (eta 0.01, gamma 0.99, no symmetry)
and opponents; otherwise eta and gamma are 1, and symmetric boards share
entries. OPPONENT_percent in the history is the win rate against an opponent,
found_percent the share of lookups in training that succeeded. FOLDER also gets
rounds.csv, the discs and wins of each round, and `result`, the table as CSV,
for the player qtable:FILE.
)",
    R"(  sumi-lab qlearn --faults paper --out article
  sumi-lab qlearn --size 4 --steps 20000 --measure-every 1000 --out repaired
  sumi-lab qlearn --size 6 --steps 10000 --opponents random,nleast --out six
)",
    run_qlearn,
    "sumi-lab"};

namespace {

constexpr int kMaxLargest = 20, kMaxSweepGames = 1'000'000;

int run_sweep(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 215, .measure_every = 36}};
  WeightSweepSetup setup;
  std::string faults = "none";
  Options rows = learn_rows(options, "weights");
  rows += {{"largest", number(setup.largest, 1, kMaxLargest), "weights 0..N of each term, {}"},
           {"games", number(setup.games, 1, kMaxSweepGames), "games per colour, {}"},
           {"faults", text(faults, "WHICH"),
            "faults of the paper's program to keep: none, paper (all), or some of abcdg"},
           {"flags", text(setup.player.flags, "+F+F"),
            "random terms: +noise (the program's), +text-noise (the paper's text); +zeros (fault "
            "e); ties: +last, +first or +random; an empty text is none of them"}};
  const auto line = parse_learn(self, rows, options, args, out);
  if (!line) return kDone;
  setup.player = player_with_faults(faults, setup.player.flags);
  if (const auto checked = check_sweep_player(setup.player); !checked) {
    throw UsageError(checked.error().message);
  }
  const std::uint64_t all_steps = WeightSweep(setup).all_steps();
  if (!line->has("steps")) options.run.steps = all_steps;
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
    R"(--out FOLDER [--largest N] [--games N] [--faults WHICH]
    [OPTIONS])",
    "sweep the weights of BP/FS/CN against a random player (S4)",
    R"(Each triple of weights except 0:0:0 plays --games games with each colour, at a
depth of one ply. FOLDER gets sweep.csv, the heat map sweep.svg, and the best
weights in `result`, in the form of --evaluator bpfscn --weights. With fault g
the side to move at the end of a game begins the next one, so --threads above 2
have no effect.
)",
    R"(  sumi-lab sweep -o s4 -j 2
  sumi-lab sweep -o s4-paper --faults paper -j 2
  sumi-lab sweep -o s4-quiet --faults paper --flags "" -j 2
)",
    run_sweep,
    "sumi-lab"};

namespace {

constexpr int kMaxPopulation = 1000, kMaxGeneticGames = 1'000'000;

Result<S6Values> nine_numbers(const std::string& whole) {
  std::string_view text = whole;
  S6Values values{};
  bool good = std::ranges::count(text, ',') == static_cast<std::ptrdiff_t>(values.size()) - 1;
  for (int& value : values) {
    const auto number = parse_int(take_until(text, ','));
    good = good && number && *number >= -kMaxGene && *number <= kMaxGene;
    if (good) value = *number;
  }
  if (good) return values;
  return Error{ErrorCode::kBadSyntax, fmt::format("{} is not nine numbers in {}..{} with commas "
                                                  "between",
                                                  sumi::quoted(whole), -kMaxGene, kMaxGene)};
}

/// Half of the games are for each colour.
OptionValue even_games(int& games) {
  OptionValue row = number(games, 2, kMaxGeneticGames);
  row.read = [read = row.read, &games](const std::string& text) -> Result<void> {
    const auto set = read(text);
    if (!set || games % 2 == 0) return set;
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("'{}' is not even: half of the games are for each colour", games)};
  };
  return row;
}

int run_genetic(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 50, .measure_every = 1}};
  GeneticSetup setup;
  std::vector<std::pair<std::string_view, S6Mobility>> mobilities;
  for (const std::string_view name : kS6MobilityNames) {
    mobilities.emplace_back(name, static_cast<S6Mobility>(mobilities.size()));
  }
  Options rows = learn_rows(options, "generations");
  rows += {
      {"human",
       parsed(setup.human, "A,B,...,I", nine_numbers,
              fmt::format("{}", fmt::join(setup.human, ","))),
       "initial individual 1, and the opponent in evaluation games: nine numbers in "
       "-100..100"},
      {"population", number(setup.population, 2, kMaxPopulation), "individuals, {}"},
      {"crossover", number(setup.crossover, 0, 1, "P"), "crossover probability, {}"},
      {"mutation", number(setup.mutation, 0, 1, "P"), "mutation probability per number, {}"},
      {"fitness-games", even_games(setup.fitness_games),
       "games of each individual against individual 1; even, {}"},
      {"elite-games", even_games(setup.elite_games),
       "games of the best against the previous elite; even, {}"},
      {"measure-games", even_games(setup.measure_games),
       "evaluation games of the elite against --human; even, {}"},
      {"unpaired", flag(setup.paired, false),
       "draw an opening per game, as in the paper, not per pair of games"},
      {"mobility", choice(setup.reading.mobility, mobilities),
       "moves that count at a leaf: own minus the opponent's, of the side that searches, or of the "
       "side to move there"},
      {"conditional-at", choice(setup.reading.at_root, {{"leaf", false}, {"root", true}}),
       "position that selects the conditional table: leaf, or root of the search"}};
  return run_learn_command(self, rows, options, args, out, [&](std::uint64_t seed, int threads) {
    setup.seed = seed;
    setup.threads = threads;
    return std::make_unique<GeneticLearner>(setup);
  });
}

}  // namespace

const Command kGeneticCommand{
    "genetic",
    "--out FOLDER [--steps N] [--human A,...,I] [OPTIONS]",
    "evolve a table of square values (S6)",
    R"(Evolves nine numbers, the table for games that are almost decided. Fitness is
the result of games against the best individual so far. `result` in FOLDER is a
weights file for --evaluator table and for the player s6.
)",
    R"(  sumi-lab genetic -o s6 -j 2
  sumi-lab genetic -o s6-long --steps 200 --fitness-games 100 --elite-games \
      1000 -j 4
)",
    run_genetic,
    "sumi-lab"};

namespace {

constexpr double kMaxRate = 10;
constexpr int kMaxNetMeasuredGames = 1'000'000;

Options net_rows(NetSettings& settings, OptionValue hidden) {
  return {
      {"hidden", std::move(hidden), fmt::format("units per hidden layer, 1..{}", kMaxNetworkUnits)},
      renamed("rate", {"learning-rate", number(settings.learning_rate, 0, kMaxRate, "X"),
                       "learning rate, {}"}),
      {"epsilon", number(settings.epsilon, 0, 1, "P"), "probability of a random move, {}"},
      {"size", board_size(settings.size), "board size: 4, 6 or 8"},
      {"measure-games", number(settings.measured_games, 1, kMaxNetMeasuredGames),
       "evaluation games against random moves, per colour and row of the history, {}"}};
}

/// Units of each hidden layer: "64" or "64,32".
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

Result<unsigned> parse_td_faults(const std::string& whole) {
  if (whole == "none") return kNoTdFault;
  if (whole == "paper") return kAllTdFaults;
  std::string_view text = whole;
  std::vector<std::string> names;
  for (auto left = std::ranges::count(whole, ',') + 1; left > 0; --left) {
    names.emplace_back(take_until(text, ','));
  }
  return faults_named(names, td_faults());
}

int run_td(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 1'000'000, .measure_every = 50'000}};
  TdSettings settings;
  Options rows = learn_rows(options, "episodes");
  rows += net_rows(settings.net, number(settings.hidden, 1, kMaxNetworkUnits, "N,..."));
  rows += {{"faults", parsed(settings.faults, "A,B,...", parse_td_faults, "none"),
            "faults of the paper's program to keep: none, paper (all), or some of " +
                names_of(td_faults())},
           {"targets",
            choice(settings.targets, {{"td", Targets::kNext},
                                      {"dp", Targets::kExpected},
                                      {"monte-carlo", Targets::kResult}}),
            "what positions are trained on: the output at a drawn successor, the mean output over "
            "all, or the game's result"}};
  return run_learn_command(self, rows, options, args, out, [&](std::uint64_t seed, int threads) {
    settings.net.seed = seed;
    return std::make_unique<TdLearner>(settings, threads);
  });
}

}  // namespace

const Command kTdCommand{
    "td",
    "--out FOLDER [--steps N] [--faults A,B,...] [OPTIONS]",
    "train a small network by TD learning (S2)",
    R"(A network with 130 inputs (discs and side to move), one hidden layer and 2
outputs learns from self-play: the target of a position is the output at the
next one. Training is single-threaded; --threads is for the evaluation games
against random moves. `result` in FOLDER is a weights file for --evaluator mlp
and for the player greedy:mlp:FILE.
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
            "weight of the return in targets; the rest is the network's output, {}"},
           {"gamma", number(settings.gamma, 0, 1, "X"),
            "weight of the game result in returns; the rest is the next output, {}"},
           {"raw-outputs", flag(settings.use_updated_values, false),
            "use the network's next output in returns, not its updated value, which equals a gamma "
            "of gamma + alpha (1 - gamma)"},
           {"squared-error", flag(settings.cross_entropy, false),
            "minimize the squared error, not the cross-entropy"}};
  return run_learn_command(self, rows, options, args, out, [&](std::uint64_t seed, int threads) {
    settings.net.seed = seed;
    return std::make_unique<ReturnsLearner>(settings, threads);
  });
}

}  // namespace

const Command kReturnsCommand{
    "returns",
    "--out FOLDER [--steps N] [--hidden N,...] [OPTIONS]",
    "train a win-probability network on Monte Carlo returns (S3)",
    R"(A network whose inputs include the flips of each move learns the win
probability of the side to move from self-play, backwards from the end of each
game. Training is single-threaded; --threads is for the evaluation games
against random moves. `result` in FOLDER is a weights file for --evaluator mlp
and for the player greedy:mlp:FILE.
)",
    R"(  sumi-lab returns -o returns -j 2
  sumi-lab returns -o deep --hidden 64,32 --gamma 1 --steps 500000
  sumi hint --evaluator mlp --weights returns/result start
)",
    run_returns,
    "sumi-lab"};

namespace {

int run_ntuple(const Command& self, const Args& args, Output& out) {
  LearnOptions options{.run = {.steps = 100'000, .measure_every = 10'000}};
  NtupleSettings settings;
  Options rows = learn_rows(options, "episodes");
  rows += {renamed("rate", {"learning-rate", number(settings.learning_rate, 0, kMaxRate, "X"),
                            "learning rate, {}"}),
           {"epsilon", number(settings.epsilon, 0, 1, "P"), "probability of a random move, {}"},
           {"lambda", number(settings.lambda, 0, 1, "X"),
            "weight of later values in the return of a board; 0: only the next, {}"},
           {"measure-games", number(settings.measured_games, 1, kMaxNetMeasuredGames),
            "evaluation games against random moves, per colour and row of the history, {}"}};
  return run_learn_command(self, rows, options, args, out, [&](std::uint64_t seed, int threads) {
    settings.seed = seed;
    return std::make_unique<NtupleLearner>(settings, threads);
  });
}

}  // namespace

const Command kNtupleCommand{
    "ntuple",
    "--out FOLDER [--steps N] [--lambda X] [OPTIONS]",
    "train an n-tuple network by TD(lambda): a modern baseline",
    R"(Not from a paper of S1 to S6: what their learners compare with. The value of a
board is a sum of weights of small patterns of squares, learned from self-play
on 8x8. Training is single-threaded; --threads is for the evaluation games
against random moves. `result` in FOLDER is a weights file of the evaluator
pattern and, with its folder, a player.
)",
    R"(  sumi-lab ntuple -o ntuple -j 2
  sumi hint --weights ntuple/result start
  sumi play --player ntuple/result
)",
    run_ntuple,
    "sumi-lab"};

}  // namespace sumi::lab
