// SPDX-License-Identifier: MIT
/// A position as a small picture: SVG text for pages and files, as svg_chart.h.
#pragma once

#include "engine/game/position.h"

#include <optional>
#include <string>

namespace sumi::protocol {

/// The board; `last`, a square, is marked with a dot.
std::string to_svg(const Position& position, std::optional<Square> last = std::nullopt);

}  // namespace sumi::protocol
