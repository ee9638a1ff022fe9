// SPDX-License-Identifier: MIT
/// Games of Othello Quest, and other JSON with a list of moves. Ignores other values.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sumi {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxValues = 100'000;

Error quest_error(std::string what) { return {ErrorCode::kBadSyntax, "json: " + std::move(what)}; }

enum class Kind { kText, kNumber, kWord, kList, kObject };

/// The members of a list or object follow it in the same vector, up to index `end`.
struct JsonValue {
  Kind kind = Kind::kWord;
  std::string key;   ///< Empty in a list.
  std::string text;  ///< Empty for a list or object.
  std::size_t end = 0;
};

/// Flattens the events of nlohmann's parser, which stops on false.
class JsonReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  /// Requires: UTF-8.
  explicit JsonReader(std::string text) : text_(std::move(text)) {}

  Result<std::vector<JsonValue>> read();

  bool null() override { return add(Kind::kWord, "null"); }
  bool boolean(bool value) override { return add(Kind::kWord, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override { return add_number(fmt::to_string(value)); }
  bool number_unsigned(std::uint64_t value) override { return add_number(fmt::to_string(value)); }
  bool number_float(double, const std::string& text) override { return add_number(text); }
  bool string(std::string& text) override { return add(Kind::kText, text_of_file(text)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Kind::kObject); }
  bool start_array(std::size_t) override { return open(Kind::kList); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& text) override {
    key_ = text_of_file(text);
    return true;
  }
  bool parse_error(std::size_t at, const std::string& token,
                   const nlohmann::detail::exception& fault) override;

 private:
  bool add(Kind kind, std::string text);
  bool add_number(const std::string& text) {
    return add(plain_number(text) ? Kind::kNumber : Kind::kWord, text);
  }
  bool open(Kind kind);
  bool close();
  bool fail(std::string what) {
    error_ = quest_error(std::move(what));
    return false;
  }

  std::string text_, key_;
  std::vector<JsonValue> values_;
  std::vector<std::size_t> open_;
  std::optional<Error> error_;
};

bool JsonReader::add(Kind kind, std::string text) {
  if (values_.size() >= kMaxValues) return fail(fmt::format("more than {} values", kMaxValues));
  values_.push_back({kind, std::exchange(key_, {}), std::move(text), values_.size() + 1});
  return true;
}

bool JsonReader::open(Kind kind) {
  if (open_.size() == kMaxDepth) return fail(fmt::format("nested {} deep", kMaxDepth + 1));
  open_.push_back(values_.size());
  return add(kind, {});
}

bool JsonReader::close() {
  values_[open_.back()].end = values_.size();
  open_.pop_back();
  return true;
}

bool JsonReader::parse_error(std::size_t at, const std::string& token,
                             const nlohmann::detail::exception& fault) {
  const std::string_view why = fault.what();
  const auto says = [why](std::string_view part) { return why.find(part) != why.npos; };
  const auto rest = sumi::quoted(std::string_view(text_).substr(at - std::min(at, token.size())));
  if (says("missing closing quote")) return fail(rest + " has no closing quote");
  if (says("unexpected end of input")) {
    return fail("the text ends inside the game, } or ] is missing");
  }
  return fail(fmt::format("{} is not {}", rest,
                          says("object key")         ? "a key, \"name\":"
                          : says("object separator") ? "a colon"
                                                     : "a value"));
}

Result<std::vector<JsonValue>> JsonReader::read() {
  const std::string_view front = trim(text_);
  if (!front.starts_with('{') && !front.starts_with('[')) {
    return quest_error(fmt::format("{} is not JSON, {{\"moves\": [...]}}", sumi::quoted(front)));
  }
  nlohmann::json::sax_parse(text_, this, nlohmann::json::input_format_t::json, false);
  if (error_) return *error_;
  return std::move(values_);
}

/// UTF-8 without trailing commas, as nlohmann's parser requires.
std::string strict_json(std::string_view json) {
  json = without_bom(json);
  std::string strict = utf8_of_any(json);
  constexpr std::size_t kNone = std::string::npos;
  std::size_t comma = kNone;  // a comma followed only by blanks
  bool in_text = false;
  for (std::size_t i = 0; i < strict.size(); ++i) {
    const char c = strict[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
      continue;
    }
    if (is_space(c)) continue;
    if (comma != kNone && (c == ']' || c == '}')) strict[comma] = ' ';
    comma = c == ',' ? i : kNone;
    in_text = c == '"';
  }
  return strict;
}

bool is_one_of(std::string_view key, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [&](auto name) { return equal_ignoring_case(key, name); });
}

