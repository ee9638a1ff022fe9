// SPDX-License-Identifier: MIT
/// GGF (https://www.skatgame.net/mburo/ggsa/ggf), as GGS, NBoard and others write it.
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace sumi {
namespace {

Error ggf_error(std::string what) { return {ErrorCode::kBadSyntax, "ggf: " + std::move(what)}; }

/// A square, perhaps with letters after it, or a pass: "--" or any prefix of "PASS".
std::optional<Square> read_square(std::string_view text, int size) {
  const bool pass =
      !text.empty() && equal_ignoring_case(text, std::string_view("pass").substr(0, text.size()));
  if (pass || text == "--") return Square::kPass;
  const Result<Square> square = parse_square(text.substr(0, 2), size);
  if (!square || *square == Square::kPass) return std::nullopt;
  if (!std::ranges::all_of(text.substr(2), is_letter)) return std::nullopt;
  return *square;
}

/// From a game type, "8", "s8r18", "10"; 0 if missing.
int size_of_type(std::string_view type) {
  while (!type.empty() && is_letter(type[0])) type.remove_prefix(1);
  return parse_int(type.substr(0, type.find_first_not_of("0123456789"))).value_or(0);
}

/// "kr" of "8kr18".
std::string_view letters_of_type(std::string_view type) {
  type.remove_prefix(std::min(type.find_first_of("0123456789"), type.size()));
  type.remove_prefix(std::min(type.find_first_not_of("0123456789"), type.size()));
  return type;
}

bool has_letter(std::string_view type, char letter) {
  return to_lower(letters_of_type(type)).find(letter) != std::string::npos;
}

bool is_hex(char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); }
int hex_value(char c) { return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10; }

/// For CM and XT.
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool code =
        text[i] == '%' && i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2]);
    plain +=
        code ? static_cast<char>(16 * hex_value(text[i + 1]) + hex_value(text[i + 2])) : text[i];
    if (code) i += 2;
  }
  return plain;
}

std::string encoded(std::string_view text) {
  std::string code;
  for (const char c : text) {
    if (is_control(c) || c == '[' || c == ']' || c == '%' || c == '=') {
      fmt::format_to(std::back_inserter(code), "%{:02X}", static_cast<unsigned char>(c));
    } else {
      code += c;
    }
  }
  return code;
}

struct TagText {
  std::string_view tag;
  std::string_view name;  ///< In XT.
  std::string GameRecord::*field;
};
constexpr TagText kTagTexts[] = {
    {"PC", "Site", &GameRecord::place},
    {"DT", "Date", &GameRecord::date},
    {"PB", "Black", &GameRecord::black},
    {"PW", "White", &GameRecord::white},
    {"RE", "Result", &GameRecord::result},
    {"RB", "BlackElo", &GameRecord::black_rating},
    {"RW", "WhiteElo", &GameRecord::white_rating},
    {"TB", "BlackClock", &GameRecord::black_clock},
    {"TW", "WhiteClock", &GameRecord::white_clock},
    {"CO", "Comment", &GameRecord::comment},
    {"EV", "Event", &GameRecord::event},
    {"RO", "Round", &GameRecord::round},
};

/// Extras named like a known tag are written as XT.
bool is_known_tag(std::string_view tag) {
  constexpr std::string_view kOthers[] = {"GM", "BO", "TY", "TI", "B", "W", "RS", "TS", "CM", "XT"};
  return std::ranges::find(kOthers, tag) != std::end(kOthers) ||
         std::ranges::find(kTagTexts, tag, &TagText::tag) != std::end(kTagTexts);
}

class GgfGame {
 public:
  Result<void> add(std::string_view tag, std::string_view value);

  /// Call once, after the last tag.
  Result<GameRecord> record();

 private:
  Result<void> set_up(std::string_view board);
  Result<void> play(Color color, std::string_view value);
  Result<void> start();
  void tell(std::string_view tag, std::string_view value);

  GameRecord record_;
  std::string type_;
  std::string result_in_words_;
  bool board_given_ = false;
  std::optional<Game> game_;  ///< Set by the first move.
  std::vector<MoveNote> notes_;
  int number_ = 1;  ///< Of the next move; passes do not count.
};

Result<void> GgfGame::add(std::string_view tag, std::string_view value) {
  if (tag == "B" || tag == "W") return play(tag == "B" ? Color::kBlack : Color::kWhite, value);
  if (tag == "BO") return set_up(value);
  if (tag == "GM" && !equal_ignoring_case(value, "othello")) {
    return ggf_error(fmt::format("game {} is not Othello, GM[Othello]", quoted(value)));
  }
  if (tag != "GM") tell(tag, value);
  return {};
}

