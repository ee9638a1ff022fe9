// SPDX-License-Identifier: MIT
/// Openings, and what the trainer knows, for programs: the JSON of `sumi study ... --json` and of
/// web pages. The help of the commands says what the keys mean.
#pragma once

#include "book/opening_names.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/lines_to_hold.h"
#include "protocol/service/opening_walk.h"
#include "protocol/service/study_deck.h"
#include "protocol/text/json_lines.h"

#include <cstdint>

namespace sumi::protocol {

/// {"english", "japanese", "moves"} of an opening; null for null.
Json opening_json(const book::OpeningName* opening);

/// {"position", "best", "best_score", "exact", "depth", "best_line", "played", "played_score",
/// "player", "game", "number", "asked", "missed", "last_asked"}
Json study_item_json(const StudyItem& item);

/// {"difficulty", "seed", "position", "empties", "move", "score", "second", "line"}
Json problem_json(const EndgameProblem& problem, std::uint64_t seed);

/// {"opening", "moves", "steps", "next", "continuations"}
Json walk_json(const OpeningWalk& walk);

/// A number of lines: a whole one, as long as it is exact.
Json lines_json(double lines);

/// {"score", "held", "lines", "moves"}. `size`: of the board. `whole`: the score of perfect play is
/// known, the goal having been HoldGoal::Result::kBest; null else.
Json held_json(const LinesToHold& found, int size, bool whole);

}  // namespace sumi::protocol