constexpr std::string_view kMoveListKeys[] = {"moves",   "kifu",      "kif",     "record",
                                              "m",       "movelist",  "history", "transcript",
                                              "squares", "move_list", "sequence"};
constexpr std::string_view kMoveKeys[] = {"m", "move", "square", "sq", "pos", "position"};
constexpr std::string_view kTimeKeys[] = {"t", "time", "ms"};
constexpr std::string_view kStartKeys[] = {"startpos", "start_pos", "startposition",
                                           "start_position"};
constexpr std::string_view kEndKeys[] = {"s", "status", "finalstatus", "final_status"};
constexpr std::string_view kNameKeys[] = {"name", "username", "user", "nick", "nickname", "id"};
constexpr std::string_view kRatingKeys[] = {"rating", "r", "elo", "rate", "oldr"};

struct End {
  std::string_view word, how;
};
constexpr End kEnds[] = {
    {"resign", "Resign"}, {"timeup", "Time"}, {"timeout", "Time"}, {"disconnect", "Forfeit"}};

struct ListedMove {
  Square square = Square::kPass;
  std::optional<double> seconds;
};

class QuestGame {
 public:
  explicit QuestGame(std::vector<JsonValue> values) : values_(std::move(values)) {}

  Result<GameRecord> read(LegalPrefix legal_prefix);

 private:
  using Moves = std::vector<ListedMove>;
  std::size_t after(std::size_t at) const { return values_[at].end; }
  std::optional<Square> square_of(const JsonValue& value) const;
  std::optional<ListedMove> move_at(std::size_t at) const;
  std::optional<Moves> list_at(std::size_t at) const;
  std::optional<Moves> square_run(std::string_view text) const;
  std::optional<Moves> moves() const;
  Result<GameRecord> start() const;
  Result<void> play(const GameRecord& start, const Moves& moves);
  void set_early_end(const Position& last);
  void set_player(Color color, std::size_t at);
  void set_players();

  std::vector<JsonValue> values_;
  GameRecord record_;
};

/// "-", empty text and null are passes.
std::optional<Square> QuestGame::square_of(const JsonValue& value) const {
  if (value.kind == Kind::kWord && value.text == "null") return Square::kPass;
  if (value.kind != Kind::kText) return std::nullopt;
  if (value.text.empty() || value.text == "-") return Square::kPass;
  const Result<Square> square = parse_square(value.text);
  return square ? std::optional(*square) : std::nullopt;
}

std::optional<ListedMove> QuestGame::move_at(std::size_t at) const {
  const JsonValue& value = values_[at];
  ListedMove move;
  std::optional<Square> square = square_of(value);
  if (value.kind == Kind::kObject) {
    for (std::size_t i = at + 1; i < value.end; i = after(i)) {
      const JsonValue& part = values_[i];
      if (is_one_of(part.key, kMoveKeys) && !square) square = square_of(part);
      const auto number = plain_number(part.text);
      const bool time = part.kind == Kind::kNumber && is_one_of(part.key, kTimeKeys);
      if (time && *number >= 0) move.seconds = *number / 1000;
    }
  }
  if (!square) return std::nullopt;
  move.square = *square;
  return move;
}

