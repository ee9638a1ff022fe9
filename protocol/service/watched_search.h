// SPDX-License-Identifier: MIT
/// A search that a person waits for: news of it while it runs, and a way to end it.
#pragma once

#include "engine/engine.h"

#include <functional>

namespace sumi::protocol {

/// go() and wait() in one. Meanwhile, on the calling thread and a few dozen times a second at
/// most, `show` gets the latest iteration and `interrupted` is asked whether to end the search
/// with what it has. Both may be empty; `show` may throw, which ends the search too.
SearchUpdate watched_search(Engine& engine, const SearchLimits& limits,
                            const std::function<void(const SearchUpdate&)>& show,
                            const std::function<bool()>& interrupted);

}  // namespace sumi::protocol
