// SPDX-License-Identifier: MIT
/// `sumi analysis`: many positions for programs, as JSON lines on standard input and output.
#include "book/book.h"
#include "engine/engine.h"
#include "protocol/channel/stdio_channel.h"
#include "protocol/cli/commands.h"
#include "protocol/command/option_adapter.h"
#include "protocol/json/json_session.h"
#include "protocol/report/output.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::string_view kAnalysisEngineRows[] = {"hash-mib", "evaluator", "weights", "isa",
                                                    "book"};
constexpr int kMaxAnalysisJobs = 256;

int run_analysis(const Command& self, const Args& args, Output& out) {
  std::optional<int> given_jobs;
  EngineOptions options;
  Options rows{{"jobs,j", number(given_jobs, 1, kMaxAnalysisJobs),
                "queries at a time, {}, a thread and a table each; as many as processors and half "
                "the memory allow if not given"}};
  rows += engine_rows(options, kAnalysisEngineRows);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  // Each job may fill a table of the size that `sumi hint` has, whose answers are to be met.
  const auto plan = plan_solving(given_jobs, 1, false, options.hash_mib, solve_machine());
  if (!plan) throw UsageError("--" + plan.error().message);

  std::vector<std::unique_ptr<Engine>> engines;
  std::vector<Engine*> borrowed;
  for (int i = 0; i < plan->jobs; ++i) {
    engines.push_back(std::make_unique<Engine>(options, book::book_opener(tell_stderr)));
    borrowed.push_back(engines.back().get());
  }
  engines.front()->prepare();  // all share the weights
  StdioChannel channel;
  JsonSession session(borrowed, channel);
  try {
    const int signal = channel.run(session);
    return signal != 0 ? 128 + signal : kDone;
  } catch (const OutputClosed&) {
    return kDone;  // the program that asked has gone
  }
}

}  // namespace

const Command kAnalysisCommand{
    "analysis",
    "[--jobs N] [OPTIONS]",
    "many positions for programs: JSON lines on standard input and output",
    R"(A line in is a query: {"id": 1, "moves": "f5d6c3", "limits": {"level": 20}},
with "position" instead of "moves", "size" (8), one of "level", "depth", "time"
(seconds, 2) and "nodes" in "limits", "candidates" (4), "exact" (false; true
solves), "book" (true), "priority" (0, the highest first) and "report_every"
(seconds between partial answers; none). The answers come as they are done:
{"id", "final", "position", "candidates"}, the last two as `sumi hint --json`
has them, and the same, except under a limit of time. {"action": "terminate",
"target": 1} ends a query, without target all; there are "clear" and "version",
too. What is wrong is answered by {"id", "error"}. `sumi serve` speaks it over
TCP, one query of a client at a time.
)",
    R"(  echo '{"id": 1, "moves": "f5d6"}' | sumi analysis
  sumi analysis --jobs 8 < queries.jsonl > answers.jsonl
)",
    run_analysis};

}  // namespace sumi::protocol
