// SPDX-License-Identifier: MIT
/// Games as text: what transcripts, GGF, SGF, PGN and Othello Quest's JSON read into. Codecs are
/// one file each (transcript.cpp, ggf.cpp, sgf.cpp, pgn.cpp, quest.cpp); WTHOR has a header of its
/// own.
///
/// Readers take any line ends, a byte order mark, and texts in Latin-1 where they are not UTF-8.
/// They read at most 1 MiB, in time linear in it.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"
#include "engine/game/score.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// What a game tells of a move beside its square.
struct MoveNote {
  std::optional<double> discs;    ///< Evaluation, for the side that moved.
  std::optional<double> seconds;  ///< Thought about it.
  std::string comment{};          ///< UTF-8; may have several lines.

  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

/// What best play from `empties` on would have ended in, as databases tell it.
struct TheoreticalScore {
  DiscDiff black;
  int empties = 0;

  friend bool operator==(const TheoreticalScore&, const TheoreticalScore&) = default;
};

/// What a file tells beside what GameRecord has a place for: kept, so that nothing is lost.
struct ExtraTag {
  std::string name, value;  ///< The name as its format has it, "Annotator".

  friend bool operator==(const ExtraTag&, const ExtraTag&) = default;
};

/// A recorded game: the start, then the squares played, passes included. The moves are legal:
/// every codec replays what it reads. Texts are UTF-8, and empty if the file has none.
struct GameRecord {
  Position start;
  std::vector<Square> moves;
  std::string black, white;  ///< Names.
  std::string result;        ///< As the file says it, "B+12".

  std::vector<MoveNote> notes;  ///< One for each of `moves`, or none at all.
  std::string place, date;      ///< "GGS/os", "2003.12.15_12:33:18.MST".
  std::string event, round;     ///< Tournament, and round in it.
  std::string comment;
  std::string black_rating, white_rating;  ///< "2345.67".
  std::string black_clock, white_clock;    ///< "05:00//02:00": main time/increment/grace.
  std::optional<TheoreticalScore> theoretical;
  std::vector<ExtraTag> extra;  ///< In the order of the file.

  /// The game after the first `count` moves, or after all.
  Game replay(std::size_t count = static_cast<std::size_t>(-1)) const;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// The start of a game and all its moves.
GameRecord record_of(const Game& game);

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
Result<GameRecord> parse_sgf(std::string_view text);

/// The game on one line but for its comments, as Quarry writes it: squares [dc], passes only where
/// the rules do not tell them. What SGF has no property for goes into private ones that other
/// readers skip: XT[name=value] (see to_ggf()), and MT, the seconds a move took.
std::string to_sgf(const GameRecord& game);

/// Reads the first game of a GGF text, whatever stands before it ("1 (;", "2 (;"). Moves may be in
/// any case, carry evaluation and seconds ("d3/-1.5/0.2", "d3//0,2") and leave out passes; notes
/// that are no numbers are skipped. BO says the board, else TY its size. Unknown tags become
/// `extra`, and so do komi tags and a TY that says more than the size.
Result<GameRecord> parse_ggf(std::string_view text);

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
Result<GameRecord> parse_pgn(std::string_view text);

/// The game as lines, the last one ended too; games in one file have a blank line between. The
/// result is disc counts ("37-27"), "*" if it is unknown; "1-0" if only the winner is known. What
/// PGN cannot hold is written as what it can: `}` in comments as `)`, control characters in tags as
/// blanks.
std::string to_pgn(const GameRecord& game);

/// Reads a game of Othello Quest or any other JSON text that has a list of moves: the first list
/// of squares "f5", of objects with a square under "m" or "move", or a text of glued squares, under
/// a key such as "moves", "kifu" or "record", else wherever it is. Passes may be "pass", "--", "-",
/// null, or left out. Times ("t", ms) are the seconds of a move. Names and ratings under keys such
/// as "black" or in a list "players", Black first.
Result<GameRecord> parse_quest(std::string_view json);

/// Black's discs minus White's by a result as games tell it: "B+12", "W+4", "37-27", "+2.000:r" or
/// "-2,000" (GGF); 0 for "1/2-1/2". Nothing for "?", for "1-0" and "0-1", which name the winner
/// only (the first listed is Black, so "1-0" is won by Black), and for other words.
std::optional<double> result_score(std::string_view result);

/// The winner by "1-0" or "0-1" and by a result that has a score; nothing for a draw and for what
/// is unknown. "B+Resign", "W+T" and "B+" too.
std::optional<Color> result_winner(std::string_view result);

}  // namespace sumi
