// SPDX-License-Identifier: MIT
/// How long a search may go on after it was told to stop.
#pragma once

namespace sumi::test {

#ifdef SUMI_SANITIZED
inline constexpr double kMaxStopDelay =
    0.5;  ///< Seconds; everything is slower, memory most of all.
#else
inline constexpr double kMaxStopDelay = 0.050;  ///< Seconds.
#endif

}  // namespace sumi::test
