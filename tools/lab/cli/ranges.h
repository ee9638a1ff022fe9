// SPDX-License-Identifier: MIT
/// Pairs of numbers among the options of `sumi-lab`.
#pragma once

#include "protocol/command/command.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::lab {

/// Two numbers with `mark` between: "8-59", "1/4".
std::optional<std::pair<int, int>> two_numbers(std::string_view text, char mark);

/// The value of an option as MIN-MAX within min..max, or one number that is both. Throws
/// UsageError.
std::pair<int, int> range_value(const protocol::CommandLine& line, const std::string& option,
                                int min, int max);

}  // namespace sumi::lab
