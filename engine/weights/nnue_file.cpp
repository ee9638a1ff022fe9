// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/large_pages.h"
#include "engine/base/little_endian.h"
#include "engine/base/text.h"
#include "engine/game/nnue_layout.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <unistd.h>
#include <utility>
#include <zstd.h>

namespace sumi {
namespace {

constexpr std::size_t kChannels = NnueHead::kChannels;

// With these no sum leaves its type: 76 rows and a start stay within 16 bits, an output in 32.
constexpr int kMostStart = 16000, kMostHiddenBias = 1 << 24, kMostOutput = 1 << 17,
              kMostDirect = 1 << 15, kMostBias = 1 << 22;
static_assert(kNnueInputs * 128 + kMostStart < 1 << 15);
static_assert(std::int64_t{127} * NnueHead::kUnits * kMostOutput +
                  std::int64_t{1 << 15} * kMostDirect + kMostBias <
              std::int64_t{1} << 31);

std::string nnue_layout_text() {
  return fmt::format("channels: {}\nunits: {}\nheads: {}\n{}parity: {}\n", NnueHead::kChannels,
                     NnueHead::kUnits, NnueWeights::kHeads, pattern_layout_text(), kParityFillings);
}

/// Calls each(number, bytes, most) for every number of the heads, in the order of the file.
template <class Heads, class Each>
void for_each_number(Heads& heads, const Each& each) {
  for (auto& head : heads) {
    for (auto& start : head.start) each(start, 2, kMostStart);
    for (auto& group : head.hidden) {
      for (auto& unit : group) {
        for (auto& weight : unit) each(weight, 1, 127);
      }
    }
    for (auto& bias : head.hidden_bias) each(bias, 4, kMostHiddenBias);
    for (auto& output : head.output) each(output, 4, kMostOutput);
    each(head.direct, 4, kMostDirect);
    each(head.bias, 4, kMostBias);
  }
}

constexpr std::size_t kHeadBytes =
    2 * kChannels + (kChannels + 8) * NnueHead::kUnits + 2 * sizeof(std::int32_t);

struct InUseNets {
  std::mutex mutex;  ///< Held while a file is read; guards what follows.
  std::map<std::string, std::weak_ptr<const NnueFile>> by_path;
};

}  // namespace

Result<NnueFile> parse_nnue(std::string_view bytes) {
  const auto parts = split_weights(bytes, kNnueFile);
  if (!parts) return parts.error();
  if (const auto whole = check_weights_sum(bytes); !whole) return whole.error();
  NnueFile weights;
  std::string_view text = parts->text;
  auto provenance = take_provenance(text);
  if (!provenance) return provenance.error();
  weights.provenance = std::move(*provenance);
  const auto error = take_error_model(text);
  if (!error) return error.error();
  weights.error = *error;
  if (text != nnue_layout_text()) return bad_weights("weights for another net or set of patterns");

  const NnueColumns columns = nnue_columns();
  const Error damaged = bad_weights("the compressed numbers are damaged");
  const std::string_view frame = parts->frames;
  const std::size_t size = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (ZSTD_isError(size) || size != frame.size()) return damaged;
  std::string raw(kChannels * columns.count + kHeadBytes * NnueWeights::kHeads, '\0');
  const std::size_t got = ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) || got != raw.size()) return damaged;

  weights.rows.reserve(kChannels * kNnueRows);
  prefer_large_pages(weights.rows.data(), weights.rows.capacity());
  for (const std::uint32_t column : columns.of_row) {
    for (std::size_t c = 0; c < kChannels; ++c) {
      weights.rows.push_back(static_cast<std::int8_t>(raw[c * columns.count + column]));
    }
  }
  weights.heads.resize(NnueWeights::kHeads);
  std::size_t at = kChannels * columns.count;
  bool fits = true;
  for_each_number(weights.heads, [&](auto& number, std::size_t width, int most) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < width; ++i) {
      bits |= std::uint32_t{static_cast<unsigned char>(raw[at + i])} << 8 * i;
    }
    at += width;
    number = static_cast<std::remove_reference_t<decltype(number)>>(bits);
    fits = fits && std::abs(std::int64_t{number}) <= most;
  });
  if (!fits) return bad_weights("a number is larger than any that training writes");
  return weights;
}

