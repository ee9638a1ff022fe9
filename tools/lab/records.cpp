// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "protocol/service/engine_settings.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <zstd.h>

namespace sumi::lab {
namespace {

constexpr std::string_view kMagic{"SUMIPOS\x01", 8};
constexpr std::size_t kHeaderBytes = 16;
constexpr int kNoValue = -32768;

}  // namespace

std::string write_records(std::span<const Record> records) {
  std::string bytes(kMagic);
  bytes.resize(kHeaderBytes);
  bytes.reserve(kHeaderBytes + kRecordBytes * records.size());
  for (const Record& r : records) {
    put_number(bytes, r.board.own, 8);
    put_number(bytes, r.board.opp, 8);
    put_number(bytes, static_cast<std::uint16_t>(r.value ? r.value->units : kNoValue), 2);
    put_number(bytes, static_cast<std::uint8_t>(r.score.discs), 1);
    put_number(bytes, static_cast<std::uint8_t>(r.source), 1);
    put_number(bytes, r.depth, 1);
    put_number(bytes, r.move, 1);
    put_number(bytes, r.game, 2);
  }
  return bytes;
}

Result<std::vector<Record>> parse_records(std::string_view bytes) {
  if (bytes.starts_with(kPackedMark)) return unpack_records(bytes);
  if (!bytes.starts_with(kMagic) || bytes.size() < kHeaderBytes) {
    return Error{ErrorCode::kBadFile, "this is not a file of positions"};
  }
  bytes.remove_prefix(kHeaderBytes);
  if (bytes.size() % kRecordBytes != 0) {
    return Error{ErrorCode::kBadFile, "the file ends inside a record"};
  }
  std::vector<Record> records(bytes.size() / kRecordBytes);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string_view raw = bytes.substr(i * kRecordBytes, kRecordBytes);
    Record& r = records[i];
    r.board = {get_number<8>(raw, 0), get_number<8>(raw, 8)};
    const int value = static_cast<std::int16_t>(get_number<2>(raw, 16));
    if (value != kNoValue) r.value = Value{value};
    r.score = {static_cast<std::int8_t>(raw[18])};
    const auto source = get_number<1>(raw, 19), move = get_number<1>(raw, 21);
    if ((r.board.own & r.board.opp) != 0 || source > 2 || std::abs(r.score.discs) > 64 ||
        (move > 64 && move != kNoMove)) {
      return Error{ErrorCode::kBadFile, fmt::format("record {} is damaged", i)};
    }
    r.source = static_cast<ScoreSource>(source);
    r.depth = static_cast<std::uint8_t>(raw[20]);
    r.move = static_cast<std::uint8_t>(move);
    r.game = static_cast<std::uint16_t>(get_number<2>(raw, 22));
  }
  return records;
}

