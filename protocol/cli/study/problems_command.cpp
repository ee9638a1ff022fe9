// SPDX-License-Identifier: MIT
/// `sumi study problems`: endgames with one winning move, to be solved or printed.
#include "engine/formats/obf.h"
#include "engine/game/notation.h"
#include "protocol/cli/study/asking.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/language.h"
#include "protocol/report/study_json.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <string>

namespace sumi::protocol {
namespace {

constexpr int kMostProblems = 1'000'000;

/// Problems of one difficulty and seeds that follow each other.
class ProblemRow {
 public:
  ProblemRow(int difficulty, std::uint64_t seed, int count, std::string_view isa)
      : engine_(problem_engine_options(isa)), difficulty_(difficulty), seed_(seed), left_(count) {}

  /// Nothing at the end of the row, and if interrupted.
  std::optional<EndgameProblem> next() {
    if (left_ == 0) return std::nullopt;
    --left_;
    return make_problem(engine_, difficulty_, seed_++, interrupted);
  }
  std::uint64_t last_seed() const { return seed_ - 1; }

 private:
  Engine engine_;
  const int difficulty_;
  std::uint64_t seed_;
  int left_;
};

std::string obf_of(const EndgameProblem& problem, std::uint64_t seed) {
  return to_obf({problem.position,
                 {{problem.solution, problem.score}},
                 problem.score,
                 fmt::format("difficulty {}, seed {}", problem.difficulty, seed)}) +
         '\n';
}

StudyQuestion question_of(const EndgameProblem& problem, std::uint64_t seed, Language language) {
  StudyQuestion question;
  StudyItem& item = question.item;
  item.position = problem.position;
  item.best_line = problem.line;
  const int empties = problem.position.board.empties();
  item.best = {.discs = static_cast<double>(problem.score.discs), .exact = true, .depth = empties};
  question.title =
      tr_format(language, "Problem {}, difficulty {}: one move wins.", seed, problem.difficulty);
  return question;
}

int print_problems(ProblemRow& row, bool json, Output& out) {
  watch_interrupts();
  while (const auto problem = row.next()) {
    out.write(json ? json_line(problem_json(*problem, row.last_seed()))
                   : obf_of(*problem, row.last_seed()));
    out.flush();
  }
  return interrupted() ? kInterrupted : kDone;
}

int run_study_problems(const Command& self, const Args& args, Output& out) {
  int difficulty = 3;
  std::optional<int> given_count;
  std::optional<std::uint64_t> given_seed;
  bool print = false, json = false;
  AskingOptions asking;
  Options rows{{"difficulty", number(difficulty, 1, kMaxDifficulty, "D"),
                fmt::format("1 (5 or 6 empty squares) to {} (13 or 14)", kMaxDifficulty)},
               {"count,n", number(given_count, 1, kMostProblems),
                "so many problems; without it 1 to print, 10 to ask"},
               {"seed", number(given_seed, 0, kMostSeed),
                "number of the first one, {}; without it, by chance"},
               {"print", flag(print), "print them as OBF lines, do not ask"},
               {"json", flag(json), "print them as JSON lines, do not ask"}};
  rows += asking_rows(asking);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  constexpr int kAsked = 10;
  if (json && print) throw UsageError("only one of --print and --json");
  const bool prints = json || print;
  const int count = given_count.value_or(prints ? 1 : kAsked);
  const Language language = default_language();
  const auto by_chance = static_cast<std::uint64_t>(
      std::chrono::system_clock::now().time_since_epoch().count() % (kMostSeed - kMostProblems));
  const std::uint64_t seed = given_seed.value_or(by_chance);
  if (given_seed && seed + static_cast<std::uint64_t>(count) - 1 > kMostSeed) {
    throw UsageError(
        fmt::format("--seed: {} with --count {} goes beyond {}", seed, count, kMostSeed));
  }
  ProblemRow row(difficulty, seed, count, asking.engine.isa);
  if (prints) return print_problems(row, json, out);
  QuestionSource source;
  source.next = [&row, language]() -> std::optional<StudyQuestion> {
    const auto problem = row.next();
    if (!problem) return std::nullopt;
    return question_of(*problem, row.last_seed(), language);
  };
  return ask(
      asking, std::move(source),
      tr_format(language, "Endgames of difficulty {}, each with one move that wins.", difficulty),
      language, out);
}

}  // namespace

const Command kStudyProblemsCommand{
    "problems",
    R"([--difficulty D] [--count N] [--seed N]
    [--print|--json])",
    "endgames with exactly one winning move, to solve or to print",
    R"(Positions of games that Sumi plays against itself with some chance in them. One
move wins, all others lose or draw by perfect play, as the solver has proven,
and there are three moves at least. Difficulty 1 has 5 or 6 empty squares, 2 has
7 or 8, 3 has 9 or 10, 4 has 11 or 12 and 5 has 13 or 14. From 2 on the move
that turns the most discs is wrong; from 3 on, too, what a look of one ply
prefers, in 4 of one and two plies, in 5 of one to four. A difficulty and a seed
are one problem, on every machine. They are asked as `sumi study ask` asks;
--print and --json write them for other programs, with the score of the winning
move. JSON: {"difficulty", "seed", "position", "empties", "move", "score",
"second" (of the best other move), "line"}.
)",
    R"(  sumi study problems --difficulty 2
  sumi study problems --difficulty 5 --count 100 --seed 1 --print > hard.obf
  sumi study problems --difficulty 3 --count 5 --seed 1 --json | jq -r .move
)",
    run_study_problems,
    kSumiStudyName};

}  // namespace sumi::protocol
