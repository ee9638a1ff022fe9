// SPDX-License-Identifier: MIT
/// Helpers shared by the game codecs.
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

/// Maximum length of a game in bytes.
inline constexpr std::size_t kMaxGameText = 1 << 20;

/// The byte as a number, 0..255.
inline int byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// A result that ends the moves of a PGN game: "37-27", "1-0", "1/2-1/2", but not "*".
bool is_pgn_result(std::string_view word);

/// Text of a file as GameRecord stores it: trimmed UTF-8 (decoded by utf8_of_any()), line ends as
/// LF, control characters other than tabs as blanks.
std::string text_of_file(std::string_view text);

/// " % comment" for the end of a line; empty for an empty comment.
std::string comment_text(std::string_view comment);

/// Sets the field with this name (kNamedTexts, "Theoretical") or appends to `extra`. Name and value
/// are raw file text; an empty value is ignored.
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

/// "-4/24": Black's score, then the empties.
std::string to_text(const TheoreticalScore& score);
std::optional<TheoreticalScore> parse_theoretical(std::string_view text);

/// `notes` has at most one per move, and is dropped if all are empty.
void set_moves(GameRecord& record, const Game& game, std::vector<MoveNote> notes = {});

/// Appends the move number: "... at move 12".
Error at_move(const Error& error, int number);

/// The note of `move` from record.replay(). `at` is the next index in record.notes; it advances
/// unless the pass is implicit.
MoveNote next_note(const GameRecord& record, const PlayedMove& move, std::size_t& at);

/// The discs that GGS subtracts from Black's score: the tag KM if the game type has `k`, else 0.
double komi_of(const GameRecord& record);

/// Offsets of "(;" (blanks allowed between) and of its end; nothing if missing. Other text may
/// precede it.
struct GameStart {
  std::size_t begin, end;
};
std::optional<GameStart> find_game_start(std::string_view text, std::size_t from = 0);

/// The same in SGF, where some files omit the first semicolon: "(GM[2]". `end` is then the
/// beginning of the property.
std::optional<GameStart> find_sgf_start(std::string_view text, std::size_t from = 0);

inline constexpr std::string_view kAssumedSide = "nothing says who is to move: Black is assumed";

/// False if there are no discs, or a small board's centre is empty: text that only looks like a
/// board.
bool has_centre(const Position& position);
Error no_centre(const Position& position);

/// `text` begins with a board other than the start position, without a side to move.
bool side_is_assumed(std::string_view text);

/// Appends `comment` on a line of its own.
void append_comment(std::string& text, std::string_view comment);

/// `number` to 1/10,000, without trailing zeros.
std::string short_number(double number);

/// Reads the first board or game of pasted `text`: diagrams, squares on a line, moves on one or
/// several lines, mixed with names, clocks, scores and comments. If `text` is not `complete`, more
/// may follow; the reader waits for no more than it needs.
///
/// Moves after a board belong to it. The side to move comes from a line above, beside or below the
/// board (side_of_line()). Two that disagree are an error; without one Black is assumed, with a
/// warning.
TextEntry read_pasted(std::string_view text, bool complete, const TextOptions& options = {});

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

/// The first entry of a text; anything before it is noise.
struct EntrySpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool whole = false;  ///< False: the text ends before the entry does, or has none.
};

// Finders of entries. They handle quotes, escapes and nesting, recover at the next game if an entry
// has no end, and never cut an entry of an incomplete text.
EntrySpan find_ggf(std::string_view text, bool complete);
EntrySpan find_sgf(std::string_view text, bool complete);
EntrySpan find_pgn(std::string_view text, bool complete);
EntrySpan find_json(std::string_view text, bool complete);
EntrySpan find_line(std::string_view text, bool complete);   ///< The first non-blank line.
EntrySpan find_whole(std::string_view text, bool complete);  ///< All of the text.

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

/// The codec with `kFind` to find entries and `kParse` to read them.
template <EntrySpan (*kFind)(std::string_view, bool), auto kParse>
TextEntry next_by(std::string_view text, bool complete, const TextOptions&) {
  const EntrySpan span = kFind(text, complete);
  TextEntry found;
  found.used = span.whole ? span.end : span.begin;
  found.begin = span.begin;
  if (!span.whole) return found;
  const std::string_view one = text.substr(span.begin, span.end - span.begin);
  const auto parse = [&] {
    if constexpr (std::is_invocable_v<decltype(kParse), std::string_view, LegalPrefix>) {
      return kParse(one, &found.legal_prefix);
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

/// A game becomes its last position, without scores.
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
