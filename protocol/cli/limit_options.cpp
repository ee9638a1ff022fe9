// SPDX-License-Identifier: MIT
#include "engine/levels.h"
#include "protocol/cli/limit_options.h"

namespace sumi::protocol {
namespace {

constexpr int kMaxLimitSeconds = 1'000'000, kMaxDepth = 60;

}  // namespace

Options limit_rows(LimitOptions& options, const std::string& standard) {
  return {{"level,l", number(options.level, 0, kMaxLevel, "L"), "as `sumi levels` says, {}"},
          {"time,t", seconds(options.time, kMaxLimitSeconds), "seconds" + standard},
          {"depth,d", number(options.depth, 1, kMaxDepth, "D"), "plies, {}"}};
}

SearchLimits LimitOptions::limits(const SearchLimits& standard) const {
  if (level.has_value() + time.has_value() + depth.has_value() > 1) {
    throw UsageError("only one of --level, --time and --depth");
  }
  if (level) return level_limits(*level);
  if (time) return time_limits(*time);
  if (!depth) return standard;
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

}  // namespace sumi::protocol
