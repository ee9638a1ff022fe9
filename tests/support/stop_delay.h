// SPDX-License-Identifier: MIT
/// Longest time from a stop request to the end of a search, in seconds.
#pragma once

namespace sumi::test {

#ifdef SUMI_SANITIZED
inline constexpr double kMaxStopDelay = 0.5;  ///< Sanitizers slow everything down, memory most.
#else
inline constexpr double kMaxStopDelay = 0.050;
#endif

}  // namespace sumi::test
