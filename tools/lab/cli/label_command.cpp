// SPDX-License-Identifier: MIT
/// `sumi-lab label`: better scores for positions.
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/label.h"
#include "tools/lab/long_work.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::lab {
namespace {

using namespace protocol;

int merge_all_labels(const FolderWork& work, std::size_t positions, Output& out) {
  const int shards = merge_work_folder(work, [&](const std::string& from, int count) {
    merge_labels(work.folder, from, positions, count).value();
  });
  out.write(fmt::format("{}: {} positions of {} shards\n", work.folder, positions, shards));
  return kDone;
}

int run_label(const Command& self, const Args& args, Output& out) {
  SearchChoice choice;
  LabelSetup setup;
  ShardOption shard;
  Options rows =
      search_rows(choice, "solve positions of so many empties or fewer, 0..60; 16 if not given");
  rows += {{"forget-games", flag(setup.forget_games),
            "drop scores that say how games ended: people err, and training would mix them with "
            "what the search says"}};
  rows += shard_rows(shard, "positions");
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() < 2) throw UsageError("positions and a folder for the results are wanted");
  setup.engine = lab_engine_of(choice);
  setup.limits = lab_limits_of(*line, choice);
  setup.exact_at = choice.exact_at.value_or(setup.exact_at);

  const std::string& folder = line->words.back();
  const std::vector<std::string> names(line->words.begin(), line->words.end() - 1);
  const std::vector<Record> input = read_all_records(names).value();
  const Json settings = label_settings(setup, input).value();
  const FolderWork work{folder, kLabelSettings, settings, {"label", "positions", settings}};
  if (shard.merge) return merge_all_labels(work, input.size(), out);
  WorkFolder into = open_work_folder(work, shard);
  const std::uint64_t wanted = shard.shard.share(input.size());

  watch_interrupts();
  RateBar bar("positions");
  LabelProgress last;
  const bool complete = run_label(into.path, setup, input, shard.shard, choice.threads, interrupted,
                                  [&](const LabelProgress& now) {
                                    last = now;
                                    bar.draw(now.found, now.labeled, wanted);
                                    if (into.shard)
                                      into.shard->tell({now.found + now.labeled, wanted});
                                  });
  bar.erase();
  if (into.shard) into.shard->end({last.found + last.labeled, wanted}, complete);
  out.write(fmt::format("{}: {} positions found, {} labelled, {} positions/s\n", into.path,
                        last.found, last.labeled, short_rate(last.labeled, bar.seconds())));
  if (complete) return kDone;
  out.write("Interrupted: labelled positions are kept; the same command goes on.\n");
  return kInterrupted;
}

}  // namespace

const Command kLabelCommand{
    "label",
    R"(IN... OUT [--exact-at N] [--level N|--depth N]
    [--shard I/N] [OPTIONS])",
    "score positions exactly, or by search",
    R"(IN are files of positions, or folders of them; OUT is a folder of files of 1024
positions in the order of the input. Up to --exact-at empties positions get
their exact score; the others the value and depth of a search, and keep their
score unless --forget-games. After Ctrl-C, SIGTERM or a kill the same command
goes on after the last position that was done (those of a file not yet written
are in OUT/NNNNNN.part); one sumi-lab at a time works in OUT. Settings and a
checksum of the input are kept in OUT/label.json, and others refused. With
--shard I/N a process labels every Nth position, from the Ith on, into
OUT/shards; when all shards are done, the same command with --shard merge makes
the files that one process would have made.
)",
    R"(  sumi-lab label games labelled --exact-at 16 --level 8 --threads 4
  sumi-lab data merge labelled labelled.pos
)",
    run_label,
    "sumi-lab"};

}  // namespace sumi::lab
