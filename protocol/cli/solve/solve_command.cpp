// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/engine.h"
#include "engine/options.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/cli/solve/solve_rows.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/position_input.h"
#include "protocol/command/shards.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/engine_settings.h"
#include "protocol/service/ordered_pool.h"
#include "protocol/service/solve.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace sumi::protocol {
namespace {

struct SolvedProblem {
  Problem problem;
  std::optional<Solution> solution;  ///< Empty for a bad problem.
};

constexpr std::uint64_t kMaxAhead = 4096;

/// Solves in parallel. Each thread's engine clears its table before each position, so that nodes
/// depend only on the position. Takes solutions from `store`, if not null; with `known_only`, other
/// positions are bad problems. Calls `tick` several times a second and at the end; its share is
/// that of the input. If interrupted, reports all solved positions and returns false. Rethrows
/// exceptions of threads.
bool solve_problems(
    ProblemSource& source, SolveReport& report, ProgressBar& bar, SolveWatch& watch,
    const EngineOptions& options, SolveMode mode, SolveStore* store, bool known_only, int threads,
    const std::function<void(std::uint64_t done, std::optional<double> share)>& tick) {
  /// Nothing if stopped.
  const auto solve = [&](Engine& engine, const Problem& problem,
                         std::stop_token stop) -> Result<std::optional<Solution>> {
    const Position& position = problem.line->position;
    if (store) {
      if (auto known = store->find(position, mode)) return std::optional(std::move(*known));
    }
    if (known_only) return Error{ErrorCode::kNotFound, "no shard has solved this position"};
    std::function<void(const SearchUpdate&)> on_update;
    if (watch.begin(problem)) {
      on_update = [&watch, &problem](const SearchUpdate& found) {
        watch.update(problem, found, found.seconds);
      };
    }
    auto solution = solve_position(engine, position, mode, stop, on_update);
    watch.end(problem);
    if (store && solution && *solution) store->add(position, mode, **solution);
    return solution;
  };

  std::optional<double> share = 0.0;
  OrderedWork<Problem, SolvedProblem> work;
  work.take = [&source](std::stop_token stop) { return source.next(stop); };
  work.make_work = [&] {
    return [&solve, engine = std::make_shared<Engine>(options)](
               Problem problem, std::stop_token stop) -> std::optional<SolvedProblem> {
      SolvedProblem done{std::move(problem), std::nullopt};
      if (!done.problem.line) return done;
      auto solution = solve(*engine, done.problem, stop);
      if (!solution) {
        done.problem.line = solution.error();
      } else if (*solution) {
        done.solution = std::move(*solution);
      } else {
        return std::nullopt;
      }
      return done;
    };
  };
  work.report = [&](const SolvedProblem& done) {
    bar.erase();
    share = done.problem.share;
    if (done.solution) {
      report.add(done.problem, *done.solution);
    } else {
      report.add_bad(done.problem);
    }
  };
  work.tick = [&] {
    watch.tick(bar);
    bar.draw(share, report.positions());
    tick(report.positions(), share);
  };
  work.interrupted = interrupted;
  const bool complete = run_in_order(threads, kMaxAhead, work);
  bar.erase();
  tick(report.positions(), complete ? 1 : share);
  return complete;
}

constexpr int kMaxJobs = 256;

struct SolveOptions {
  std::optional<int> jobs{}, threads{}, at_empties{};
  SolveMode mode{};
  bool json = false, csv = false, obf = false;
  std::string resume{};
  TextOptions texts{};
  ShardOption shard{};
  EngineOptions engine{};
};

Options rows_of(SolveOptions& options) {
  Options rows{
      {"jobs,j", number_or_auto(options.jobs, 1, kMaxJobs),
       "number of positions to solve in parallel, {}, or auto"},
      {"wld", flag(options.mode.wld), "find only whether the position is won, drawn or lost"},
      {"all-moves,a", flag(options.mode.all_moves),
       "score every legal move, best first; several times slower"},
      {"at-empties", number(options.at_empties, 0, 60),
       "take the position of each game with N empty squares"},
      {"resume", text(options.resume, "FILE"),
       "store solutions in FILE and reuse those in it; with --shard a folder"},
      {"json", flag(options.json), "print a JSON object per position"},
      {"csv", flag(options.csv), "print CSV with a header"},
      {"obf", flag(options.obf), "print OBF lines: `SQUARES SIDE; MOVE:SCORE; ...`"}};
  rows += text_rows(options.texts);
  rows += shard_rows(options.shard, "positions");
  return rows += engine_rows(options.engine, kSearchTopics);
}

SolveStyle style_of(const SolveOptions& options) {
  SolveStyle style;
  if (options.json + options.csv + options.obf > 1) {
    throw UsageError("--json, --csv and --obf exclude each other");
  }
  if (options.json) style.format = SolveFormat::kJson;
  if (options.csv) style.format = SolveFormat::kCsv;
  if (options.obf) style.format = SolveFormat::kObf;
  if (options.obf && options.mode.wld) {
    throw UsageError("--obf has scores in discs, so it excludes --wld");
  }
  style.mode = options.mode;
  style.language = default_language();
  return style;
}

std::unique_ptr<SolveStore> open_store(const std::string& path) {
  if (path.empty()) return nullptr;
  auto store = SolveStore::open(path).value();
  report_damaged_lines(store->path(), store->damaged());
  return store;
}

void print_how_to_resume(const SolveStore* store, Language language) {
  if (store) {
    print_error(tr_format(
        language,
        store->size() == 1 ? "interrupted: {} holds {} solved position; the same command resumes"
                           : "interrupted: {} holds {} solved positions; the same command resumes",
        store->path(), store->size()));
  } else {
    print_error(tr(language, "interrupted: with --resume FILE the same command would resume"));
  }
}

ShardWork shard_work(const CommandLine& line, const SolveOptions& options) {
  Json settings{{"mode", to_text(options.mode)},
                {"at-empties", options.at_empties ? std::to_string(*options.at_empties) : "last"},
                {"input", input_settings(line.words)}};
  if (options.texts.black != '\0') settings["black"] = std::string(1, options.texts.black);
  if (options.texts.keep_going) settings["keep-going"] = true;
  add_engine_settings(options.engine, settings).value();
  return {"solve", "positions", settings};
}

int run(const Command& self, const Args& args, Output& out) {
  SolveOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("no file and no position given");
  SolveStyle style = style_of(options);
  const ShardOption& option = options.shard;
  EngineOptions& engine_options = options.engine;
  ProblemSource source(line->words, options.at_empties, option.shard, options.texts);
  if (line->has("threads")) options.threads = engine_options.threads;
  const SolvePlan plan = or_usage_error(plan_solving(options.jobs, options.threads, source.single(),
                                                     engine_options.hash_mib, solve_machine()));
  engine_options.threads = plan.threads;
  check_engine(engine_options);
  std::optional<ShardFolder> shard;
  const ShardedResume sharded{".solved", [&] { return shard_work(*line, options); },
                              SolveStore::merge};
  const auto store = open_store(resume_path(options.resume, option, sharded, shard));
  if (shard) style.format = SolveFormat::kTotal;  // --shard merge prints rows

  watch_interrupts();
  SolveReport report(out, style);
  // No progress bar between JSON or CSV rows on a terminal.
  ProgressBar bar(style.format == SolveFormat::kTable || !is_terminal(kStdout),
                  tr(style.language, "positions"), style.language);
  SolveWatch watch(engine_options.threads, style.language);
  ShardProgress progress;
  const auto tick = [&](std::uint64_t done, std::optional<double> share) {
    if (!shard) return;
    progress = progress_by_share(done, share);
    shard->record(progress);
  };
  const bool complete = solve_problems(source, report, bar, watch, engine_options, style.mode,
                                       store.get(), option.merge, plan.jobs, tick);
  report.total();
  if (shard) shard->end(progress, complete);
  if (!complete) {
    print_how_to_resume(store.get(), style.language);
    return kInterrupted;
  }
  if (report.positions() == 0 && report.all_good() && option.shard.count == 1) {
    return end_with(kFailed, "no position in the input");
  }
  return report.all_good() ? kDone : kFailed;
}

}  // namespace

