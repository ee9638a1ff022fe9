// SPDX-License-Identifier: MIT
/// The helpers that the two files of the GGS codec share. Private to them.
#pragma once

#include "engine/base/error.h"

#include <string_view>

namespace sumi::protocol {

/// "ggs WHAT: 'TEXT' is not FORM".
Error ggs_error(std::string_view what, std::string_view text, std::string_view form);

}  // namespace sumi::protocol
