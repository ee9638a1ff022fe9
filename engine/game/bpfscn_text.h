// SPDX-License-Identifier: MIT
/// Weights of BP/FS/CN as text: "2:5:1", "1:3:0:paper", "0:5:1:b".
#pragma once

#include "engine/base/error.h"
#include "engine/game/bpfscn.h"

#include <string>
#include <string_view>

namespace sumi {

inline constexpr int kMaxBpFsCnWeight = 1000;

/// Parses `BP:FS:CN`, each 0..1000 and at least one not 0, then optionally `:corrected` (the
/// default), `:paper` (all faults) or `:` and letters of faults (bpfscn.h): "1:3:0:ac". Empty text:
/// the paper's best weights, 2:5:1, corrected.
Result<BpFsCnWeights> parse_bpfscn(std::string_view text);

/// The shortest text that parse_bpfscn() reads as `weights`.
std::string to_text(const BpFsCnWeights& weights);

}  // namespace sumi
