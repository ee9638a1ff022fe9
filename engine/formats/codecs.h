// SPDX-License-Identifier: MIT
/// Reads and writes games as text. For WTHOR see wthor.h, for positions obf.h.
///
/// Readers accept all line ends, a byte order mark, UTF-8, Shift-JIS and Latin-1. They read at most
/// 1 MiB, in linear time.
///
/// The error for an illegal move names the move, its number and the legal moves. `legal_prefix`
/// then receives the game before it.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// May be null.
using LegalPrefix = std::optional<GameRecord>*;

/// Reads a transcript: "f5d6c3...", in any case, full-width or in a web address, with blanks,
/// commas, dashes, move numbers and passes ("pa", "ps", "pass", "--") between moves. The game
/// begins at a board at the front (parse_position), else at the start position of `size`. Empty
/// text is a game without moves. Numbers after the last move that are neither result nor move
/// number ("34 30") become the comment.
Result<GameRecord> parse_game(std::string_view text, int size = 8);

/// Lower-case moves without passes or blanks.
std::string to_transcript(const GameRecord& game);

/// Reads the main line of the first game of an SGF file (GM[2]; moves [dc] or [d3]; passes [],
/// [tt], [PA]; set-up by SZ, AB, AW, PL). V and C of a move are its evaluation and comment. Unknown
/// game properties become `extra`; unknown move properties and variations are skipped. In GoGui's
/// files rows count from the bottom.
Result<GameRecord> parse_sgf(std::string_view text, LegalPrefix legal_prefix = nullptr);

/// The game as Quarry writes it: on one line, except in comments, with squares [dc] and only passes
/// that the rules do not imply. Data without an SGF property goes into private ones: XT[name=value]
/// (see to_ggf()), and MT, seconds per move.
std::string to_sgf(const GameRecord& game);

/// Reads the first game of a GGF text, ignoring text before it ("1 (;"). Moves may have any case,
/// evaluation and seconds ("d3/-1.5/0.2", "d3//0,2"); passes may be missing. BO is the start;
/// without it TY gives the board size. A TY of anti-Othello ("8a") is an error. Unknown tags, komi
/// and a TY with more than a size become `extra`.
Result<GameRecord> parse_ggf(std::string_view text, LegalPrefix legal_prefix = nullptr);

/// The game as NBoard writes it: on one line, with upper-case squares, passes, evaluations with at
/// least two decimals, and seconds to the millisecond. RE is the score of the result, else of the
/// last position. Data without a GGF tag goes into private tags: EV event, RO round, RS a result
/// without a score, TS the theoretical score ("-4/24": Black's, empties), CM the comment of the
/// previous move, XT[name=value] the rest. CM and XT percent-encode brackets, control characters
/// and %. Other values replace them, and XT repeats the original.
std::string to_ggf(const GameRecord& game);

/// Reads the first game of a PGN text, as Edax, PlayOK and cutegames write it: Black first; passes
/// "--", "pass", "PA", "0000" or missing; both variants of FEN (parse_fen). A comment becomes the
/// note of its move ("[%eval -1.5] [%emt 0.2]": evaluation for the side that moved, and seconds).
/// Variations and NAGs become comments.
Result<GameRecord> parse_pgn(std::string_view text, LegalPrefix legal_prefix = nullptr);

/// The game as complete lines; callers separate games by a blank line. The result is disc counts
/// ("37-27"), else "1-0" or "0-1" if the winner is known, else "*". Comments replace `}` by `)`;
/// tags replace control characters by blanks.
std::string to_pgn(const GameRecord& game);

/// Reads a game of Othello Quest, or other JSON with a list of moves: squares "f5", objects with a
/// square under "m" or "move", or one string of squares, preferably under a key such as "moves",
/// "kifu" or "record". Passes are "pass", "--", "-", null or missing. "t" is milliseconds per move.
/// Names and ratings come from keys such as "black", or from a list "players", Black first.
/// "startPos" is a board, or the first moves (an XOT opening). "RESIGN" under "s" is a result.
Result<GameRecord> parse_quest(std::string_view json, LegalPrefix legal_prefix = nullptr);

}  // namespace sumi
