// SPDX-License-Identifier: MIT
/// The row of each format says what it keeps; a test compares that with what survives writing and
/// reading.
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/format_losses.h"
#include "engine/formats/format_table.h"
#include "engine/formats/wthor.h"

#include <algorithm>
#include <string_view>

namespace sumi {
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
