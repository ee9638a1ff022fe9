// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/descriptor.h"
#include "engine/engine.h"
#include "protocol/channel/stdio_channel.h"
#include "protocol/cli/auto_session.h"
#include "protocol/cli/commands.h"
#include "protocol/command/options.h"
#include "protocol/json/json_session.h"
#include "protocol/report/output.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

namespace sumi::protocol {
namespace {

/// Returns 0, or 128 + the signal.
int speak(StdioChannel& channel, Session& session) {
  try {
    const int signal = channel.run(session);
    return signal != 0 ? 128 + signal : kDone;
  } catch (const OutputClosed&) {
    return kDone;  // The client closed the pipe, as Quarry does after games.
  }
}

/// Empty: detect from the first line.
Result<std::optional<ProtocolKind>> protocol_or_auto(const std::string& name) {
  if (name == "auto") return std::optional<ProtocolKind>();
  const auto kind = parse_protocol(name);
  if (!kind) return Error{kind.error().code, kind.error().message + " or auto"};
  return std::optional(*kind);
}

int run_engine(const Command& self, const Args& args, Output& out) {
  if (args.empty() && has_own_console()) return run_command(kWebCommand, {"--desktop"}, out);
  const bool gtp_only = self.name == kGtpCommand.name;
  std::optional<ProtocolKind> kind;
  if (gtp_only) kind = ProtocolKind::kGtp;
  EngineOptions options;
  Options rows;
  if (!gtp_only) {
    std::vector<std::string> names(std::begin(kProtocolNames), std::end(kProtocolNames));
    names.emplace_back("auto");
    rows += {{"protocol", parsed(kind, "NAME", protocol_or_auto, "auto", std::move(names)),
              fmt::format("{}, or auto: detect it from the first line",
                          fmt::join(kProtocolNames, ", "))}};
  }
  rows += engine_rows(options, kAllTopics);
  if (!parse_options(self, rows, args, out)) return kDone;
  Engine engine(options, book::book_opener(print_stderr));
  engine.prepare();  // speeds up the first move
  const bool typed = is_terminal(kStdin);
  if (typed) print_stderr(greeting_for_person(kind, default_language()));
  StdioChannel channel;
  AutoSession session(engine, channel, kind, typed);
  return speak(channel, session);
}

}  // namespace

const Command kEngineCommand{
    .name = "engine",
    .arguments = "[--protocol NAME] [OPTIONS]",
    .summary = "speak the protocol of a GUI or match program",
    .details = R"(Detects the protocol from the first line: nboard (NBoard); ugi, uci, usi
(cutegames and others); ENGINE-PROTOCOL (Cassio); xboard; { (JSON lines, see
`sumi analysis`); anything else is GTP (Quarry, GoGui, gogui-twogtp). `sumi`
without a command does the same.

Options given here can be changed later through the protocol.
)",
    .examples = R"(  sumi
  sumi --hash-mib 512 --threads 4
  sumi engine --protocol nboard
  printf 'ugi\nposition startpos moves f5\ngo depth 12\n' | sumi
)",
    .run = run_engine};

const Command kGtpCommand{
    .name = "gtp",
    .arguments = "[OPTIONS]",
    .summary = "speak the Go Text Protocol",
    .details = R"(Same as `sumi engine --protocol gtp`, for Quarry, GoGui, gogui-twogtp and
scripts. The command list_commands lists the commands of the protocol;
`sumi-set NAME VALUE` changes an option later.
)",
    .examples = R"(  sumi gtp
  sumi gtp --hash-mib 512 --move-time-ms 3000
  sumi gtp --level 10 --name 'Sumi L10'
  printf 'play black f5\ngenmove white\nshowboard\nquit\n' | sumi gtp
)",
    .run = run_engine};

// `sumi analysis`.

namespace {

constexpr int kMaxAnalysisJobs = 256;

int run_analysis(const Command& self, const Args& args, Output& out) {
  std::optional<int> given_jobs;
  EngineOptions options;
  Options rows{{"jobs,j", number(given_jobs, 1, kMaxAnalysisJobs),
                "number of parallel queries, {}, each with a thread and a table (default: as many "
                "as the processors and half of the memory allow)"}};
  rows += engine_rows(options, kSearchTopics | kBookTopic, {"threads"});
  if (!parse_options(self, rows, args, out)) return kDone;
  // For the answers of `sumi hint`, each job needs a table of its size.
  const SolvePlan plan =
      or_usage_error(plan_solving(given_jobs, 1, false, options.hash_mib, solve_machine()), "--");

  std::vector<std::unique_ptr<Engine>> engines;
  std::vector<Engine*> borrowed;
  for (int i = 0; i < plan.jobs; ++i) {
    engines.push_back(std::make_unique<Engine>(options, book::book_opener(print_stderr)));
    borrowed.push_back(engines.back().get());
  }
  engines.front()->prepare();  // all share the weights
  StdioChannel channel;
  JsonSession session(borrowed, channel);
  return speak(channel, session);
}

}  // namespace

const Command kAnalysisCommand{
    .name = "analysis",
    .arguments = "[--jobs N] [OPTIONS]",
    .summary = "answer JSON queries about many positions",
    .details = R"(Reads a query per line from standard input and prints each answer as soon as it
is found:

  {"id": 1, "moves": "f5d6c3", "limits": {"level": 20}}

Answers are those of `sumi hint --json`, the same on every run unless time is
the limit. Errors are reported as {"id", "error"}. `sumi serve` accepts the
same queries over TCP and runs one query per client at a time.
)",
    .examples = R"(  echo '{"id": 1, "moves": "f5d6"}' | sumi analysis
  sumi analysis --jobs 8 < queries.jsonl > answers.jsonl
)",
    .run = run_analysis,
    .json = R"(A query:
  id               string or integer: returned with each answer; required
  position, moves  string: one of them, required: anything that `sumi hint`
                   accepts; moves may be an array
  size             integer: board size of moves: 4, 6 or 8 (default: 8)
  limits.level     integer: playing level, 0 to 60
  limits.depth     integer: plies, 1 to 60
  limits.time      number: seconds (default: 2, if nothing limits the query)
  limits.nodes     integer: nodes
  candidates       integer: number of best moves, 1 to 46 (default: 4)
  search_moves     array of strings: the moves to search (default: all)
  exact            boolean: true: solve the position, without book (default:
                   false)
  book             boolean: false: ignore the opening book (default: true)
  priority         integer: higher ones are answered first (default: 0)
  report_every     number: seconds between partial answers (default: none)

An answer:
  id                      string or integer: of the query
  final                   boolean: false: a partial answer
  terminated              boolean: true: ended by terminate; else absent
  notes                   array of strings: assumptions about the position, as
                          text; absent: none
  position, candidates[]  as in `sumi hint`

A command, and its answer:
  action         string: terminate: end queries; clear: does nothing, since
                 nothing is kept; version
  target         string or integer: of terminate: id of the queries to end
                 (default: all)
  id             string or integer or null: returned with the answer; may be
                 absent
  queries        integer: of the answer to terminate: number of queries ended
  name, version  string: of the answer to version

An error:
  id     string or integer or null: of the query or command; null: it had none
  error  string: what is wrong, as text
)"};

}  // namespace sumi::protocol
