// SPDX-License-Identifier: MIT
/// `sumi engine` (also `sumi` alone) and `sumi analysis`.
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
#include <string_view>
#include <vector>

namespace sumi::protocol {
namespace {

/// Answers people who type shell commands or ask for help.
class PersonSession final : public Session {
 public:
  PersonSession(Session& session, Peer& peer) : session_(session), peer_(peer) {}

  void on_line(const TextLine& line) override {
    const std::string note = note_for_person(line.text, default_language());
    if (note.empty()) return session_.on_line(line);
    peer_.note(note);
  }
  void on_end() override { session_.on_end(); }
  void close() override { session_.close(); }
  bool finished() const override { return session_.finished(); }
  std::size_t backlog() const override { return session_.backlog(); }

 private:
  Session& session_;
  Peer& peer_;
};

/// Returns 0, or 128 + the signal.
int speak(Engine& engine, std::optional<ProtocolKind> kind) {
  const bool typed = is_terminal(kStdin);
  if (typed) print_stderr(greeting_for_person(kind, default_language()));
  StdioChannel channel;
  AutoSession session(engine, channel, kind);
  PersonSession person(session, channel);
  try {
    const int signal = channel.run(typed ? static_cast<Session&>(person) : session);
    return signal != 0 ? 128 + signal : kDone;
  } catch (const OutputClosed&) {
    // The controller has closed the pipe, as Quarry does after games.
    return kDone;
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
  const bool gtp_only = self.name == kGtpCommand.name;
  std::optional<ProtocolKind> kind;
  if (gtp_only) kind = ProtocolKind::kGtp;
  EngineOptions options;
  Options rows;
  if (!gtp_only) {
    std::vector<std::string> names(std::begin(kProtocolNames), std::end(kProtocolNames));
    names.emplace_back("auto");
    rows += {{"protocol", parsed(kind, "NAME", protocol_or_auto, "auto", std::move(names)),
              fmt::format("{}, or auto: as the first line says", fmt::join(kProtocolNames, ", "))}};
  }
  rows += engine_rows(options, kAllTopics);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  Engine engine(options, book::book_opener(print_stderr));
  engine.prepare();  // saves time for the first move
  return speak(engine, kind);
}

}  // namespace

const Command kEngineCommand{
    "engine",
    "[--protocol NAME] [OPTIONS]",
    "speak a protocol of GUIs and match programs on standard input and output",
    R"(`sumi` without a command does the same. The first line tells the protocol:
nboard (NBoard), ugi, uci, usi (cutegames and others), ENGINE-PROTOCOL (Cassio),
xboard, { (JSON lines); all else is GTP (Quarry, GoGui, gogui-twogtp). Options
can be changed later, in each protocol's way.
)",
    R"(  sumi
  sumi --hash-mib 512 --threads 4
  sumi engine --protocol nboard
  printf 'ugi\nposition startpos moves f5\ngo depth 12\n' | sumi
)",
    run_engine};

const Command kGtpCommand{
    "gtp",
    "[OPTIONS]",
    "play by the Go Text Protocol on standard input and output",
    R"(For Quarry, GoGui, gogui-twogtp and scripts: `sumi engine --protocol gtp`. The
protocol's own commands: send list_commands. Options can be changed later by
`sumi-set NAME VALUE`.
)",
    R"(  sumi gtp
  sumi gtp --hash-mib 512 --move-time-ms 3000
  sumi gtp --level 10 --name 'Sumi L10'
  printf 'play black f5\ngenmove white\nshowboard\nquit\n' | sumi gtp
)",
    run_engine};

// `sumi analysis`.

namespace {

constexpr int kMaxAnalysisJobs = 256;

int run_analysis(const Command& self, const Args& args, Output& out) {
  std::optional<int> given_jobs;
  EngineOptions options;
  Options rows{{"jobs,j", number(given_jobs, 1, kMaxAnalysisJobs),
                "queries at a time, {}, a thread and a table each; as many as processors and half "
                "the memory allow if not given"}};
  rows += engine_rows(options, kSearchTopics | kBookTopic, {"threads"});
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  // The answers of `sumi hint` need a table of its size for each job.
  const auto plan = plan_solving(given_jobs, 1, false, options.hash_mib, solve_machine());
  if (!plan) throw UsageError("--" + plan.error().message);

  std::vector<std::unique_ptr<Engine>> engines;
  std::vector<Engine*> borrowed;
  for (int i = 0; i < plan->jobs; ++i) {
    engines.push_back(std::make_unique<Engine>(options, book::book_opener(print_stderr)));
    borrowed.push_back(engines.back().get());
  }
  engines.front()->prepare();  // all share the weights
  StdioChannel channel;
  JsonSession session(borrowed, channel);
  try {
    const int signal = channel.run(session);
    return signal != 0 ? 128 + signal : kDone;
  } catch (const OutputClosed&) {
    return kDone;  // the client has gone
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
