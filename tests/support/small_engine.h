// SPDX-License-Identifier: MIT
#pragma once

#include "engine/options.h"

namespace sumi::test {

/// Uses little memory and no weights: it starts at once, and new weights do not change its moves.
inline EngineOptions small_engine() {
  EngineOptions options;
  options.hash_mib = 1;
  options.evaluator = "table";
  return options;
}

}  // namespace sumi::test
