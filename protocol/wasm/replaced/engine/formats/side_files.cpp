// SPDX-License-Identifier: MIT
/// Without a file system, games have no side files.
#include "engine/formats/wthor.h"

namespace sumi {

std::string side_file(const std::string& path, std::string_view extension) {
  return path + std::string(extension);
}
std::vector<std::string> side_files_written(const std::string&, FileFormat) { return {}; }
std::vector<std::string> side_files_read(const std::string&) { return {}; }
std::string find_side_file(const std::string&, const std::string&) { return {}; }

}  // namespace sumi
