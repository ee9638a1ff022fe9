// SPDX-License-Identifier: MIT
/// Standard output, written to so that a full disk or a closed pipe is noticed.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// One line on standard error. Whether anybody can read it or not, the program goes on.
void tell_stderr(std::string_view line) noexcept;

/// The reader went away (`sumi solve ... | head`, a GUI that quit): no more output is wanted.
/// main() ends the program without a word.
class OutputClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "nobody reads the output any more"; }
};

/// Collects text for a file descriptor and hands it over whole in flush(). The descriptor stays
/// the caller's. One thread at a time. Requires: SIGPIPE is ignored.
class Output {
 public:
  explicit Output(int fd) : fd_(fd) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Adds text; flushes by itself when much has been collected.
  void write(std::string_view text);

  /// Hands over what was collected. Throws OutputClosed, or FatalError on any other failure; the
  /// collected text is dropped then.
  void flush();

 private:
  int fd_;
  std::string pending_;
};

}  // namespace sumi::protocol
