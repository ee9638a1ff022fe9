// SPDX-License-Identifier: MIT
/// Commands with --resume FILE that take --shard: the option then names a folder, in which each
/// shard has a file of its own.
#pragma once

#include "protocol/shard/shard_folder.h"
#include "protocol/shard/shard_option.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct ShardedResume {
  std::string_view suffix;          ///< Of the shards' files: ".solved".
  std::function<ShardWork()> work;  ///< Called only for a folder of shards.
  /// Makes one file of those of all shards.
  std::function<Result<void>(const std::vector<std::string>& from, const std::string& to)> merge;
};

/// The file to keep what is found in, and to go on from: that of --resume; or FOLDER/3-of-8.solved,
/// which `shard` then holds; or FOLDER/all.solved, made of all shards' files, for --shard merge.
/// Empty without --resume. Throws UsageError, and FatalError as ShardFolder::join() and
/// whole_folder() fail.
std::string resume_path(const CommandLine& line, const ShardOption& option,
                        const ShardedResume& resume, std::optional<ShardFolder>& shard);

}  // namespace sumi::protocol
