// SPDX-License-Identifier: MIT
/// What the results of an engine depend on, as a JSON object: for files of work that is gone on
/// with, or shared, and must not be by another engine.
#pragma once

#include "engine/base/error.h"
#include "engine/options.h"
#include "protocol/text/json_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// 16 hexadecimal digits: they tell mistakes, not malice.
std::string checksum_of_bytes(std::string_view bytes);

/// Adds "evaluator", "hash-mib" and, if the evaluator has weights, "weights": what tells them from
/// others, wherever they lie. Fails if they cannot be loaded.
Result<void> add_engine_settings(const EngineOptions& options, Json& settings);

/// What tells the inputs of a command from others without reading them: the sizes of files; words
/// that are no files as they are.
Json input_settings(const std::vector<std::string>& words);

/// The first setting that differs, in words: "depth 4, not 6".
std::string settings_difference(const Json& had, const Json& wanted);

}  // namespace sumi::protocol
