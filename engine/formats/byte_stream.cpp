// SPDX-License-Identifier: MIT
/// One buffer that moves along.
#include "engine/formats/byte_stream.h"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kChunk = 1 << 16;
constexpr Millis kBetweenStops{50};

}  // namespace

Result<ByteStream> ByteStream::open(const std::string& path, Stop stop) {
  Result<Descriptor> file = open_input(path);
  if (!file) return file.error();
  ByteStream stream;
  stream.size_ = static_cast<double>(file_bytes(file->get()));
  stream.file_ = std::move(*file);
  stream.stop_ = std::move(stop);
  return stream;
}

ByteStream ByteStream::of_text(std::string text) {
  ByteStream stream;
  stream.size_ = static_cast<double>(text.size());
  stream.buffer_ = std::move(text);
  stream.ended_ = true;
  return stream;
}

void ByteStream::read_more() {
  while (stop_ && size_ == 0) {
    if (stop_()) {
      ended_ = true;
      return;
    }
    if (wait_until(Ready::kInput, file_.get(), kBetweenStops)) break;
  }
  buffer_.erase(0, std::exchange(at_, 0));
  const std::size_t had = buffer_.size();
  buffer_.resize(had + kChunk);
  const ReadBytes read = read_some(file_.get(), std::span(buffer_).subspan(had));
  buffer_.resize(had + read.count);
  ended_ = read.ended;
  if (read.reason != 0) failure_ = std::generic_category().message(read.reason);
  if (read.count == 0 && !ended_ && !stop_) wait_until(Ready::kInput, file_.get(), kForever);
}

std::string_view ByteStream::peek(std::size_t count) {
  while (!ended_ && buffer_.size() - at_ < count) read_more();
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
