// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "protocol/service/data_file.h"

#include <filesystem>
#include <system_error>

namespace sumi::protocol {

std::optional<std::string> data_file(std::string_view name) {
  const std::string folder = user_data_folder();
  if (folder.empty()) return std::nullopt;
  return (std::filesystem::path(folder) / "sumi" / name).string();
}

void make_data_folder(const std::string& path, std::string_view name) {
  if (path != data_file(name)) return;
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
}

}  // namespace sumi::protocol
