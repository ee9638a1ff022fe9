// SPDX-License-Identifier: MIT
/// A folder of a test's own, gone at its end.
#pragma once

#include <filesystem>
#include <stdlib.h>
#include <string>

namespace sumi::test {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_((std::filesystem::temp_directory_path() / "sumi_test_XXXXXX").string()) {
    if (!mkdtemp(path_.data())) path_.clear();
  }
  ~TemporaryFolder() {
    if (!path_.empty()) std::filesystem::remove_all(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace sumi::test
