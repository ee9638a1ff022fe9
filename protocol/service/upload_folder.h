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

/// Stores uploaded files in a temporary folder: WTHOR's name files must be beside the games, and
/// files may exceed the memory. The destructor removes the folder, the constructor those of killed
/// processes. Not thread-safe. Throws FatalError.
class UploadFolder {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30;  ///< Of all files together.

  /// Creates the folder beside `path`, and the parent folder of a data_file().
  explicit UploadFolder(const std::string& path);
  ~UploadFolder();
  UploadFolder(const UploadFolder&) = delete;
  UploadFolder& operator=(const UploadFolder&) = delete;

  /// Appends bytes at the file's size `at`; 0 starts it over. Returns the new size.
  std::uint64_t add(const std::string& name, std::uint64_t at, std::string_view bytes);

  std::vector<std::string> paths() const;

  /// Removes the folder from a file's location or error: "games.ggf:12", "no game".
  std::string without_folder(std::string text) const;

 private:
  std::string folder_;
  std::optional<HeldFile> lock_;
  std::map<std::string, std::uint64_t> files_;  ///< Sizes in bytes, by name.
};

}  // namespace sumi::protocol
