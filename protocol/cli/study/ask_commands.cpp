// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/formats/obf.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/cli/study/question_dialogue.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/report/service_json.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// --no-color, and options of the judging engine.
struct AskingOptions {
  bool color = true;
  EngineOptions engine{};
};

constexpr int kMaxSeed = 2147483647;

Options asking_rows(AskingOptions& options) {
  Options rows{{"no-color", flag(options.color, false), "print letters instead of colours"}};
  return rows += engine_rows(options.engine, kSearchTopics, {"evaluator", "weights"});
}

/// Asks until the questions or the input end, or the user quits. Returns the exit status.
int ask(const AskingOptions& options, QuestionSource source, const std::string& greeting,
        Language language, Output& out) {
  Engine engine(options.engine, book::book_opener(print_stderr));
  PlayTerminal terminal(out);
  QuestionDialogue dialogue(engine, std::move(source),
                            {board_style(options.color), interrupted, language,
                             [&terminal](std::string_view lines) { terminal.progress(lines); }});
  terminal.edit_lines([](std::string_view) { return std::vector<std::string>(); });
  watch_interrupts();
  dialogue.start(greeting, terminal);
  while (!dialogue.finished()) {
    const auto text = terminal.read_line();
    if (!text) break;
    dialogue.on_line(*text, terminal);
  }
  dialogue.finish(terminal);
  if (dialogue.failure()) throw FatalError(dialogue.failure()->message);
  return terminal.left_by_interrupt() ? kInterrupted : kDone;
}

constexpr int kMaxQuestions = 10'000;

std::int64_t unix_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::string title_of(const StudyItem& item, Language language) {
  std::string title = item.game.empty()
                          ? tr_format(language, "Move {}", item.number)
                          : tr_format(language, "{}, move {}", item.game, item.number);
  if (item.asked > 0) {
    title += tr_format(language, " (missed {0} of {1})", item.missed, item.asked);
  }
  return title;
}

int run_study_ask(const Command& self, const Args& args, Output& out) {
  int most = 20;
  bool hardest = false;
  std::optional<std::uint64_t> seed;
  AskingOptions asking;
  std::optional<std::string> deck_file;
  Options rows{{"count,n", number(most, 1, kMaxQuestions), "ask at most N positions"},
               {"hardest", flag(hardest), "ask those with the highest miss rate first"},
               {"seed", number(seed, 0, kMaxSeed),
                "random seed of the order, {} (default: a new one each time)"}};
  rows += asking_rows(asking);
  rows += {deck_row(deck_file)};
  if (!parse_options(self, rows, args, out)) return kDone;
  if (hardest && seed) throw UsageError("--hardest and --seed exclude each other");
  const Language language = default_language();
  SplitMix64 random(seed.value_or(
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())));
  const auto deck = open_deck(deck_file, DeckUse::kChange);
  const std::vector<StudyItem>& items = deck->items();
  if (items.empty()) {
    return end_with(kFailed,
                    "the deck is empty; `sumi study add GAMES` adds the mistakes of games");
  }
  const std::vector<std::size_t> order = hardest_first(items);
  most = std::min(most, static_cast<int>(items.size()));
  std::vector<bool> done(items.size());
  std::size_t now = 0;
  int count = 0;
  QuestionSource source;
  source.next = [&]() -> std::optional<StudyQuestion> {
    if (count == most) return std::nullopt;
    const std::size_t place = static_cast<std::size_t>(count++);
    now = hardest ? order[place]
                  : deck->choose(random, [&done](std::size_t i) { return !done[i]; }).value();
    done[now] = true;
    return StudyQuestion{items[now], title_of(items[now], language)};
  };
  source.answered = [&](bool right) { return deck->answered(now, right, unix_now()); };
  source.corrected = [&](const StudyItem& item) -> Result<void> {
    const auto added = deck->add(item);
    return added ? Result<void>() : added.error();
  };
  const auto missed =
      std::ranges::count_if(items, [](const StudyItem& i) { return study_weight(i) > 0; });
  const auto fresh = std::ranges::count(items, 0, &StudyItem::asked);
  return ask(asking, std::move(source),
             tr_format(language, "Positions in the deck: {}; to ask again: {}, new: {}.",
                       items.size(), missed, fresh),
             language, out);
}

}  // namespace

