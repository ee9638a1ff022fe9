// SPDX-License-Identifier: MIT
/// Lines as the server sends them -> whole messages.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A message ends where READY, ALERT or the first line of the next one comes. One thread at a time.
class GgsFramer {
 public:
  using Emit = std::function<void(std::span<const std::string> lines)>;

  /// Most lines of a message that are kept; the rest is left out. A join message of the longest
  /// game has fewer.
  static constexpr std::size_t kMaxLines = 300;

  /// Calls `emit` for each message that ends here. READY is a message too, ALERT and blank lines
  /// are none. A line that belongs to no message is dropped.
  void feed(std::string_view line, const Emit& emit);

  /// Drops a message that was not whole.
  void clear() { lines_.clear(); }

 private:
  void end_message(const Emit& emit);

  std::vector<std::string> lines_;  ///< Clean lines of the message so far.
};

}  // namespace sumi::protocol
