// SPDX-License-Identifier: MIT
/// A temporary folder or file, removed by the destructor.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sumi::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    // In memory if possible: waiting for a disk would dominate some tests.
    const std::filesystem::path memory = "/dev/shm";
    const bool in_memory = std::filesystem::exists(memory);
    const std::filesystem::path parent =
        in_memory ? memory : std::filesystem::temp_directory_path();
    std::random_device random;
    do {
      path_ =
          (parent / ("sumi_test_" + std::to_string(100'000 + random() % 900'000))).generic_string();
    } while (!std::filesystem::create_directory(path_));
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  auto files() const {
    return std::distance(std::filesystem::directory_iterator(path_),
                         std::filesystem::directory_iterator());
  }

  /// Returns the file's path.
  std::string write(const std::string& name, std::string_view bytes) const {
    const std::string path = file(name);
    if (!(std::ofstream(path, std::ios::binary) << bytes << std::flush))
      throw std::runtime_error("cannot write " + path);
    return path;
  }

 private:
  std::string path_;
};

/// A path in an empty temporary folder.
class TemporaryFile {
 public:
  const std::string& path() const { return path_; }

  /// Empty if the file does not exist.
  std::string contents() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  TemporaryFolder folder_;
  std::string path_ = folder_.file("file");
};

}  // namespace sumi::test
