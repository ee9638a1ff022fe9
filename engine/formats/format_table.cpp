// SPDX-License-Identifier: MIT
/// A test compares each row's capabilities with a write-read round trip.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/format_table.h"
#include "engine/formats/game_file.h"
#include "engine/formats/wthor.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>

namespace sumi {
namespace {

/// In lower case, without the dot.
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

class LossList {
 public:
  explicit LossList(unsigned capabilities) : capabilities_(capabilities) {}

  void add(bool there, unsigned by, std::string_view name) {
    add(there && (capabilities_ & (by | kHoldsAll)) == 0, name);
  }
  void add(bool lost, std::string_view name) {
    if (!lost) return;
    if (!text_.empty()) text_ += ", ";
    text_ += name;
  }
  const std::string& text() const { return text_; }

 private:
  unsigned capabilities_;
  std::string text_;
};

bool any_note(const GameRecord& game, bool (*has)(const MoveNote&)) {
  return std::ranges::any_of(game.notes, has);
}

constexpr std::string_view kBraces = "brackets } in comments";

/// PGN cannot escape a brace.
bool has_brace(std::string_view text) { return text.find('}') != text.npos; }
bool has_brace(const MoveNote& note) { return has_brace(note.comment); }

bool has_control(std::string_view text) { return std::ranges::any_of(text, is_control); }

bool tags_have_control(const GameRecord& game) {
  return std::ranges::any_of(kNamedTexts,
                             [&](const NamedText& text) {
                               return text.field != &GameRecord::comment &&
                                      has_control(game.*text.field);
                             }) ||
         std::ranges::any_of(game.extra, has_control, &ExtraTag::value);
}

/// Tables keep only the year, and theoretical scores only at their file's depth.
bool date_fits(const GameRecord& game, bool tables, int year) {
  return tables && year > 0 && parse_count(trim(game.date)) == year;
}

bool score_fits(const GameRecord& game, bool tables, int depth) {
  return tables && game.theoretical && game.theoretical->empties == depth &&
         fits_wthor_score(*game.theoretical);
}

std::string losses_of_game(const GameRecord& game, unsigned capabilities, int year, int depth) {
  LossList lost(capabilities);
  const bool tables = (capabilities & kInTables) != 0;
  lost.add(!game.moves.empty(), kHoldsMoves, "moves");
  lost.add(!game.black.empty() || !game.white.empty(), kHoldsNames, "names");
  lost.add(tables && !(fits_wthor_name(WthorNameKind::kPlayers, game.black) &&
                       fits_wthor_name(WthorNameKind::kPlayers, game.white)),
           0, "long or foreign names");
  const bool unknown = game.result.empty() || game.result == "?" || game.result == "*";
  lost.add(!unknown, kHoldsResult, "result");
  lost.add(tables && game.result.find(':') != game.result.npos, 0, "how it ended");
  lost.add(!game.date.empty() && !date_fits(game, tables, year), 0, "date");
  lost.add(!game.place.empty(), 0, "place");
  lost.add(!game.event.empty(), kHoldsEvent, "event");
  lost.add(tables && !fits_wthor_name(WthorNameKind::kTournaments, game.event), 0,
           "long or foreign event");
  lost.add(!game.round.empty(), 0, "round");
  lost.add(!game.black_rating.empty() || !game.white_rating.empty(), 0, "ratings");
  lost.add(!game.black_clock.empty() || !game.white_clock.empty(), 0, "clocks");
  lost.add(!game.comment.empty(), kHoldsComment, "comment");
  lost.add(any_note(game, [](const MoveNote& note) { return !note.comment.empty(); }), 0,
           "comments of moves");
  lost.add(any_note(game, [](const MoveNote& note) { return note.discs.has_value(); }), 0,
           "evaluations");
  lost.add(any_note(game, [](const MoveNote& note) { return note.seconds.has_value(); }), 0,
           "times");
  lost.add(game.theoretical && !score_fits(game, tables, depth), 0, "theoretical score");
  lost.add(!game.extra.empty(), 0, "other tags");
  if ((capabilities & kInTagLines) != 0) {
    lost.add(has_brace(game.comment) || any_note(game, has_brace), kBraces);
    lost.add(tags_have_control(game), "line breaks and tabs in tags");
  }
  return lost.text();
}

}  // namespace

std::string losses(const FileEntry& entry, FileFormat format, int year, int depth) {
  const unsigned capabilities = format_row(format).capabilities;
  if (const auto* game = std::get_if<GameRecord>(&entry)) {
    return losses_of_game(*game, capabilities, year, depth);
  }
  const ObfLine& line = std::get<ObfLine>(entry);
  LossList lost(capabilities & ~kHoldsAll);
  lost.add(!line.moves.empty() || line.score, kHoldsScores, "scores");
  lost.add(!line.comment.empty() && (capabilities & kHoldsAll) == 0, kHoldsComment, "comment");
  lost.add((capabilities & kInTagLines) != 0 && has_brace(line.comment), kBraces);
  return lost.text();
}

namespace {

std::optional<FileFormat> format_by_head(std::string_view head) {
  for (const FormatRow* const row : kFormatRows) {
    if (row->signs.head && row->signs.head(head)) return row->spec.format;
  }
  return std::nullopt;
}

/// Finds "(;" followed by a property; names may contain "(;".
std::size_t find_bracket_game(std::string_view text) {
  for (auto game = find_sgf_start(text); game; game = find_sgf_start(text, game->begin + 1)) {
    std::size_t at = game->end;
    const auto skip = [&](bool (*passed)(char)) {
      while (at < text.size() && passed(text[at])) ++at;
    };
    skip(is_space);
    const std::size_t name = at;
    skip(is_letter);
    const bool named = at > name;
    skip(is_space);
    if (named && at < text.size() && text[at] == '[') return game->begin;
  }
  return text.npos;
}

constexpr std::size_t kBytesOfGame = 1024;  // enough to distinguish GGF from SGF

std::optional<FileFormat> format_by_game_name(std::string_view game) {
  const std::string lower = to_lower(game.substr(0, kBytesOfGame));
  const std::size_t at = lower.find("gm[");
  const std::string_view name =
      at == lower.npos ? "" : trim(std::string_view(lower).substr(at + 3));
  if (name.empty()) return std::nullopt;
  return name.starts_with("o") ? FileFormat::kGgf : FileFormat::kSgf;
}

/// Decides by GM, else by tags that only one format has.
FileFormat bracket_format(std::string_view game, std::optional<FileFormat> by_name) {
  if (const auto told = format_by_game_name(game)) return *told;
  const std::string lower = to_lower(game.substr(0, kBytesOfGame));
  if (by_name == FileFormat::kGgf || by_name == FileFormat::kSgf) return *by_name;
  const bool ggf = lower.find("bo[") != lower.npos || lower.find("ty[") != lower.npos ||
                   lower.find(";)") != lower.npos;
  return ggf ? FileFormat::kGgf : FileFormat::kSgf;
}

bool begins_with_moves(std::string_view text) {
  for (std::size_t end; (end = text.find_first_of("\r\n")) != text.npos;) {
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (line.empty() || line[0] == '#' || line[0] == '%') continue;
    if (!is_letter(line[0])) return false;
    const auto game = parse_game(line);
    return game && game->start == Position{} && !game->moves.empty();
  }
  return false;
}

bool has_move(std::string_view line) {
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    const bool begins = at == 0 || !is_letter(line[at - 1]);
    const char file = to_lower(line[at]);
    if (begins && file >= 'a' && file <= 'h' && line[at + 1] >= '1' && line[at + 1] <= '8') {
      return true;
    }
  }
  return false;
}

/// Decides by the rest of the line after the board and by the next line.
FileFormat board_format(std::string_view behind, bool percent, std::optional<FileFormat> by_name) {
  const std::string_view line = behind.substr(0, behind.find_first_of("\r\n"));
  const std::string_view fields = line.substr(0, line.find('%'));
  const std::size_t semicolon = fields.find(';');
  // Edax: "<squares> X;D2C3". In OBF, moves have scores after a colon.
  const bool scores = semicolon != fields.npos && (!has_move(fields.substr(semicolon)) ||
                                                   fields.find(':', semicolon) != fields.npos);
  if (scores) return FileFormat::kObf;
  const std::string_view below = trim(behind.substr(line.size()));
  const std::string_view next = below.substr(0, below.find_first_of("\r\n%#"));
  if (has_move(fields) || has_move(next)) return FileFormat::kTranscript;
  // Each of these formats could parse the text.
  if (by_name && format_row(*by_name).signs.named_boards) return *by_name;
  return percent ? FileFormat::kScript : FileFormat::kBoard;
}

std::optional<FileFormat> line_format(std::string_view text, std::optional<FileFormat> by_name) {
  bool percent = false;
  while (!text.empty()) {
    const std::string_view here = text;
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '%') {
      percent = true;
      continue;
    }
    for (const FormatRow* const row : kFormatRows) {
      if (row->signs.line && row->signs.line(line)) return row->spec.format;
    }
    constexpr std::size_t kMaxBoard = 4096;
    const auto board = parse_leading_position(line.substr(0, kMaxBoard));
    if (board && *board) {
      const char* const behind = line.data() + (*board)->end;
      return board_format(here.substr(static_cast<std::size_t>(behind - here.data())), percent,
                          by_name);
    }
    if (has_move(line)) return FileFormat::kTranscript;
  }
  return std::nullopt;
}

