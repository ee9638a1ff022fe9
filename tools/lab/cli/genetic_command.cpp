// SPDX-License-Identifier: MIT
/// `sumi-lab genetic`: a table of square values evolved by playing.
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/genetic/genetic_learner.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

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
    "Nine numbers, the table of the game that is all but decided, evolve: fitness is play against\n"
    "the best individual so far. `result` in FOLDER is a file for --evaluator table --weights and\n"
    "for the player s6.\n",
    "  sumi-lab genetic -o s6 -j 2\n"
    "  sumi-lab genetic -o s6-long --steps 200 --fitness-games 100 --elite-games 1000 -j 4\n",
    run_genetic,
    "sumi-lab"};

}  // namespace sumi::lab
