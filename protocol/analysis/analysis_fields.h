// SPDX-License-Identifier: MIT
/// Scores and lines of play as the journals of analyses keep them, both ways. What is read may have
/// been written by anybody: the readers throw what nlohmann throws, or std::out_of_range, for
/// anything but what the writers write.
#pragma once

#include "protocol/analysis/game_analysis.h"
#include "protocol/report/json_lines.h"

#include <string>

namespace sumi::protocol {

/// [discs, exact, depth, selectivity, book, book_plies]
Json json_judgement(const Judgement& judgement);

/// Lines that an older program wrote end before `book`. `size`: of the board, which limits discs.
Judgement parse_judgement(const Json& json, int size);

/// "f5d6--c3": two characters for each move.
std::string packed_line(const Line& line, int size);

/// A line of moves that are legal from `from` on, the first one no pass. Not empty.
Line parse_packed_line(const std::string& text, Position from);

}  // namespace sumi::protocol
