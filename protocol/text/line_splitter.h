// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Many times the longest line of any protocol or position list.
inline constexpr std::size_t kMaxLineBytes = 64 * 1024;

/// A line without its line feed; keeps all other bytes (CR, NUL).
struct TextLine {
  std::string text;
  bool cut = false;  ///< Too long: `text` is only its beginning.

  /// Approximate memory of a queued line, in bytes.
  std::size_t cost() const { return text.size() + 64; }
};

/// Not thread-safe.
class LineSplitter {
 public:
  using Emit = std::function<void(TextLine)>;

  explicit LineSplitter(std::size_t max_bytes = kMaxLineBytes) : max_bytes_(max_bytes) {}

  /// Calls `emit` for each line that ends within `bytes`.
  void feed(std::string_view bytes, const Emit& emit);

  /// At end of input: emits a last line without a line feed.
  void finish(const Emit& emit);

 private:
  void append(std::string_view bytes);
  void end_line(const Emit& emit);

  std::size_t max_bytes_;
  TextLine line_;
  bool started_ = false;  ///< Bytes arrived since the last line feed, even if dropped.
};

}  // namespace sumi::protocol