/// Nothing if an element is not a move. Entries such as "resign" may follow the last move.
std::optional<QuestGame::Moves> QuestGame::list_at(std::size_t at) const {
  Moves moves;
  std::size_t i = at + 1;
  for (; i < values_[at].end; i = after(i)) {
    const std::optional<ListedMove> move = move_at(i);
    if (!move) break;
    moves.push_back(*move);
  }
  const bool squares = std::ranges::any_of(
      moves, [](const ListedMove& move) { return move.square != Square::kPass; });
  const bool whole = i >= values_[at].end || after(i) >= values_[at].end;
  return squares && whole ? std::optional(moves) : std::nullopt;
}

/// "f5d6c3", perhaps with blanks. A single square is a move, not a game.
std::optional<QuestGame::Moves> QuestGame::square_run(std::string_view text) const {
  Moves moves;
  const Result<GameRecord> game = parse_game(text);
  if (!game && game.error().code == ErrorCode::kIllegalMove) {
    // Accept illegal moves; replaying the game will report them.
    for (; text.size() >= 2; text = trim(text.substr(2))) {
      const auto square = find_square(text.substr(0, 2));
      if (!square) return std::nullopt;
      moves.push_back({*square, {}});
    }
    return text.empty() && moves.size() > 1 ? std::optional(moves) : std::nullopt;
  }
  if (!game || game->moves.size() < 2 || game->start != Position{}) return std::nullopt;
  for (const Square square : game->moves) moves.push_back({square, {}});
  return moves;
}

/// The first list of moves under a known key, else the longest list.
std::optional<QuestGame::Moves> QuestGame::moves() const {
  std::optional<Moves> longest;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const JsonValue& value = values_[i];
    const bool named = is_one_of(value.key, kMoveListKeys);
    std::optional<Moves> found;
    if (value.kind == Kind::kList) found = list_at(i);
    if (value.kind == Kind::kText && named) found = square_run(value.text);
    if (found && named) return found;
    if (found && (!longest || found->size() > longest->size())) longest = std::move(found);
  }
  return longest;
}

/// A board, or the first moves of the game (an XOT opening).
Result<GameRecord> QuestGame::start() const {
  for (const JsonValue& value : values_) {
    if (value.kind != Kind::kText || !is_one_of(value.key, kStartKeys)) continue;
    Result<GameRecord> start = parse_game(value.text);
    if (start && start->comment.empty() && start->result.empty()) return start;
    return quest_error(fmt::format("{}: {} is neither moves (f5d6c4) nor a board", value.key,
                                   sumi::quoted(value.text)));
  }
  return GameRecord{};
}

Result<void> QuestGame::play(const GameRecord& start, const Moves& moves) {
  Game game = start.replay();
  std::vector<MoveNote> notes(game.moves().size());
  Result<void> done;
  int number = 1;
  for (const PlayedMove& move : game.moves()) number += move.square == Square::kPass ? 0 : 1;
  for (const ListedMove& move : moves) {
    if (const Result<void> played = game.play(move.square); !played) {
      done = at_move(played.error(), number);
      break;
    }
    if (move.square != Square::kPass) ++number;
    notes.resize(game.moves().size());
    notes.back().seconds = move.seconds;
  }
  record_.start = start.start;
  set_moves(record_, game, std::move(notes));
  if (done && !game.over()) set_early_end(game.position());
  return done;
}

/// For "RESIGN", "LOSE:TIMEUP", "WIN:DISCONNECT". The side to move lost, unless the text says WIN.
void QuestGame::set_early_end(const Position& last) {
  for (const JsonValue& value : values_) {
    if (value.kind != Kind::kText || !is_one_of(value.key, kEndKeys)) continue;
    const std::string end = to_lower(value.text);
    for (const auto& [word, how] : kEnds) {
      if (end.find(word) == end.npos) continue;
      const Color winner = end.starts_with("win") ? last.to_move : !last.to_move;
      record_.result = fmt::format("{}+{}", winner == Color::kBlack ? 'B' : 'W', how);
    }
  }
}

