// SPDX-License-Identifier: MIT
/// Analysed games as JSON (one object per game) and CSV (one row per move). Keys and words are
/// always English; scores are in discs for the side that moved.
#pragma once

#include "book/opening_names.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/lines_to_hold.h"
#include "protocol/service/opening_walk.h"
#include "protocol/service/study_deck.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <string>

namespace sumi::protocol {

/// In analysis_json(): {"number", "side", "move", "best", "lost", "mark", ...}.
Json json_move(const AnalyzedMove& move);

/// {"black", "white", ..., "start", "transcript", "opening", "settings", "seconds", "partial",
/// "quality", "moves", "worst"}, explained in the help of `sumi analyze`. Omits unknown fields.
Json analysis_json(const GameAnalysis& analysis);

/// {"total": {"games", "partial", "bad", "seconds", "quality", "players", "worst"}}. `bad`: number
/// of entries that could not be analysed.
Json summary_json(const AnalysisSummary& summary, int bad);

/// Column names, with the line end.
std::string analysis_csv_header();

/// One row per move. `game`: its number, from 1.
std::string analysis_csv(const GameAnalysis& analysis, int game);

// JSON of `sumi study ... --json` and of web pages. The commands' help explains the keys.

/// {"english", "japanese", "moves"} of an opening, or null.
Json opening_json(const book::OpeningName* opening);

/// {"position", "best", "best_score", "exact", "depth", "best_line", "played", "played_score",
/// "player", "game", "number", "asked", "missed", "miss_rate", "last_asked"}
Json study_item_json(const StudyItem& item);

/// {"difficulty", "seed", "position", "empties", "move", "score", "second", "line"}
Json problem_json(const EndgameProblem& problem, std::uint64_t seed);

/// {"opening", "moves", "steps", "next", "continuations"}
Json walk_json(const OpeningWalk& walk);

/// An integer if below 10^15, else a real number.
Json lines_json(double lines);

/// {"score", "held", "lines", "moves"} on a board of `size`. `whole`: the score of perfect play is
/// known (HoldGoal::Result::kBest); otherwise "score" is null.
Json held_json(const LinesToHold& found, int size, bool whole);

}  // namespace sumi::protocol
