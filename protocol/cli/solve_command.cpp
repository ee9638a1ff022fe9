// SPDX-License-Identifier: MIT
/// `sumi solve FILE.obf|POSITION...`: exact endgames, checked against the file's scores.
#include "protocol/cli/commands.h"
#include "protocol/cli/problem_source.h"
#include "protocol/cli/solve_pool.h"
#include "protocol/cli/solve_report.h"
#include "protocol/command/interrupt.h"
#include "protocol/option_adapter.h"
#include "protocol/report/progress_bar.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace sumi::protocol {
namespace {

constexpr std::string_view kEngineRows[] = {"threads", "hash-mib", "evaluator", "weights", "isa"};
constexpr int kMaxJobs = 256;

int run(const Command& self, const Args& args, Output& out) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()  //
      ("jobs,j", po::value<std::string>()->default_value("1")->value_name("N"),
       fmt::format("positions solved at the same time, 1..{}", kMaxJobs).c_str())  //
      ("wld", "who wins, not by how much: win, draw or loss")                      //
      ("json", "JSON lines instead of a table");
  add_engine_options(options, kEngineRows);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("no file and no position given");
  const int jobs = int_value(*line, "jobs", 1, kMaxJobs);
  const bool json = line->values.count("json") != 0, wld = line->values.count("wld") != 0;
  const EngineOptions engine_options = engine_options_of(*line, kEngineRows);

  watch_interrupts();
  ProblemSource source(line->words);
  SolveReport report(out, json, wld);
  // JSON on the terminal is read by a person who would see the bar in the middle of it.
  ProgressBar bar(!(json && isatty(STDOUT_FILENO)), "positions");
  SolvePool pool(source, report, bar, engine_options, wld);
  const bool complete = pool.run(jobs, interrupted);
  report.total();
  if (!complete) return kInterrupted;
  if (report.positions() == 0 && report.all_good()) {
    fmt::print(stderr, "sumi solve: no position in the input\n");
    return kFailed;
  }
  return report.all_good() ? kDone : kFailed;
}

}  // namespace

const Command kSolveCommand{
    "solve",
    "FILE|POSITION... [--jobs N] [--threads N] [--hash-mib M] [--wld] [--json]",
    "play endgames out exactly",
    "Each argument is a file with a position a line, `-` for standard input, or a position: 64\n"
    "squares and the side to move (X or *: black, O: white, -: empty), or moves: f5d6c3.\n"
    "Scores of a file (OBF: `SQUARES SIDE; MOVE:SCORE; ...`) are checked: `ok`, or `WRONG` and "
    "exit\n"
    "status 1. A score is the final disc difference for the side to move, empties to the winner;\n"
    "a node is a move made on a board. Each job has a table of its own of --hash-mib: the nodes\n"
    "of a position do not depend on --jobs. With more than one of --threads they vary from run to\n"
    "run, scores never. The evaluator only orders moves: scores are the same with any.\n"
    "JSON lines: {\"index\", \"position\", \"empties\", \"score\", \"move\", \"nodes\", "
    "\"seconds\",\n"
    "\"pv\", \"expected\", \"ok\", \"wld\", \"source\"} and last {\"total\": {\"positions\", "
    "\"wrong\",\n"
    "\"nodes\", \"seconds\", \"bad\"}}. With --wld a score is 1, 0 or -1.\n",
    "  sumi solve positions.obf\n"
    "  sumi solve --jobs 4 --json positions.obf | jq -r .move\n"
    "  sumi solve --wld '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'\n"
    "  zcat many.obf.gz | sumi solve -\n",
    run};

}  // namespace sumi::protocol
