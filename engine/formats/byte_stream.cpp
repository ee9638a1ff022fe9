// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
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
  buffer_ += std::exchange(half_, {});
  const std::size_t whole = buffer_.size();
  buffer_.resize(whole + kChunk);
  const ReadBytes read = read_some(file_.get(), std::span(buffer_).subspan(whole));
  buffer_.resize(whole + read.count);
  decode(had);
  ended_ = read.ended;
  if (read.reason != 0) failure_ = std::generic_category().message(read.reason);
  if (read.count == 0 && !ended_ && !stop_) wait_until(Ready::kInput, file_.get(), kForever);
}

namespace {

/// `text` without an incomplete UTF-8 character at the end.
std::string_view without_cut_end(std::string_view text) {
  constexpr std::size_t kMaxCut = 3;
  std::size_t end = text.size();
  while (end > 0 && text.size() - end < kMaxCut && !begins_character(text[end - 1])) --end;
  const bool lead = end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0;
  return lead && utf8_length(text.substr(end - 1)) == 0 ? text.substr(0, end - 1) : text;
}

}  // namespace

void ByteStream::read_as_text() {
  encoding_ = Encoding::kUndecided;
  decode(at_);
}

void ByteStream::decode(std::size_t from) {
  const std::string_view text = std::string_view(buffer_).substr(from);
  const bool ascii =
      std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (encoding_ == Encoding::kAsItIs || ascii) return;
  if (encoding_ == Encoding::kUndecided && is_utf8(without_cut_end(text))) {
    encoding_ = Encoding::kAsItIs;
    return;
  }
  std::size_t rest = 0;
  const auto decoded = utf8_of_shift_jis(text, &rest);
  if (!decoded) {
    if (encoding_ == Encoding::kUndecided) encoding_ = Encoding::kAsItIs;
    return;
  }
  encoding_ = Encoding::kShiftJis;
  half_ = text.substr(text.size() - rest);
  buffer_.replace(from, std::string::npos, *decoded);
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
