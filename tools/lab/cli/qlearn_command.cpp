// SPDX-License-Identifier: MIT
/// `sumi-lab qlearn`: table Q-learning, faithful to the article or repaired.
#include "engine/base/text.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/papers/qtable/qtable_learner.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
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
    "--out FOLDER [--size N] [--faults none|all|A,B,...] [OPTIONS]",
    "Q-learning in a table, against simple players",
    "Each round is a game as Black and one as White against each opponent. --faults all is the\n"
    "article's program with its numbers (eta 0.01, gamma 0.99, boards as they are) and opponents;\n"
    "else eta and gamma are 1 and symmetric boards are one. OPPONENT_percent is the share of\n"
    "games that the learned moves win, found_percent how many of the values looked up in training\n"
    "were in the table. Besides the history the folder gets rounds.csv, the discs and wins of\n"
    "each round, and result, the table as CSV: the player qtable:FILE plays it.\n",
    "  sumi-lab qlearn --faults all --out article\n"
    "  sumi-lab qlearn --size 4 --steps 20000 --measure-every 1000 --out repaired\n"
    "  sumi-lab qlearn --size 6 --steps 10000 --opponents random,nleast --out six\n",
    run_qlearn,
    "sumi-lab"};

}  // namespace sumi::lab
