// SPDX-License-Identifier: MIT
/// The instruction-set levels of this binary, and the search core of one.
#pragma once

#include "engine/base/error.h"
#include "engine/search_core.h"

#include <memory>
#include <string_view>
#include <vector>

namespace sumi {

/// The instruction-set levels in this binary, best first.
std::vector<std::string_view> built_isas();

/// The levels of built_isas() that this CPU can run, best first. Empty on a CPU below the lowest
/// level.
std::vector<std::string_view> runnable_isas();

/// The fastest core for boards of `size` (4, 6 or 8) that this CPU can run, or the one named by
/// `isa` ("auto" or "": the fastest). Fails if there is no such level or the CPU lacks a feature it
/// uses. `data` holds what the evaluator reads: `pattern` and `bpfscn` know boards of 8x8 only, and
/// `pattern` and `mlp` need their weights.
Result<std::unique_ptr<SearchCore>> make_search_core(EvaluatorKind kind, int size,
                                                     std::string_view isa,
                                                     const EvaluatorData& data = {});

}  // namespace sumi
