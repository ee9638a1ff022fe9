// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sumi {

std::optional<GameStart> find_game_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('(', from); at != text.npos; at = text.find('(', at + 1)) {
    std::size_t next = at + 1;
    while (next < text.size() && is_space(text[next])) ++next;
    if (next < text.size() && text[next] == ';') return GameStart{at, next + 1};
  }
  return std::nullopt;
}

std::optional<GameStart> find_sgf_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('(', from); at != text.npos; at = text.find('(', at + 1)) {
    std::size_t next = at + 1;
    const auto skip = [&](auto is_skipped) {
      while (next < text.size() && is_skipped(text[next])) ++next;
    };
    skip(is_space);
    const std::size_t first = next;
    if (next < text.size() && text[next] == ';') return GameStart{at, next + 1};
    skip([](char c) { return c >= 'A' && c <= 'Z'; });
    if (next > first && next < text.size() && text[next] == '[') return GameStart{at, first};
  }
  return std::nullopt;
}

std::string text_of_file(std::string_view text) {
  std::string plain = with_plain_line_ends(trim(text));
  std::ranges::replace_if(
      plain, [](char c) { return is_control(c) && c != '\n' && c != '\t'; }, ' ');
  plain = trim(plain);
  return utf8_of_any(plain);
}

std::string comment_text(std::string_view comment) {
  std::string text = comment.empty() ? "" : " % ";
  for (const char c : comment) text += is_space(c) ? ' ' : c;
  return text;
}

void set_by_name(GameRecord& record, std::string_view name_in_file, std::string_view value) {
  std::string name = text_of_file(name_in_file), text = text_of_file(value);
  if (text.empty()) return;
  for (const NamedText& named : kNamedTexts) {
    if (name != named.name) continue;
    record.*named.field = std::move(text);
    return;
  }
  const std::optional<TheoreticalScore> theoretical = parse_theoretical(text);
  if (name == "Theoretical" && theoretical) {
    record.theoretical = theoretical;
  } else {
    record.extra.push_back({std::move(name), std::move(text)});
  }
}

std::string to_text(const TheoreticalScore& score) {
  return fmt::format("{:+}/{}", score.black.discs, score.empties);
}

std::optional<TheoreticalScore> parse_theoretical(std::string_view text) {
  constexpr int kMaxSquares = 64;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::optional<int> black = parse_int(text.substr(0, slash));
  const auto empties = parse_count(text.substr(std::min(slash + 1, text.size())));
  if (!black || std::abs(*black) > kMaxSquares || !empties || *empties > kMaxSquares) {
    return std::nullopt;
  }
  return TheoreticalScore{{*black}, *empties};
}

void set_moves(GameRecord& record, const Game& game, std::vector<MoveNote> notes) {
  record.moves.clear();
  for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
  const bool noted = std::ranges::any_of(notes, [](auto& note) { return note != MoveNote{}; });
  notes.resize(noted ? record.moves.size() : 0);
  record.notes = std::move(notes);
}

Error at_move(const Error& error, int number) {
  return {error.code, fmt::format("{} at move {}", error.message, number)};
}

MoveNote next_note(const GameRecord& record, const PlayedMove& move, std::size_t& at) {
  if (move.implicit || at >= record.notes.size()) return {};
  return record.notes[at++];
}

bool has_centre(const Position& position) {
  const Bitboard taken = position.board.own | position.board.opp;
  const Bitboard centre = kStartBoard.own | kStartBoard.opp;
  return taken != 0 && (position.size == 8 || (taken & centre) == centre);
}

Error no_centre(const Position& position) {
  return {ErrorCode::kBadSyntax, fmt::format("position: the {} squares have no disc in the centre",
                                             position.size * position.size)};
}

bool side_is_assumed(std::string_view text) {
  const auto board = parse_leading_position(text);
  return board && *board && !(*board)->has_side && (*board)->position.board != kStartBoard;
}

void append_comment(std::string& text, std::string_view comment) {
  if (!text.empty() && !comment.empty()) text += '\n';
  text += comment;
}

