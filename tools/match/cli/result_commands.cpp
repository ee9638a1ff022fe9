// SPDX-License-Identifier: MIT
/// `sumi-match report`, `games`, `merge` and `verify`: what is done with files of results.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/command/output_paths.h"
#include "protocol/report/output.h"
#include "tools/match/cli/commands.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace sumi::match {
namespace {

using namespace protocol;

/// What the results of a tournament come to.
int run_report(const Command& self, const Args& args, Output& out) {
  bool json = false;
  std::optional<std::string> html;
  const Options rows{
      {"json", flag(json), "one JSON object instead of tables"},
      {"html", text(html, "FILE"), "write a page with tables and pictures, needing no other file"},
      force_row()};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  std::vector<OutputPath> outputs;
  add_output(outputs, "html", html, page_kind());
  check_outputs(*line, outputs, line->words);

  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  const std::vector<GameResult> games = store.games().value();
  const Summary summary = summarise(store.config(), games);
  if (html) {
    write_file(*html, report_html(store.config(), summary, games)).value();
  }
  out.write(json ? summary_json(store.config(), summary) : summary_text(store.config(), summary));
  return kDone;
}

}  // namespace

const Command kReportCommand{
    "report",
    "FILE [--json] [--html FILE]",
    "standings, ratings and errors",
    R"(FILE is what `sumi-match run` writes; a tournament that is still running may be
looked at. Elo errors are 95 % intervals, from pairs of games with one opening
and swapped colours. The page replaces a file only if that is a page, too, or
with --force.
)",
    R"(  sumi-match report first.db
  sumi-match report first.db --html first.html
  sumi-match report first.db --json | jq .engines[0]
)",
    run_report,
    "sumi-match"};

namespace {

using WriteGames = std::string (*)(const MatchConfig&, std::span<const GameResult>);

int run_games(const Command& self, const Args& args, Output& out) {
  WriteGames write = transcripts;
  const Options rows{
      {"format",
       choice(write, {{"transcript", transcripts}, {"ggf", ggf}, {"json", json_lines}}, "NAME"),
       "transcript (a line of moves a game), ggf, or json (lines, with evaluations and times)"}};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  out.write(write(store.config(), store.games().value()));
  return kDone;
}

}  // namespace

const Command kGamesCommand{
    "games",
    "FILE [--format transcript|ggf|json]",
    "the games as transcripts, GGF or JSON lines",
    R"(JSON lines: {"id", "pair", "round", "black", "white", "opening", "result",
"score", "ending", "at_fault", "detail", "moves": [{"move", "seconds", "score",
"depth", "nodes", "exact"}], "seconds", "date"}; scores are discs, those of
moves for the side that moved.
)",
    R"(  sumi-match games first.db | head -1
  sumi-match games first.db --format json | jq -r \
      'select(.score > 40) | .opening'
)",
    run_games,
    "sumi-match"};

namespace {

int run_merge(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  if (line->words.size() < 2) throw UsageError("a new file and the files to merge are wanted");
  const std::string& to = line->words[0];
  const int damaged = merge({line->words.begin() + 1, line->words.end()}, to).value();
  const ResultStore store = ResultStore::open(to, ResultStore::Access::kRead).value();
  out.write(fmt::format("{}: {} of {} games\n", to, store.games().value().size(),
                        planned_games(store.config())));
  if (damaged == 0) return kDone;
  tell_error(
      fmt::format("games left out because they cannot be read: {}; `sumi-match run {}` plays what "
                  "is missing",
                  damaged, to));
  return kFailed;
}

}  // namespace

const Command kMergeCommand{
    "merge",
    "NEW FILE...",
    "put the shards of one tournament together",
    R"(Shards are files of `sumi-match run --shard I/N` with equal settings otherwise.
What is missing in the merged file can be played by `sumi-match run NEW`. Of a
damaged file the games that can be read are taken; the exit status is 1 then.
)",
    "  sumi-match merge all.db one.db two.db\n",
    run_merge,
    "sumi-match"};

namespace {

int run_verify(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  const std::vector<std::string> faults = store.check_file();
  for (const std::string& fault : faults) out.write(fmt::format("file: {}\n", fault));
  out.write(faults.empty() ? "no faults\n" : fmt::format("{} faults\n", faults.size()));
  return faults.empty() ? kDone : kFailed;
}

}  // namespace

const Command kVerifyCommand{
    "verify",
    "FILE",
    "whether results are as they were written",
    R"(Reads the whole file and its checksums, and each game. Exit status 1 if anything
is wrong; `sumi-match merge NEW FILE` takes out the games that can be read.
Files that an older program has made have no checksums until `sumi-match run`
goes on with them.
)",
    "  sumi-match verify first.db\n",
    run_verify,
    "sumi-match"};

}  // namespace sumi::match
