// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/text/ggs.h"
#include "protocol/text/nboard.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// "ggs WHAT: 'TEXT' is not FORM".
Error ggs_error(std::string_view what, std::string_view text, std::string_view form) {
  return syntax_error(fmt::format("ggs {}", what), text, form);
}

using Words = std::vector<std::string_view>;
using Lines = std::span<const std::string>;
using Parsed = Result<GgsMessage>;

std::string rest(const Words& words, std::size_t from) {
  return fmt::format("{}", fmt::join(std::span(words).subspan(from), " "));
}

bool is_id(std::string_view word) { return word.size() > 1 && word[0] == '.'; }

/// The colour in "(1720.0 *)"; std::nullopt in a komi game before colours are assigned.
std::optional<Color> color_in(std::string_view brackets) {
  const std::string_view inside = trim(brackets);
  if (inside.ends_with('*')) return Color::kBlack;
  if (inside.ends_with('O')) return Color::kWhite;
  return std::nullopt;
}

// Messages of /os. `words` is the first line, including "/os:".

Parsed parse_request(const Words& words, Lines lines) {
  const auto bad = [&lines] {
    return ggs_error("request", lines[0], "+ .ID rating name clock type R|U|S|T rating name");
  };
  if (words.size() < 10 || words[7].size() != 1) return bad();
  GgsRequest request;
  request.added = words[1] == "+";
  request.id = words[2];
  request.from = words[4];
  request.mode = words[7][0];
  request.to = words[9];
  const bool uneven = words.size() > 10 && !is_id(words[10]);
  const auto clock = parse_ggs_clock(words[uneven ? 10 : 5]);
  if (!clock) return clock.error();
  const auto type = parse_ggs_type(words[6]);
  if (!type) return type.error();
  request.type = *type;
  request.clock = *clock;
  return GgsMessage(request);
}

Parsed parse_match(const Words& words, Lines lines) {
  if (words.size() < 10 || !is_id(words[3]) || words[9].size() != 1) {
    return ggs_error("match", lines[0], "+ match .ID rating name rating name type R|U|T");
  }
  const auto type = parse_ggs_type(words[8]);
  if (!type) return type.error();
  return GgsMessage(GgsMatch{words[1] == "+",
                             std::string(words[3]),
                             {std::string(words[5]), std::string(words[7])},
                             *type,
                             words[9][0],
                             rest(words, 10)});
}

/// "+ match", "+ .ID" or, when a player arrives, "+ name".
Parsed parse_plus_minus(const Words& words, Lines lines) {
  if (words.size() < 3) return GgsMessage();
  if (words[2] == "match") return parse_match(words, lines);
  return is_id(words[2]) ? parse_request(words, lines) : GgsMessage();
}

/// A player line of a board message: "alice    (1720.0 *) 14:59,0:0//02:00,0:0".
Result<void> read_player(std::string_view line, GgsBoard& board) {
  const auto bad = [line] { return ggs_error("player", line, "name (rating *|O) clock"); };
  std::string_view after = line;
  const std::string_view name = trim(take_until(after, '('));
  const auto color = color_in(take_until(after, ')'));
  if (name.empty() || !color) return bad();
  const auto clock = parse_ggs_clock(trim(after));
  if (!clock) return clock.error();
  board.players[static_cast<std::size_t>(*color)] = {std::string(name), *clock};
  return {};
}

/// Reads a line before or after a board. Later lines override earlier ones: a join message also
/// shows the beginning of the game.
Result<void> read_board_line(std::string_view line, GgsBoard& board) {
  const Words words = split_words(line);
  if (words.size() < 2) return {};
  const bool is_count = words[1] == "move(s)";
  if (!is_count && line.find('(') != line.npos) return read_player(line, board);
  if (!is_count && !words[0].ends_with(':')) return {};
  const auto moves = parse_count(is_count ? words[0] : words[0].substr(0, words[0].size() - 1));
  if (!moves) return ggs_error("move", line, "number: move");
  board.moves = *moves;
  return {};
}

