// SPDX-License-Identifier: MIT
/// Files that a page sends in pieces.
#pragma once

#include "engine/base/held_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A folder of their own, which goes with the object: names beside WTHOR's games lie where they
/// must, and a file may be longer than the memory. What killed processes left is removed by the
/// next one. One thread at a time. Functions throw FatalError.
class UploadFolder {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30;  ///< Of all files together.

  /// Makes the folder beside `path`, and that one's folder if it is a file of the user's that Sumi
  /// keeps (data_file()).
  explicit UploadFolder(const std::string& path);
  ~UploadFolder();
  UploadFolder(const UploadFolder&) = delete;
  UploadFolder& operator=(const UploadFolder&) = delete;

  /// Adds a file's next bytes, which belong at `at`; 0 begins the file, or begins it again. Returns
  /// how many bytes of it are there.
  std::uint64_t add(const std::string& name, std::uint64_t at, std::string_view bytes);

  /// The paths of the files, by name.
  std::vector<std::string> paths() const;

  /// A place or an error of one of the files, without the folder: "games.ggf:12", "no game".
  std::string without_folder(std::string text) const;

 private:
  std::string folder_;
  std::vector<HeldFile> lock_;                  ///< One, until the end: the folder is in use.
  std::map<std::string, std::uint64_t> files_;  ///< The bytes of each.
};

}  // namespace sumi::protocol
