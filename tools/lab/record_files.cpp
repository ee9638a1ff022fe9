// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "tools/lab/record_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace sumi::lab {

namespace fs = std::filesystem;

namespace {

/// Files of positions in a folder, by name.
Result<std::vector<std::string>> files_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->path().extension() == kRecordSuffix) paths.push_back(entry->path());
  }
  if (failure) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("folder {}: {}", sumi::quoted(folder), failure.message())};
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

Result<std::vector<std::string>> record_paths(std::span<const std::string> files_and_folders) {
  std::vector<std::string> paths;
  for (const std::string& name : files_and_folders) {
    std::error_code failure;
    if (!fs::is_directory(name, failure)) {
      paths.push_back(name);
      continue;
    }
    const auto inside = files_in(name);
    if (!inside) return inside.error();
    if (inside->empty()) {
      return Error{ErrorCode::kNotFound, fmt::format("folder {} has no files named *{}",
                                                     sumi::quoted(name), kRecordSuffix)};
    }
    paths.insert(paths.end(), inside->begin(), inside->end());
  }
  return paths;
}

Result<std::vector<Record>> read_records(const std::string& path) {
  const auto bytes = read_file(path, std::size_t{1} << 33);
  if (!bytes) return bytes.error();
  auto records = parse_records(*bytes);
  if (!records) {
    return Error{records.error().code,
                 fmt::format("file {}: {}", sumi::quoted(path), records.error().message)};
  }
  return records;
}

Result<std::vector<Record>> read_all_records(std::span<const std::string> files_and_folders) {
  const auto paths = record_paths(files_and_folders);
  if (!paths) return paths.error();
  std::vector<Record> all;
  for (const std::string& path : *paths) {
    const auto records = read_records(path);
    if (!records) return records.error();
    all.insert(all.end(), records->begin(), records->end());
  }
  return all;
}

Result<void> make_folder(const std::string& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) {
    return Error{ErrorCode::kBadFile, fmt::format("folder {} cannot be made: {}",
                                                  sumi::quoted(folder), failure.message())};
  }
  return {};
}

Result<void> claim_folder(const std::string& folder, const std::string& name,
                          const protocol::Json& settings) {
  if (const auto made = make_folder(folder); !made) return made.error();
  const std::string path = folder + "/" + name;
  const auto text = read_file(path);
  if (!text && text.error().code != ErrorCode::kNotFound) return text.error();
  if (!text) {
    const auto files = files_in(folder);
    if (!files) return files.error();
    if (!files->empty()) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("folder {} holds positions but no {}: nobody knows their settings; "
                               "name another folder",
                               sumi::quoted(folder), name)};
    }
    return write_file(path, settings.dump(2) + "\n");
  }
  const protocol::Json had = protocol::Json::parse(*text, nullptr, false);
  if (!had.is_object()) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("file {} is no JSON object of settings", sumi::quoted(path))};
  }
  if (had == settings) return {};
  return Error{ErrorCode::kBadFile,
               fmt::format("folder {} was begun with {}; go on with the same settings or name "
                           "another folder",
                           sumi::quoted(folder), settings_difference(had, settings))};
}

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
