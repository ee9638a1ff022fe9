// SPDX-License-Identifier: MIT
/// `sumi-lab qlearn`: table Q-learning, faithful to the article or repaired. `sumi-lab sweep`:
/// weights of BP/FS/CN measured, all of them. `sumi-lab genetic`: a table of square values evolved
/// by playing.
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/genetic/genetic_learner.h"
#include "tools/lab/papers/qtable/qtable_learner.h"
#include "tools/lab/papers/sweep/weight_sweep.h"

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

constexpr int kMostMeasuredGames = 100'000;

std::string fault_names() {
  std::vector<std::string_view> names;
  for (const QFaultRow& row : q_faults()) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

po::options_description options_of_qlearn() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  po::options_description options("Options");
  options.add_options()("size", text("N")->default_value("8"), "of the board: 4, 6 or 8")(
      "faults", text("A,B,...")->default_value("none"),
      fmt::format("of the article's program to leave in; none, all, or some of {}", fault_names())
          .c_str())("met",
                    "learn what followed in a game, from its end backwards, not what might follow")(
      "eta", text("X"), "part of the difference that is learned, above 0, up to 1")(
      "gamma", text("X"), "discount, 0..1")("epsilon", text("X"),
                                            "share of random moves when learning, 0..1")(
      "unknown", text("X"), "what a move is worth that was not learned, -1..1; default 0.5")(
      "symmetric", text("yes|no"), "one entry for the eight symmetric boards")(
      "opponents", text("A,B,..."),
      "players to learn against, one game of either colour a round; default: the article's five")(
      "measured-games", text("N")->default_value("200"),
      fmt::format("a colour and opponent, for each row of the history, 1..{}", kMostMeasuredGames)
          .c_str());
  add_learn_options(options, {.steps = 1000, .measure_every = 100, .unit = "rounds"});
  return options;
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) parts.emplace_back(trim(take_until(text, ',')));
  return parts;
}

unsigned qlearn_faults_of(const CommandLine& line) {
  const std::string text = text_value(line, "faults");
  if (text == "none") return kNoQFault;
  if (text == "all") return kArticleFaults;
  unsigned faults = kNoQFault;
  for (const std::string& name : list_of(text)) {
    const auto found = std::ranges::find(q_faults(), name, &QFaultRow::name);
    if (found == q_faults().end()) {
      throw UsageError(fmt::format("--faults: {} is not one of {}; or say none or all",
                                   sumi::quoted(name), fault_names()));
    }
    faults |= found->fault;
  }
  if (faults == kNoQFault) {
    throw UsageError("--faults: '' names no fault; say none, all, or some of " + fault_names());
  }
  return faults;
}

bool yes_or_no(const CommandLine& line, const std::string& option) {
  const std::string text = text_value(line, option);
  if (text != "yes" && text != "no") {
    throw UsageError(fmt::format("--{}: {} is not yes or no", option, sumi::quoted(text)));
  }
  return text == "yes";
}

QSetup qlearn_setup_of(const CommandLine& line) {
  const std::string size_text = text_value(line, "size");
  const int size = parse_count(size_text).value_or(0);
  if (!is_board_size(size)) {
    throw UsageError(fmt::format("--size: {} is not 4, 6 or 8", sumi::quoted(size_text)));
  }
  const unsigned faults = qlearn_faults_of(line);
  QSetup setup = faults == kArticleFaults ? article_setup(size) : repaired_setup(size);
  setup.faults = faults;
  setup.met = line.has("met");
  if (line.has("eta")) setup.eta = real_value(line, "eta", 1e-9, 1);
  if (line.has("gamma")) setup.gamma = real_value(line, "gamma", 0, 1);
  if (line.has("epsilon")) setup.epsilon = real_value(line, "epsilon", 0, 1);
  if (line.has("unknown")) setup.unknown = real_value(line, "unknown", -1, 1);
  if (line.has("symmetric")) setup.symmetric = yes_or_no(line, "symmetric");
  if (line.has("opponents")) setup.opponents = list_of(text_value(line, "opponents"));
  setup.measured_games = int_value(line, "measured-games", 1, kMostMeasuredGames);
  return setup;
}

int run_qlearn(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_qlearn(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const LearnOptions options = learn_options_of(*line);
  QSetup setup = qlearn_setup_of(*line);
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
    R"(--out FOLDER [--size N] [--faults none|all|A,B,...]
    [OPTIONS])",
    "Q-learning in a table, against simple players",
    R"(Each round is a game as Black and one as White against each opponent. --faults
all is the article's program with its numbers (eta 0.01, gamma 0.99, boards as
they are) and opponents; else eta and gamma are 1 and symmetric boards are one.
OPPONENT_percent is the share of games that the learned moves win, found_percent
how many of the values looked up in training were in the table. Besides the
history the folder gets rounds.csv, the discs and wins of each round, and
result, the table as CSV: the player qtable:FILE plays it.
)",
    R"(  sumi-lab qlearn --faults all --out article
  sumi-lab qlearn --size 4 --steps 20000 --measure-every 1000 --out repaired
  sumi-lab qlearn --size 6 --steps 10000 --opponents random,nleast --out six
)",
    run_qlearn,
    "sumi-lab"};

