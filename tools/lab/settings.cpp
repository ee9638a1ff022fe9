// SPDX-License-Identifier: MIT
#include "tools/lab/settings.h"

#include <nlohmann/json.hpp>

namespace sumi::lab {

std::string checksum_of(std::span<const Record> records) {
  return protocol::checksum_of_bytes(write_records(records));
}

Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings) {
  if (const auto added = add_engine_settings(options, settings); !added) return added.error();
  settings["depth"] = limits.depth.value_or(0);
  settings["selectivity"] = limits.selectivity;
  return {};
}

}  // namespace sumi::lab