std::string short_number(double number) {
  constexpr double kParts = 10000;
  return fmt::format("{}", std::round(number * kParts) / kParts + 0.0);
}

namespace {

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

/// True if only blanks, and digits if `number`, precede `at` on its line.
bool begins_line(std::string_view text, std::size_t at, bool number = false) {
  while (at > 0 && !is_line_end(text[at - 1])) {
    const char c = text[at - 1];
    if (!is_space(c) && !(number && is_digit(c))) return false;
    --at;
  }
  return true;
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

/// Finds "(; ... )" with bracketed values (with escapes in SGF) and nested variations. A line
/// "(;GM[" starts a new game even inside a value: a missing bracket is likelier than a quoted game.
EntrySpan find_bracket_game(std::string_view text, bool complete, bool sgf) {
  constexpr std::string_view kNextGame = "(;GM[";
  const std::optional<GameStart> start = sgf ? find_sgf_start(text) : find_game_start(text);
  if (!start) {
    // The last bracket may begin the next game.
    const std::size_t last = text.find_last_of('(');
    return {complete || last == text.npos ? text.size() : last, text.size(), false};
  }
  std::size_t depth = 1;
  bool in_value = false;
  for (std::size_t at = start->end; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' && text.substr(at).starts_with(kNextGame) && begins_line(text, at, !sgf)) {
      return {start->begin, at, true};
    }
    if (in_value) {
      if (sgf && c == '\\') {
        ++at;
      } else if (c == ']') {
        in_value = false;
      }
      continue;
    }
    if (c == '[') in_value = true;
    if (c == '(' && sgf) ++depth;
    if (c == ')' && (!sgf || --depth == 0)) return {start->begin, at + 1, true};
  }
  return {start->begin, text.size(), complete};
}

/// Scans tags, then moves. A tag after moves, or a move after the result, begins the next game.
class PgnScanner {
 public:
  explicit PgnScanner(std::string_view text) : text_(text) {}

  std::optional<std::size_t> find_end(std::size_t begin) {
    bool line_begins = true;
    for (std::size_t at = begin; at < text_.size(); ++at) {
      const char c = text_[at];
      const bool first = line_begins && !is_space(c);
      if (is_line_end(c)) line_begins = true;
      if (!is_line_end(c) && !is_space(c)) line_begins = false;
      if (const std::size_t word = word_begin(c, at); word != text_.npos) return word;
      if (is_space(c)) continue;
      if (first && c == '[') {
        if (moves_) return at;
        at = end_of_tag(at) - 1;
        // More tags or the moves may follow on the same line.
        line_begins = true;
        result_ = false;
        variations_ = 0;
      } else if (c == ';' || (first && c == '%')) {
        at = std::min(text_.find_first_of("\r\n", at), text_.size()) - 1;
      } else if (c == '{') {
        at = end_of_comment(at);
        if (next_game_ != text_.npos) return next_game_;
      } else {
        moves_ = true;
      }
    }
    return std::nullopt;
  }

 private:
  /// After the tag's closing quote and bracket, or at the end of its line.
  std::size_t end_of_tag(std::size_t at) {
    std::size_t quotes = 0;
    char last = ' ';
    for (; at < text_.size() && !is_line_end(text_[at]); ++at) {
      const char c = text_[at];
      if (c == ']' && last == '"' && quotes > 1) return at + 1;
      quotes += c == '"';
      if (!is_space(c)) last = c;
    }
    return at;
  }

  /// An unclosed comment ends before the next game.
  std::size_t end_of_comment(std::size_t at) {
    constexpr std::string_view kNextGame = "[Event \"";
    for (; at < text_.size() && text_[at] != '}'; ++at) {
      if (text_[at] == '[' && text_.substr(at).starts_with(kNextGame) && begins_line(text_, at)) {
        next_game_ = at;
        break;
      }
    }
    return at;
  }

