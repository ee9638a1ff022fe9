// SPDX-License-Identifier: MIT
/// Games in web addresses: "https://example.org/?kifu=f5d6c3".
#pragma once

#include "engine/base/error.h"

#include <string>
#include <string_view>

namespace sumi {

/// `text` with the moves of each web address in place of the address: the longest row of squares
/// that it holds, glued or with one sign between. An address without moves is cut out.
std::string with_moves_of_addresses(std::string_view text, int size = 8);

/// Fails if `text` is nothing but an address without moves: only the page that it leads to has
/// them.
Result<void> check_address(std::string_view text, int size = 8);

}  // namespace sumi
