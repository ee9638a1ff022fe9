// SPDX-License-Identifier: MIT
#include "protocol/shard/shard_resume.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {

std::string resume_path(const CommandLine& line, const ShardOption& option,
                        const ShardedResume& resume, std::optional<ShardFolder>& shard) {
  const std::string path = text_value(line, "resume");
  if (option.merge && path.empty()) throw UsageError("--shard merge: no folder; name --resume");
  if (!option.given || path.empty()) return path;
  if (!option.merge) {
    shard.emplace(ShardFolder::join(path, resume.work(), option.shard).value());
    return shard->path(resume.suffix);
  }
  const WholeFolder whole = whole_folder(path, resume.work()).value();
  const std::string merged = fmt::format("{}/all{}", path, resume.suffix);
  resume.merge(whole.paths(path, resume.suffix), merged).value();
  return merged;
}

}  // namespace sumi::protocol
