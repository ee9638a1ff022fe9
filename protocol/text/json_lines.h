// SPDX-License-Identifier: MIT
/// JSON lines: one object a line, keys in the order they were given.
#pragma once

#include "engine/game/score.h"
#include "engine/search_core.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace sumi::protocol {

using Json = nlohmann::ordered_json;

/// The object on one line. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& object);
std::string json_line(const Json& object);  ///< With its newline.

/// Seconds as JSON shows them: to the microsecond.
double json_seconds(double seconds);

/// Discs: whole if they are exact, else to the hundredth.
Json json_discs(Value value, bool exact);

/// ["d3", "c3", "pass"], on a board of `size`.
Json json_moves(const Line& line, int size = 8);

}  // namespace sumi::protocol
