// SPDX-License-Identifier: MIT
/// JSON lines that say of themselves whether they are whole: for journals.
#pragma once

#include "protocol/report/json_lines.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

/// json_line() with one key more at its end, a checksum of the others: "sum". Requires: there are
/// others.
std::string json_line_with_sum(const Json& object);

/// The line, without a newline, has a right checksum; or none, if `sums_may_lack`. It is right also
/// where another program has put spaces between keys and values.
bool is_whole_line(std::string_view line, bool sums_may_lack);

/// Tells on standard error that so many lines of a journal are damaged; nothing for 0. `lost`: what
/// comes of it, for one line with "it" in the place of {}, for several with "they".
inline constexpr std::string_view kDoneAgain = "; what {} held is done again";
void tell_damaged_lines(const std::string& path, int lines, std::string_view lost = kDoneAgain);

}  // namespace sumi::protocol
