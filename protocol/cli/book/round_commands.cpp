// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "book/build/build_plan.h"
#include "engine/base/text.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/round_files.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/shards.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/engine_settings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace sumi::protocol {

using book::BuildGoal;
using book::BuildPlan;
using book::LeafAnswer;
using book::LeafTask;

namespace {

constexpr int kMaxLeaves = 1'000'000;
constexpr const char* kRoundNote = "round";  ///< Name of the last printed round.

int run_leaves(const Command& self, const Args& args, Output& out) {
  std::optional<std::size_t> count;
  bool deepens = false;
  BuildGoal goal;
  EngineOptions engine;
  Options rows{{"count", number(count, 1, kMaxLeaves), "maximum number of leaves, {}"},
               {"deepen", flag(deepens),
                "print leaves to search again as `sumi book deepen` does; requires --level"}};
  std::optional<std::string> games;
  rows += goal_rows(goal);
  rows += {games_row(games),
           level_row(goal.level, fmt::format("as stored in the book, or {}", goal.level)),
           positions_row(goal)};
  rows += engine_rows(engine, kSearchTopics, {"threads"});
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  if (!count) throw UsageError("no --count given");
  if (deepens && !line->has("level")) throw UsageError("--deepen: no --level given");
  check_engine(engine);
  LeafRound round{leaf_settings(engine), {}};
  ask_games(*line, games, goal);
  const auto book = deepens ? open_to_write(path) : open_or_create(path);
  deepens ? take_notes(*line, rows, *book, kGoalNotes) : settle_goal(*line, rows, *book);
  ask_games(*line, games, goal);
  const auto kind = deepens ? BuildPlan::Kind::kDeepen : BuildPlan::Kind::kBuild;
  round.leaves = book::next_leaves(*book, goal, kind, *count);
  book->set_note(kRoundNote, round.name());
  out.write(round.text());
  return kDone;
}

/// The unanswered leaves of a shard.
class RoundSource final : public book::LeafSource {
 public:
  RoundSource(const LeafRound& round, Shard shard, std::optional<ShardFolder>& folder,
              const std::string& path)
      : folder_(folder) {
    std::vector<LeafAnswer> have;
    file_ = open_answers(path, round.name(), AnswersUse::kAdd, have);
    report_damaged_lines(path, file_->damaged());
    std::set<Board, book::BoardOrder> answered;
    for (const LeafAnswer& answer : have) answered.insert(answer.task.board);
    for (std::size_t i = 0; i < round.leaves.size(); ++i) {
      if (!shard.has(i)) continue;
      ++all_;
      if (!answered.contains(round.leaves[i].board)) left_.push_back(round.leaves[i]);
    }
    had_ = all_ - left_.size();
    std::ranges::reverse(left_);
  }

  std::optional<LeafTask> take(const std::atomic<bool>& stop) override {
    if (stop || left_.empty()) return std::nullopt;
    const LeafTask task = left_.back();
    left_.pop_back();
    return task;
  }

  void put(const LeafTask& task, const book::Leaf& leaf) override {
    file_->append(answer_line({task, leaf})).value();
    ++searched_;
    if (folder_) folder_->record(state());
  }

  book::BuildProgress progress() const override {
    book::BuildProgress progress;
    progress.searched = searched_;
    return progress;
  }

  std::size_t all() const { return all_; }
  std::size_t had() const { return had_; }  ///< Answers of earlier runs.
  std::size_t searched() const { return searched_; }
  bool is_complete() const { return had_ + searched_ == all_; }
  ShardProgress state() const { return {had_ + searched_, all_}; }

