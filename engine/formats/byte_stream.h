// SPDX-License-Identifier: MIT
/// Reads a file, pipe or text of any length in pieces.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/error.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// Not thread-safe.
class ByteStream {
 public:
  /// Polled before and while waiting for input; never for regular files. True ends the stream
  /// within 50 ms, perhaps in mid-entry.
  using Stop = std::function<bool()>;

  /// "-" is standard input. Fails with kNotFound, or with kBadFile for a folder.
  static Result<ByteStream> open(const std::string& path, Stop stop = {});
  static ByteStream of_text(std::string text);

  /// At least the next `count` bytes, or all if fewer remain. Valid until the next call.
  std::string_view peek(std::size_t count);
  void skip(std::size_t count);  ///< Requires: no more bytes than the last peek() returned.

  /// Converts the rest of the stream from Shift-JIS, whose second bytes may look like brackets and
  /// backslashes. The first piece with non-ASCII bytes decides.
  void read_as_text();

  bool ended() const { return ended_; }  ///< peek(1) returns all remaining bytes.
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }
  std::optional<double> share() const;    ///< Fraction of the file read so far.
  double bytes() const { return size_; }  ///< Size of the file; 0 if unknown.

 private:
  ByteStream() = default;
  void read_more();
  void decode(std::size_t from);

  enum class Encoding { kAsItIs, kUndecided, kShiftJis };

  Descriptor file_;  ///< None if everything is in the buffer.
  std::string buffer_;
  std::size_t at_ = 0;
  bool ended_ = false;
  Encoding encoding_ = Encoding::kAsItIs;
  std::string half_;             ///< Start of an incomplete Shift-JIS character.
  double size_ = 0, taken_ = 0;  ///< Bytes; size_ 0: unknown.
  std::string failure_;
  Stop stop_;
};

}  // namespace sumi