std::string_view body_of(std::string_view line) {
  return trim(line.starts_with('|') ? line.substr(1) : line);
}

bool is_file_labels(std::string_view body) { return body.starts_with("A B C "); }

Result<Position> parse_last_position(Lines lines) {
  std::size_t begin = 0, end = 0;  // of the label lines
  std::string_view to_move;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view body = body_of(lines[i]);
    if (is_file_labels(body)) begin = std::exchange(end, i);
    if (body.ends_with(" to move")) to_move = body;
  }
  if (begin == 0 || to_move.empty()) {
    return ggs_error("board", lines[0], "followed by a board and who is to move");
  }
  std::string text;
  for (std::size_t i = begin; i <= end; ++i) text += lines[i] + '\n';
  return parse_position(text.append(to_move));
}

Parsed parse_board(const Words& words, Lines lines) {
  if (words.size() < 4 || !is_id(words[2])) {
    return ggs_error("board", lines[0], "join|update .ID type");
  }
  GgsBoard board;
  board.joined = words[1] == "join";
  board.id = words[2];
  const auto type = parse_ggs_type(words[3]);
  if (!type) return type.error();
  board.type = *type;
  for (const std::string& line : lines.subspan(1)) {
    const auto read = read_board_line(body_of(line), board);
    if (!read) return read.error();
  }
  for (const GgsPlayer& player : board.players) {
    if (player.name.empty()) return ggs_error("board", lines[0], "followed by two players");
  }
  const auto position = parse_last_position(lines);
  if (!position) return position.error();
  board.position = *position;
  return GgsMessage(board);
}

Parsed parse_end(const Words& words, Lines lines) {
  const auto close = std::ranges::find(words, ")");
  if (words.size() < 3 || !is_id(words[2])) return ggs_error("end", lines[0], "end .ID result");
  const bool names = close != words.end();
  return GgsMessage(
      GgsGameEnd{std::string(words[2]),
                 rest(words, names ? static_cast<std::size_t>(close - words.begin()) + 1 : 3)});
}

Parsed parse_error(const Words& words, Lines) {
  const bool id = words.size() > 2 && is_id(words[2]);
  return GgsMessage(GgsError{std::string(id ? words[2] : ""), rest(words, id ? 3 : 2)});
}

Parsed parse_timeout(const Words& words, Lines lines) {
  if (words.size() < 4 || !is_id(words[2])) {
    return ggs_error("timeout", lines[0], "timeout .ID name (color)");
  }
  return GgsMessage(GgsTimeout{std::string(words[2]), std::string(words[3])});
}

Parsed parse_offer(const Words& words, Lines) {
  if (words.size() < 4 || !is_id(words[2])) return GgsMessage();
  return GgsMessage(GgsOffer{std::string(words[1]), std::string(words[2]), std::string(words[3])});
}

/// ".5 A 1720 bob: good game"
Parsed parse_comment(const Words& words) {
  if (words.size() < 5 || words[2].size() != 1 || !words[4].ends_with(':')) return GgsMessage();
  return GgsMessage(GgsComment{
      std::string(words[1]), std::string(words[4].substr(0, words[4].size() - 1)), rest(words, 5)});
}

struct OsForm {
  std::string_view word;
  Parsed (*parse)(const Words& words, Lines lines);
};
constexpr OsForm kOsForms[] = {
    {"+", parse_plus_minus},    {"-", parse_plus_minus},
    {"join", parse_board},      {"update", parse_board},
    {"end", parse_end},         {"error", parse_error},
    {"timeout", parse_timeout}, {"fatal-timeout", parse_timeout},
    {"abort", parse_offer},     {"undo", parse_offer},
    {"score", parse_offer},
};

