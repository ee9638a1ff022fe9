// SPDX-License-Identifier: MIT
/// A tournament as a self-contained HTML page without scripts.
#pragma once

#include "tools/match/summary.h"

#include <span>
#include <string>

namespace sumi::match {

/// At most 2 MB for up to 40 engines.
std::string report_html(const MatchConfig& config, const Summary& summary,
                        std::span<const GameResult> games);

}  // namespace sumi::match
