// SPDX-License-Identifier: MIT
/// PGN as in chess. Black moves first and comes first in results: "1-0" is a win for Black.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace sumi {

bool is_pgn_result(std::string_view word) {
  if (word == "1/2-1/2") return true;
  const std::string_view left = take_until(word, '-');
  return parse_count(left) && parse_count(word);
}

namespace {

Error pgn_error(std::string what) { return {ErrorCode::kBadSyntax, "pgn: " + std::move(what)}; }

bool is_tag_letter(char c) { return is_alnum(c) || c == '_'; }

std::string_view take_any(std::string_view& text, std::string_view set) {
  const std::string_view taken = text.substr(0, std::min(text.find_first_not_of(set), text.size()));
  text.remove_prefix(taken.size());
  return taken;
}

/// Digits of `pattern` match any digit, other characters themselves.
bool has_form(std::string_view text, std::string_view pattern) {
  return std::equal(text.begin(), text.end(), pattern.begin(), pattern.end(),
                    [](char c, char p) { return is_digit(p) ? is_digit(c) : c == p; });
}
bool is_year(std::string_view text) { return has_form(text, "0000"); }
bool is_month(std::string_view text) { return has_form(text, "0000.00"); }
bool is_day(std::string_view text) { return has_form(text, "0000.00.00"); }

/// "0.2" or "0:01:30".
std::optional<double> parse_seconds(std::string_view text) {
  double seconds = 0;
  do {
    const std::optional<double> part = plain_number(take_until(text, ':'));
    if (!part) return std::nullopt;
    seconds = 60 * seconds + *part;
  } while (!text.empty() && seconds < 1e9);
  return text.empty() ? std::optional(seconds) : std::nullopt;
}

/// Removes "[%name value]" and returns the value.
template <class Parse>
std::optional<double> take_command(std::string& comment, std::string_view name, Parse parse) {
  const std::string mark = fmt::format("[%{} ", name);
  const std::size_t begin = comment.find(mark);
  const std::size_t end = begin == comment.npos ? begin : comment.find(']', begin);
  if (end == comment.npos) return std::nullopt;
  const std::size_t value = begin + mark.size();
  const std::optional<double> number =
      parse(trim(std::string_view(comment).substr(value, end - value)));
  if (number) comment.erase(begin, end + 1 - begin);
  return number;
}

/// Reads from the first tag or move to the result or the next game.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(without_bom(text)) {}

  Result<GameRecord> read(LegalPrefix legal_prefix);

 private:
  bool at_end() const { return at_ >= text_.size(); }
  bool at_line_start() const;
  std::string_view take_line();
  Result<void> read_tag();
  Result<std::string> read_quoted();
  Result<void> set_tag(const std::string& name, const std::string& value);
  Result<void> read_comment();
  Result<void> read_variation();
  Result<void> read_word();
  Result<void> play(std::string_view word);
  void comment(std::string_view text);
  GameRecord finished();

  std::string_view text_;
  std::size_t at_ = 0;
  GameRecord record_;
  std::string time_, result_text_;
  bool tagged_ = false;
  std::optional<Game> game_;  ///< Set by the first text that is not a tag.
  std::vector<MoveNote> notes_;
  bool over_ = false;
  int number_ = 1;  ///< Of the next move; passes do not count.
};

bool PgnReader::at_line_start() const {
  std::size_t before = at_;
  while (before > 0 && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) --before;
  return before == 0 || is_line_end(text_[before - 1]);
}

std::string_view PgnReader::take_line() {
  const std::string_view line =
      text_.substr(at_, std::min(text_.find_first_of("\r\n", at_), text_.size()) - at_);
  at_ += line.size();
  return line;
}

Result<GameRecord> PgnReader::read(LegalPrefix legal_prefix) {
  while (!over_) {
    while (!at_end() && is_space(text_[at_])) ++at_;
    if (at_end()) break;
    const char c = text_[at_];
    if (c == '[' && game_ && at_line_start()) break;  // the next game
    Result<void> done;
    if (c == '%' && at_line_start()) {
      take_line();
    } else if (c == '[' && !game_) {
      done = read_tag();
    } else if (c == '{') {
      done = read_comment();
    } else if (c == ';') {
      comment(take_line().substr(1));
    } else {
      if (!game_) game_.emplace(record_.start);
      done = c == '(' ? read_variation() : read_word();
    }
    if (!done) {
      const bool illegal = done.error().code == ErrorCode::kIllegalMove;
      if (illegal && legal_prefix != nullptr) *legal_prefix = finished();
      return done.error();
    }
  }
  if (!tagged_ && !game_) {
    return pgn_error(fmt::format("{} has no game, [Name \"value\"] and moves", quoted(text_)));
  }
  return finished();
}

