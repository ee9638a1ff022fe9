// SPDX-License-Identifier: MIT
/// Analysed games for programs: JSON, an object a game, and CSV, a row a move. Keys and words are
/// English in every language; scores are in discs for the side that moved.
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

/// {"number", "side", "move", "best", "lost", "mark", ...}: one of the "moves" of analysis_json().
Json json_move(const AnalyzedMove& move);

/// {"black", "white", ..., "start", "transcript", "opening", "settings", "seconds", "partial",
/// "quality", "moves", "worst"}; the help of `sumi analyze` says more. What a game does not tell is
/// left out.
Json analysis_json(const GameAnalysis& analysis);

/// {"total": {"games", "partial", "bad", "seconds", "quality", "players", "worst"}}. `bad`: entries
/// that could not be analysed.
Json summary_json(const AnalysisSummary& summary, int bad);

/// The names of the columns, with the end of the line.
std::string analysis_csv_header();

/// A row for each move. `game`: its number, from 1.
std::string analysis_csv(const GameAnalysis& analysis, int game);

// Openings, and what the trainer knows, for programs: the JSON of `sumi study ... --json` and of
// web pages. The help of the commands says what the keys mean.

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
