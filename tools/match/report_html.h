// SPDX-License-Identifier: MIT
/// A tournament as a self-contained HTML page without scripts.
#pragma once

#include "tools/match/summary.h"

#include <span>
#include <string>

namespace sumi::match {

/// Setup, tables of summary_text(), Elo by game with confidence band (with many engines: ratings
/// and points), disc margins, time by move, lost openings, and faults. At most 2 MB for up to 40
/// engines.
std::string report_html(const MatchConfig& config, const Summary& summary,
                        std::span<const GameResult> games);

}  // namespace sumi::match
