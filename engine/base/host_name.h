// SPDX-License-Identifier: MIT
/// Which machine this is, for people and for files that several machines share.
#pragma once

#include <string>

namespace sumi {

/// The name of this machine as the system tells it, up to 255 bytes; "host" if it tells none.
std::string host_name();

}  // namespace sumi
