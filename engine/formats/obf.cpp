// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/obf.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kMaxLine = 64 * 1024;
constexpr int kNoScore = -127;  // written by Edax for a missing move

std::string_view cut_field(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trim(field);
}

Result<DiscDiff> parse_score(std::string_view text, int size) {
  const int max = size * size;
  const std::optional<int> score = parse_int(text);
  if (!score || *score < -max || *score > max) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("score: {} is not a whole number in -{}..{}", quoted(text), max, max)};
  }
  return DiscDiff{*score};
}

Result<void> read_field(std::string_view field, ObfLine& line) {
  const int size = line.position.size;
  std::string_view score_text = field;
  std::optional<Square> square;
  if (field.find(':') != field.npos) {
    const Result<Square> parsed = parse_square(cut_field(score_text, ':'), size);
    if (!parsed) return parsed.error();
    square = *parsed;
    score_text = trim(score_text);
  }
  if (square == Square::kPass && parse_int(score_text) == kNoScore) return {};

  const Result<DiscDiff> score = parse_score(score_text, size);
  if (!score) return score.error();
  if (square) {
    Game game(line.position);
    if (const Result<void> played = game.play(line.position.to_move, *square); !played) {
      return played.error();
    }
    line.moves.push_back({*square, *score});
  } else if (line.score) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("score: {} is a second score without a move", quoted(field))};
  } else {
    line.score = *score;
  }
  return {};
}

bool is_moves(std::string_view text, int size) {
  text = trim(text);
  if (text.empty()) return false;
  for (; !text.empty(); text = trim(text.substr(2))) {
    if (text.size() < 2 || !find_square(text.substr(0, 2), size)) return false;
  }
  return true;
}

}  // namespace

Result<std::optional<ObfLine>> parse_obf_line(std::string_view text) {
  const std::size_t percent = std::min(text.find('%'), text.size());
  const std::string_view comment = text.substr(percent).substr(0, kMaxLine);
  text = trim(without_bom(text.substr(0, percent)));
  if (text.empty()) return std::nullopt;
  if (text.size() > kMaxLine) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("OBF: {} is longer than {} bytes", quoted(text), kMaxLine)};
  }

  const Result<Position> position = parse_position(cut_field(text, ';'));
  if (!position) return position.error();
  ObfLine line;
  line.position = *position;
  if (!comment.empty()) line.comment = text_of_file(comment.substr(1));
  while (!text.empty()) {
    const std::string_view field = cut_field(text, ';');
    if (field.empty()) continue;
    if (const Result<void> read = read_field(field, line); !read) return read.error();
  }
  if (!line.moves.empty()) {
    line.score = std::max_element(line.moves.begin(), line.moves.end(), [](auto& a, auto& b) {
                   return a.score < b.score;
                 })->score;
  }
  return line;
}

Result<std::optional<GameRecord>> parse_obf_game(std::string_view line,
                                                 std::optional<GameRecord>* legal_prefix) {
  const std::size_t percent = std::min(line.find('%'), line.size());
  std::string_view moves = line.substr(0, std::min(percent, kMaxLine));
  const Result<Position> start = parse_position(cut_field(moves, ';'));
  for (moves = trim(moves); moves.ends_with(';'); moves = trim(moves)) moves.remove_suffix(1);
  if (!start || !is_moves(moves, start->size)) return std::optional<GameRecord>();
  GameRecord record;
  record.start = *start;
  if (percent < line.size()) record.comment = text_of_file(line.substr(percent + 1, kMaxLine));
  Game game(*start);
  int number = 1;
  for (moves = trim(moves); !moves.empty(); moves = trim(moves.substr(2))) {
    const Square square = parse_square(moves.substr(0, 2), start->size).value();
    if (const Result<void> played = game.play(square); !played) {
      set_moves(record, game);
      if (legal_prefix != nullptr) *legal_prefix = std::move(record);
      return at_move(played.error(), number);
    }
    if (square != Square::kPass) ++number;
  }
  set_moves(record, game);
  return std::optional(std::move(record));
}

