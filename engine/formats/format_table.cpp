// SPDX-License-Identifier: MIT
/// The row of each format says what it keeps; a test compares that with what survives writing and
/// reading.
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/format_table.h"
#include "engine/formats/game_file.h"
#include "engine/formats/wthor.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <span>
#include <string_view>

namespace sumi {
namespace {

/// The extension of a file's name: the text behind its last point, in small letters.
std::string extension_of(std::string_view path) {
  const std::size_t name = path.find_last_of('/') + 1;
  const std::size_t point = path.find_last_of('.');
  if (point == path.npos || point < name) return "";
  return to_lower(path.substr(point + 1));
}

}  // namespace

const FormatRow& format_row(FileFormat format) {
  const FormatRow& row = *kFormatRows[static_cast<std::size_t>(format)];
  assert(row.spec.format == format);
  return row;
}

std::span<const FormatSpec> file_formats() {
  static const auto specs = [] {
    std::array<FormatSpec, std::size(kFormatRows)> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = kFormatRows[i]->spec;
    return all;
  }();
  return specs;
}

const FormatSpec& format_spec(FileFormat format) { return format_row(format).spec; }

Result<FileFormat> parse_format(std::string_view name) {
  std::string names;
  for (const FormatSpec& spec : file_formats()) {
    if (equal_ignoring_case(name, spec.name)) return spec.format;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", spec.name);
  }
  return Error{ErrorCode::kNotFound, fmt::format("format: {} is not {}", quoted(name), names)};
}

std::optional<FileFormat> format_by_name(std::string_view path) {
  const std::string extension = extension_of(path);
  if (extension.empty()) return std::nullopt;
  for (const FormatSpec& spec : file_formats()) {
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

/// Tables keep the year of the file and the scores of its depth.
bool date_fits(const GameRecord& game, bool tables, int year) {
  return tables && year > 0 && parse_count(trim(game.date)) == year;
}

bool score_fits(const GameRecord& game, bool tables, int depth) {
  return tables && game.theoretical && game.theoretical->empties == depth &&
         wthor_keeps(*game.theoretical);
}

std::string losses_of_game(const GameRecord& game, unsigned kept, int year, int depth) {
  Losses lost(kept);
  const bool tables = (kept & kInTables) != 0;
  lost.add(!game.moves.empty(), kKeepsMoves, "moves");
  lost.add(!game.black.empty() || !game.white.empty(), kKeepsNames, "names");
  lost.add(tables && !(fits_wthor_name(WthorNameKind::kPlayers, game.black) &&
                       fits_wthor_name(WthorNameKind::kPlayers, game.white)),
           0, "long or foreign names");
  const bool unknown = game.result.empty() || game.result == "?" || game.result == "*";
  lost.add(!unknown, kKeepsResult, "result");
  lost.add(tables && game.result.find(':') != game.result.npos, 0, "how it ended");
  lost.add(!game.date.empty() && !date_fits(game, tables, year), 0, "date");
  lost.add(!game.place.empty(), 0, "place");
  lost.add(!game.event.empty(), kKeepsEvent, "event");
  lost.add(tables && !fits_wthor_name(WthorNameKind::kTournaments, game.event), 0,
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
  lost.add(game.theoretical && !score_fits(game, tables, depth), 0, "theoretical score");
  lost.add(!game.extra.empty(), 0, "other tags");
  if ((kept & kInTagLines) != 0) {
    lost.add(has_brace(game.comment) || any_note(game, has_brace), kBraces);
    lost.add(tags_have_control(game), "line breaks and tabs in tags");
  }
  return lost.text();
}

}  // namespace

std::string losses(const FileEntry& entry, FileFormat format, int year, int depth) {
  const unsigned kept = format_row(format).kept;
  if (const auto* game = std::get_if<GameRecord>(&entry)) {
    return losses_of_game(*game, kept, year, depth);
  }
  const ObfLine& line = std::get<ObfLine>(entry);
  Losses lost(kept & ~kKeepsAll);
  lost.add(!line.moves.empty() || line.score, kKeepsScores, "scores");
  lost.add(!line.comment.empty() && (kept & kKeepsAll) == 0, kKeepsComment, "comment");
  lost.add((kept & kInTagLines) != 0 && has_brace(line.comment), kBraces);
  return lost.text();
}

}  // namespace sumi
