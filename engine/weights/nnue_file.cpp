// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <type_traits>
#include <utility>
#include <zstd.h>

// The bytes of weights/nnue.sumi (shipped_weights.S).
extern "C" const char sumi_shipped_nnue[], sumi_shipped_nnue_end[];

namespace sumi {
namespace {

constexpr std::size_t kChannels = NnueHead::kChannels;

static_assert(kNnueInputs * 128 + NnueLimits::kStart < 1 << 15);
static_assert(std::int64_t{NnueHead::kMaxUnit} * NnueHead::kUnits * NnueLimits::kOutput +
                  std::int64_t{NnueHead::kMaxSum} *
                      (NnueLimits::kDirect + (NnueHead::kChannels - 1) * NnueLimits::kSkip) +
                  NnueLimits::kBias <
              std::int64_t{1} << 31);

std::string nnue_layout_text(int tables) {
  const std::string several = tables == 1 ? "" : fmt::format("tables: {}\n", tables);
  return fmt::format("channels: {}\nunits: {}\nheads: {}\n{}{}parity: {}\n", NnueHead::kChannels,
                     NnueHead::kUnits, NnueWeights::kHeads, several, pattern_layout_text(),
                     kParityFillings);
}

/// Calls each(number, bytes, most) for all numbers of the heads, in file order.
template <class Heads, class Each>
void for_each_number(Heads& heads, int tables, const Each& each) {
  for (auto& head : heads) {
    for (auto& start : head.start) each(start, 2, NnueLimits::kStart);
    for (auto& group : head.hidden) {
      for (auto& unit : group) {
        for (auto& weight : unit) each(weight, 1, 127);
      }
    }
    for (auto& bias : head.hidden_bias) each(bias, 4, NnueLimits::kHiddenBias);
    for (auto& output : head.output) each(output, 4, NnueLimits::kOutput);
    if (tables > 1) {
      for (int c = 1; c < NnueHead::kChannels; ++c) each(head.skip[c], 2, NnueLimits::kSkip);
    }
    each(head.direct, 4, NnueLimits::kDirect);
    each(head.bias, 4, NnueLimits::kBias);
  }
}

constexpr std::size_t head_bytes(int tables) {
  const std::size_t skips = tables > 1 ? kChannels - 1 : 0;
  return 2 * (kChannels + skips) + (kChannels + 8) * NnueHead::kUnits + 2 * sizeof(std::int32_t);
}

WeightsInUse<NnueFile>& nets_in_use() {
  static WeightsInUse<NnueFile> all;
  return all;
}

struct NnueText {
  NnueFile weights;
  int tables;
};

Result<NnueText> parse_nnue_text(std::string_view text) {
  NnueFile weights;
  auto provenance = take_provenance(text);
  if (!provenance) return provenance.error();
  weights.provenance = std::move(*provenance);
  const auto error = take_error_model(text);
  if (!error) return error.error();
  weights.error = *error;
  for (const int tables : {kNnueTables, 1}) {
    if (text == nnue_layout_text(tables)) return NnueText{std::move(weights), tables};
  }
  return bad_weights("weights for another net or set of patterns");
}

}  // namespace

Result<NnueFile> parse_nnue(std::string_view bytes) {
  const auto parts = split_weights(bytes, kNnueFile);
  if (!parts) return parts.error();
  if (const auto whole = check_weights_sum(bytes); !whole) return whole.error();
  auto text = parse_nnue_text(parts->text);
  if (!text) return text.error();
  NnueFile& weights = text->weights;
  const auto tables = static_cast<std::size_t>(text->tables);

  const NnueColumns columns = nnue_columns();
  const Error damaged = bad_weights("the compressed numbers are damaged");
  const std::string_view frame = parts->frames;
  const std::size_t size = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (ZSTD_isError(size) || size != frame.size()) return damaged;
  const std::size_t table_bytes = kChannels * columns.count;
  std::string raw(tables * table_bytes + head_bytes(text->tables) * NnueWeights::kHeads, '\0');
  const std::size_t got = ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) || got != raw.size()) return damaged;

  weights.rows.reserve(tables * NnueFile::kTableBytes);
  prefer_large_pages(weights.rows.data(), weights.rows.capacity());
  weights.rows.resize(tables * NnueFile::kTableBytes);
  std::int8_t* to = weights.rows.data();
  for (std::size_t table = 0; table < tables; ++table) {
    const char* const from = &raw[table * table_bytes];
    for (const std::uint32_t column : columns.of_row) {
      std::memcpy(to, from + kChannels * column, kChannels);
      to += kChannels;
    }
  }
  weights.heads.resize(NnueWeights::kHeads);
  std::size_t at = tables * table_bytes;
  bool fits = true;
  for_each_number(weights.heads, text->tables, [&](auto& number, std::size_t width, int most) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < width; ++i) {
      bits |= std::uint32_t{static_cast<unsigned char>(raw[at + i])} << 8 * i;
    }
    at += width;
    number = static_cast<std::remove_reference_t<decltype(number)>>(bits);
    fits = fits && std::abs(std::int64_t{number}) <= most;
  });
  if (!fits) return bad_weights("a number is larger than any that training writes");
  return std::move(weights);
}

