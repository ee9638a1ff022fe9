// SPDX-License-Identifier: MIT
/// The row of each format says what it keeps; a test compares that with what survives writing and
/// reading.
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/format_table.h"
#include "engine/formats/obf.h"
#include "engine/formats/pasted_text.h"
#include "engine/formats/wthor.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sumi {
namespace {

template <class T>
Result<std::optional<FileEntry>> as_entry(Result<T>&& parsed) {
  if (!parsed) return parsed.error();
  return std::optional<FileEntry>(std::move(*parsed));
}

Result<std::optional<FileEntry>> as_entry(Result<std::optional<ObfLine>>&& parsed) {
  if (!parsed) return parsed.error();
  std::optional<FileEntry> entry;
  if (*parsed) entry.emplace(std::move(**parsed));
  return entry;
}

Result<std::optional<FileEntry>> as_entry(Result<std::optional<FileEntry>>&& parsed) {
  return std::move(parsed);
}

/// Moves from a board are a game, as Edax writes it; all else is a position.
Result<std::optional<FileEntry>> parse_obf_entry(std::string_view text, BeforeFault before_fault) {
  Result<std::optional<GameRecord>> game = parse_obf_game(text, before_fault);
  if (!game) return game.error();
  if (*game) return std::optional<FileEntry>(std::move(**game));
  return as_entry(parse_obf_line(text));
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

Result<std::optional<ObfLine>> parse_fen_line(std::string_view text) {
  text = trim(text);
  if (text.starts_with('#') || text.starts_with('%')) return std::optional<ObfLine>();
  const Result<Position> position = parse_fen(text);
  if (!position) return position.error();
  ObfLine line;
  line.position = *position;
  return std::optional<ObfLine>(std::move(line));
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

/// The moves; another start than the usual one in front of them.
std::string transcript_of(const GameRecord& game) {
  const std::string moves = to_transcript(game);
  if (game.start == Position{} && !moves.empty()) return moves;
  return moves.empty() ? to_text(game.start) : to_text(game.start) + " " + moves;
}

constexpr std::array kRows{
    FormatRow{{FileFormat::kTranscript, "transcript", "txt gam",
               "a game a line, f5d6c3; numbered lists, score sheets", true, true},
              read_pasted,
              write_game<transcript_of>,
              kKeepsMoves},
    FormatRow{
        {FileFormat::kGgf, "ggf", "ggf ggs", "GGS, NBoard and NTest; loses nothing", true, true},
        next_by<find_ggf, parse_ggf>,
        write_game<to_ggf>,
        kKeepsAll | kKeepsMoves},
    FormatRow{
        {FileFormat::kSgf, "sgf", "sgf", "Quarry, GoGui, Edax and editors of Go games", true, true},
        next_by<find_sgf, parse_sgf>,
        write_game<to_sgf>,
        kKeepsAll | kKeepsMoves},
    FormatRow{{FileFormat::kPgn, "pgn", "pgn", "PlayOK, Edax and cutegames", true, true},
              next_by<find_pgn, parse_pgn>,
              write_game<to_pgn>,
              kKeepsAll | kKeepsMoves},
    FormatRow{{FileFormat::kWthor, "wthor", "wtb",
               "the database of tournaments, with its .jou and .trn", true, true},
              nullptr,
              nullptr,
              kKeepsMoves | kKeepsNames | kKeepsEvent | kKeepsResult},
    FormatRow{{FileFormat::kQuest, "quest", "json", "Othello Quest and other JSON", true, false},
              next_by<find_json, parse_quest>},
    FormatRow{
        {FileFormat::kObf, "obf", "obf", "a position a line with the scores of moves", false, true},
        next_by<find_line, parse_obf_entry>,
        write_line<to_obf>,
        kKeepsComment | kKeepsScores},
    FormatRow{
        {FileFormat::kScript, "scr", "scr", "ScrZebra's scripts: a position a line", false, true},
        next_by<find_line, parse_script_line>,
        write_line<to_script_line>,
        kKeepsComment},
    FormatRow{{FileFormat::kPos, "pos", "pos", "a position, as in the FFO suite", false, false},
              next_by<find_whole, parse_pos>},
    FormatRow{{FileFormat::kBoard, "board", "brd",
               "64 squares and a side a line; diagrams, GGS's too", false, true},
              read_pasted,
              write_position<to_text>},
    FormatRow{
        {FileFormat::kFen, "fen", "fen epd", "a FEN a line, as cutegames has them", false, true},
        next_by<find_line, parse_fen_line>,
        write_position<to_fen>},
};

constexpr auto kSpecs = [] {
  std::array<FormatSpec, kRows.size()> specs{};
  for (std::size_t i = 0; i < specs.size(); ++i) specs[i] = kRows[i].spec;
  return specs;
}();

/// The extension of a file's name: the text behind its last point, in small letters.
std::string extension_of(std::string_view path) {
  const std::size_t name = path.find_last_of('/') + 1;
  const std::size_t point = path.find_last_of('.');
  if (point == path.npos || point < name) return "";
  return to_lower(path.substr(point + 1));
}

}  // namespace

const FormatRow& format_row(FileFormat format) {
  const auto row =
      std::ranges::find_if(kRows, [format](const FormatRow& r) { return r.spec.format == format; });
  assert(row != kRows.end());
  return *row;
}

std::span<const FormatSpec> file_formats() { return kSpecs; }

const FormatSpec& format_spec(FileFormat format) { return format_row(format).spec; }

Result<FileFormat> parse_format(std::string_view name) {
  std::string names;
  for (const FormatSpec& spec : kSpecs) {
    if (equal_ignoring_case(name, spec.name)) return spec.format;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", spec.name);
  }
  return Error{ErrorCode::kNotFound, fmt::format("format: {} is not {}", quoted(name), names)};
}

std::optional<FileFormat> format_by_name(std::string_view path) {
  const std::string extension = extension_of(path);
  if (extension.empty()) return std::nullopt;
  for (const FormatSpec& spec : kSpecs) {
    for (const std::string_view known : split_words(spec.extensions)) {
      if (extension == known) return spec.format;
    }
  }
  return std::nullopt;
}

Position position_of(const FileEntry& entry) {
  if (const auto* line = std::get_if<ObfLine>(&entry)) return line->position;
  return std::get<GameRecord>(entry).replay().position();
}

GameRecord game_of(const FileEntry& entry) {
  if (const auto* game = std::get_if<GameRecord>(&entry)) return *game;
  const ObfLine& line = std::get<ObfLine>(entry);
  GameRecord game;
  game.start = line.position;
  game.comment = line.comment;
  return game;
}

namespace {

class Losses {
 public:
  explicit Losses(unsigned kept) : kept_(kept) {}

  /// `name` is lost if it is there and nothing of `by` keeps it.
  void add(bool there, unsigned by, std::string_view name) {
    add(there && (kept_ & (by | kKeepsAll)) == 0, name);
  }
  void add(bool lost, std::string_view name) {
    if (!lost) return;
    if (!text_.empty()) text_ += ", ";
    text_ += name;
  }
  const std::string& text() const { return text_; }

 private:
  unsigned kept_;
  std::string text_;
};

bool any_note(const GameRecord& game, bool (*has)(const MoveNote&)) {
  return std::ranges::any_of(game.notes, has);
}

constexpr std::string_view kBraces = "brackets } in comments";

/// PGN's comments end at the first bracket, whatever stands before it.
bool has_brace(std::string_view text) { return text.find('}') != text.npos; }
bool has_brace(const MoveNote& note) { return has_brace(note.comment); }

/// PGN's tags are one line.
bool has_control(std::string_view text) { return std::ranges::any_of(text, is_control); }

bool tags_have_control(const GameRecord& game) {
  return std::ranges::any_of(kNamedTexts,
                             [&](const NamedText& text) {
                               return text.field != &GameRecord::comment &&
                                      has_control(game.*text.field);
                             }) ||
         std::ranges::any_of(game.extra, has_control, &ExtraTag::value);
}

/// WTHOR keeps the year of the file and the scores of its depth.
bool date_fits(const GameRecord& game, FileFormat format, int year) {
  return format == FileFormat::kWthor && year > 0 && parse_count(trim(game.date)) == year;
}

bool score_fits(const GameRecord& game, FileFormat format, int depth) {
  return format == FileFormat::kWthor && game.theoretical && game.theoretical->empties == depth &&
         wthor_keeps(*game.theoretical);
}

std::string losses_of_game(const GameRecord& game, FileFormat format, int year, int depth) {
  Losses lost(format_row(format).kept);
  lost.add(!game.moves.empty(), kKeepsMoves, "moves");
  lost.add(!game.black.empty() || !game.white.empty(), kKeepsNames, "names");
  const bool wthor = format == FileFormat::kWthor;
  lost.add(wthor && !(fits_wthor_name(WthorNameKind::kPlayers, game.black) &&
                      fits_wthor_name(WthorNameKind::kPlayers, game.white)),
           0, "long or foreign names");
  const bool unknown = game.result.empty() || game.result == "?" || game.result == "*";
  lost.add(!unknown, kKeepsResult, "result");
  lost.add(wthor && game.result.find(':') != game.result.npos, 0, "how it ended");
  lost.add(!game.date.empty() && !date_fits(game, format, year), 0, "date");
  lost.add(!game.place.empty(), 0, "place");
  lost.add(!game.event.empty(), kKeepsEvent, "event");
  lost.add(wthor && !fits_wthor_name(WthorNameKind::kTournaments, game.event), 0,
           "long or foreign event");
  lost.add(!game.round.empty(), 0, "round");
  lost.add(!game.black_rating.empty() || !game.white_rating.empty(), 0, "ratings");
  lost.add(!game.black_clock.empty() || !game.white_clock.empty(), 0, "clocks");
  lost.add(!game.comment.empty(), kKeepsComment, "comment");
  lost.add(any_note(game, [](const MoveNote& note) { return !note.comment.empty(); }), 0,
           "comments of moves");
  lost.add(any_note(game, [](const MoveNote& note) { return note.discs.has_value(); }), 0,
           "evaluations");
  lost.add(any_note(game, [](const MoveNote& note) { return note.seconds.has_value(); }), 0,
           "times");
  lost.add(game.theoretical && !score_fits(game, format, depth), 0, "theoretical score");
  lost.add(!game.extra.empty(), 0, "other tags");
  if (format == FileFormat::kPgn) {
    lost.add(has_brace(game.comment) || any_note(game, has_brace), kBraces);
    lost.add(tags_have_control(game), "line breaks and tabs in tags");
  }
  return lost.text();
}

}  // namespace

std::string losses(const FileEntry& entry, FileFormat format, int year, int depth) {
  if (const auto* game = std::get_if<GameRecord>(&entry)) {
    return losses_of_game(*game, format, year, depth);
  }
  const ObfLine& line = std::get<ObfLine>(entry);
  const unsigned kept = format_row(format).kept;
  Losses lost(kept & ~kKeepsAll);
  lost.add(!line.moves.empty() || line.score, kKeepsScores, "scores");
  lost.add(!line.comment.empty() && (kept & kKeepsAll) == 0, kKeepsComment, "comment");
  lost.add(format == FileFormat::kPgn && has_brace(line.comment), kBraces);
  return lost.text();
}

}  // namespace sumi
