// SPDX-License-Identifier: MIT
/// A tournament as one HTML page that needs nothing else: no script, no network, pictures inline.
#pragma once

#include "tools/match/summary.h"

#include <span>
#include <string>

namespace sumi::match {

/// Setup, tables of summary_text(), Elo over games with its error band (of many engines: ratings
/// and points), histogram of disc margins, time by move, openings that each engine lost, faults.
/// Below 2 MB however many games there are, up to 40 engines.
std::string report_html(const MatchConfig& config, const Summary& summary,
                        std::span<const GameResult> games);

}  // namespace sumi::match
