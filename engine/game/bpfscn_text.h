// SPDX-License-Identifier: MIT
/// Weights of BP/FS/CN as people write them: "2:5:1", "1:3:0:paper", "0:5:1:b".
#pragma once

#include "engine/base/error.h"
#include "engine/game/bpfscn.h"

#include <string>
#include <string_view>

namespace sumi {

/// The largest weight.
inline constexpr int kMaxBpFsCnWeight = 1000;

/// `BP:FS:CN`, each 0..1000 and not all of them 0; then `:corrected` (as without it), `:paper` (all
/// faults) or `:` and the letters of some faults (bpfscn.h), as "ac". Empty: the best of the
/// paper, 2:5:1, corrected.
Result<BpFsCnWeights> parse_bpfscn(std::string_view text);

/// The shortest text that parse_bpfscn() reads as these.
std::string to_text(const BpFsCnWeights& weights);

}  // namespace sumi