  /// Consumes a byte of move text. Returns the offset of the current word if it begins the next
  /// game without tags (a move or move number after a result), else npos.
  std::size_t word_begin(char c, std::size_t at) {
    constexpr std::string_view kEnds = "{}()[];%";
    if (is_space(c) || kEnds.find(c) != kEnds.npos) {
      result_ = result_ || (variations_ == 0 && (word_ == "*" || is_pgn_result(word_)));
      word_ = {};
      if (c == '(') ++variations_;
      if (c == ')' && variations_ > 0) --variations_;
      return text_.npos;
    }
    word_ = text_.substr(at - word_.size(), word_.size() + 1);
    const char letter = to_lower(word_.front());
    const bool square = word_.size() == 1 && letter >= 'a' && letter <= 'h';
    const bool number = c == '.' && parse_count(word_.substr(0, word_.size() - 1));
    if (!result_ || variations_ > 0 || !(square || number)) return text_.npos;
    return at + 1 - word_.size();
  }

  const std::string_view text_;
  bool moves_ = false;  ///< This game may have had moves.
  bool result_ = false;
  std::string_view word_;  ///< The last word, as far as scanned.
  int variations_ = 0;
  std::size_t next_game_ = std::string_view::npos;
};

/// The end of the JSON object or list at `at`; nothing if incomplete. Sets `nested` if it contains
/// a list, an object, or a string of moves.
std::optional<std::size_t> end_of_json(std::string_view text, std::size_t at, bool& nested) {
  constexpr std::size_t kThreeMoves = 6;
  std::size_t depth = 0;
  nested = text[at] == '[';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      const std::size_t end = end_of_string(text, at);
      const std::string_view inside = text.substr(at + 1, end - std::min(end, at + 2));
      bool squares = inside.size() >= kThreeMoves;
      for (std::size_t i = 0; i < inside.size() && squares; ++i) {
        const char lower = to_lower(inside[i]);
        squares = i % 2 == 0 ? lower >= 'a' && lower <= 'h' : is_digit(inside[i]);
      }
      nested = nested || squares;
      at = end - 1;
    } else if (c == '{' || c == '[') {
      nested = nested || depth > 0;
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return at + 1;
    }
  }
  return std::nullopt;
}

}  // namespace

EntrySpan find_ggf(std::string_view text, bool complete) {
  return find_bracket_game(text, complete, false);
}
EntrySpan find_sgf(std::string_view text, bool complete) {
  return find_bracket_game(text, complete, true);
}

EntrySpan find_pgn(std::string_view text, bool complete) {
  const std::size_t begin = skip_spaces(text, 0);
  if (const auto end = PgnScanner(text).find_end(begin)) return {begin, *end, true};
  return {begin, text.size(), complete && begin < text.size()};
}

/// Finds each game in a list of games. The first element distinguishes games from moves.
EntrySpan find_json(std::string_view text, bool complete) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      const std::size_t end = end_of_string(text, at);
      if (end == text.size() && !complete) return {at, end, false};
      at = end - 1;
      continue;
    }
    if (text[at] != '{' && text[at] != '[') continue;
    bool nested = false;
    if (text[at] == '[') {
      const std::size_t first = skip_spaces(text, at + 1);
      if (first == text.size() && !complete) return {at, text.size(), false};
      if (first < text.size() && (text[first] == '{' || text[first] == '[')) {
        const auto end = end_of_json(text, first, nested);
        if (end && nested) return {first, *end, true};
        if (!end && !complete) return {at, text.size(), false};
      }
    }
    if (const auto end = end_of_json(text, at, nested)) return {at, *end, true};
    return {at, text.size(), complete};
  }
  return {text.size(), text.size(), false};
}

EntrySpan find_line(std::string_view text, bool complete) {
  const std::size_t begin = skip_spaces(text, 0);
  const std::size_t end = text.find_first_of("\r\n", begin);
  if (end != text.npos) return {begin, end + 1, true};
  return {begin, text.size(), complete && begin < text.size()};
}

EntrySpan find_whole(std::string_view text, bool complete) {
  return {skip_spaces(text, 0), text.size(), complete && !trim(text).empty()};
}

}  // namespace sumi