/// True if the text has a property such as "B[" or "GM[".
bool has_tag(std::string_view text) {
  for (std::size_t at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
    if (at > 0 && text[at - 1] >= 'A' && text[at - 1] <= 'Z') return true;
  }
  return false;
}

/// The format of text to be read as pasted: a game or a board.
std::optional<FileFormat> pasted_format(std::string_view text) {
  while (true) {
    const TextEntry found = read_pasted(text, true);
    if (found.entry && *found.entry) {
      const bool game = std::holds_alternative<GameRecord>(**found.entry);
      return game ? FileFormat::kTranscript : FileFormat::kBoard;
    }
    if (found.entry) return FileFormat::kTranscript;  // its reader reports the error
    if (found.used == 0 || found.used >= text.size()) return std::nullopt;
    text.remove_prefix(found.used);
  }
}

}  // namespace

std::optional<FileFormat> format_of_start(std::string_view head) {
  if (head.find('\0') != head.npos) return std::nullopt;
  head = without_bom(head);
  std::string plain;
  head = with_ascii_width(head, plain);
  if (const auto format = format_by_head(head)) return format;
  if (begins_with_moves(head)) return FileFormat::kTranscript;
  const std::size_t game = find_bracket_game(head);
  if (game == head.npos) return std::nullopt;
  return format_by_game_name(head.substr(game));
}

