// SPDX-License-Identifier: MIT
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

/// In bytes.
inline constexpr std::size_t kMaxGameText = 1 << 20;

inline int byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// True for "37-27", "1-0" or "1/2-1/2", which end a PGN game, but not for "*".
bool is_pgn_result(std::string_view word);

/// Text for a GameRecord: trimmed UTF-8 (utf8_of_any()), LF as line end, blanks for control
/// characters except tabs.
std::string text_of_file(std::string_view text);

/// " % comment" for the end of a line; may be empty.
std::string comment_text(std::string_view comment);

/// Sets the field `name` (kNamedTexts, "Theoretical") or appends to `extra`. Takes raw file text;
/// ignores an empty value.
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

/// `notes`: at most one per move; ignored if all are empty.
void set_moves(GameRecord& record, const Game& game, std::vector<MoveNote> notes = {});

/// Appends "at move 12".
Error at_move(const Error& error, int number);

/// The note for `move` from record.replay(). `at`: index of the next note, advanced unless the pass
/// is implicit.
MoveNote next_note(const GameRecord& record, const PlayedMove& move, std::size_t& at);

/// Discs that GGS subtracts from Black's score (komi): tag KM if the game type has `k`, else 0.
double komi_of(const GameRecord& record);

/// Offsets of the first "(;" (blanks allowed between) and of its end.
struct GameStart {
  std::size_t begin, end;
};
std::optional<GameStart> find_game_start(std::string_view text, std::size_t from = 0);

/// For SGF. Some files omit the first semicolon, "(GM[2]"; `end` is then the beginning of the
/// property.
std::optional<GameStart> find_sgf_start(std::string_view text, std::size_t from = 0);

inline constexpr std::string_view kAssumedSide = "the side to move is not given: Black is assumed";

/// False for text that only looks like a board: no discs, or a small board with an empty centre.
bool has_centre(const Position& position);
Error no_centre(const Position& position);

/// True if `text` begins with a board without a side to move, except the start position.
bool side_is_assumed(std::string_view text);

void append_comment(std::string& text, std::string_view comment);

/// Rounded to 1/10,000, without trailing zeros.
std::string short_number(double number);

/// Reads the first board or game of pasted `text`: diagrams, squares on a line, or moves, mixed
/// with names, clocks, scores and comments. If `text` is not `complete`, asks for more only if
/// needed.
///
/// Moves after a board belong to it. A line above, beside or below the board gives the side to move
/// (side_of_line()). Contradictory lines are an error. Without such a line, Black is assumed, with
/// a warning.
TextEntry read_pasted(std::string_view text, bool complete, const TextOptions& options = {});

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

struct EntrySpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool whole = false;  ///< False if the text has no entry or only part of it.
};

// Finders of entries handle quotes, escapes and nesting, and end an unfinished entry at the next
// game. They never truncate an entry of an incomplete text.
EntrySpan find_ggf(std::string_view text, bool complete);
EntrySpan find_sgf(std::string_view text, bool complete);
EntrySpan find_pgn(std::string_view text, bool complete);
EntrySpan find_json(std::string_view text, bool complete);
EntrySpan find_line(std::string_view text, bool complete);  ///< The first non-blank line.
EntrySpan find_whole(std::string_view text, bool complete);

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

/// Finds entries with `kFind` and reads them with `kParse`.
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

/// Writes a position, or the last position of a game, without scores.
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
