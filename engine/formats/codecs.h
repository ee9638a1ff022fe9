// SPDX-License-Identifier: MIT
/// Games as text, both ways: transcripts, GGF, SGF, PGN and Othello Quest's JSON, a .cpp file each.
/// WTHOR (wthor.h) and lines of positions (obf.h) have headers of their own.
///
/// Readers take any line ends, a byte order mark, and texts in Shift-JIS or Latin-1 where they
/// are not UTF-8.
/// They read at most 1 MiB, in time linear in it.
///
/// An illegal move is an error that names it, its number and the legal ones; `before_fault` is then
/// the game up to it.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// Where a reader leaves the game up to an illegal move; may be null.
using BeforeFault = std::optional<GameRecord>*;

/// Reads a transcript: "f5d6c3...", in any case, full-width too, or inside a web address; blanks,
/// commas, dashes, move numbers and passes ("pa", "ps", "pass", "--") may stand between. Behind a
/// board (parse_position) the moves continue from there on a board of its size, else from the start
/// position of a board of `size`. An empty text is a game without moves. Numbers behind the last
/// move, "34 30", that are neither a result nor the number of a move are the comment.
Result<GameRecord> parse_game(std::string_view text, int size = 8);

/// Moves without passes, lower case, glued: "f5d6c3".
std::string to_transcript(const GameRecord& game);

/// Reads the main line of the first game of an SGF file (GM[2]; moves as [dc] or [d3]; passes
/// [], [tt], [PA]; SZ, AB, AW, PL set the start up). V and C of a move are its evaluation and
/// comment. What is said of the game and has no field becomes `extra`, markup included; what is
/// said of other moves, and variations, is skipped. Rows count from the bottom in GoGui's files.
Result<GameRecord> parse_sgf(std::string_view text, BeforeFault before_fault = nullptr);

/// The game on one line but for its comments, as Quarry writes it: squares [dc], passes only where
/// the rules do not tell them. What SGF has no property for goes into private ones that other
/// readers skip: XT[name=value] (see to_ggf()), and MT, the seconds a move took.
std::string to_sgf(const GameRecord& game);

/// Reads the first game of a GGF text, whatever stands before it ("1 (;", "2 (;"). Moves may be in
/// any case, carry evaluation and seconds ("d3/-1.5/0.2", "d3//0,2") and leave out passes; notes
/// that are no numbers are skipped. BO says the board, else TY its size; a TY of anti-Othello
/// ("8a") is an error. Unknown tags become `extra`, and so do komi tags and a TY that says more
/// than the size.
Result<GameRecord> parse_ggf(std::string_view text, BeforeFault before_fault = nullptr);

/// The game on one line, as NBoard writes it: upper-case squares, passes included; evaluations to
/// the hundredth if that says them, seconds to the thousandth. RE is the score that the result or
/// else the last position says. What GGF has no tag for goes into tags of our own, which other
/// readers skip: EV event, RO round, RS a result that is no score, TS the theoretical score
/// ("-4/24": Black's, empties), CM after a move its comment, XT[name=value] what else there is. In
/// CM and XT a bracket, a control character and % are written %5B, as in addresses. Other values
/// that have such characters are written without them, and again, whole, as XT.
std::string to_ggf(const GameRecord& game);

/// Reads the first game of a PGN text, as Edax, PlayOK and cutegames write it: Black is listed
/// first; passes "--", "pass", "PA" or "0000", or left out; FEN of both kinds (parse_fen). Comments
/// of a move become its note ("[%eval -1.5] [%emt 0.2]" are its evaluation, for the side that
/// moved, and seconds), and so do variations and NAGs, as text.
Result<GameRecord> parse_pgn(std::string_view text, BeforeFault before_fault = nullptr);

/// The game as lines, the last one ended too; games in one file have a blank line between. The
/// result is disc counts ("37-27"), "*" if it is unknown; "1-0" if only the winner is known. What
/// PGN cannot hold is written as what it can: `}` in comments as `)`, control characters in tags as
/// blanks.
std::string to_pgn(const GameRecord& game);

/// Reads a game of Othello Quest or any other JSON text that has a list of moves: the first list
/// of squares "f5", of objects with a square under "m" or "move", or a text of glued squares, under
/// a key such as "moves", "kifu" or "record", else wherever it is. Passes may be "pass", "--", "-",
/// null, or left out. Times ("t", ms) are the seconds of a move. Names and ratings under keys such
/// as "black" or in a list "players", Black first. "startPos" holds the moves of an XOT opening,
/// which become the first moves, or a board. "RESIGN" under "s" is a result.
Result<GameRecord> parse_quest(std::string_view json, BeforeFault before_fault = nullptr);

}  // namespace sumi
