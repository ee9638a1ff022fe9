// SPDX-License-Identifier: MIT
/// The one thing that Sumi knows of HTTP: what a request begins with.
#pragma once

#include "protocol/session/line_splitter.h"

namespace sumi::protocol {

/// Whether the line is the first of an HTTP request: "GET / HTTP/1.1", with any method. A cut line
/// counts as one if its part can be, since its end is unknown.
bool is_http(const TextLine& line);

}  // namespace sumi::protocol
