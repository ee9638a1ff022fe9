// SPDX-License-Identifier: MIT
/// A pipe with a path, which code under test reads like a file.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>

namespace sumi::test {

class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_) != 0) throw std::runtime_error("cannot create a pipe");
  }
  ~Pipe() {
    close_input();
    ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// The path of the read end.
  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

  /// At most 64 KiB unread in total.
  void write(std::string_view bytes) const {
    if (::write(ends_[1], bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      throw std::runtime_error("cannot write to a pipe");
    }
  }

  /// The reader gets end of file.
  void close_input() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace sumi::test