Parsed parse_os(const Words& words, Lines lines) {
  for (const OsForm& form : kOsForms) {
    if (words[1] == form.word) return form.parse(words, lines);
  }
  if (is_id(words[1])) return parse_comment(words);
  // "ERR ...", "decline ERR ...": the service rejected a command.
  const bool error = std::ranges::find(words, "ERR") != words.end();
  return error ? GgsMessage(GgsError{"", rest(words, 1)}) : GgsMessage();
}

constexpr char kEscape = '\x1B', kDelete = '\x7F';
constexpr unsigned char kTelnetCommand = 0xFF, kTelnetWill = 0xFB;

/// "15:00", "15:00,N40" (set) or "14:59,N3:40" (running: moves made and total).
Result<GgsTime> parse_part(std::string_view text, int standard_moves,
                           std::optional<int>* moves_made = nullptr) {
  const std::string_view whole = text;
  GgsTime part;
  part.moves = standard_moves;
  if (text.empty()) return part;
  std::string_view time_text = take_until(text, ',');
  const bool late = time_text.starts_with('-');  // overstepped
  if (late) time_text.remove_prefix(1);
  const auto time = parse_ggf_time(time_text);
  if (!time) return time.error();
  part.time = late ? Millis{} : *time;
  part.is_not = text.starts_with('N') || text.starts_with('n');
  if (part.is_not) text.remove_prefix(1);
  if (text.find(':') != text.npos) {
    const auto made = parse_count(take_until(text, ':'));
    if (!made) return ggs_error("clock", whole, "time,[N]made:moves");
    if (moves_made) *moves_made = made;
  }
  if (!text.empty()) {
    const auto moves = parse_count(text);
    if (!moves) return ggs_error("clock", whole, "time[,[N]moves]");
    part.moves = *moves;
  }
  return part;
}

/// Length of a telnet command or escape sequence at `at`; 0 if none.
std::size_t noise_length(std::string_view line, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < line.size() ? static_cast<unsigned char>(line[i]) : 0;
  };
  if (byte(at) == kTelnetCommand) return byte(at + 1) >= kTelnetWill ? 3 : 2;
  if (line[at] != kEscape) return 0;
  if (byte(at + 1) != '[') return 1;
  std::size_t end = at + 2;
  while (end < line.size() && !is_letter(line[end])) ++end;
  return end + 1 - at;
}

/// A prompt is a complete message: the server waits for input.
bool is_prompt(std::string_view line) { return line.starts_with(": Enter "); }

}  // namespace

Result<GgsMessage> parse_ggs(std::span<const std::string> lines) {
  if (lines.empty()) return GgsMessage();
  const std::string_view first = lines[0];
  if (trim(first) == "READY") return GgsMessage(GgsReady{});
  if (first.starts_with(": Enter login")) return GgsMessage(GgsLoginPrompt{});
  if (first.starts_with(": Enter your password")) return GgsMessage(GgsPasswordPrompt{});
  const Words words = split_words(first);
  if (words.size() < 2) return GgsMessage();
  if (words[0] == "/os:") return parse_os(words, lines);
  const bool sign = words[1] == "+" || words[1] == "-";
  if (words[0] == ":" && sign && words.size() > 2 && words[2].starts_with('/')) {
    return GgsMessage(GgsService{words[1] == "+", std::string(words[2])});
  }
  return GgsMessage();
}

