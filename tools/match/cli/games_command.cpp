// SPDX-License-Identifier: MIT
/// `sumi-match games`: the games of a tournament for other programs.
#include "engine/base/text.h"
#include "tools/match/cli/commands.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace sumi::match {
namespace {

namespace po = boost::program_options;
using namespace protocol;

struct GameFormat {
  std::string_view name;
  std::string (*write)(const MatchConfig&, std::span<const GameResult>);
};
constexpr GameFormat kFormats[] = {{"transcript", transcripts}, {"ggf", ggf}, {"json", json_lines}};

int run_games(const Command& self, const Args& args, Output& out) {
  po::options_description options("Options");
  options.add_options()(
      "format", po::value<std::string>()->default_value("transcript")->value_name("NAME"),
      "transcript (a line of moves a game), ggf, or json (lines, with evaluations and times)");
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  const std::string name = text_value(*line, "format");
  const auto* const format = std::ranges::find(kFormats, name, &GameFormat::name);
  if (format == std::end(kFormats)) {
    throw UsageError(
        fmt::format("--format: {} is not one of transcript, ggf, json", sumi::quoted(name)));
  }

  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  out.write(format->write(store.config(), store.games().value()));
  return kDone;
}

}  // namespace

const Command kGamesCommand{
    "games",
    "FILE [--format transcript|ggf|json]",
    "the games as transcripts, GGF or JSON lines",
    "JSON lines: {\"id\", \"pair\", \"round\", \"black\", \"white\", \"opening\", \"result\",\n"
    "\"score\", \"ending\", \"at_fault\", \"detail\", \"moves\": [{\"move\", \"seconds\",\n"
    "\"score\", \"depth\", \"nodes\", \"exact\"}], \"seconds\", \"date\"}; scores are discs,\n"
    "those of moves for the side that moved.\n",
    "  sumi-match games first.db | head -1\n"
    "  sumi-match games first.db --format json | jq -r 'select(.score > 40) | .opening'\n",
    run_games,
    "sumi-match"};

}  // namespace sumi::match
