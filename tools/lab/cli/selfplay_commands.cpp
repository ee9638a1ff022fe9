// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/shards.h"
#include "protocol/report/format.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/label.h"
#include "tools/lab/long_work.h"
#include "tools/lab/records.h"
#include "tools/lab/selfplay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr int kMinRandomPlies = 1, kMaxRandomPlies = 59, kMaxSelfplayGames = 100'000'000,
              kMaxSelfplaySeed = 2147483647;

struct FolderWork {
  std::string folder;
  std::string settings_name;  ///< kSelfplaySettings or kLabelSettings.
  Json settings;              ///< Determines all files in the folder.
  ShardWork shards;
};

struct WorkFolder {
  std::string path;                    ///< FOLDER, or FOLDER/shards for a shard.
  std::optional<OutputLock> lock{};    ///< For the whole folder.
  std::optional<ShardFolder> shard{};  ///< Or for one shard.
};

OutputLock lock_output_folder(const FolderWork& work) {
  make_folder(work.folder).value();
  OutputLock lock = OutputLock::of_folder(work.folder).value();
  open_output_folder(work.folder, work.settings_name, work.settings).value();
  return lock;
}

/// Locks the folder for all the work or for one shard. Throws FatalError if another process has
/// locked it or its settings differ.
WorkFolder open_work_folder(const FolderWork& work, const ShardOption& option) {
  if (!option.given) return {work.folder, lock_output_folder(work)};
  const std::string path = shards_of(work.folder);
  return {path, {}, ShardFolder::join(path, work.shards, option.shard).value()};
}

/// Locks the folder and calls `merge`. Returns the number of shards. Throws FatalError if shards
/// are incomplete.
int merge_work_folder(
    const FolderWork& work,
    const std::function<void(const std::string& shards_folder, int shards)>& merge) {
  const std::string path = shards_of(work.folder);
  const int shards = whole_folder(path, work.shards).value().shards;
  const OutputLock lock = lock_output_folder(work);
  merge(path, shards);
  return shards;
}

/// The shards' settings include the seed. The folder's do not: it may have games of several seeds.
FolderWork folder_work(const std::string& folder, const SelfplaySetup& setup) {
  const Json settings = selfplay_settings(setup).value();
  Json seeded = settings;
  seeded["seed"] = setup.seed;
  return {folder, kSelfplaySettings, settings, {"selfplay", "games", seeded}};
}

int merge_games(const FolderWork& work, std::uint64_t seed, std::uint64_t games, Output& out) {
  std::uint64_t positions = 0;
  const int shards = merge_work_folder(work, [&](const std::string& from, int count) {
    positions = merge_selfplay(work.folder, from, seed, games, count).value();
  });
  out.write(fmt::format("{}: {} games of {} shards, {} positions written\n", work.folder, games,
                        shards, positions));
  return kDone;
}

int run_selfplay(const Command& self, const Args& args, Output& out) {
  SelfplaySetup setup;
  SearchChoice choice;
  ShardOption shard;
  std::uint64_t games = 10000;
  Options rows{
      {"games", number(games, 1, kMaxSelfplayGames), "games in all shards together, {}"},
      {"random-plies",
       range(setup.min_random_plies, setup.max_random_plies, kMinRandomPlies, kMaxRandomPlies),
       "random moves before each game; small numbers are more likely"},
      {"balanced", number(setup.max_imbalance, 0, 64, "DISCS"),
       "use only openings evaluated within +-DISCS by a search, {}"},
      renamed("stray", {"random-percent", number(setup.random_move_percent, 0, 100, "PERCENT"),
                        "probability of a random move before the solver takes over, {}: gives "
                        "positions after mistakes"}),
      {"seed", number(setup.seed, 0, kMaxSelfplaySeed), "seed of the random moves"}};
  rows += shard_rows(shard, "games");
  rows += search_rows(choice, "solve from N empties, 0..60; default: by the level");
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("need one folder for the games");
  const std::string& folder = line->words[0];
  setup.engine = lab_engine_of(choice);
  setup.limits = lab_limits_of(*line, choice);
  if (choice.exact_at) setup.limits.exact_at_empties = *choice.exact_at;
  const FolderWork work = folder_work(folder, setup);
  if (shard.merge) return merge_games(work, setup.seed, games, out);
  WorkFolder into = open_work_folder(work, shard);

  watch_interrupts();
  RateBar bar("games");
  SelfplayProgress last;
  const auto progress = [&] { return ShardProgress{last.found + last.played, last.wanted}; };
  const bool complete = run_selfplay(into.path, setup, games, shard.shard, choice.threads,
                                     interrupted, [&](const SelfplayProgress& now) {
                                       bar.draw(now.found, now.played, now.wanted);
                                       last = now;
                                       if (into.shard) into.shard->record(progress());
                                     });
  bar.erase();
  if (into.shard) into.shard->end(progress(), complete);
  out.write(fmt::format("{}: {} games found, {} played, {} positions written, {} games/s\n",
                        into.path, last.found, last.played, last.positions,
                        short_rate(last.played, bar.seconds())));
  if (complete) return kDone;
  out.write("Interrupted: finished games are saved; the same command resumes.\n");
  return kInterrupted;
}

}  // namespace