/// [Name "value"]
Result<void> PgnReader::read_tag() {
  const std::string_view rest = text_.substr(at_++);
  const auto skip_blanks = [&] {
    while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  };
  skip_blanks();
  const std::size_t begin = at_;
  while (!at_end() && is_tag_letter(text_[at_])) ++at_;
  const std::string name(text_.substr(begin, at_ - begin));
  skip_blanks();
  if (name.empty() || at_end() || text_[at_] != '"') {
    return pgn_error(fmt::format("{} is not a tag, [Name \"value\"]", quoted(rest)));
  }
  const Result<std::string> value = read_quoted();
  if (!value) return pgn_error(fmt::format("{} has no \"]", quoted(rest)));
  tagged_ = true;
  return set_tag(name, text_of_file(*value));
}

/// A quote belongs to the value unless a bracket follows: some programs do not escape quotes.
Result<std::string> PgnReader::read_quoted() {
  std::string value;
  for (++at_; !at_end() && !is_line_end(text_[at_]); ++at_) {
    char c = text_[at_];
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (c == '\\' && (next == '"' || next == '\\')) {
      c = next;
      ++at_;
    } else if (c == '"') {
      const std::size_t bracket = text_.find_first_not_of(" \t", at_ + 1);
      if (bracket != text_.npos && text_[bracket] == ']') {
        at_ = bracket + 1;
        return value;
      }
    }
    value += c;
  }
  return pgn_error("");
}

Result<void> PgnReader::set_tag(const std::string& name, const std::string& value) {
  if (value.empty() || value == "?" || name == "SetUp") return {};
  if (name == "FEN") {
    const Result<Position> start = parse_fen(value);
    if (!start) return pgn_error(start.error().message);
    record_.start = *start;
  } else if (name == "Time") {
    time_ = value;
  } else if (name == "ResultText") {
    result_text_ = value;
  } else if (name == "Date") {
    std::string_view date = value;
    for (int i = 0; i < 2; ++i) {
      if (date.ends_with(".??")) date.remove_suffix(3);
    }
    record_.date = is_year(date) || is_month(date) ? date : value == "????.??.??" ? "" : value;
  } else if ((name != "Result" || value != "*") && (name != "Round" || value != "-")) {
    set_by_name(record_, name, value);
  }
  return {};
}

Result<void> PgnReader::read_comment() {
  const std::size_t end = text_.find('}', at_);
  if (end == text_.npos) return pgn_error(fmt::format("{} has no }}", quoted(text_.substr(at_))));
  comment(text_.substr(at_ + 1, end - at_ - 1));
  at_ = end + 1;
  return {};
}

/// Stores "( ... )", even if nested, as a comment.
Result<void> PgnReader::read_variation() {
  const std::string_view rest = text_.substr(at_);
  std::string variation;
  int depth = 0;
  bool in_comment = false;
  for (; !at_end(); ++at_) {
    const char c = text_[at_];
    if (c == '{' || c == '}') in_comment = c == '{';
    variation += c == '{' ? '[' : c == '}' ? ']' : c;
    if (in_comment) continue;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth > 0) continue;
    ++at_;
    comment(variation);
    return {};
  }
  return pgn_error(fmt::format("{} has no )", quoted(rest)));
}

Result<void> PgnReader::read_word() {
  constexpr std::string_view kEnds = " \t\n\v\f\r{}()[];$";
  const std::size_t end = std::min(text_.find_first_of(kEnds, at_ + 1), text_.size());
  std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  if (word == "*" || is_pgn_result(word)) {
    if (word != "*" && record_.result.empty()) record_.result = word;
    over_ = true;
    return {};
  }
  if (word.starts_with('$')) {
    comment(word);
    return {};
  }
  if (word == ")" || word == "}" || word == "]") return {};
  if (!find_square(word)) {
    take_any(word, "0123456789");
    take_any(word, ".");
  }
  const std::size_t marks = std::min(word.find_first_of("!?+#"), word.size());
  if (word.find_first_not_of("!?+#", marks) != word.npos) return play(word);
  const std::string_view move = word.substr(0, marks);
  if (!move.empty()) {
    if (const Result<void> played = play(move); !played) return played;
  }
  const std::string_view mark = word.substr(marks);
  if (mark.find_first_of("!?") != mark.npos) comment(mark);
  return {};
}