const Command kStudyAskCommand{
    .name = "ask",
    .arguments = "[--count N] [--deck FILE] [--hardest|--seed N]",
    .summary = "quiz you on positions of the deck",
    .details = R"(Shows positions in which discs were lost and waits for the better move. A move
within half a disc of the best is right. Moves that the deck does not know are
searched for up to 3 seconds; a better answer found there goes into the deck.

  hint     name a few moves, the right one among them
  skip     go to the next position
  answer   show the best move
  quit     end; so do Ctrl-C and the end of the input

Missed positions come first, then new ones, then all others, in random order. A
missed position is asked most often; each right answer halves its frequency,
and after four it is asked like the others. Answers are stored at
once, except right ones after a hint. --hardest asks in order of the miss rate
in `sumi study list` instead. `sumi study` alone is `sumi study ask`.
)",
    .examples = R"(  sumi study
  sumi study ask --hardest
  sumi study ask --count 5
  printf 'd3\nquit\n' | sumi study ask --deck my.jsonl --seed 1
)",
    .run = run_study_ask,
    .program = kSumiStudyName};

// `sumi study problems`.

namespace {

constexpr int kMaxProblems = 1'000'000;

/// Problems of one difficulty with consecutive seeds.
class ProblemRow {
 public:
  ProblemRow(int difficulty, std::uint64_t seed, int count, std::string_view isa)
      : engine_(problem_engine_options(isa)), difficulty_(difficulty), seed_(seed), left_(count) {}

  /// Nothing at the end or if interrupted.
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
  Options rows{
      {"difficulty", number(difficulty, 1, kMaxDifficulty, "D"),
       fmt::format("1 (5 or 6 empty squares) to {} (13 or 14)", kMaxDifficulty)},
      {"count,n", number(given_count, 1, kMaxProblems),
       "number of problems (default: 1 to print, 10 to ask)"},
      {"seed", number(given_seed, 0, kMaxSeed), "seed of the first problem, {} (default: random)"},
      {"print", flag(print), "print the problems as OBF lines"},
      {"json", flag(json), "print a JSON object per problem"}};
  rows += asking_rows(asking);
  if (!parse_options(self, rows, args, out)) return kDone;
  constexpr int kAsked = 10;
  if (json && print) throw UsageError("--print and --json exclude each other");
  const bool prints = json || print;
  const int count = given_count.value_or(prints ? 1 : kAsked);
  const Language language = default_language();
  const auto by_chance = static_cast<std::uint64_t>(
      std::chrono::system_clock::now().time_since_epoch().count() % (kMaxSeed - kMaxProblems));
  const std::uint64_t seed = given_seed.value_or(by_chance);
  if (given_seed && seed + static_cast<std::uint64_t>(count) - 1 > kMaxSeed) {
    throw UsageError(
        fmt::format("--seed: {} with --count {} goes beyond {}", seed, count, kMaxSeed));
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
    .name = "problems",
    .arguments = R"([--difficulty D] [--count N] [--seed N]
    [--print|--json])",
    .summary = "solve or print endgames with one winning move",
    .details = R"(Problems come from games that Sumi plays against itself with some randomness.
Exactly one of at least three moves wins; the solver has proven that the others
lose or draw. A difficulty and a seed give the same problem on every machine.

  1  5 or 6 empty squares
  2  7 or 8, and the move that flips the most discs does not win
  3  9 or 10, nor does the move that a 1-ply search chooses
  4  11 or 12, nor does the move of a 2-ply search
  5  13 or 14, nor do the moves of 3-ply and 4-ply searches

Poses the problems as `sumi study ask` does; --print and --json write them for
other programs, with the score of the winning move.
)",
    .examples = R"(  sumi study problems --difficulty 2
  sumi study problems --difficulty 5 --count 100 --seed 1 --print > hard.obf
  sumi study problems --difficulty 3 --count 5 --seed 1 --json | jq -r .move
)",
    .run = run_study_problems,
    .program = kSumiStudyName,
    .json = R"(One object per problem.
  difficulty  integer: 1 to 5
  seed        integer: seed of the problem
  position    string: the position
  empties     integer: number of empty squares
  move        string: the winning move
  score       integer: its exact score
  second      integer: exact score of the best other move
  line        array of moves: the best line
)"};

}  // namespace sumi::protocol