std::string write_nnue(const NnueFile& weights, int compression) {
  assert(weights.rows.size() == NnueFile::kTableBytes * (weights.tables() == 1 ? 1 : kNnueTables));
  assert(weights.heads.size() == NnueWeights::kHeads);
  const NnueColumns columns = nnue_columns();
  const int tables = weights.tables();
  std::string raw(static_cast<std::size_t>(tables) * kChannels * columns.count, '\0');
  const std::int8_t* from = weights.rows.data();
  for (std::size_t first = 0; first < raw.size(); first += kChannels * columns.count) {
    for (const std::uint32_t column : columns.of_row) {
      std::memcpy(&raw[first + kChannels * column], from, kChannels);
      from += kChannels;
    }
  }
  for_each_number(weights.heads, tables, [&](const auto& number, int width, int /*most*/) {
    put_number(raw, static_cast<std::uint64_t>(number), width);
  });
  std::string frame(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), raw.data(), raw.size(), compression);
  if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
  frame.resize(size);
  return join_weights(kNnueFile,
                      provenance_text(weights.provenance) + error_model_text(weights.error) +
                          nnue_layout_text(tables),
                      frame);
}

std::string_view shipped_nnue() { return {sumi_shipped_nnue, sumi_shipped_nnue_end}; }

Result<NnueFile> read_nnue(const std::string& path) {
  return read_weights(path, shipped_nnue(), parse_nnue);
}

bool is_nnue_file(const std::string& path) {
  // Do not open pipes: closing one would make its writer fail.
  std::error_code missing;
  if (!std::filesystem::is_regular_file(path, missing)) return false;
  const Result<HeldFile> file = HeldFile::open(path, HeldFile::Access::kRead);
  if (!file) return false;
  const auto head = file->read(0, kWeightsHeadBytes);
  return head && head->size() == kWeightsHeadBytes && weights_number(*head) == kNnueFile.number;
}

Result<std::shared_ptr<const NnueFile>> load_nnue(const std::string& path) {
  using Made = std::shared_ptr<const NnueFile>;
  return nets_in_use().load(path, [](const std::string& file) -> Result<Made> {
    auto weights = read_nnue(file);
    if (!weights) return weights.error();
    return std::make_shared<const NnueFile>(std::move(*weights));
  });
}

std::shared_ptr<const NnueFile> nnue_in_use(const std::string& path) {
  return nets_in_use().find(path);
}

Result<void> check_shipped_nnue() {
  const auto parts = split_weights(shipped_nnue(), kNnueFile);
  if (!parts) return in_shipped_weights(parts.error());
  const auto weights = parse_nnue_text(parts->text);
  if (!weights) return in_shipped_weights(weights.error());
  return {};
}

Value nnue_value(const NnueFile& weights, const Board& b) {
  const auto empties = static_cast<std::size_t>(b.empties());
  const NnueHead& head = weights.heads[std::min(empties, weights.heads.size() - 1)];
  int sums[kChannels], units[kChannels];
  const auto rows = nnue_rows(b);
  const std::int8_t* const table =
      weights.rows.data() + nnue_table(b.empties()) * weights.view().table_bytes;
  static_assert(kNnueInputs % 2 == 0);
  for (std::size_t c = 0; c < kChannels; ++c) {
    sums[c] = head.start[c];
    for (std::size_t i = 0; i < rows.size(); i += 2) {
      sums[c] += std::clamp(table[rows[i] * kChannels + c] + table[rows[i + 1] * kChannels + c],
                            -128, 127);
    }
    const int cut = std::clamp(sums[c], 0, 127);
    units[c] = (cut * cut + 64) / 128;
  }
  const auto linear = [&](std::size_t c) {
    return std::clamp(sums[c], -NnueHead::kMaxSum, NnueHead::kMaxSum);
  };
  int value = head.bias + head.direct * linear(0);
  for (std::size_t c = 0; c < kChannels; ++c) value += head.skip[c] * linear(c);
  for (int u = 0; u < NnueHead::kUnits; ++u) {
    int sum = head.hidden_bias[u];
    for (std::size_t c = 0; c < kChannels; ++c) sum += head.hidden[c / 4][u][c % 4] * units[c];
    value += head.output[u] * std::clamp(sum, 0, NnueHead::kMaxUnit);
  }
  // As compress_estimate() in engine/core/evaluators/evaluator.h.
  constexpr int kFree = 56 * Value::kPerDisc;
  const int whole = value >> std::countr_zero(unsigned{NnueHead::kFine});  // rounded down
  const int over = std::max(whole - kFree, 0) + std::min(whole + kFree, 0);
  const int most = kMaxEstimate.units;
  return {std::clamp(whole - over + over / 8, -most, most)};
}

}  // namespace sumi