const Command kSolveCommand{
    .name = "solve",
    .arguments = R"(FILE|POSITION... [--jobs N] [--threads N] [--wld]
    [--all-moves] [--resume FILE] [--shard I/N])",
    .summary = "solve endgames exactly",
    .details = R"(Prints the final disc difference for the side to move with perfect play (empty
squares go to the winner), the best line and the number of nodes (moves made).

POSITION is 64 squares (X or * Black, O White, - empty) and the side to move, a
FEN, or moves (f5d6c3). FILE has a position per line, or games in any format
that `sumi convert --formats` lists: their last positions are solved, or with
--at-empties N the positions with N empty squares. - is standard input. Scores
in OBF files are checked: `ok`, or `WRONG` and exit status 1.

Positions are solved in parallel, one per processor, each with its own table
of --hash-mib; a single one uses all processors. --jobs and --threads override
this. Scores do not depend on them or on the evaluator, which orders moves.

--resume FILE continues after Ctrl-C (exit status 130), a kill or a crash. With
--shard this process solves one share of the positions and keeps it in the
folder of --resume; `sumi status` shows progress, --shard merge prints all.
)",
    .examples = R"(  sumi solve positions.obf
  sumi solve --json positions.obf | jq -r .move
  sumi solve --wld \
      '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'
  sumi solve --all-moves --obf positions.txt > scores.obf
  sumi solve games.ggf --at-empties 16 --resume solved.jsonl --csv > scores.csv
  zcat many.obf.gz | sumi solve -
  mpirun -np 64 sumi solve many.obf --resume run --shard auto --jobs 1
  sumi solve many.obf --resume run --shard merge --obf > solved.obf
)",
    .run = run,
    .json = R"(One object per position, in the order of the input.
  index          integer: number of the position in the input, from 1
  position       string: the position
  empties        integer: number of empty squares
  score          integer: exact score; with --wld 1 (win), 0 (draw) or -1
                 (loss)
  move           string: the best move; null: the game is over
  nodes          integer: moves made on a board
  seconds        number: time of the search
  pv             array of moves: the principal variation
  expected       integer: score in the input; null: none
  ok             boolean: true if score is as expected; null: no expected score
  wld            boolean: true with --wld
  source         string: file and line of the position; null: the command line
  moves[]        array: with --all-moves: every legal move, best first
  moves[].move   string: the move
  moves[].score  integer: its score
  moves[].pv     array of moves: its line

A last object:
  total.positions  integer: number of positions solved
  total.wrong      integer: number of positions whose score was not the
                   expected one
  total.nodes      integer: nodes of all
  total.seconds    number: elapsed time
  total.bad        integer: entries that could not be read
)"};

}  // namespace sumi::protocol
