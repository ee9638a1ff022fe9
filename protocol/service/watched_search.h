// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"

#include <functional>

namespace sumi::protocol {

/// Starts a search and waits for it. Meanwhile, on this thread and at most 25 times a second,
/// `show` receives the latest iteration and `interrupted` may end the search with its result so
/// far. Both may be empty; an exception from `show` ends the search.
SearchUpdate watched_search(Engine& engine, const SearchLimits& limits,
                            const std::function<void(const SearchUpdate&)>& show,
                            const std::function<bool()>& interrupted);

}  // namespace sumi::protocol
