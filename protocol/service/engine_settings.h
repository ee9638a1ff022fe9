// SPDX-License-Identifier: MIT
/// Settings that resumed or shared work must not mix, as JSON.
#pragma once

#include "engine/base/error.h"
#include "engine/options.h"
#include "protocol/text/json_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// 16 hexadecimal digits. Detects mistakes, not malice.
std::string checksum_of_bytes(std::string_view bytes);

/// Adds "evaluator", "hash-mib" and "weights" (a checksum of their contents), if any. Fails if
/// weights cannot be loaded.
Result<void> add_engine_settings(const EngineOptions& options, Json& settings);

/// Identifies a command's inputs without reading them: files by size, other words by their text.
Json input_settings(const std::vector<std::string>& words);

/// Describes the first difference: "depth 4, not 6".
std::string settings_difference(const Json& had, const Json& wanted);

}  // namespace sumi::protocol
