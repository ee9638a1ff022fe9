// SPDX-License-Identifier: MIT
/// GGF (https://www.skatgame.net/mburo/ggsa/ggf), as GGS, NBoard and others write it.
#include "engine/base/text.h"
#include "engine/game/game_record.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kMaxGameText = 1 << 20;

Error ggf_error(std::string what) { return {ErrorCode::kBadSyntax, "ggf: " + std::move(what)}; }

/// A finite number without exponent. Some clients write a comma for the point.
std::optional<double> read_number(std::string_view text) {
  constexpr std::size_t kMaxDigits = 30;
  text = trim(text);
  if (text.size() > kMaxDigits || text.find_first_of("eE") != text.npos) return std::nullopt;
  return parse_real(text);
}

/// A square, perhaps with letters behind it, or a pass: "--" or any beginning of "PASS".
std::optional<Square> read_square(std::string_view text, int size) {
  const bool pass =
      !text.empty() && equal_ignoring_case(text, std::string_view("pass").substr(0, text.size()));
  if (pass || text == "--") return Square::kPass;
  const Result<Square> square = parse_square(text.substr(0, 2), size);
  if (!square || *square == Square::kPass) return std::nullopt;
  if (!std::ranges::all_of(text.substr(2), is_letter)) return std::nullopt;
  return *square;
}

/// The board size that a game type begins with, "8", "s8r18", "10"; 0 if there is none.
int size_of_type(std::string_view type) {
  while (!type.empty() && is_letter(type[0])) type.remove_prefix(1);
  return parse_int(type.substr(0, type.find_first_not_of("0123456789"))).value_or(0);
}

/// Random starts ("8r18") are not told by their type.
bool is_random_type(std::string_view type) { return type.find_first_of("rR") != type.npos; }

/// Collects the tags of a game.
class GgfGame {
 public:
  /// Takes a tag; those that say nothing about the game are ignored.
  Result<void> add(std::string_view tag, std::string_view value);

  /// Once, at the end.
  Result<GameRecord> record();

 private:
  Result<void> set_up(std::string_view board);
  Result<void> play(Color color, std::string_view value);
  Result<void> start();

  GameRecord record_;
  std::string type_;
  bool board_given_ = false;
  std::optional<Game> game_;  ///< From the first move on.
  int number_ = 1;            ///< Of the next move; passes do not count.
};

Result<void> GgfGame::add(std::string_view tag, std::string_view value) {
  struct Text {
    std::string_view tag;
    std::string GameRecord::*field;
  };
  static constexpr Text kTexts[] = {
      {"PB", &GameRecord::black},        {"PW", &GameRecord::white},
      {"RE", &GameRecord::result},       {"PC", &GameRecord::place},
      {"DT", &GameRecord::date},         {"CO", &GameRecord::comment},
      {"RB", &GameRecord::black_rating}, {"RW", &GameRecord::white_rating},
      {"TB", &GameRecord::black_clock},  {"TW", &GameRecord::white_clock},
  };
  if (tag == "B" || tag == "W") return play(tag == "B" ? Color::kBlack : Color::kWhite, value);
  if (tag == "BO") return set_up(value);
  if (tag == "TY") type_ = value;
  if (tag == "TI") record_.black_clock = record_.white_clock = value;
  if (tag == "GM" && !equal_ignoring_case(value, "othello")) {
    return ggf_error(fmt::format("game {} is not Othello, GM[Othello]", quoted(value)));
  }
  for (const Text& text : kTexts) {
    if (tag == text.tag) record_.*text.field = value;
  }
  return {};
}

Result<void> GgfGame::set_up(std::string_view board) {
  if (game_) {
    return ggf_error(fmt::format("BO: {} after a move is not supported", quoted(board)));
  }
  const Result<Position> position = parse_position(board);
  if (!position) return ggf_error("BO: " + position.error().message);
  record_.start = *position;
  board_given_ = true;
  return {};
}

Result<void> GgfGame::start() {
  if (!board_given_ && !type_.empty()) {
    const int size = size_of_type(type_);
    if (!is_board_size(size)) {
      return ggf_error(fmt::format("TY: {} is not a board of 8, 6 or 4", quoted(type_)));
    }
    if (is_random_type(type_)) {
      return ggf_error(fmt::format("TY: {} needs a start position, BO[...]", quoted(type_)));
    }
    record_.start = start_position(size);
  }
  game_.emplace(record_.start);
  return {};
}

/// "F5", "F5/eval/seconds", "F5//seconds".
Result<void> GgfGame::play(Color color, std::string_view value) {
  if (!game_) {
    if (const Result<void> started = start(); !started) return started;
  }
  const std::size_t first = std::min(value.find('/'), value.size());
  const std::size_t second = std::min(value.find('/', first + 1), value.size());
  const auto square = read_square(trim(value.substr(0, first)), game_->position().size);
  if (!square) {
    return ggf_error(fmt::format("{} is not a move (F5, F5/eval/seconds or PA) at move {}",
                                 quoted(value), number_));
  }
  if (const Result<void> played = game_->play(color, *square); !played) {
    return Error{played.error().code,
                 fmt::format("{} at move {}", played.error().message, number_)};
  }
  if (*square != Square::kPass) ++number_;
  MoveNote note;
  if (first < value.size()) note.discs = read_number(value.substr(first + 1, second - first - 1));
  if (second < value.size()) note.seconds = read_number(value.substr(second + 1));
  record_.notes.resize(game_->moves().size());  // a pass that was left out has no note
  record_.notes.back() = note;
  return {};
}

