// SPDX-License-Identifier: MIT
#include "protocol/shard/engine_settings.h"
#include "tools/lab/settings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::lab {

std::string checksum_of(std::span<const Record> records) {
  return protocol::checksum_of_bytes(write_records(records));
}

Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings) {
  if (const auto added = protocol::add_engine_settings(options, settings); !added) {
    return added.error();
  }
  settings["depth"] = limits.depth.value_or(0);
  settings["selectivity"] = limits.selectivity;
  return {};
}

std::string settings_difference(const protocol::Json& had, const protocol::Json& wanted) {
  for (const auto& setting : wanted.items()) {
    const std::string before = had.contains(setting.key()) ? had[setting.key()].dump() : "unknown";
    if (before != setting.value().dump()) {
      return fmt::format("{} {}, not {}", setting.key(), before, setting.value().dump());
    }
  }
  return "further settings";
}

}  // namespace sumi::lab