/// Adds a tag on which no other tag depends.
void GgfGame::tell(std::string_view tag, std::string_view value) {
  const std::string text = text_of_file(value);
  if (text.empty()) return;
  const std::size_t equals = text.find('=');
  const auto known = std::ranges::find(kTagTexts, tag, &TagText::tag);
  if (known != std::end(kTagTexts)) {
    record_.*known->field = text;
  } else if (tag == "TY") {
    type_ = text;
  } else if (tag == "TI") {
    record_.black_clock = record_.white_clock = text;
  } else if (tag == "RS") {
    result_in_words_ = text_of_file(decoded(text));
  } else if (const auto score = parse_theoretical(text); tag == "TS" && score) {
    record_.theoretical = score;
  } else if (tag == "CM" && !notes_.empty()) {
    append_comment(notes_.back().comment, text_of_file(decoded(text)));
  } else if (tag == "XT" && equals != text.npos) {
    set_by_name(record_, decoded(text.substr(0, equals)), decoded(text.substr(equals + 1)));
  } else {
    record_.extra.push_back({std::string(tag), text});
  }
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
  if (has_letter(type_, 'a')) {
    return ggf_error(
        fmt::format("TY: {} is anti-Othello, where fewer discs win; Othello is 8", quoted(type_)));
  }
  if (!board_given_ && !type_.empty()) {
    const int size = size_of_type(type_);
    if (!is_board_size(size)) {
      return ggf_error(fmt::format("TY: {} is not a board of 8, 6 or 4", quoted(type_)));
    }
    if (has_letter(type_, 'r')) {  // the type does not show the set-up
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
    return at_move(played.error(), number_);
  }
  if (*square != Square::kPass) ++number_;
  MoveNote note;
  if (first < value.size()) note.discs = plain_number(value.substr(first + 1, second - first - 1));
  if (second < value.size()) note.seconds = plain_number(value.substr(second + 1));
  notes_.resize(game_->moves().size());  // no note for an omitted pass
  notes_.back() = note;
  return {};
}

Result<GameRecord> GgfGame::record() {
  if (!game_) {
    if (const Result<void> started = start(); !started) return started.error();
  }
  set_moves(record_, *game_, notes_);
  // A type may give only the size.
  if (!type_.empty() && type_ != std::to_string(record_.start.size)) {
    record_.extra.insert(record_.extra.begin(), {"TY", type_});
  }
  if (!result_in_words_.empty() && !result_score(record_.result)) record_.result = result_in_words_;
  return record_;
}

Result<GameRecord> read_game(std::string_view text, LegalPrefix legal_prefix) {
  const std::optional<GameStart> start = find_game_start(text);
  if (!start) return ggf_error(fmt::format("{} has no game, (; ... ;)", quoted(text)));
  GgfGame game;
  for (std::size_t at = start->end; at < text.size();) {
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
    if (const Result<void> added = game.add(name, value); !added) {
      const bool illegal = added.error().code == ErrorCode::kIllegalMove;
      if (illegal && legal_prefix != nullptr) *legal_prefix = game.record().value();
      return added.error();
    }
    at += close + 1;
  }
  return ggf_error("the text ends inside the game, ';)' is missing");
}

/// For any reader: one line without brackets, which GGF cannot escape.
std::string value_text(std::string_view text) {
  std::string value(text);
  for (char& c : value) c = c == '[' ? '(' : c == ']' ? ')' : is_control(c) ? ' ' : c;
  return value;
}

/// "+2.000:r"; "?" if neither the result nor the board has a score.
std::string result_text(const GameRecord& record, const Game& game) {
  if (const std::optional<double> score = result_score(record.result)) {
    const std::size_t how = std::min(record.result.find(':'), record.result.size());
    return fmt::format("{:+.3f}{}", *score + 0.0, record.result.substr(how));
  }
  const std::optional<Color> winner = result_winner(record.result);
  if (!(record.result.empty() || winner) || !game.over()) return "?";
  const double score = game.black_score().discs - komi_of(record);
  // RS has the result that contradicts the board.
  if (winner && (score == 0 || (score > 0) != (*winner == Color::kBlack))) return "?";
  return fmt::format("{:+.3f}", score);
}

/// "8 ---...--- *"
std::string board_text(const Position& start) {
  std::string board = to_text(start);
  std::ranges::replace(board, 'X', '*');
  return fmt::format("{} {}", start.size, board);
}

/// "1.00"; more decimals unless zero.
std::string evaluation_text(double discs) {
  const std::string hundredths = fmt::format("{:.2f}", discs);
  const std::string all = short_number(discs);
  constexpr std::size_t kPointAndHundredths = 3;
  const std::size_t point = std::min(all.find('.'), all.size());
  return all.size() - point > kPointAndHundredths ? all : hundredths;
}

std::string move_text(Square square, const MoveNote& note, int size) {
  std::string text = to_capitals(square, size);
  if (!note.discs && !note.seconds) return text;
  text += '/';
  if (note.discs) text += evaluation_text(*note.discs);
  // To the millisecond, without trailing zeros.
  if (note.seconds) text += fmt::format("/{}", std::round(*note.seconds * 1000) / 1000);
  return text;
}

class GgfWriter {
 public:
  void tag(std::string_view tag, std::string_view value) {
    fmt::format_to(std::back_inserter(text_), "{}[{}]", tag, value);
  }
  void named(std::string_view name, std::string_view value) {
    tag("XT", encoded(name) + "=" + encoded(value));
  }

  /// Writes `value` as plain text, and in XT if plain text loses data.
  void text(std::string_view name_of_tag, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    const std::string plain = value_text(value);
    tag(name_of_tag, plain);
    if (plain != value) named(name, value);
  }

  void header(const GameRecord& record, const Game& game);
  void extras(const GameRecord& record, const std::string& type, bool scoreless);
  void moves(const GameRecord& record, const Game& game);

  std::string take() { return std::move(text_) + ";)"; }

 private:
  std::string text_ = "(;GM[Othello]";
};

/// From the file, if it fits the board.
std::string type_of(const GameRecord& record) {
  const auto tag = std::ranges::find(record.extra, "TY", &ExtraTag::name);
  const bool fits = tag != record.extra.end() && size_of_type(tag->value) == record.start.size &&
                    value_text(tag->value) == tag->value;
  return fits ? tag->value : std::to_string(record.start.size);
}

void GgfWriter::header(const GameRecord& record, const Game& game) {
  const std::string type = type_of(record), result = result_text(record, game);
  const bool same_clock = record.black_clock == record.white_clock;
  for (const TagText& known : kTagTexts) {
    if (known.tag == "CO") {
      tag("TY", type);
      tag("BO", board_text(record.start));
    }
    if (known.tag == "RE") {
      text("RE", "Result", result);
    } else if (known.tag == "TB" && same_clock) {
      text("TI", "BlackClock", record.black_clock);
    } else if (known.tag == "TW" && same_clock) {
      if (value_text(record.white_clock) != record.white_clock) {
        named("WhiteClock", record.white_clock);
      }
    } else {
      text(known.tag, known.name, record.*known.field);
    }
  }
  extras(record, type, result == "?");
}

void GgfWriter::extras(const GameRecord& record, const std::string& type, bool scoreless) {
  const std::string& result = record.result;
  const bool said = !result.empty() && result != "?" && result != "*";
  if (said && scoreless) tag("RS", encoded(result));
  if (record.theoretical) tag("TS", to_text(*record.theoretical));
  bool type_written = false;
  for (const auto& [name, value] : record.extra) {
    const bool is_type = name == "TY" && value == type && !type_written;
    const bool capitals = !name.empty() && name.size() <= 2 &&
                          std::ranges::all_of(name, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (is_type) {
      type_written = true;
    } else if (capitals && !is_known_tag(name) && value_text(value) == value) {
      tag(name, value);
    } else {
      named(name, value);
    }
  }
}

void GgfWriter::moves(const GameRecord& record, const Game& game) {
  std::size_t at = 0;
  for (const PlayedMove& move : game.moves()) {
    const MoveNote note = next_note(record, move, at);
    tag(move.color == Color::kBlack ? "B" : "W", move_text(move.square, note, record.start.size));
    if (!note.comment.empty()) tag("CM", encoded(note.comment));
  }
}

}  // namespace

double komi_of(const GameRecord& record) {
  const auto value = [&](std::string_view name) -> std::string_view {
    const auto tag = std::ranges::find(record.extra, name, &ExtraTag::name);
    return tag == record.extra.end() ? "" : std::string_view(tag->value);
  };
  return has_letter(value("TY"), 'k') ? plain_number(value("KM")).value_or(0) : 0;
}

Result<GameRecord> parse_ggf(std::string_view text, LegalPrefix legal_prefix) {
  // Limits the time for a file of many games.
  const Result<GameRecord> record = read_game(text.substr(0, kMaxGameText), legal_prefix);
  if (!record && text.size() > kMaxGameText) {
    return ggf_error(
        fmt::format("no game in the first {} bytes: {}", kMaxGameText, record.error().message));
  }
  return record;
}

std::string to_ggf(const GameRecord& record) {
  const Game game = record.replay();
  GgfWriter writer;
  writer.header(record, game);
  writer.moves(record, game);
  return writer.take();
}

constinit const FormatRow kGgfRow{
    {FileFormat::kGgf, "ggf", "ggf ggs", "GGS, NBoard and NTest; stores everything",
     "GGS、NBoard、NTest。何も失われません", true, true},
    next_by<find_ggf, parse_ggf>,
    write_game<to_ggf>,
    kHoldsAll | kHoldsMoves};

}  // namespace sumi