Result<GameRecord> GgfGame::record() {
  if (!game_) {
    if (const Result<void> started = start(); !started) return started.error();
  }
  for (const PlayedMove& move : game_->moves()) record_.moves.push_back(move.square);
  const bool noted =
      std::ranges::any_of(record_.notes, [](const MoveNote& note) { return note != MoveNote{}; });
  if (!noted) record_.notes.clear();
  return record_;
}

Result<GameRecord> read_game(std::string_view text) {
  const std::size_t begin = text.find("(;");
  if (begin == text.npos) return ggf_error(fmt::format("{} has no game, (; ... ;)", quoted(text)));
  GgfGame game;
  for (std::size_t at = begin + 2; at < text.size();) {
    if (text[at] == ')') return game.record();
    if (is_space(text[at]) || text[at] == ';') {
      ++at;
      continue;
    }
    const std::string_view rest = text.substr(at);
    const std::size_t open = std::min(rest.find('['), rest.size());
    const std::string_view tag = trim(rest.substr(0, open));
    if (tag.empty() || !std::ranges::all_of(tag, is_letter)) {
      return ggf_error(fmt::format("{} is not a tag, NAME[value]", quoted(rest)));
    }
    const std::size_t close = std::min(rest.find(']', open), rest.size());
    if (close == rest.size()) return ggf_error(fmt::format("{} has no ]", quoted(rest)));
    std::string name(tag);
    for (char& c : name) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::string_view value = trim(rest.substr(open + 1, close - open - 1));
    if (const Result<void> added = game.add(name, value); !added) return added.error();
    at += close + 1;
  }
  return ggf_error("the text ends inside the game, ';)' is missing");
}

/// A value that any reader takes back: on one line and without brackets. There are no escapes.
std::string value_text(std::string_view text) {
  std::string value(text);
  for (char& c : value) {
    const unsigned char byte = static_cast<unsigned char>(c);
    c = c == '[' ? '(' : c == ']' ? ')' : byte < ' ' || byte == 0x7F ? ' ' : c;
  }
  return value;
}

/// "+2.000:r"; "?" if neither the result nor the board tells.
std::string result_text(const GameRecord& record, const Game& game) {
  if (const std::optional<double> score = result_score(record.result)) {
    const std::size_t how = std::min(record.result.find(':'), record.result.size());
    return fmt::format("{:+.3f}{}", *score + 0.0, record.result.substr(how));
  }
  if (!record.result.empty() || !game.over()) return "?";
  return fmt::format("{:+.3f}", static_cast<double>(game.black_score().discs));
}

/// "8 ---...--- *"
std::string board_text(const Position& start) {
  std::string board = to_text(start);
  std::ranges::replace(board, 'X', '*');
  return fmt::format("{} {}", start.size, board);
}

std::string move_text(Square square, const MoveNote& note, int size) {
  std::string text = to_capitals(square, size);
  if (note == MoveNote{}) return text;
  text += '/';
  if (note.discs) text += fmt::format("{:.2f}", *note.discs);
  // To the millisecond, without the zeros that say nothing.
  if (note.seconds) text += fmt::format("/{}", std::round(*note.seconds * 1000) / 1000);
  return text;
}

/// The scores of "37-27" and "B+12".
std::optional<double> result_in_words(std::string_view result) {
  const std::size_t sign = result.find_first_of("+-", 1);
  if (sign == result.npos) return std::nullopt;
  const std::optional<int> right = parse_int(result.substr(sign + 1));
  if (!right || *right < 0 || !is_digit(result[sign + 1])) return std::nullopt;
  const char side = to_lower(result[0]);
  if (sign == 1 && result[1] == '+' && side == 'b') return *right;
  if (sign == 1 && result[1] == '+' && side == 'w') return -*right;
  const std::optional<int> left = parse_int(result.substr(0, sign));
  if (!left || *left < 0 || result[sign] != '-' || !is_digit(result[0])) return std::nullopt;
  return static_cast<double>(*left) - *right;
}

}  // namespace

std::optional<double> result_score(std::string_view result) {
  result = trim(result);
  if (result.empty()) return std::nullopt;
  if (const auto score = read_number(result.substr(0, result.find(':')))) return score;
  return result_in_words(result);
}

Result<GameRecord> parse_ggf(std::string_view text) {
  // A file of many games may be long: only the first one counts.
  const Result<GameRecord> record = read_game(text.substr(0, kMaxGameText));
  if (!record && text.size() > kMaxGameText) {
    return ggf_error(
        fmt::format("no game in the first {} bytes: {}", kMaxGameText, record.error().message));
  }
  return record;
}

std::string to_ggf(const GameRecord& record) {
  const Game game = record.replay();
  std::string text = "(;GM[Othello]";
  const auto add = [&](std::string_view tag, std::string_view value) {
    if (!value.empty()) fmt::format_to(std::back_inserter(text), "{}[{}]", tag, value_text(value));
  };
  add("PC", record.place);
  add("DT", record.date);
  add("PB", record.black);
  add("PW", record.white);
  add("RE", result_text(record, game));
  add("RB", record.black_rating);
  add("RW", record.white_rating);
  if (record.black_clock == record.white_clock) {
    add("TI", record.black_clock);
  } else {
    add("TB", record.black_clock);
    add("TW", record.white_clock);
  }
  add("TY", std::to_string(record.start.size));
  add("BO", board_text(record.start));
  add("CO", record.comment);
  auto note = record.notes.begin();
  for (const PlayedMove& move : game.moves()) {
    const bool noted = !move.implicit && note != record.notes.end();
    add(move.color == Color::kBlack ? "B" : "W",
        move_text(move.square, noted ? *note++ : MoveNote{}, record.start.size));
  }
  return text + ";)";
}

}  // namespace sumi
