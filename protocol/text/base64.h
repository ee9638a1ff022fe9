// SPDX-License-Identifier: MIT
/// Bytes in texts that cannot hold them (RFC 4648, section 4).
#pragma once

#include "engine/base/error.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

std::string encode_base64(std::string_view bytes);

/// Fails on anything but the 64 digits, four by four, with `=` in place of those that are missing
/// at the end.
Result<std::string> decode_base64(std::string_view text);

}  // namespace sumi::protocol
