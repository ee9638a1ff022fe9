// SPDX-License-Identifier: MIT
/// Names for what results depend on, short enough for a file of settings.
#pragma once

#include "engine/options.h"
#include "protocol/report/json_lines.h"
#include "tools/lab/records.h"

#include <span>
#include <string>

namespace sumi::lab {

/// 16 hexadecimal digits.
std::string checksum_of(std::span<const Record> records);

/// Adds "evaluator", "hash-mib" and, if the evaluator has weights, "weights": a checksum of their
/// values, wherever they lie. Fails if they cannot be loaded.
Result<void> add_engine_settings(const EngineOptions& options, protocol::Json& settings);

}  // namespace sumi::lab
