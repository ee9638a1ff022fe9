// SPDX-License-Identifier: MIT
/// The longest time that a search may run after a stop, in seconds.
#pragma once

namespace sumi::test {

#ifdef SUMI_SANITIZED
inline constexpr double kMaxStopDelay = 0.5;  ///< Sanitizers slow everything, memory most.
#else
inline constexpr double kMaxStopDelay = 0.050;
#endif

}  // namespace sumi::test
