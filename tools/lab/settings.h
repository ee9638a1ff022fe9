// SPDX-License-Identifier: MIT
/// Names for what results depend on, short enough for a file of settings.
#pragma once

#include "engine/limits.h"
#include "protocol/command/engine_settings.h"
#include "tools/lab/records.h"

#include <span>
#include <string>

namespace sumi::lab {

using protocol::add_engine_settings;
using protocol::settings_difference;

/// 16 hexadecimal digits.
std::string checksum_of(std::span<const Record> records);

/// Adds what add_engine_settings() does, and "depth" (0: none given) and "selectivity".
Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings);

}  // namespace sumi::lab
