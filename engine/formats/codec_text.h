// SPDX-License-Identifier: MIT
/// Helpers that the codecs of games share: fields by name, results, notes. For them only.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/codecs.h"
#include "engine/formats/format_table.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace sumi {

/// A game is not longer than this, in bytes.
inline constexpr std::size_t kMaxGameText = 1 << 20;

/// The byte at `at` as a number, 0..255.
inline int byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// The result that ends the moves of a PGN game: "37-27", "1-0", "1/2-1/2", but not "*".
bool is_pgn_result(std::string_view word);

/// Text of a file as GameRecord wants it: without blanks at its ends, lines ended by LF, other
/// control characters but tabs made blanks, in UTF-8; else read by utf8_of_any().
std::string text_of_file(std::string_view text);

/// " % comment" for the end of a line; nothing for an empty one.
std::string comment_text(std::string_view comment);

/// Tells of a game by name, as tags of PGN and XT[name=value] do: sets the field of that name
/// (kNamedTexts, "Theoretical"), else adds to `extra`. Name and value are texts of a file; an empty
/// value says nothing.
void set_by_name(GameRecord& record, std::string_view name, std::string_view value);

struct NamedText {
  std::string_view name;
  std::string GameRecord::*field;
};
inline constexpr NamedText kNamedTexts[] = {
    {"Event", &GameRecord::event},
    {"Site", &GameRecord::place},
    {"Date", &GameRecord::date},
    {"Round", &GameRecord::round},
    {"Black", &GameRecord::black},
    {"White", &GameRecord::white},
    {"Result", &GameRecord::result},
    {"BlackElo", &GameRecord::black_rating},
    {"WhiteElo", &GameRecord::white_rating},
    {"BlackClock", &GameRecord::black_clock},
    {"WhiteClock", &GameRecord::white_clock},
    {"Comment", &GameRecord::comment},
};

/// "-4/24", the score for Black and the empties.
std::string to_text(const TheoreticalScore& score);
std::optional<TheoreticalScore> parse_theoretical(std::string_view text);

/// The moves of `game`, passes among them. `notes`, one for each move or fewer, are kept if any
/// says something.
void set_moves(GameRecord& record, const Game& game, std::vector<MoveNote> notes = {});

/// "... at move 12", for the error of a move of the game.
Error at_move(const Error& error, int number);

/// The note of move `i` of record.replay(), of whose moves the record may leave passes out: `at`
/// is the next note, and goes on unless the move is implicit.
MoveNote next_note(const GameRecord& record, const PlayedMove& move, std::size_t& at);

/// What GGS takes off Black's score before it is the result: the tag KM of a game whose type has
/// `k`; 0 for others.
double komi_of(const GameRecord& record);

/// Where "(;" begins, blanks between the two allowed, and behind the semicolon; nothing if it is
/// not there. Files may have a greeting in front of it.
struct GameStart {
  std::size_t begin, end;
};
std::optional<GameStart> find_game_start(std::string_view text, std::size_t from = 0);

/// The same in SGF, where some leave out the first semicolon: "(GM[2]". `end` is then where the
/// property begins.
std::optional<GameStart> find_sgf_start(std::string_view text, std::size_t from = 0);

/// The warning for a position without a side to move.
inline constexpr std::string_view kAssumedSide = "nothing says who is to move: Black is assumed";

/// False for squares without a disc, and for those of a small board whose centre is not taken: what
/// looks like a board and is none. The error says so.
bool has_centre(const Position& position);
Error no_centre(const Position& position);

/// True if `text` begins with a board, but not that of the start, and no side behind it.
bool side_is_assumed(std::string_view text);

/// Adds `comment` at the end of `text`, on a line of its own.
void append_comment(std::string& text, std::string_view comment);

/// Evaluations and seconds without the zeros that say nothing: to 1/10,000.
std::string short_number(double number);

/// Reads the first board or game of `text` as people paste them: diagrams, squares on a line, moves
/// on a line or on several, with names, clocks, scores and comments around them. If the text is not
/// `complete`, more of it may follow, and no more is asked for than is needed: moves without
/// numbers end with their line.
///
/// A board is followed by the moves of a game, if these are there. A line tells the side to move as
/// side_of_line() says, above the board, beside it or below; two that disagree are an error, and
/// without one Black is assumed, with a warning.
TextEntry read_pasted(std::string_view text, bool complete, const TextOptions& options = {});

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

/// Where the first entry of a text stands. What is before it is noise.
struct EntrySpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool whole = false;  ///< False: the text ends before the entry does, or holds none.
};

// Finders of entries, which know of quotes, escapes and nesting, and find the next game after one
// that lost its end. An incomplete text is never cut inside an entry.
EntrySpan find_ggf(std::string_view text, bool complete);
EntrySpan find_sgf(std::string_view text, bool complete);
EntrySpan find_pgn(std::string_view text, bool complete);
EntrySpan find_json(std::string_view text, bool complete);
EntrySpan find_line(std::string_view text, bool complete);   ///< The first line that is not blank.
EntrySpan find_whole(std::string_view text, bool complete);  ///< All of the text.

// What the rows of formats are made of.

template <class T>
Result<std::optional<FileEntry>> as_entry(Result<T>&& parsed) {
  if (!parsed) return parsed.error();
  return std::optional<FileEntry>(std::move(*parsed));
}

inline Result<std::optional<FileEntry>> as_entry(Result<std::optional<ObfLine>>&& parsed) {
  if (!parsed) return parsed.error();
  std::optional<FileEntry> entry;
  if (*parsed) entry.emplace(std::move(**parsed));
  return entry;
}

inline Result<std::optional<FileEntry>> as_entry(Result<std::optional<FileEntry>>&& parsed) {
  return std::move(parsed);
}

/// The codec of a format whose entries `kFind` finds and `kParse` reads.
template <EntrySpan (*kFind)(std::string_view, bool), auto kParse>
TextEntry next_by(std::string_view text, bool complete, const TextOptions&) {
  const EntrySpan span = kFind(text, complete);
  TextEntry found;
  found.used = span.whole ? span.end : span.begin;
  found.begin = span.begin;
  if (!span.whole) return found;
  const std::string_view one = text.substr(span.begin, span.end - span.begin);
  const auto parse = [&] {
    if constexpr (std::is_invocable_v<decltype(kParse), std::string_view, BeforeFault>) {
      return kParse(one, &found.before_fault);
    } else {
      return kParse(one);
    }
  };
  auto entry = as_entry(parse());
  const ObfLine* const line = entry && *entry ? std::get_if<ObfLine>(&**entry) : nullptr;
  if (line != nullptr && side_is_assumed(one)) found.warnings.emplace_back(kAssumedSide);
  if (!entry) {
    found.entry = entry.error();
  } else if (line != nullptr && !has_centre(line->position)) {
    found.entry = no_centre(line->position);
  } else if (*entry) {
    found.entry = std::move(**entry);
  }
  return found;
}

template <std::string (*kText)(const GameRecord&)>
std::string write_game(const FileEntry& entry) {
  return kText(game_of(entry)) + "\n";
}

/// The last position of a game is a line without scores.
template <std::string (*kText)(const ObfLine&)>
std::string write_line(const FileEntry& entry) {
  if (const auto* line = std::get_if<ObfLine>(&entry)) return kText(*line) + "\n";
  ObfLine line;
  line.position = position_of(entry);
  line.comment = std::get<GameRecord>(entry).comment;
  return kText(line) + "\n";
}

template <std::string (*kText)(const Position&)>
std::string write_position(const FileEntry& entry) {
  return kText(position_of(entry)) + "\n";
}

}  // namespace sumi