 private:
  std::optional<ShardFolder>& folder_;
  std::unique_ptr<LineJournal> file_;
  std::vector<LeafTask> left_;  ///< In reverse order.
  std::size_t all_ = 0, had_ = 0, searched_ = 0;
};

/// Sets the round's evaluator and table size unless given.
void take_settings(CommandLine& line, const Options& rows, const Json& settings) {
  for (const char* const name : {"evaluator", "hash-mib"}) {
    if (line.has(name) || !settings.is_object() || !settings.contains(name)) continue;
    const Json& setting = settings[name];
    give(line, rows, name, setting.is_string() ? setting.get<std::string>() : setting.dump());
  }
}

int run_search(const Command& self, const Args& args, Output& out) {
  ShardOption option;
  WorkOptions work;
  Options rows = shard_rows(option, "leaves", false);
  rows += work_rows(work);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 2) throw UsageError("need two files, LEAVES ANSWERS");
  const std::string &leaves = line->words[0], &answers = line->words[1];
  if (option.merge) throw UsageError("--shard: `sumi book take` puts the shards together");
  const LeafRound round = read_round(leaves);
  take_settings(*line, rows, round.settings);
  const int jobs = jobs_of(work);
  if (const Json ours = leaf_settings(work.engine); ours != round.settings) {
    throw FatalError(fmt::format("file {} is for another engine: {}", sumi::quoted(leaves),
                                 settings_difference(round.settings, ours)));
  }
  std::optional<ShardFolder> shard;
  if (option.given) {
    shard.emplace(ShardFolder::join(answers, round_work(round.name()), option.shard).value());
  }
  RoundSource source(round, option.shard, shard, shard ? shard->path(kAnswersSuffix) : answers);

  watch_interrupts();
  ProgressBar bar(true, "searches");
  const StopWatch watch;
  std::uint64_t nodes = 0;
  book::WorkSetup setup;
  setup.engine = work.engine;
  setup.threads = jobs;
  setup.clears_tables = true;
  setup.interrupted = interrupted;
  setup.progress = [&](const book::BuildProgress& progress) {
    nodes = progress.nodes;
    const auto done = source.had() + progress.searched;
    if (source.all() > 0) {
      bar.draw(static_cast<double>(done) / static_cast<double>(source.all()), done);
    }
  };
  book::search_leaves(source, setup);
  bar.erase();
  if (shard) shard->end(source.state(), source.is_complete());
  if (work.json) {
    out.write(json_line({{"leaves", source.all()},
                         {"known", source.had()},
                         {"searched", source.searched()},
                         {"nodes", nodes},
                         {"seconds", json_seconds(watch.seconds())}}));
  } else {
    out.write(tr_format(default_language(), "{} of {} leaves searched in {}, {} known before\n",
                        source.searched(), source.all(), clock_time(watch.seconds()),
                        source.had()));
  }
  out.flush();
  if (source.is_complete()) return kDone;
  return end_with(kInterrupted, "interrupted; the same command resumes");
}

/// The file, or a folder's files of all shards.
std::vector<std::string> answer_files(const std::string& path, const std::string& round) {
  std::error_code failure;
  if (!std::filesystem::is_directory(path, failure)) return {path};
  return whole_folder(path, round_work(round)).value().paths(path, kAnswersSuffix);
}

int run_take(const Command& self, const Args& args, Output& out) {
  bool json = false;
  auto line = parse(self, {{"json", flag(json), "print a JSON object"}}, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.empty()) throw UsageError("no answers given, BOOK ANSWERS...");
  const auto book = open_to_write(path);
  const std::string round = book->note(kRoundNote);
  if (round.empty()) {
    throw FatalError(fmt::format("{}: `sumi book leaves` has printed no round of this book",
                                 sumi::quoted(path)));
  }
  std::vector<LeafAnswer> answers;
  for (const std::string& word : line->words) {
    for (const std::string& file : answer_files(word, round)) {
      const auto opened = open_answers(file, round, AnswersUse::kRead, answers);
      report_damaged_lines(file, opened->damaged());
    }
  }
  const book::TakenRound taken = book::take_answers(*book, answers);
  if (json) {
    out.write(json_line({{"added", taken.added},
                         {"searched", taken.searched},
                         {"ignored", taken.ignored},
                         {"positions", book->size()}}));
  } else {
    out.write(tr_format(default_language(),
                        "{} positions added, {} leaves searched again, {} answers ignored\n"
                        "{}: {} positions\n",
                        taken.added, taken.searched, taken.ignored, path, book->size()));
  }
  return kDone;
}

