// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/format_table.h"
#include "engine/formats/pasted_text.h"
#include "engine/formats/script.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
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

/// An EntryReader for a codec that has no warnings.
template <auto kParse>
Result<std::optional<FileEntry>> read_by(std::string_view text, std::vector<std::string>&) {
  return as_entry(kParse(text));
}

Result<std::optional<FileEntry>> read_pasted_game(std::string_view text,
                                                  std::vector<std::string>& warnings) {
  return as_entry(parse_pasted_game(text, warnings));
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

std::unique_ptr<CutRule> ggf_rule() { return bracket_rule(false); }
std::unique_ptr<CutRule> sgf_rule() { return bracket_rule(true); }

constexpr std::array kRows{
    FormatRow{{FileFormat::kTranscript, "transcript", "txt gam",
               "a game a line, f5d6c3; numbered lists, score sheets", true, true},
              paste_rule,
              read_pasted_game,
              write_game<transcript_of>,
              kKeepsMoves},
    FormatRow{
        {FileFormat::kGgf, "ggf", "ggf ggs", "GGS, NBoard and NTest; loses nothing", true, true},
        ggf_rule,
        read_by<parse_ggf>,
        write_game<to_ggf>,
        kKeepsAll | kKeepsMoves},
    FormatRow{
        {FileFormat::kSgf, "sgf", "sgf", "Quarry, GoGui, Edax and editors of Go games", true, true},
        sgf_rule,
        read_by<parse_sgf>,
        write_game<to_sgf>,
        kKeepsAll | kKeepsMoves},
    FormatRow{{FileFormat::kPgn, "pgn", "pgn", "PlayOK, Edax and cutegames", true, true},
              pgn_rule,
              read_by<parse_pgn>,
              write_game<to_pgn>,
              kKeepsAll | kKeepsMoves},
    FormatRow{{FileFormat::kWthor, "wthor", "wtb",
               "the database of tournaments, with its .jou and .trn", true, true},
              nullptr,
              nullptr,
              nullptr,
              kKeepsMoves | kKeepsNames | kKeepsEvent | kKeepsResult},
    FormatRow{{FileFormat::kQuest, "quest", "json", "Othello Quest and other JSON", true, false},
              json_rule,
              read_by<parse_quest>},
    FormatRow{
        {FileFormat::kObf, "obf", "obf", "a position a line with the scores of moves", false, true},
        line_rule,
        read_by<parse_obf_line>,
        write_line<to_obf>,
        kKeepsComment | kKeepsScores},
    FormatRow{
        {FileFormat::kScript, "scr", "scr", "ScrZebra's scripts: a position a line", false, true},
        line_rule,
        read_by<parse_script_line>,
        write_line<to_script_line>,
        kKeepsComment},
    FormatRow{{FileFormat::kPos, "pos", "pos", "a position, as in the FFO suite", false, false},
              whole_rule,
              read_by<parse_pos>},
    FormatRow{{FileFormat::kBoard, "board", "brd",
               "64 squares and a side a line; diagrams, GGS's too", false, true},
              paste_rule,
              parse_pasted_board,
              write_position<to_text>},
    FormatRow{
        {FileFormat::kFen, "fen", "fen epd", "a FEN a line, as cutegames has them", false, true},
        line_rule,
        read_by<parse_fen_line>,
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
