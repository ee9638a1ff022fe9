// SPDX-License-Identifier: MIT
/// Files and folders of labelled positions, and the settings that those of a folder depend on.
#pragma once

#include "engine/limits.h"
#include "protocol/service/engine_settings.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/records.h"

#include <span>
#include <string>
#include <vector>

namespace sumi::lab {

/// The suffix of the names of files of positions.
inline constexpr std::string_view kRecordSuffix = ".pos";

/// The files meant: a folder stands for the files of positions in it, by name. Fails with kNotFound
/// on a name of nothing and on a folder without positions.
Result<std::vector<std::string>> record_paths(std::span<const std::string> files_and_folders);

/// The records of a file; messages name it.
Result<std::vector<Record>> read_records(const std::string& path);

/// The records of all files, one file after the other.
Result<std::vector<Record>> read_all_records(std::span<const std::string> files_and_folders);

/// Creates the folder, and those it lies in, unless it is there. Fails with kBadFile.
Result<void> make_folder(const std::string& folder);

/// Makes `folder` one of chunks that were made with `settings`: creates it, and keeps the settings
/// in the file `name` in it. Fails with kBadFile if it holds positions of other settings, or of
/// unknown ones.
Result<void> claim_folder(const std::string& folder, const std::string& name,
                          const protocol::Json& settings);

using protocol::add_engine_settings;
using protocol::settings_difference;

/// The records in 16 hexadecimal digits, for a file of settings.
std::string checksum_of(std::span<const Record> records);

/// Adds what add_engine_settings() does, and "depth" (0: none given) and "selectivity".
Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings);

}  // namespace sumi::lab