/// The value is a name, or an object with name and rating.
void QuestGame::set_player(Color color, std::size_t at) {
  const bool black = color == Color::kBlack;
  std::string& name = black ? record_.black : record_.white;
  std::string& rating = black ? record_.black_rating : record_.white_rating;
  const JsonValue& value = values_[at];
  if (value.kind == Kind::kText && name.empty()) name = value.text;
  if (value.kind != Kind::kObject) return;
  std::size_t best = std::size(kNameKeys);  // "name" before "id"
  for (std::size_t i = at + 1; i < value.end; i = after(i)) {
    const JsonValue& part = values_[i];
    const auto key = std::ranges::find_if(
        kNameKeys, [&](auto known) { return equal_ignoring_case(part.key, known); });
    const auto rank = static_cast<std::size_t>(key - std::begin(kNameKeys));
    if (rank < best && part.kind == Kind::kText && !part.text.empty()) {
      best = rank;
      name = part.text;
    }
    if (is_one_of(part.key, kRatingKeys) && part.kind == Kind::kNumber) rating = part.text;
  }
}

void QuestGame::set_players() {
  constexpr std::string_view kBlack[] = {"black", "blackplayer", "black_player", "blackname"};
  constexpr std::string_view kWhite[] = {"white", "whiteplayer", "white_player", "whitename"};
  constexpr std::string_view kDate[] = {"created", "date", "createdat", "created_at"};
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const JsonValue& value = values_[i];
    if (is_one_of(value.key, kBlack)) set_player(Color::kBlack, i);
    if (is_one_of(value.key, kWhite)) set_player(Color::kWhite, i);
    const bool date = value.kind == Kind::kText && is_one_of(value.key, kDate);
    if (date && record_.date.empty()) record_.date = value.text;
    if (!equal_ignoring_case(value.key, "players") || value.kind != Kind::kList) continue;
    const std::size_t first = i + 1;
    if (first < value.end) set_player(Color::kBlack, first);
    if (first < value.end && after(first) < value.end) set_player(Color::kWhite, after(first));
  }
}

Result<GameRecord> QuestGame::read(LegalPrefix legal_prefix) {
  const std::optional<Moves> found = moves();
  if (!found) return quest_error("no list of moves is there, \"moves\": [\"f5\", ...]");
  const Result<GameRecord> begun = start();
  if (!begun) return begun.error();
  set_players();
  if (const Result<void> played = play(*begun, *found); !played) {
    if (legal_prefix != nullptr) *legal_prefix = record_;
    return played.error();
  }
  return record_;
}

}  // namespace

Result<GameRecord> parse_quest(std::string_view json, LegalPrefix legal_prefix) {
  if (json.size() > kMaxGameText) {
    return quest_error(fmt::format("{} is longer than {} bytes", sumi::quoted(json), kMaxGameText));
  }
  Result<std::vector<JsonValue>> values = JsonReader(strict_json(json)).read();
  if (!values) return values.error();
  return QuestGame(std::move(*values)).read(legal_prefix);
}

namespace {

/// True for JSON that may be a game: an object, or a list of texts or objects, perhaps nested. A
/// list of numbers is a board.
bool is_json(std::string_view text) {
  const bool object = text.starts_with('{');
  if (!object && !text.starts_with('[')) return false;
  do {
    text = trim(text.substr(1));
  } while (!object && text.starts_with('['));
  return text.starts_with('"') || text.starts_with(object ? '}' : '{');
}

}  // namespace

constinit const FormatRow kQuestRow{
    {FileFormat::kQuest, "quest", "json", "Othello Quest and other JSON",
     "オセロクエストなどのJSON", true, false},
    next_by<find_json, parse_quest>,
    nullptr,
    kHoldsNothing,
    {.line = is_json}};

}  // namespace sumi
