// SPDX-License-Identifier: MIT
/// `sumi-match report`: what the results of a tournament come to.
#include "engine/base/file.h"
#include "protocol/command/output_paths.h"
#include "tools/match/cli/commands.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"

#include <boost/program_options/value_semantic.hpp>

namespace sumi::match {
namespace {

namespace po = boost::program_options;
using namespace protocol;

int run_report(const Command& self, const Args& args, Output& out) {
  po::options_description options("Options");
  options.add_options()("json", "one JSON object instead of tables")(
      "html", po::value<std::string>()->value_name("FILE"),
      "write a page with tables and pictures, needing no other file");
  add_force_option(options);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  std::vector<OutputPath> outputs;
  add_output(outputs, *line, "html", page_kind());
  check_outputs(*line, outputs, line->words);

  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  const std::vector<GameResult> games = store.games().value();
  const Summary summary = summarise(store.config(), games);
  if (line->has("html")) {
    write_file(text_value(*line, "html"), report_html(store.config(), summary, games)).value();
  }
  out.write(line->has("json") ? summary_json(store.config(), summary)
                              : summary_text(store.config(), summary));
  return kDone;
}

}  // namespace

const Command kReportCommand{
    "report",
    "FILE [--json] [--html FILE]",
    "standings, ratings and errors",
    "FILE is what `sumi-match run` writes; a tournament that is still running may be looked at.\n"
    "Elo errors are 95 % intervals, from pairs of games with one opening and swapped colours.\n"
    "The page replaces a file only if that is a page, too, or with --force.\n",
    "  sumi-match report first.db\n"
    "  sumi-match report first.db --html first.html\n"
    "  sumi-match report first.db --json | jq .engines[0]\n",
    run_report,
    "sumi-match"};

}  // namespace sumi::match
