// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "protocol/command/command.h"
#include "protocol/service/shard_folder.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Returns an environment variable, or null if unset.
using Environment = std::function<const char*(const char* name)>;

/// Reads "I/N". Errors begin with "shard: ".
Result<Shard> parse_shard(std::string_view text);

/// The shard that a launcher gave this process: OMPI_COMM_WORLD_RANK (Open MPI), PMI_RANK (MPICH,
/// Intel MPI) or SLURM_PROCID (srun with several tasks), combined with SLURM_ARRAY_TASK_ID. Fails
/// if all are unset, or if the array has gaps, so that its size is unknown.
Result<Shard> shard_of_launcher(const Environment& environment);

struct ShardOption {
  Shard shard{};
  bool merge = false;  ///< Merge the shards instead of working.
  bool given = false;  ///< The option was given, perhaps as 1/1.
};

/// The row `--shard I/N|auto|merge`. `units` ("games") is for help. If `merges` is false, help
/// omits `merge`, which the command must refuse.
Options shard_rows(ShardOption& option, std::string_view units, bool merges = true);

/// With --shard, --resume names a folder with one file per shard.
struct ShardedResume {
  std::string_view suffix;          ///< ".solved"
  std::function<ShardWork()> work;  ///< Called only for a folder of shards.
  std::function<Result<void>(const std::vector<std::string>& from, const std::string& to)> merge;
};

/// The file for results and resuming: `path` (the value of --resume); with --shard I/N,
/// FOLDER/3-of-8.solved, locked by `shard`; with --shard merge, FOLDER/all.solved, merged from all
/// shards. Empty if `path` is. Throws UsageError, and FatalError if ShardFolder::join() or
/// whole_folder() fails.
std::string resume_path(const std::string& path, const ShardOption& option,
                        const ShardedResume& resume, std::optional<ShardFolder>& shard);

int run_status(const Command& self, const Args& args, Output& out);

constexpr Command status_command(std::string_view program, std::string_view examples) {
  return {
      .name = "status",
      .arguments = "FOLDER [--json]",
      .summary = "show the progress of shards",
      .details = R"(FOLDER is the --resume folder of a command run with --shard (sumi-lab selfplay
and label: GAMES/shards; sumi-match: the folder given to run). A shard is done,
running, stopped (the same command continues it), or missing. Each shard
records its progress every 30 seconds; rate and remaining time come from these
records. Works on any machine that sees the folder, without locks.
)",
      .examples = examples,
      .run = run_status,
      .program = program,
      .json = R"(  kind                      string: kind of work
  unit                      string: what is counted: positions, games, ...
  shards                    integer: number of shards
  done, running, stopped, missing
                            integer: number of shards in each state
  units_done                integer: units done
  units                     number: units in all; null: unknown
  rate                      number: units per second
  seconds_left              number: estimated time left; null: unknown
  all[].shard               integer: number of the shard, from 1
  all[].state               string: done, running, stopped or missing
  all[].done                integer: units done
  all[].wanted              integer: units to do; null: unknown
  all[].rate                number: units per second
  all[].host                string: machine that it runs or ran on
  all[].process             integer: process id there
)"};
}

/// A few lines: shards by state, missing and stopped ones, rate, and time left.
std::string status_text(const std::string& folder, const ShardsStatus& status);
Json status_json(const ShardsStatus& status);

}  // namespace sumi::protocol
