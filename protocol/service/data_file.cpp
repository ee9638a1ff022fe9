// SPDX-License-Identifier: MIT
#include "protocol/service/data_file.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace sumi::protocol {

std::optional<std::string> data_file(std::string_view name) {
  const auto folder = [](const char* variable) -> std::filesystem::path {
    const char* const value = std::getenv(variable);
    // The XDG specification ignores relative paths.
    return value && *value == '/' ? value : "";
  };
  std::filesystem::path data = folder("XDG_DATA_HOME");
  if (data.empty()) {
    const std::filesystem::path home = folder("HOME");
    if (home.empty()) return std::nullopt;
    data = home / ".local" / "share";
  }
  return (data / "sumi" / name).string();
}

void make_data_folder(const std::string& path, std::string_view name) {
  if (path != data_file(name)) return;
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
}

}  // namespace sumi::protocol
