// SPDX-License-Identifier: MIT
/// A violated property ends the process, which libFuzzer reports as a crash.
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::fuzz {

inline void check(bool holds, std::string_view what, std::string_view shown = {}) {
  if (holds) return;
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(shown.size()), shown.data());
  std::abort();
}

/// Terminals and peers get error messages.
inline void check_message(const Error& error) {
  if (!error.message.empty() && error.message.size() <= 1000) return;
  std::fprintf(stderr, "message of %zu bytes\n", error.message.size());
  std::abort();
}

inline std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(take_until(text, '\n'));
  return lines;
}

/// Requires one line of text without control bytes.
inline void check_printable(std::string_view line) {
  for (const char c : line) {
    check(static_cast<unsigned char>(c) >= ' ' && c != '\x7F', "a control byte", line);
  }
}

/// Takes settings from the front of an input, and zeros after its end.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  unsigned next() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }

  /// 0..n-1; n <= 256.
  int below(int n) { return static_cast<int>(next()) % n; }
  bool chance() { return below(2) != 0; }

  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace sumi::fuzz