namespace {

constexpr int kPackCompression = 19;  // zstd level: 20 ms for a chunk of self-play
constexpr std::size_t kBoardBytes = 13;
constexpr std::uint64_t kMaxRecords = std::uint64_t{1} << 27;
constexpr int kOtherMove = 64, kPassCode = 254, kNoMoveCode = 255;

enum Column {
  kStarts,
  kLengths,
  kGames,
  kScores,
  kSources,
  kExacts,
  kMoves,
  kDepths,
  kValues0,
  kValues1,
  kValues2,
  kColumns
};

std::uint32_t folded(std::int64_t number) {
  return static_cast<std::uint32_t>(number >= 0 ? 2 * number : -2 * number - 1);
}

std::int64_t unfolded(std::uint32_t number) {
  const std::int64_t half = number / 2;
  return number % 2 == 0 ? half : -half - 1;
}

struct Next {
  Board board;
  bool same_side = false;
};

std::optional<Next> next_of(const Record& r) {
  if (r.move >= kPassMove || (rules::legal_moves(r.board) >> r.move & 1) == 0) return std::nullopt;
  const auto move = static_cast<Square>(r.move);
  const Board b = r.board.played(move, rules::flips(r.board, move));
  if (rules::must_pass(b)) return Next{b.passed(), true};
  return Next{b, false};
}

bool follows(const Record& r, const Record& before, const std::optional<Next>& next) {
  return next && r.board == next->board && r.game == before.game &&
         r.score.discs == (next->same_side ? 1 : -1) * before.score.discs &&
         (r.source == before.source || r.source == ScoreSource::kExact);
}

int code_of_move(const Record& r) {
  if (r.move == kPassMove) return kPassCode;
  if (r.move == kNoMove) return kNoMoveCode;
  const Bitboard legal = rules::legal_moves(r.board), square = Bitboard{1} << r.move;
  return (legal & square) != 0 ? std::popcount(legal & (square - 1)) : kOtherMove + r.move;
}

std::optional<std::uint8_t> move_of_code(int code, const Board& b) {
  if (code == kPassCode) return kPassMove;
  if (code == kNoMoveCode) return kNoMove;
  if (code >= 2 * kOtherMove) return std::nullopt;
  if (code >= kOtherMove) return static_cast<std::uint8_t>(code - kOtherMove);
  Bitboard legal = rules::legal_moves(b);
  for (; code > 0; --code) legal &= legal - 1;
  if (legal == 0) return std::nullopt;
  return static_cast<std::uint8_t>(std::countr_zero(legal));
}

struct FreePacking {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

/// Maximum per record.
constexpr std::uint64_t most_bytes(std::size_t column) {
  if (column == kStarts) return kBoardBytes;
  const bool counted = column == kLengths || column == kGames || column == kExacts;
  return counted ? 5 : 1;
}

class Packer {
 public:
  void add_run(std::span<const Record> run) {
    const Record& first = run.front();
    put_board(first.board);
    put_counted(kLengths, static_cast<std::uint32_t>(run.size()));
    put_counted(kGames, folded(std::int64_t{first.game} - game_));
    game_ = first.game;
    put(kScores, first.score.discs + 64);
    put(kSources, static_cast<int>(first.source));
    std::uint32_t exact = 0;
    while (exact < run.size() && run[exact].source != ScoreSource::kExact) ++exact;
    put_counted(kExacts, exact);
    std::int64_t last = 0;
    const Record* before = nullptr;
    for (const Record& r : run) {
      if (before && !next_of(*before)->same_side) last = -last;
      std::uint32_t code = 0;
      if (r.value) {
        code = 1 + folded(r.value->units - last);
        last = r.value->units;
      }
      put(kMoves, code_of_move(r));
      put(kDepths, r.depth);
      for (int i = 0; i < 3; ++i) put(kValues0 + i, static_cast<int>(code >> 8 * i & 0xFF));
      before = &r;
    }
  }

  std::string bytes(std::size_t records) const {
    const std::unique_ptr<ZSTD_CCtx, FreePacking> context(ZSTD_createCCtx());
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kPackCompression);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string all(kPackedMark);
    put_number(all, records, 8);
    for (const std::string& column : columns_) {
      std::string frame(ZSTD_compressBound(column.size()), '\0');
      const std::size_t size =
          ZSTD_compress2(context.get(), frame.data(), frame.size(), column.data(), column.size());
      if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
      put_number(all, size, 4);
      all.append(frame, 0, size);
    }
    return all;
  }

 private:
  void put(int column, int byte) {
    columns_[static_cast<std::size_t>(column)] += static_cast<char>(byte);
  }

  void put_counted(int column, std::uint32_t number) {
    for (; number >= 128; number /= 128) put(column, static_cast<int>(number % 128 + 128));
    put(column, static_cast<int>(number));
  }

  void put_board(const Board& b) {
    for (int first = 0; first < 64; first += 5) {
      int byte = 0;
      for (int s = std::min(first + 4, 63); s >= first; --s) {
        byte = 3 * byte + static_cast<int>(b.own >> s & 1) + 2 * static_cast<int>(b.opp >> s & 1);
      }
      put(kStarts, byte);
    }
  }