namespace {

namespace po = boost::program_options;

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
    R"(--out FOLDER [--largest N] [--games N] [--faults WHICH]
    [OPTIONS])",
    "weights of BP/FS/CN against a random player (S4)",
    R"(Each triple of weights but 0:0:0 plays so many games as Black and as White, one
ply ahead. FOLDER gets sweep.csv, sweep.svg (a heat map), and in `result` the
best weights, as the option weights of the evaluator bpfscn takes them.
)",
    R"(  sumi-lab sweep -o s4 -j 2
  sumi-lab sweep -o s4-paper --faults paper -j 2
)",
    run_sweep,
    "sumi-lab"};

namespace {

namespace po = boost::program_options;

constexpr int kMostPopulation = 1000, kMostGeneticGames = 1'000'000;

po::options_description options_of_genetic() {
  const GeneticSetup defaults;
  const auto standard = [](const auto& value, const char* name) {
    return po::value<std::string>()->default_value(fmt::format("{}", value))->value_name(name);
  };
  const std::string games = fmt::format("even, 2..{}", kMostGeneticGames);
  po::options_description options("Options");
  add_learn_options(options,
                    {.steps = 50, .measure_every = 1, .unit = "generations", .threads = 1});
  options.add_options()(
      "human", standard(fmt::format("{}", fmt::join(defaults.human, ",")), "A,B,...,I"),
      "individual 1 at the start, and whom the elite is measured against: nine numbers in "
      "-100..100")("population", standard(defaults.population, "N"),
                   fmt::format("2..{}", kMostPopulation).c_str())(
      "crossover", standard(defaults.crossover, "P"), "chance of two parents, 0..1")(
      "mutation", standard(defaults.mutation, "P"), "chance of each number, 0..1")(
      "fitness-games", standard(defaults.fitness_games, "N"),
      ("of each individual against individual 1; " + games).c_str())(
      "elite-games", standard(defaults.elite_games, "N"),
      ("of the best against the elite before it; " + games).c_str())(
      "measure-games", standard(defaults.measure_games, "N"),
      ("of the elite against the untuned individual; " + games).c_str())(
      "unpaired", "an opening for each game, as in the paper, not one for both colours");
  return options;
}

S6Values human_of(const CommandLine& line) {
  const std::string whole = text_value(line, "human");
  std::string_view text = whole;
  S6Values values{};
  bool good = std::ranges::count(text, ',') == static_cast<std::ptrdiff_t>(values.size()) - 1;
  for (int& value : values) {
    const auto number = parse_int(take_until(text, ','));
    good = good && number && *number >= -kMaxGene && *number <= kMaxGene;
    if (good) value = *number;
  }
  if (!good) {
    throw UsageError(fmt::format("--human: {} is not nine numbers in {}..{} with commas between",
                                 sumi::quoted(whole), -kMaxGene, kMaxGene));
  }
  return values;
}

int games_of(const CommandLine& line, const std::string& option) {
  const int games = int_value(line, option, 2, kMostGeneticGames);
  if (games % 2 != 0) {
    throw UsageError(fmt::format("--{}: '{}' is not even: half of the games are for each colour",
                                 option, games));
  }
  return games;
}

int run_genetic(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_genetic(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const LearnOptions options = learn_options_of(*line);
  GeneticSetup setup;
  setup.human = human_of(*line);
  setup.population = int_value(*line, "population", 2, kMostPopulation);
  setup.crossover = real_value(*line, "crossover", 0, 1);
  setup.mutation = real_value(*line, "mutation", 0, 1);
  setup.fitness_games = games_of(*line, "fitness-games");
  setup.elite_games = games_of(*line, "elite-games");
  setup.measure_games = games_of(*line, "measure-games");
  setup.paired = !line->has("unpaired");
  const auto make = [&](std::uint64_t seed, int threads) {
    setup.seed = seed;
    setup.threads = threads;
    return std::make_unique<GeneticLearner>(setup);
  };
  return run_learn_command(make, options, out);
}

}  // namespace

const Command kGeneticCommand{
    "genetic",
    "--out FOLDER [--steps N] [--human A,...,I] [OPTIONS]",
    "a table of square values, evolved (S6)",
    R"(Nine numbers, the table of the game that is all but decided, evolve: fitness is
play against the best individual so far. `result` in FOLDER is a file for
--evaluator table --weights and for the player s6.
)",
    R"(  sumi-lab genetic -o s6 -j 2
  sumi-lab genetic -o s6-long --steps 200 --fitness-games 100 --elite-games \
      1000 -j 4
)",
    run_genetic,
    "sumi-lab"};

}  // namespace sumi::lab
