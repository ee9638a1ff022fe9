// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/format_table.h"
#include "engine/formats/pasted_text.h"
#include "engine/formats/script.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
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

}  // namespace sumi