const Command kSelfplayCommand{
    "selfplay",
    R"(FOLDER [--games N] [--level N|--depth N] [--shard I/N]
    [OPTIONS])",
    "generate training games by self-play",
    R"(Each game starts with random moves, continues with the engine's best moves, and
the solver plays the end. FOLDER gets files SEED-NNNNNN.pos with the positions
of 250 games each (format: tools/lab/records.h), and, while a file is
incomplete, the journal SEED-NNNNNN.part of its finished games. The same
command resumes after Ctrl-C or a kill; more --games extend the folder. Games
depend on the settings only, not on --threads. FOLDER/selfplay.json holds the
settings; a run with other settings is refused, and so is a second process in
the same folder.

With --shard I/N the process plays every Nth game from the Ith, in
FOLDER/shards (progress: `sumi-lab status`). When all shards are done, the same
command with --shard merge writes the files that a single process would have
written.
)",
    R"(  sumi-lab selfplay games --games 100000 --level 6 --threads 4
  sumi-lab selfplay deep --depth 10 --exact-at 18 --random-plies 8-40 --seed 2
  sumi-lab selfplay even --depth 4 --exact-at 14 --random-plies 8-16 \
      --balanced 3
  sumi-lab selfplay games --games 100000 --shard 2/3 --weights new.sumi
  mpirun -np 64 sumi-lab selfplay games --games 1000000 --shard auto
)",
    run_selfplay,
    "sumi-lab"};

namespace {

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
  Options rows = search_rows(choice, "solve positions with at most N empties, 0..60; default: 16");
  rows += {renamed("forget-games", {"drop-game-scores", flag(setup.drop_game_scores),
                                    "remove game results as scores: after mistakes they mislead "
                                    "training"})};
  rows += shard_rows(shard, "positions");
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() < 2) throw UsageError("need positions and a folder for the results");
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
                                      into.shard->record({now.found + now.labeled, wanted});
                                  });
  bar.erase();
  if (into.shard) into.shard->end({last.found + last.labeled, wanted}, complete);
  out.write(fmt::format("{}: {} positions found, {} labelled, {} positions/s\n", into.path,
                        last.found, last.labeled, short_rate(last.labeled, bar.seconds())));
  if (complete) return kDone;
  out.write("Interrupted: labelled positions are saved; the same command resumes.\n");
  return kInterrupted;
}

}  // namespace

const Command kLabelCommand{
    "label",
    R"(IN... OUT [--exact-at N] [--level N|--depth N]
    [--shard I/N] [OPTIONS])",
    "label positions with exact or search scores",
    R"(IN are files or folders of positions; OUT is a folder that gets files of 1024
positions, in the order of the input. Positions with at most --exact-at empties
get exact scores; others get the value and depth of a search, and keep their
score unless --drop-game-scores. The same command resumes after Ctrl-C or a
kill (OUT/NNNNNN.part is the journal of a file). OUT/label.json holds the
settings and a checksum of the input; a run with others is refused, and so is a
second process in the same folder.

With --shard I/N the process labels every Nth position from the Ith, in
OUT/shards. When all shards are done, the same command with --shard merge
writes the files that a single process would have written.
)",
    R"(  sumi-lab label games labelled --exact-at 16 --level 8 --threads 4
  sumi-lab data merge labelled labelled.pos
)",
    run_label,
    "sumi-lab"};

}  // namespace sumi::lab
