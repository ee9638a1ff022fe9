// SPDX-License-Identifier: MIT
/// Bytes as they arrive -> lines, in memory bounded by the longest line accepted.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Longest line any protocol or list of positions needs, many times over.
inline constexpr std::size_t kMaxLineBytes = 64 * 1024;

/// A line without its line feed; every other byte (CR, NUL) is still there.
struct TextLine {
  std::string text;
  bool cut = false;  ///< It was longer than allowed: `text` is only its beginning.

  /// Bytes of memory that a waiting line takes; an empty line takes some, too.
  std::size_t cost() const { return text.size() + 64; }
};

/// One thread at a time.
class LineSplitter {
 public:
  using Emit = std::function<void(TextLine)>;

  explicit LineSplitter(std::size_t max_bytes = kMaxLineBytes) : max_bytes_(max_bytes) {}

  /// Calls `emit` for each line that ends within `bytes`.
  void feed(std::string_view bytes, const Emit& emit);

  /// At the end of the input: the last line counts without a line feed too.
  void finish(const Emit& emit);

 private:
  void append(std::string_view bytes);
  void end_line(const Emit& emit);

  std::size_t max_bytes_;
  TextLine line_;
  bool started_ = false;  ///< Bytes came since the last line feed, whether kept or not.
};

}  // namespace sumi::protocol
