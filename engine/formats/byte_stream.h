// SPDX-License-Identifier: MIT
/// A file, a pipe or a text in pieces, so that its length does not matter.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/error.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// One thread at a time.
class ByteStream {
 public:
  /// Asked before and while input is waited for, though not for that of a regular file, which is
  /// there: true ends the stream, within a twentieth of a second and perhaps inside an entry.
  using Stop = std::function<bool()>;

  /// "-": standard input. Fails with kNotFound, or kBadFile for a folder.
  static Result<ByteStream> open(const std::string& path, Stop stop = {});
  static ByteStream of_text(std::string text);

  /// The next bytes, at least `count` of them unless the stream ends before. Valid until the next
  /// call.
  std::string_view peek(std::size_t count);
  void skip(std::size_t count);  ///< Requires: no more than peek() gave.

  /// From here on text in Shift-JIS comes as UTF-8: its second bytes may be brackets and
  /// backslashes, which formats give a meaning. Judged by the first piece that has other bytes than
  /// ASCII; other text comes as it is.
  void read_as_text();

  bool ended() const { return ended_; }  ///< peek(1) gives all that is left.
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }  ///< Why reading ended early.
  std::optional<double> share() const;                     ///< The part of a file read so far.
  double bytes() const { return size_; }                   ///< The size of a file; 0: unknown.

 private:
  ByteStream() = default;
  void read_more();
  void decode(std::size_t from);

  enum class Encoding { kAsItIs, kUndecided, kShiftJis };

  Descriptor file_;  ///< None: all is in the buffer.
  std::string buffer_;
  std::size_t at_ = 0;
  bool ended_ = false;
  Encoding encoding_ = Encoding::kAsItIs;
  std::string half_;             ///< A first byte of Shift-JIS whose second one is not read yet.
  double size_ = 0, taken_ = 0;  ///< Bytes; a size of 0 is unknown.
  std::string failure_;
  Stop stop_;
};

}  // namespace sumi
