// SPDX-License-Identifier: MIT
/// The evaluation graph of an analysed game: HTML around a stretchable SVG, so that its letters and
/// dots keep their size on any screen.
#pragma once

#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

/// Scores after each move, Black's view; mistakes are dots. Each move is a link to "#ID-mNUMBER"
/// with data-move, its number. Empty without moves. kAnalysisStyle says how it looks.
std::string analysis_graph(const GameAnalysis& analysis, Language language, std::string_view id);

}  // namespace sumi::protocol