  std::array<std::string, kColumns> columns_;
  std::int64_t game_ = 0;
};

class Unpacker {
 public:
  /// std::nullopt if a frame is damaged or too large.
  static std::optional<Unpacker> open(std::string_view bytes, std::uint64_t records) {
    Unpacker all;
    for (std::size_t i = 0; i < kColumns; ++i) {
      std::string& column = all.columns_[i];
      if (bytes.size() < 4) return std::nullopt;
      const std::uint64_t size = get_number<4>(bytes, 0);
      bytes.remove_prefix(4);
      if (size > bytes.size()) return std::nullopt;
      const std::uint64_t raw = ZSTD_getFrameContentSize(bytes.data(), size);
      if (raw > most_bytes(i) * records) return std::nullopt;  // also rejects error codes
      if (ZSTD_findFrameCompressedSize(bytes.data(), size) != size) return std::nullopt;
      column.resize(raw);
      const std::size_t got = ZSTD_decompress(column.data(), raw, bytes.data(), size);
      if (ZSTD_isError(got) || got != raw) return std::nullopt;
      bytes.remove_prefix(size);
    }
    if (!bytes.empty()) return std::nullopt;
    return all;
  }

  /// False if the run is damaged or has more than `most` records.
  bool read_run(std::uint64_t most, std::vector<Record>& records) {
    Record r;
    r.board = take_board();
    const std::uint32_t length = take_counted(kLengths);
    game_ += unfolded(take_counted(kGames));
    const int score = take(kScores), source = take(kSources);
    const std::uint32_t exact = take_counted(kExacts);
    if (damaged_ || length == 0 || length > most || score > 128 || source > 2 || game_ < 0 ||
        game_ > 0xFFFF) {
      return false;
    }
    r.game = static_cast<std::uint16_t>(game_);
    r.score = {score - 64};
    std::int64_t last = 0;
    for (std::uint32_t i = 0; i < length; ++i) {
      if (i > 0) {
        const auto next = next_of(r);
        if (!next) return false;
        r.board = next->board;
        if (!next->same_side) {
          r.score = {-r.score.discs};
          last = -last;
        }
      }
      r.source = i >= exact ? ScoreSource::kExact : static_cast<ScoreSource>(source);
      if (!read_record(r, last)) return false;
      records.push_back(r);
    }
    return true;
  }

  bool at_end() const {
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (at_[i] != columns_[i].size()) return false;
    }
    return true;
  }

 private:
  bool read_record(Record& r, std::int64_t& last) {
    const auto played = move_of_code(take(kMoves), r.board);
    r.depth = static_cast<std::uint8_t>(take(kDepths));
    std::uint32_t code = 0;
    for (int i = 0; i < 3; ++i) code |= static_cast<std::uint32_t>(take(kValues0 + i)) << 8 * i;
    if (damaged_ || !played) return false;
    r.move = *played;
    r.value.reset();
    if (code == 0) return true;
    last += unfolded(code - 1);
    if (std::abs(last) > INT16_MAX) return false;
    r.value = Value{static_cast<int>(last)};
    return true;
  }

  // These set `damaged_` and return any value if a column ends too early or has an invalid number.

  int take(int column) {
    const auto i = static_cast<std::size_t>(column);
    if (at_[i] < columns_[i].size()) return static_cast<unsigned char>(columns_[i][at_[i]++]);
    damaged_ = true;
    return 0;
  }

  std::uint32_t take_counted(int column) {
    std::uint32_t number = 0;
    for (int shift = 0; shift < 32; shift += 7) {
      const int byte = take(column);
      number |= static_cast<std::uint32_t>(byte % 128) << shift;
      if (byte < 128) return number;
    }
    damaged_ = true;
    return number;
  }

  Board take_board() {
    Board b{0, 0};
    for (int first = 0; first < 64; first += 5) {
      int byte = take(kStarts);
      for (int s = first; s < std::min(first + 5, 64); ++s, byte /= 3) {
        if (byte % 3 == 1) b.own |= Bitboard{1} << s;
        if (byte % 3 == 2) b.opp |= Bitboard{1} << s;
      }
      damaged_ = damaged_ || byte != 0;
    }
    return b;
  }

  std::array<std::string, kColumns> columns_;
  std::array<std::size_t, kColumns> at_{};
  std::int64_t game_ = 0;
  bool damaged_ = false;
};

}  // namespace

std::string pack_records(std::span<const Record> records) {
  Packer packer;
  for (std::size_t first = 0; first < records.size();) {
    std::size_t end = first + 1;
    while (end < records.size() &&
           follows(records[end], records[end - 1], next_of(records[end - 1]))) {
      ++end;
    }
    packer.add_run(records.subspan(first, end - first));
    first = end;
  }
  return packer.bytes(records.size());
}

