// SPDX-License-Identifier: MIT
/// `sumi-match merge`: one file of the shards of a tournament.
#include "protocol/report/output.h"
#include "tools/match/cli/commands.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <fmt/format.h>

namespace sumi::match {
namespace {

using namespace protocol;

int run_merge(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, boost::program_options::options_description("Options"), args, out);
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
    "Shards are files of `sumi-match run --shard I/N` with equal settings otherwise. What is\n"
    "missing in the merged file can be played by `sumi-match run NEW`. Of a damaged file the\n"
    "games that can be read are taken; the exit status is 1 then.\n",
    "  sumi-match merge all.db one.db two.db\n",
    run_merge,
    "sumi-match"};

}  // namespace sumi::match
