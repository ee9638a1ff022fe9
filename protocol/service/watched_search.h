// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"

#include <functional>

namespace sumi::protocol {

/// Runs a search. At most 25 times a second, calls `show` with the latest iteration, and stops
/// early if `interrupted` returns true. Both run on this thread and may be empty; an exception from
/// `show` ends the search.
SearchUpdate watched_search(Engine& engine, const SearchLimits& limits,
                            const std::function<void(const SearchUpdate&)>& show,
                            const std::function<bool()>& interrupted);

}  // namespace sumi::protocol
