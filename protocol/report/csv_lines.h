// SPDX-License-Identifier: MIT
/// CSV as RFC 4180 has it, for spreadsheets and scripts.
#pragma once

#include <span>
#include <string>

namespace sumi::protocol {

/// The cells with commas between and "\r\n" at the end; quoted where they hold a comma, a quote or
/// a line break, or a blank at an end.
std::string csv_line(std::span<const std::string> cells);

}  // namespace sumi::protocol