std::string to_obf(const ObfLine& line) {
  std::string text = to_text(line.position) + ";";
  for (const ObfMove& move : line.moves) {
    text +=
        fmt::format(" {}:{:+};", to_capitals(move.square, line.position.size), move.score.discs);
  }
  if (line.moves.empty() && line.score) text += fmt::format(" {:+};", line.score->discs);
  return text + comment_text(line.comment);
}

namespace {

constexpr std::size_t kMaxText = 64 * 1024;

Error too_long(std::string_view text) {
  return {ErrorCode::kBadSyntax,
          fmt::format("position: {} is longer than {} bytes", quoted(text), kMaxText)};
}

}  // namespace

Result<std::optional<ObfLine>> parse_script_line(std::string_view line) {
  const std::size_t percent = std::min(line.find('%'), line.size());
  const std::string_view position_text = trim(without_bom(line.substr(0, percent)));
  if (position_text.empty()) return std::nullopt;
  const Result<Position> position = parse_position(position_text);
  if (!position) return position.error();
  ObfLine read;
  read.position = *position;
  if (percent < line.size()) read.comment = text_of_file(line.substr(percent + 1, kMaxText));
  return read;
}

std::string to_script_line(const ObfLine& line) {
  return to_text(line.position) + comment_text(line.comment);
}

Result<ObfLine> parse_pos(std::string_view text) {
  text = without_bom(text);
  if (text.size() > kMaxText) return too_long(text);
  const Result<std::optional<LeadingPosition>> leading = parse_leading_position(text);
  if (!leading) return leading.error();
  if (!*leading) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("position: {} does not begin with 64 squares of X O -", quoted(text))};
  }
  ObfLine read;
  read.position = (*leading)->position;
  std::string_view comment = trim(text.substr((*leading)->end));
  comment.remove_prefix(comment.starts_with('%') ? 1 : 0);
  read.comment = text_of_file(with_plain_line_ends(comment));
  return read;
}

namespace {

/// After a board, moves are a game in Edax's format. Other lines are positions.
Result<std::optional<FileEntry>> parse_obf_entry(std::string_view text, LegalPrefix legal_prefix) {
  Result<std::optional<GameRecord>> game = parse_obf_game(text, legal_prefix);
  if (!game) return game.error();
  if (*game) return std::optional<FileEntry>(std::move(**game));
  return as_entry(parse_obf_line(text));
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

}  // namespace

constinit const FormatRow kObfRow{
    {FileFormat::kObf, "obf", "obf", "a position per line with scores of moves",
     "1行に1局面と各手の石差", false, true, true},
    next_by<find_line, parse_obf_entry>,
    write_line<to_obf>,
    kHoldsComment | kHoldsScores,
    {.named_boards = true}};

constinit const FormatRow kScriptRow{
    {FileFormat::kScript, "scr", "scr", "scripts of ScrZebra: a position per line",
     "ScrZebraのスクリプト、1行に1局面", false, true, true},
    next_by<find_line, parse_script_line>,
    write_line<to_script_line>,
    kHoldsComment,
    {.named_boards = true}};

constinit const FormatRow kPosRow{
    {FileFormat::kPos, "pos", "pos", "a position, as in the FFO suite", "1局面（FFO問題集の形式）",
     false, false},
    next_by<find_whole, parse_pos>,
    nullptr,
    kHoldsNothing,
    {.named_boards = true}};

constinit const FormatRow kFenRow{
    {FileFormat::kFen, "fen", "fen epd", "a FEN per line, as in cutegames",
     "1行に1つのFEN（cutegamesの形式）", false, true, true},
    next_by<find_line, parse_fen_line>,
    write_position<to_fen>,
    kHoldsNothing,
    {.line = begins_with_fen}};

}  // namespace sumi
