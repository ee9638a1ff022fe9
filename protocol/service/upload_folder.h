// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/held_file.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Stores uploaded files in a temporary folder, so that WTHOR's name files are beside the games,
/// and files may exceed the memory. The destructor removes the folder; the next process removes
/// those of killed ones. Not thread-safe. Functions throw FatalError.
class UploadFolder {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30;  ///< Of all files together.

  /// Creates the folder beside `path`, and the parent folder of a default data file (data_file()).
  explicit UploadFolder(const std::string& path);
  ~UploadFolder();
  UploadFolder(const UploadFolder&) = delete;
  UploadFolder& operator=(const UploadFolder&) = delete;

  /// Appends bytes to a file. `at` is its size so far; 0 starts the file over. Returns the new
  /// size.
  std::uint64_t add(const std::string& name, std::uint64_t at, std::string_view bytes);

  /// The paths of the files, by name.
  std::vector<std::string> paths() const;

  /// Removes the folder from a location or error of a file: "games.ggf:12", "no game".
  std::string without_folder(std::string text) const;

 private:
  std::string folder_;
  std::optional<HeldFile> lock_;                ///< Held while the folder is in use.
  std::map<std::string, std::uint64_t> files_;  ///< Sizes in bytes, by name.
};

}  // namespace sumi::protocol
