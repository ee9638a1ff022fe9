// SPDX-License-Identifier: MIT
/// Numbered jobs on several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace sumi::lab {

/// Does one job. When a stop is requested it returns soon and leaves no trace of a part.
using Work = std::function<void(std::size_t job, std::stop_token stop)>;

/// Does jobs 0..count-1, each once, begun in this order, on up to `threads` threads; each thread
/// works with what a call of `make_work` gave it (an engine of its own). Meanwhile the caller's
/// thread calls `tick` several times a second. Ends early, and returns false, soon after
/// `interrupted` returned true. Throws what a thread threw.
bool run_jobs(std::size_t count, int threads, const std::function<Work()>& make_work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick);

}  // namespace sumi::lab
