// SPDX-License-Identifier: MIT
/// The one thing that Sumi knows of HTTP: what a request begins with.
#pragma once

#include "protocol/session/line_splitter.h"

namespace sumi::protocol {

/// "GET / HTTP/1.1", with any method; of a line that is cut nobody knows the end.
bool is_http(const TextLine& line);

}  // namespace sumi::protocol
