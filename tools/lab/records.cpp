// SPDX-License-Identifier: MIT
#include "tools/lab/packed_records.h"
#include "tools/lab/records.h"

#include <fmt/format.h>

#include <cstdlib>

namespace sumi::lab {
namespace {

constexpr std::string_view kMagic{"SUMIPOS\x01", 8};
constexpr std::size_t kHeaderBytes = 16;
constexpr int kNoValue = -32768;

void put(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i);
}

std::uint64_t get(std::string_view bytes, std::size_t at, int size) {
  std::uint64_t value = 0;
  for (int i = size; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  }
  return value;
}

}  // namespace

std::string write_records(std::span<const Record> records) {
  std::string bytes(kMagic);
  bytes.resize(kHeaderBytes);
  bytes.reserve(kHeaderBytes + kRecordBytes * records.size());
  for (const Record& r : records) {
    put(bytes, r.board.own, 8);
    put(bytes, r.board.opp, 8);
    put(bytes, static_cast<std::uint16_t>(r.value ? r.value->units : kNoValue), 2);
    put(bytes, static_cast<std::uint8_t>(r.score.discs), 1);
    put(bytes, static_cast<std::uint8_t>(r.source), 1);
    put(bytes, r.depth, 1);
    put(bytes, r.move, 1);
    put(bytes, r.game, 2);
  }
  return bytes;
}

Result<std::vector<Record>> parse_records(std::string_view bytes) {
  if (bytes.starts_with(kPackedMark)) return unpack_records(bytes);
  if (!bytes.starts_with(kMagic) || bytes.size() < kHeaderBytes) {
    return Error{ErrorCode::kBadFile, "this is no file of positions"};
  }
  bytes.remove_prefix(kHeaderBytes);
  if (bytes.size() % kRecordBytes != 0) {
    return Error{ErrorCode::kBadFile, "the file ends inside a record"};
  }
  std::vector<Record> records(bytes.size() / kRecordBytes);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string_view raw = bytes.substr(i * kRecordBytes, kRecordBytes);
    Record& r = records[i];
    r.board = {get(raw, 0, 8), get(raw, 8, 8)};
    const int value = static_cast<std::int16_t>(get(raw, 16, 2));
    if (value != kNoValue) r.value = Value{value};
    r.score = {static_cast<std::int8_t>(get(raw, 18, 1))};
    const auto source = get(raw, 19, 1), move = get(raw, 21, 1);
    if ((r.board.own & r.board.opp) != 0 || source > 2 || std::abs(r.score.discs) > 64 ||
        (move > 64 && move != kNoMove)) {
      return Error{ErrorCode::kBadFile, fmt::format("record {} is damaged", i)};
    }
    r.source = static_cast<ScoreSource>(source);
    r.depth = static_cast<std::uint8_t>(get(raw, 20, 1));
    r.move = static_cast<std::uint8_t>(move);
    r.game = static_cast<std::uint16_t>(get(raw, 22, 2));
  }
  return records;
}

}  // namespace sumi::lab