Result<std::vector<Record>> unpack_records(std::string_view bytes) {
  const Error damaged{ErrorCode::kBadFile, "the packed positions are damaged"};
  if (!bytes.starts_with(kPackedMark) || bytes.size() < kHeaderBytes) return damaged;
  const std::uint64_t count = get_number<8>(bytes, kPackedMark.size());
  if (count > kMaxRecords) return damaged;
  auto unpacker = Unpacker::open(bytes.substr(kHeaderBytes), count);
  if (!unpacker) return damaged;
  std::vector<Record> records;
  while (records.size() < count) {
    if (!unpacker->read_run(count - records.size(), records)) return damaged;
  }
  if (!unpacker->at_end()) return damaged;
  return records;
}

namespace fs = std::filesystem;

Error in_file(const std::string& path, const Error& error) {
  return {error.code, fmt::format("file {}: {}", sumi::quoted(path), error.message)};
}

Error begun_otherwise(const std::string& folder, const protocol::Json& had,
                      const protocol::Json& wanted) {
  return {ErrorCode::kBadFile,
          fmt::format("folder {} was begun with {}; use the same settings or name another folder",
                      sumi::quoted(folder), protocol::settings_difference(had, wanted))};
}

namespace {

Result<std::vector<std::string>> files_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->path().extension() == kRecordSuffix) paths.push_back(entry->path());
  }
  if (failure) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("folder {}: {}", sumi::quoted(folder), failure.message())};
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

Result<std::vector<std::string>> record_paths(std::span<const std::string> files_and_folders) {
  std::vector<std::string> paths;
  for (const std::string& name : files_and_folders) {
    std::error_code failure;
    if (!fs::is_directory(name, failure)) {
      paths.push_back(name);
      continue;
    }
    const auto inside = files_in(name);
    if (!inside) return inside.error();
    if (inside->empty()) {
      return Error{ErrorCode::kNotFound, fmt::format("folder {} has no files named *{}",
                                                     sumi::quoted(name), kRecordSuffix)};
    }
    paths.insert(paths.end(), inside->begin(), inside->end());
  }
  return paths;
}

Result<std::vector<Record>> read_records(const std::string& path) {
  const auto bytes = read_file(path, std::size_t{1} << 33);
  if (!bytes) return bytes.error();
  auto records = parse_records(*bytes);
  if (!records) return in_file(path, records.error());
  return records;
}

Result<std::vector<Record>> read_all_records(std::span<const std::string> files_and_folders) {
  const auto paths = record_paths(files_and_folders);
  if (!paths) return paths.error();
  std::vector<Record> all;
  for (const std::string& path : *paths) {
    const auto records = read_records(path);
    if (!records) return records.error();
    all.insert(all.end(), records->begin(), records->end());
  }
  return all;
}

Result<void> make_folder(const std::string& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) {
    return Error{ErrorCode::kBadFile, fmt::format("folder {} cannot be made: {}",
                                                  sumi::quoted(folder), failure.message())};
  }
  return {};
}

Result<void> open_output_folder(const std::string& folder, const std::string& name,
                                const protocol::Json& settings) {
  if (const auto made = make_folder(folder); !made) return made.error();
  const std::string path = folder + "/" + name;
  const auto text = read_file(path);
  if (!text && text.error().code != ErrorCode::kNotFound) return text.error();
  if (!text) {
    const auto files = files_in(folder);
    if (!files) return files.error();
    if (!files->empty()) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("folder {} holds positions but no {}: nobody knows their settings; "
                               "name another folder",
                               sumi::quoted(folder), name)};
    }
    return write_file(path, settings.dump(2) + "\n");
  }
  const protocol::Json had = protocol::Json::parse(*text, nullptr, false);
  if (!had.is_object()) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("file {} is not a JSON object of settings", sumi::quoted(path))};
  }
  if (had == settings) return {};
  return begun_otherwise(folder, had, settings);
}

std::string checksum_of(std::span<const Record> records) {
  return protocol::checksum_of_bytes(write_records(records));
}

Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings) {
  const auto added = protocol::add_engine_settings(options, settings);
  if (!added) return added.error();
  settings["depth"] = limits.depth.value_or(0);
  settings["selectivity"] = limits.selectivity;
  return {};
}

}  // namespace sumi::lab