std::string write_nnue(const NnueFile& weights, int compression) {
  assert(weights.rows.size() == kChannels * kNnueRows);
  assert(weights.heads.size() == NnueWeights::kHeads);
  const NnueColumns columns = nnue_columns();
  std::string raw(kChannels * columns.count, '\0');
  for (std::size_t row = 0; row < columns.of_row.size(); ++row) {
    for (std::size_t c = 0; c < kChannels; ++c) {
      raw[c * columns.count + columns.of_row[row]] =
          static_cast<char>(weights.rows[row * kChannels + c]);
    }
  }
  for_each_number(weights.heads, [&](const auto& number, int width, [[maybe_unused]] int most) {
    assert(std::abs(number) <= most);
    put_number(raw, static_cast<std::uint64_t>(number), width);
  });
  std::string frame(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), raw.data(), raw.size(), compression);
  if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
  frame.resize(size);
  return join_weights(
      kNnueFile,
      provenance_text(weights.provenance) + error_model_text(weights.error) + nnue_layout_text(),
      frame);
}

Result<NnueFile> read_nnue(const std::string& path) {
  const auto bytes = read_file(path, kMaxWeightsBytes);
  if (!bytes) return bytes.error();
  auto weights = parse_nnue(*bytes);
  if (weights) return weights;
  return Error{weights.error().code,
               fmt::format("file {}: {}", sumi::quoted(path), weights.error().message)};
}

bool is_nnue_file(const std::string& path) {
  // No pipe: what is read here could not be read again.
  const Result<HeldFile> file = HeldFile::open(path, O_RDONLY);
  char head[kWeightsHeadBytes];
  return file && pread(file->fd(), head, sizeof head, 0) == sizeof head &&
         weights_number({head, sizeof head}) == kNnueFile.number;
}

Result<std::shared_ptr<const NnueFile>> load_nnue(const std::string& path) {
  static InUseNets in_use;
  const std::lock_guard lock(in_use.mutex);
  std::weak_ptr<const NnueFile>& known = in_use.by_path[path];
  if (auto shared = known.lock()) return shared;
  auto weights = read_nnue(path);
  if (!weights) return weights.error();
  auto shared = std::make_shared<const NnueFile>(std::move(*weights));
  known = shared;
  return shared;
}

Value nnue_value(const NnueFile& weights, const Board& b) {
  const auto empties = static_cast<std::size_t>(b.empties());
  const NnueHead& head = weights.heads[std::min(empties, weights.heads.size() - 1)];
  int sums[kChannels], units[kChannels];
  for (std::size_t c = 0; c < kChannels; ++c) {
    sums[c] = head.start[c];
    for (const std::uint32_t row : nnue_rows(b)) sums[c] += weights.rows[row * kChannels + c];
    const int cut = std::clamp(sums[c], 0, 127);
    units[c] = (cut * cut + 64) / 128;
  }
  int value = head.bias + head.direct * sums[0];
  for (int u = 0; u < NnueHead::kUnits; ++u) {
    int sum = head.hidden_bias[u];
    for (std::size_t c = 0; c < kChannels; ++c) sum += head.hidden[c / 4][u][c % 4] * units[c];
    value += head.output[u] * std::clamp(sum >> 6, 0, 127);
  }
  // As squeeze_estimate() in engine/core/evaluator.h.
  constexpr int kFree = 56 * Value::kPerDisc;
  const int whole = value >> 6;
  const int over = std::max(whole - kFree, 0) + std::min(whole + kFree, 0);
  const int most = kMaxEstimate.units;
  return {std::clamp(whole - over + over / 8, -most, most)};
}

}  // namespace sumi
