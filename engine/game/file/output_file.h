// SPDX-License-Identifier: MIT
/// A file that is written piece by piece and takes its name when it is whole.
#pragma once

#include "engine/base/error.h"

#include <string>
#include <string_view>

namespace sumi {

/// One thread at a time.
class OutputFile {
 public:
  /// "-": standard output. What is there and no plain file (a pipe, a device) is written to at
  /// once; all else to PATH.new. Fails with kBadFile, or kNotFound if there is no such folder.
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  /// Without finish(): PATH.new stays if anything was written, else it is removed.
  ~OutputFile();

  Result<void> write(std::string_view bytes);

  /// Writes over the beginning of the file. Requires: it is a plain one and so much was written.
  Result<void> write_front(std::string_view bytes);

  Result<void> finish();
  bool plain() const { return !beside_.empty(); }

 private:
  OutputFile() = default;
  Error error(int reason) const;
  Result<void> flush();
  void close();

  std::string path_, beside_;  ///< `beside_` is empty for what is no plain file.
  int fd_ = -1;
  std::string pending_;
  bool written_ = false;
};

}  // namespace sumi
