// SPDX-License-Identifier: MIT
/// The option --shard: which part of independent work a process does, or that the parts are to be
/// put together.
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

/// The text of a variable of the environment; null if it is not set. A plain function is one, and
/// tests have others.
using Environment = std::function<const char*(const char* name)>;

/// Reads "I/N". Errors begin with "shard: ".
Result<Shard> parse_shard(std::string_view text);

/// The shard of this process among those that a launcher has started: by OMPI_COMM_WORLD_RANK (Open
/// MPI), PMI_RANK (MPICH, Intel MPI) or SLURM_PROCID (srun with several tasks), and by the place of
/// SLURM_ARRAY_TASK_ID in its array. In an array of jobs of several tasks each, every task of every
/// job is a shard. Fails if none of these is set, and for an array with gaps, whose tasks do not
/// know how many they are.
Result<Shard> shard_of_launcher(const Environment& environment);

/// What --shard asks for.
struct ShardOption {
  Shard shard{};
  bool merge = false;  ///< Put the shards together and do no work.
  bool given = false;  ///< There is such an option; it may say 1/1.
};

/// --shard I/N|auto|merge; `units` says in the help what is shared out: "games". Help and
/// completion leave out `merge` for a command that `merges` not, which must refuse it.
Options shard_rows(ShardOption& option, std::string_view units, bool merges = true);

/// A command with --resume FILE that takes --shard: the option then names a folder, in which each
/// shard has a file of its own.
struct ShardedResume {
  std::string_view suffix;          ///< Of the shards' files: ".solved".
  std::function<ShardWork()> work;  ///< Called only for a folder of shards.
  /// Makes one file of those of all shards.
  std::function<Result<void>(const std::vector<std::string>& from, const std::string& to)> merge;
};

/// The file to keep what is found in, and to go on from: `path`, the value of --resume; or
/// FOLDER/3-of-8.solved, which `shard` then holds; or FOLDER/all.solved, made of all shards' files,
/// for --shard merge. Empty if `path` is. Throws UsageError, and FatalError as ShardFolder::join()
/// and whole_folder() fail.
std::string resume_path(const std::string& path, const ShardOption& option,
                        const ShardedResume& resume, std::optional<ShardFolder>& shard);

// The command `status`, which every program has that works in shards.

int run_status(const Command& self, const Args& args, Output& out);

/// The row of `status`.
constexpr Command status_command(std::string_view program, std::string_view examples) {
  return {"status",
          "FOLDER [--json]",
          "how far the shards of a folder are",
          R"(FOLDER is one that `--shard` works in (of self-play and labels: GAMES/shards). A
shard is done, running, stopped (ended early or killed: the same command goes
on), or missing. Rate and time left are by what the shards note every half
minute. Works on any machine that sees the folder, and disturbs nobody. JSON:
{"kind", "unit", "shards", "done", "running", "stopped", "missing",
"units_done", "units", "rate", "seconds_left", "all": [{"shard", "state",
"done", "wanted", "rate", "host", "process"}]}.
)",
          examples,
          run_status,
          program};
}

/// A few lines: how many of each state, which ones are missing or stopped, the rate, the time left.
std::string status_text(const std::string& folder, const ShardsStatus& status);
Json status_json(const ShardsStatus& status);

}  // namespace sumi::protocol
