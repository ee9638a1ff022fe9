// SPDX-License-Identifier: MIT
/// Files of weights of the evaluator `nnue`. Format: weights/README.md.
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

/// Largest absolute values. They prevent overflow: 76 rows and a start fit in 16 bits, an output in
/// 32.
struct NnueLimits {
  static constexpr int kStart = 16000, kHiddenBias = 1 << 24, kOutput = 2048, kDirect = 56'000,
                       kSkip = 20'000, kBias = 1 << 26;
};

/// Immutable, hence thread-safe.
struct NnueFile {
  std::vector<std::int8_t> rows;  ///< [tables()][kNnueRows][NnueHead::kChannels]; equal within a
                                  ///< column.
  std::vector<NnueHead> heads;    ///< [NnueWeights::kHeads]
  ErrorModel error{};
  Provenance provenance;

  /// kNnueTables; 1 in older files, whose linear part uses only channel 0.
  int tables() const { return static_cast<int>(rows.size() / kTableBytes); }

  /// Valid until this object is moved or destroyed.
  NnueWeights view() const {
    return {rows.data(), tables() == 1 ? 0 : std::ptrdiff_t{kTableBytes}, heads.data(), error};
  }

  static constexpr std::size_t kTableBytes = std::size_t{kNnueRows} * NnueHead::kChannels;
};

/// Fails with kBadFile on bytes that write_nnue() cannot write for this layout, and on numbers
/// beyond NnueLimits.
Result<NnueFile> parse_nnue(std::string_view bytes);
/// `compression`: zstd level; 19 gives the smallest file and takes seconds. Requires: numbers
/// within NnueLimits.
std::string write_nnue(const NnueFile& weights, int compression = 19);

/// As parse_nnue(), for a file or, if `path` is empty, the built-in net. Errors name the file.
Result<NnueFile> read_nnue(const std::string& path);
std::string_view shipped_nnue();

/// True for a regular file (no pipe) with the header of a net.
bool is_nnue_file(const std::string& path);

/// As read_nnue(), shared: engines that use a file at the same time read it once. Thread-safe.
Result<std::shared_ptr<const NnueFile>> load_nnue(const std::string& path);

/// As load_nnue() if already loaded, else null. Never blocks.
std::shared_ptr<const NnueFile> nnue_in_use(const std::string& path);

/// Checks that the built-in net matches the program's patterns. Takes microseconds.
Result<void> check_shipped_nnue();

/// Slow reference for the evaluator.
Value nnue_value(const NnueFile& weights, const Board& b);

}  // namespace sumi
