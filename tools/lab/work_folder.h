// SPDX-License-Identifier: MIT
/// The folder of self-play or labels as a command works in it: alone, or as one of several shards.
#pragma once

#include "protocol/command/shard_option.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/output_lock.h"

#include <functional>
#include <optional>
#include <string>

namespace sumi::lab {

struct FolderWork {
  std::string folder;
  std::string settings_name;  ///< kSelfplaySettings, kLabelSettings.
  protocol::Json settings;    ///< What all files in the folder depend on.
  protocol::ShardWork shards{};
};

/// Held as long as the work lasts.
struct WorkFolder {
  std::string path;                              ///< FOLDER, or FOLDER/shards for a shard.
  std::optional<OutputLock> lock{};              ///< Of one process that has all the work,
  std::optional<protocol::ShardFolder> shard{};  ///< or of a shard.
};

/// Locks the folder for all the work, or for one shard of it. Throws FatalError if others have it,
/// or if it is one of other settings.
WorkFolder open_work_folder(const FolderWork& work, const protocol::ShardOption& option);

/// Puts shards together: locks the folder, and calls `merge` with FOLDER/shards and their number.
/// Throws FatalError if not all are done (whole_folder()), and what `merge` throws. Returns the
/// number.
int merge_work_folder(
    const FolderWork& work,
    const std::function<void(const std::string& shards_folder, int shards)>& merge);

}  // namespace sumi::lab
