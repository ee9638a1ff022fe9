// SPDX-License-Identifier: MIT
/// Names for what results depend on, short enough for a file of settings.
#pragma once

#include "engine/limits.h"
#include "engine/options.h"
#include "protocol/report/json_lines.h"
#include "tools/lab/records.h"

#include <span>
#include <string>

namespace sumi::lab {

/// 16 hexadecimal digits.
std::string checksum_of(std::span<const Record> records);

/// Adds what protocol::add_engine_settings() does, and "depth" (0: none given) and "selectivity".
Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings);

/// The first setting that differs, in words: "depth 4, not 6".
std::string settings_difference(const protocol::Json& had, const protocol::Json& wanted);

}  // namespace sumi::lab