Result<void> PgnReader::play(std::string_view word) {
  const Result<Square> square = parse_square(word, game_->position().size);
  if (!square) {
    return pgn_error(
        fmt::format("{} is not a move (d3, -- or pass) at move {}", quoted(word), number_));
  }
  if (const Result<void> played = game_->play(*square); !played) {
    return at_move(played.error(), number_);
  }
  if (*square != Square::kPass) ++number_;
  return {};
}

void PgnReader::comment(std::string_view text) {
  std::string plain = text_of_file(text);
  if (!game_ || game_->moves().empty()) return append_comment(record_.comment, plain);
  notes_.resize(game_->moves().size());
  MoveNote& note = notes_.back();
  if (const auto discs = take_command(plain, "eval", plain_number)) note.discs = discs;
  if (const auto seconds = take_command(plain, "emt", parse_seconds)) note.seconds = seconds;
  append_comment(note.comment, trim(plain));
  // Joined comments may form a command, which the next reader would interpret.
  if (!note.discs) note.discs = take_command(note.comment, "eval", plain_number);
  if (!note.seconds) note.seconds = take_command(note.comment, "emt", parse_seconds);
  note.comment = std::string(trim(note.comment));
}

GameRecord PgnReader::finished() {
  if (!time_.empty() && is_day(record_.date)) {
    record_.date += "_" + time_;
  } else if (!time_.empty()) {
    record_.extra.push_back({"Time", time_});
  }
  if (!result_text_.empty()) record_.result = result_text_;
  if (game_) set_moves(record_, *game_, notes_);
  return record_;
}

/// "37-27"; "1-0" or "0-1" if only the winner is known; "*".
std::string result_token(const GameRecord& record, const Game& game) {
  const std::string& result = record.result;
  if (is_pgn_result(result) && result != "1/2-1/2") return result;
  std::optional<double> score = result_score(result);
  if (result.empty() && game.over()) score = game.black_score().discs;
  const int squares = record.start.size * record.start.size;
  if (score && std::abs(*score) <= squares && std::fmod(squares + *score, 2) == 0) {
    const int black = (squares + static_cast<int>(*score)) / 2;
    return fmt::format("{}-{}", black, squares - black);
  }
  const std::optional<Color> winner = result_winner(result);
  return !winner ? "*" : *winner == Color::kBlack ? "1-0" : "0-1";
}

/// True if the result says how the game was lost, or has an odd score.
bool result_says_more(const std::string& result, const std::string& token) {
  if (result.empty() || result == token || result == "?" || result == "*") return false;
  return result.find(':') != result.npos || result_score(result) != result_score(token) ||
         !result_winner(token);
}

/// Lines have at most 79 columns, except in comments.
class PgnWriter {
 public:
  explicit PgnWriter(const GameRecord& record) : record_(record), game_(record.replay()) {}

  void tags();
  void moves();
  std::string take() { return std::move(text_) + "\n"; }

 private:
  void tag(std::string_view name, std::string_view value);
  void date_tags();
  void extras();
  void word(std::string_view word);
  void comment(std::string text);

  const GameRecord& record_;
  const Game game_;
  std::string text_;
  std::size_t line_ = 0;
};

void PgnWriter::tag(std::string_view name, std::string_view value) {
  text_ += '[';
  for (const char c : name) text_ += is_tag_letter(c) ? c : '_';
  text_ += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text_ += '\\';
    text_ += is_control(c) ? ' ' : c;
  }
  text_ += "\"]\n";
}

void PgnWriter::date_tags() {
  constexpr std::size_t kDay = 10;  // 2003.12.15
  const std::string_view date = record_.date;
  const bool timed = is_day(date.substr(0, kDay)) && date.size() > kDay + 1 && date[kDay] == '_';
  if (timed) {
    tag("Date", date.substr(0, kDay));
    tag("Time", date.substr(kDay + 1));
  } else if (date.empty() || is_year(date)) {
    tag("Date", date.empty() ? "????.??.??" : record_.date + ".??.??");
  } else {
    tag("Date", is_month(date) ? record_.date + ".??" : record_.date);
  }
}

