// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/search_core.h"

#include <memory>
#include <string_view>
#include <vector>

namespace sumi {

/// Best first.
std::vector<std::string_view> built_isas();

/// Of this binary and supported by the CPU, best first. Empty on a CPU below the lowest level.
std::vector<std::string_view> runnable_isas();

/// The core for boards of `size` (4, 6 or 8) at ISA level `isa`; "auto" or "": the best supported
/// level. Fails if the level does not exist or the CPU does not support it. `data` contains the
/// evaluator's weights, required for `pattern`, `mlp` and `nnue`. Requires: the evaluator supports
/// the size.
Result<std::unique_ptr<SearchCore>> make_search_core(EvaluatorKind kind, int size,
                                                     std::string_view isa,
                                                     const EvaluatorData& data = {});

}  // namespace sumi
