// SPDX-License-Identifier: MIT
/// UTF-8 text as a terminal shows it.
#pragma once

#include <string>
#include <string_view>

namespace sumi::protocol {

/// How many columns a terminal gives to UTF-8 text: two to the wide characters of East Asia, none
/// to combining ones. A byte that is no UTF-8 counts one.
int display_width(std::string_view text);

/// UTF-8 text of others for a terminal: on one line, without what would move the cursor. Control
/// characters and bytes that are no UTF-8 become blanks.
std::string clean(std::string_view text);

/// The characters of UTF-8 text that fit so many columns.
std::string_view fitting(std::string_view text, int columns);

}  // namespace sumi::protocol