int run_work(const Command& self, const Args& args, Output& out) {
  // old scripts name a folder
  const bool has_folder = !args.empty() && !args.front().starts_with('-');
  if (!has_folder && !parse(self, {}, args, out)) return kDone;
  throw UsageError(fmt::format("`{} {}` {}", kSumiBookName, self.name, kReplacedByRounds));
}

}  // namespace

const Command kBookLeavesCommand{
    .name = "leaves",
    .arguments = "BOOK --count N [--deepen] [--plies N] [--max-loss DISCS] [--level L] [OPTIONS]",
    .summary = "print the leaves to search next",
    .details = R"(Begins a round, which extends a book with many processes on one or more
machines: `leaves` prints the N leaves that `sumi book build` would search next
with these options, best first; `sumi book search` searches them, in shards;
`sumi book take` puts the answers into BOOK.

Prints fewer leaves if fewer remain, and none if the book is complete. Each
leaf is searched with an empty table, so a round depends on N, but not on the
number of shards. Creates BOOK if it is missing; the book stores the options,
as in `sumi book build`.
)",
    .examples = R"(  sumi book leaves my.book --count 256 --plies 20 --level 20 > leaves
  parallel sumi book search leaves answers -j 1 --shard {}/64 ::: $(seq 64)
  sumi book take my.book answers
)",
    .run = run_leaves,
    .program = kSumiBookName,
    .json = R"(The first line of LEAVES:
  sumi      string: "book leaves"
  version   integer: version of the format
  round     string: name of the round
  leaves    integer: number of leaves
  settings  object: program, commit and options of the engine that search must
            use

Each other line, a leaf:
  position  string: the position, Black to move
  moves     array of strings: moves that stay in book, which are not searched
  level     integer: level of the search
  sum       string: checksum of the line
)"};

const Command kBookSearchCommand{
    .name = "search",
    .arguments = "LEAVES ANSWERS [--shard I/N] [OPTIONS]",
    .summary = "search the leaves of a round",
    .details = R"(Searches the leaves that `sumi book leaves` printed and stores each answer in
the file ANSWERS as it is found. With --shard it searches one share of them,
and ANSWERS is a folder that all shards share; `sumi status ANSWERS` shows
their progress. The same command continues after Ctrl-C (exit status 130) or a
kill.

Evaluator and --hash-mib default to those of LEAVES; engine settings that
differ from those of `leaves` are refused.
)",
    .examples = R"(  sumi book search leaves answers --jobs 4
  mpirun -np 64 sumi book search leaves answers -j 1 --shard auto
)",
    .run = run_search,
    .program = kSumiBookName,
    .json = R"(  leaves    integer: leaves of this shard
  known     integer: answered before
  searched  integer: answered now
  nodes     integer: nodes of the searches
  seconds   number: elapsed time
)"};

const Command kBookTakeCommand{
    .name = "take",
    .arguments = "BOOK ANSWERS...",
    .summary = "add the answers of a round to a book",
    .details = R"(ANSWERS is a file of `sumi book search`, or a folder of shards, all of which
must be done. They must belong to the latest round that `sumi book leaves`
printed for BOOK. Takes all answers or none. Answers that BOOK already has, or
that other commands made obsolete, are ignored.
)",
    .examples = "  sumi book take my.book answers\n",
    .run = run_take,
    .program = kSumiBookName,
    .json = R"(  added      integer: positions added
  searched   integer: leaves updated
  ignored    integer: answers not used
  positions  integer: positions in the book now
)"};

const Command kBookWorkCommand{
    .name = "work",
    .arguments = "",
    .summary = "removed: use leaves, search and take",
    .details = R"(Several processes build a book in rounds: `sumi book leaves` prints the leaves,
any launcher runs `sumi book search` on shards of them, and `sumi book take`
puts the answers into the book. tools/cluster/book_rounds.sh repeats this until
nothing is missing.
)",
    .examples = "  sumi book leaves --help\n",
    .run = run_work,
    .program = kSumiBookName};

}  // namespace sumi::protocol
