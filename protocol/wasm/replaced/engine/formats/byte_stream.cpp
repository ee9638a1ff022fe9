// SPDX-License-Identifier: MIT
/// Texts only.
#include "engine/base/file.h"
#include "engine/formats/byte_stream.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace sumi {

Result<ByteStream> ByteStream::open(const std::string& path, Stop /*stop*/) {
  return system_error(path, ENOENT);
}

ByteStream ByteStream::of_text(std::string text) {
  ByteStream stream;
  stream.size_ = static_cast<double>(text.size());
  stream.buffer_ = std::move(text);
  stream.ended_ = true;
  return stream;
}

ByteStream::ByteStream(ByteStream&& other) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&& other) noexcept = default;
ByteStream::~ByteStream() = default;

std::string_view ByteStream::peek(std::size_t /*count*/) {
  return std::string_view(buffer_).substr(at_);
}

void ByteStream::skip(std::size_t count) {
  at_ += count;
  taken_ += static_cast<double>(count);
}

std::optional<double> ByteStream::share() const {
  if (size_ == 0) return std::nullopt;
  return std::min(taken_ / size_, 1.0);
}

}  // namespace sumi
