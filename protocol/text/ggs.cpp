// SPDX-License-Identifier: MIT
/// Each form of message is a row of a table: the word that tells it, and its reader.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/text/ggs.h"
#include "protocol/text/ggs_terms.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

using Words = std::vector<std::string_view>;
using Lines = std::span<const std::string>;
using Parsed = Result<GgsMessage>;

/// The words from the given one on.
std::string rest(const Words& words, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < words.size(); ++i) {
    if (i > from) text += ' ';
    text += words[i];
  }
  return text;
}

bool is_id(std::string_view word) { return word.size() > 1 && word[0] == '.'; }

/// "(1720.0 *)" gives the colour; nothing in a komi game that has none yet.
std::optional<Color> color_in(std::string_view brackets) {
  const std::string_view inside = trim(brackets);
  if (inside.ends_with('*')) return Color::kBlack;
  if (inside.ends_with('O')) return Color::kWhite;
  return std::nullopt;
}

// Messages of /os. `words` are those of the first line, "/os:" included.

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

/// "+ match", "+ .ID", or who came ("+ name").
Parsed parse_plus_minus(const Words& words, Lines lines) {
  if (words.size() < 3) return GgsMessage();
  if (words[2] == "match") return parse_match(words, lines);
  return is_id(words[2]) ? parse_request(words, lines) : GgsMessage();
}

/// A line of a board message that names a player: "alice    (1720.0 *) 14:59,0:0//02:00,0:0".
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

/// What stands around the boards. Later lines overrule earlier ones: a game that goes on is told
/// from its start.
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

/// A line after the first, without the mark.
std::string_view body_of(std::string_view line) {
  return trim(line.starts_with('|') ? line.substr(1) : line);
}

bool is_file_labels(std::string_view body) { return body.starts_with("A B C "); }

/// The last board of the message.
Result<Position> parse_last_position(Lines lines) {
  std::size_t begin = 0, end = 0;  // the lines of labels
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
  // "ERR ...", "decline ERR ...": what the service says of a command it did not take.
  const bool error = std::ranges::find(words, "ERR") != words.end();
  return error ? GgsMessage(GgsError{"", rest(words, 1)}) : GgsMessage();
}

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

}  // namespace sumi::protocol
