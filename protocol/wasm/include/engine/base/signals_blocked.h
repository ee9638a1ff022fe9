// SPDX-License-Identifier: MIT
#pragma once

namespace sumi {

/// As the header of this path in the repository: here are neither signals nor threads.
struct SignalsBlocked {
  SignalsBlocked() {}
};

}  // namespace sumi
