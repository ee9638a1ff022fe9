// SPDX-License-Identifier: MIT
/// A pipe with a path, which code under test reads like a file. Only for tests with the tag
/// [posix].
#pragma once

#include "engine/base/descriptor.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace sumi::test {

class Pipe {
 public:
  /// The path of the read end.
  std::string path() const { return "/dev/fd/" + std::to_string(ends_.read.get()); }

  /// At most 64 KiB unread in total.
  void write(std::string_view bytes) const {
    if (write_all(ends_.write.get(), bytes) != 0) {
      throw std::runtime_error("cannot write to a pipe");
    }
  }

  /// The reader gets end of file.
  void close_input() { ends_.write = Descriptor(); }

 private:
  sumi::Pipe ends_ = make_pipe(PipeMode::kBlocking).value();
};

}  // namespace sumi::test
