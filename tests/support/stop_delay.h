// SPDX-License-Identifier: MIT
/// In seconds, after a stop request.
#pragma once

namespace sumi::test {

#ifdef SUMI_SANITIZED
inline constexpr double kMaxStopDelay = 0.5;  ///< Sanitizers slow everything down, memory most.
#else
inline constexpr double kMaxStopDelay = 0.050;
#endif

}  // namespace sumi::test