Result<FileFormat> detect_format(std::string_view path, std::string_view head) {
  const auto bad = [&](std::string_view what) {
    return Error{ErrorCode::kBadFile, fmt::format("file {}: {}", quoted(path), what)};
  };
  const std::optional<FileFormat> by_name = format_by_name(path);
  if (const auto maker = book_maker(head); !maker.empty()) return bad(book_notice(maker));
  if (const auto format = format_by_head(head)) return *format;
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
    return bad("is in UTF-16, not in UTF-8");
  }
  constexpr std::size_t kMaxHead = 1 << 16;
  head = without_bom(head).substr(0, kMaxHead);
  std::string plain;
  head = with_ascii_width(head, plain);
  if (head.find('\0') != head.npos) return bad("binary data that is not a WTHOR file");
  if (trim(head).empty()) {
    if (by_name) return *by_name;
    return bad("is empty");
  }
  if (begins_with_moves(head)) return FileFormat::kTranscript;
  const std::size_t game = find_bracket_game(head);
  if (game != head.npos) return bracket_format(head.substr(game), by_name);
  if (kQuestRow.signs.line(trim(head))) {
    // JSON without a game may be a board: a list of texts, or an object with squares.
    const EntrySpan value = find_json(head, true);
    const auto read = parse_quest(head.substr(value.begin, value.end - value.begin));
    const bool game = !value.whole || read || read.error().code != ErrorCode::kBadSyntax;
    if (game || pasted_format(head) != FileFormat::kBoard) return FileFormat::kQuest;
    return FileFormat::kBoard;
  }
  const auto by_line = line_format(head, by_name);
  const bool tagged = (by_name == FileFormat::kGgf || by_name == FileFormat::kSgf) && has_tag(head);
  if (tagged && by_line == FileFormat::kTranscript)
    return *by_name;  // a game without its beginning
  if (by_line) return *by_line;
  if (by_name) return *by_name;
  if (const auto format = pasted_format(head)) return *format;
  return bad("holds no game or position in a known format (see `sumi convert --formats`)");
}

namespace {

bool has_at(std::string_view head, std::size_t at, std::string_view bytes) {
  return head.size() >= at && head.substr(at).starts_with(bytes);
}

/// True for an SQLite file with the application_id of books, or a compact book.
bool is_book_of_sumi(std::string_view head) {
  constexpr std::string_view kKind{"\3\0\0\0", 4};
  return (has_at(head, 0, "SQLite format 3") && has_at(head, 68, "SuBk")) ||
         (has_at(head, 0, "SUMI\x1AWGT") && has_at(head, 12, kKind));
}

}  // namespace

std::string_view book_maker(std::string_view head) {
  if (head.starts_with(kEdaxBookMagic)) return "Edax";
  if (head.starts_with(kEgaroucidBookMagic)) return "Egaroucid";
  return is_book_of_sumi(head) ? kOwnBookMaker : "";
}

std::string book_notice(std::string_view maker) {
  return fmt::format("is an opening book of {} (see `sumi book {}`)", maker,
                     maker == kOwnBookMaker ? "show" : "import");
}

}  // namespace sumi
