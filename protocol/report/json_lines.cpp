// SPDX-License-Identifier: MIT
/// nlohmann-json does the quoting.
#include "engine/game/notation.h"
#include "protocol/report/json_lines.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sumi::protocol {

std::string json_line(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

double json_seconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json json_discs(Value value, bool exact) {
  if (exact) return to_disc_diff(value).discs;
  return std::round(100 * to_discs(value)) / 100;
}

Json json_moves(const Line& line, int size) {
  Json moves = Json::array();
  for (const Square s : line) moves.push_back(to_text(s, size));
  return moves;
}

}  // namespace sumi::protocol
