// SPDX-License-Identifier: MIT
#include "tools/lab/record_files.h"
#include "tools/lab/work_folder.h"

#include <nlohmann/json.hpp>

namespace sumi::lab {
namespace {

OutputLock claim_whole(const FolderWork& work) {
  make_folder(work.folder).value();
  OutputLock lock = OutputLock::of_folder(work.folder).value();
  claim_folder(work.folder, work.settings_name, work.settings).value();
  return lock;
}

}  // namespace

WorkFolder open_work_folder(const FolderWork& work, const protocol::ShardOption& option) {
  if (!option.given) return {work.folder, claim_whole(work)};
  const std::string path = protocol::shards_of(work.folder);
  return {path, {}, protocol::ShardFolder::join(path, work.shards, option.shard).value()};
}

int merge_work_folder(
    const FolderWork& work,
    const std::function<void(const std::string& shards_folder, int shards)>& merge) {
  const std::string path = protocol::shards_of(work.folder);
  const int shards = protocol::whole_folder(path, work.shards).value().shards;
  const OutputLock lock = claim_whole(work);
  merge(path, shards);
  return shards;
}

}  // namespace sumi::lab
