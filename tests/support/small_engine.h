// SPDX-License-Identifier: MIT
/// The engine of most tests.
#pragma once

#include "engine/options.h"

namespace sumi::test {

/// Takes little memory and reads no weights: there at once, and its moves do not change with them.
inline EngineOptions small_engine() {
  EngineOptions options;
  options.hash_mib = 1;
  options.evaluator = "table";
  return options;
}

}  // namespace sumi::test
