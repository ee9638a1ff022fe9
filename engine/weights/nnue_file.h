// SPDX-License-Identifier: MIT
/// Weights of the evaluator `nnue` as files. The format, byte by byte: weights/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/evaluator_data.h"
#include "engine/weights/weights_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// The largest numbers of a file, of either sign. With these no sum leaves its type: 76 rows and a
/// start stay within 16 bits, an output in 32.
struct NnueLimits {
  static constexpr int kStart = 16000, kHiddenBias = 1 << 24, kOutput = 2048, kDirect = 56'000,
                       kSkip = 20'000, kBias = 1 << 26;
};

/// Constant once made, so that threads may share it.
struct NnueFile {
  std::vector<std::int8_t> rows;  ///< [tables()][kNnueRows][NnueHead::kChannels]; those of a
                                  ///< column equal.
  std::vector<NnueHead> heads;    ///< [NnueWeights::kHeads]
  ErrorModel error{};
  Provenance provenance;

  /// kNnueTables or 1. With one the linear part has channel 0 only: so were all files before
  /// 2026-11-28.
  int tables() const { return static_cast<int>(rows.size() / kTableBytes); }

  /// Valid as long as this is, and not moved.
  NnueWeights view() const {
    return {rows.data(), tables() == 1 ? 0 : std::ptrdiff_t{kTableBytes}, heads.data(), error};
  }

  static constexpr std::size_t kTableBytes = std::size_t{kNnueRows} * NnueHead::kChannels;
};

/// Fails with kBadFile on anything that write_nnue() has not written for this layout, and on
/// numbers so large that sums could leave 16 or 32 bits.
Result<NnueFile> parse_nnue(std::string_view bytes);
/// `compression` is a level of zstd: 19 makes the smallest files, in seconds. Requires: numbers as
/// parse_nnue() accepts them.
std::string write_nnue(const NnueFile& weights, int compression = 19);

/// parse_nnue() of a file, which errors name; of the bytes built into the program if `path` is
/// empty.
Result<NnueFile> read_nnue(const std::string& path);
std::string_view shipped_nnue();

/// Whether `path` is a file, no pipe, that begins as one of a net does.
bool is_nnue_file(const std::string& path);

/// As read_nnue(). A file is read once for all engines that want it at the same time. Any thread.
Result<std::shared_ptr<const NnueFile>> load_nnue(const std::string& path);

/// What load_nnue() would return, if somebody has it already, else null. Never waits.
std::shared_ptr<const NnueFile> nnue_in_use(const std::string& path);

/// Whether the net built into the program is for its patterns: microseconds, where loading it takes
/// tens of milliseconds.
Result<void> check_shipped_nnue();

/// The slow twin of the evaluator.
Value nnue_value(const NnueFile& weights, const Board& b);

}  // namespace sumi