Result<GgsType> parse_ggs_type(std::string_view text) {
  const auto bad = [whole = text] {
    return ggs_error("type", whole, "[s]size[b|w][k][a][r[discs]], such as 8 or s8r18");
  };
  GgsType type;
  type.synchro = text.starts_with('s');
  if (type.synchro) text.remove_prefix(1);
  const auto take_number = [&text] {
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    const auto number = parse_int(text.substr(0, digits));
    text.remove_prefix(digits);
    return number;
  };
  const auto size = take_number();
  if (!size) return bad();
  type.size = *size;
  while (!text.empty()) {
    const char letter = to_lower(text[0]);
    text.remove_prefix(1);
    if (letter == 'k') {
      type.komi = true;
    } else if (letter == 'a') {
      type.anti = true;
    } else if (letter == 'r') {
      const bool any = text.empty() || !is_digit(text[0]);
      type.random_discs = any ? 0 : take_number();
      if (!type.random_discs) return bad();
    } else if ((letter == 'b' || letter == 'w') && !type.color) {
      type.color = letter == 'b' ? Color::kBlack : Color::kWhite;
    } else {
      return bad();
    }
  }
  return type;
}

std::string to_text(const GgsType& type) {
  std::string text = fmt::format("{}{}", type.synchro ? "s" : "", type.size);
  if (type.color) text += *type.color == Color::kBlack ? 'b' : 'w';
  if (type.komi) text += 'k';
  if (type.anti) text += 'a';
  if (type.random_discs) text += 'r';
  if (type.random_discs.value_or(0) > 0) text += std::to_string(*type.random_discs);
  return text;
}

Result<GgsTimes> parse_ggs_clock(std::string_view text) {
  const std::string_view whole = text;
  GgsTimes clock;
  const auto main = parse_part(take_until(text, '/'), 0, &clock.moves_made);
  if (!main) return main.error();
  const auto increment = parse_part(take_until(text, '/'), 1);
  if (!increment) return increment.error();
  const auto extension = parse_part(take_until(text, '/'), 0);
  if (!extension) return extension.error();
  if (whole.empty() || !text.empty()) {
    return ggs_error("clock", whole, "main/increment/extension");
  }
  clock.main = *main;
  clock.increment = *increment;
  clock.extension = *extension;
  return clock;
}

std::string clean_ggs_line(std::string_view line) {
  std::string text;
  text.reserve(line.size());
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t noise = noise_length(line, at);
    if (noise > 0) {
      at += noise;
      continue;
    }
    const char c = line[at++];
    if (c == '\t') text += ' ';
    if (!is_control(c)) text += c;
  }
  return clean(text);  // terminals also obey C1 controls (0x80..0x9F)
}

Result<std::string> parse_ggs_login(std::string_view text) {
  constexpr std::string_view kNowhere = ",\\", kNotFirst = "._/";
  const bool printable = std::ranges::all_of(text, [](char c) { return c > ' ' && c < kDelete; });
  if (text.size() < 2 || text.size() > 8 || !printable ||
      text.find_first_of(kNowhere) != text.npos || kNotFirst.find(text[0]) != kNotFirst.npos) {
    return ggs_error("login", text,
                     "2 to 8 characters without blanks , and \\, not beginning with . _ or /");
  }
  return std::string(text);
}

std::string ggs_play(std::string_view id, Square move, Value value, Millis used) {
  if (move == Square::kPass) return fmt::format("tell /os play {} pa", id);
  constexpr double kMinSeconds = 0.01;
  const double seconds = to_seconds(used);
  return fmt::format("tell /os play {} {}/{:.2f}/{:.2f}", id, to_text(move), to_discs(value),
                     std::max(seconds, kMinSeconds));
}

void GgsFramer::feed(std::string_view raw, const Emit& emit) {
  std::string line = clean_ggs_line(raw);
  if (line.starts_with('|')) {
    if (!lines_.empty() && lines_.size() < kMaxLines) lines_.push_back(std::move(line));
    return;
  }
  end_message(emit);
  const std::string_view word = trim(line);
  if (word.empty() || word == "ALERT") return;
  const bool alone = word == "READY" || is_prompt(line);
  lines_.push_back(std::move(line));
  if (alone) end_message(emit);
}

void GgsFramer::end_message(const Emit& emit) {
  const auto message = std::exchange(lines_, {});
  if (!message.empty()) emit(message);
}

}  // namespace sumi::protocol