void PgnWriter::tags() {
  const std::string result = result_token(record_, game_);
  constexpr std::string_view kRoster[] = {"Event", "Site", "Round", "Black", "White"};
  for (const auto& [name, field] : kNamedTexts) {
    const std::string& value = record_.*field;
    const bool always = std::ranges::find(kRoster, name) != std::end(kRoster);
    if (name == "Date") {
      date_tags();
    } else if (name == "Result") {
      tag(name, result);
    } else if (always || (!value.empty() && name != "Comment")) {
      tag(name, value.empty() ? "?" : value);
    }
  }
  if (result_says_more(record_.result, result)) tag("ResultText", record_.result);
  if (record_.theoretical) tag("Theoretical", to_text(*record_.theoretical));
  extras();
  if (record_.start != Position{}) {
    tag("SetUp", "1");
    tag("FEN", to_fen(record_.start));
  }
  text_ += '\n';
  line_ = text_.size();
}

void PgnWriter::extras() {
  for (const auto& [name, value] : record_.extra) {
    const bool taken = name.empty() || name == "FEN" || name == "SetUp" || name == "ResultText";
    tag(taken ? name + "_" : name, value);
  }
}

void PgnWriter::word(std::string_view word) {
  constexpr std::size_t kColumns = 79;
  const std::size_t column = text_.size() - line_;
  if (column + 1 + word.size() > kColumns && column > 0) {
    text_ += '\n';
    line_ = text_.size();
  } else if (column > 0) {
    text_ += ' ';
  }
  text_ += word;
}

void PgnWriter::comment(std::string text) {
  std::ranges::replace(text, '}', ')');
  word("{" + text + "}");
  if (const std::size_t end = text_.rfind('\n'); end != text_.npos) line_ = end + 1;
}

void PgnWriter::moves() {
  if (!record_.comment.empty()) comment(record_.comment);
  std::size_t at = 0;
  int number = 1;
  bool numbered = false;  // the last word but one was a number or Black's move
  for (const PlayedMove& move : game_.moves()) {
    const MoveNote note = next_note(record_, move, at);
    const bool black = move.color == Color::kBlack;
    if (black || !numbered) word(fmt::format("{}{}", number, black ? "." : "..."));
    word(move.square == Square::kPass ? "--" : to_text(move.square, record_.start.size));
    std::string text;
    if (note.discs) text += fmt::format("[%eval {}] ", short_number(*note.discs));
    if (note.seconds) text += fmt::format("[%emt {}] ", short_number(*note.seconds));
    text = trim(text + note.comment);
    if (!text.empty()) comment(text);
    numbered = black && text.empty();
    if (!black) ++number;
  }
  word(result_token(record_, game_));
}

}  // namespace

Result<GameRecord> parse_pgn(std::string_view text, LegalPrefix legal_prefix) {
  // Limits the time for a file of many games.
  const Result<GameRecord> record = PgnReader(text.substr(0, kMaxGameText)).read(legal_prefix);
  if (!record && text.size() > kMaxGameText) {
    return pgn_error(
        fmt::format("no game in the first {} bytes: {}", kMaxGameText, record.error().message));
  }
  return record;
}

std::string to_pgn(const GameRecord& game) {
  PgnWriter writer(game);
  writer.tags();
  writer.moves();
  return writer.take();
}

namespace {

/// `[Event "...`
bool is_pgn_tag(std::string_view line) {
  if (!line.starts_with('[')) return false;
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  if (end < 2 || !std::ranges::all_of(line.substr(1, end - 1),
                                      [](char c) { return is_alnum(c) || c == '_'; })) {
    return false;
  }
  return trim(line.substr(end)).starts_with('"');
}

}  // namespace

constinit const FormatRow kPgnRow{{FileFormat::kPgn, "pgn", "pgn", "PlayOK, Edax and cutegames",
                                   "PlayOK、Edax、cutegames", true, true},
                                  next_by<find_pgn, parse_pgn>,
                                  write_game<to_pgn>,
                                  kHoldsAll | kHoldsMoves | kInTagLines,
                                  {.line = is_pgn_tag}};

}  // namespace sumi
