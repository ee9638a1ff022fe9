// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/text/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::array<std::string_view, 4> kLimitKeys{"level", "depth", "time", "nodes"};
constexpr int kMaxJsonDepth = 60;
constexpr double kMaxNodes = 1e15;

/// A value for an error message, shortened to fit a line.
std::string shown(const Json& value) {
  constexpr std::size_t kMax = 60;
  if (value.is_object() || value.is_array()) return value.is_object() ? "{...}" : "[...]";
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= kMax ? text : text.substr(0, kMax) + "...";
}

/// Counts the bytes that the parser reads.
struct CountedChars {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char& operator*() const { return *at; }
  CountedChars& operator++() {
    ++at;
    ++*count;
    return *this;
  }
  bool operator==(const CountedChars& other) const { return at == other.at; }

  const char* at;
  std::size_t* count;
};

/// Builds a value during parsing; returning false stops the parser.
class JsonBuilder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool truth) override { return add(truth); }
  bool number_integer(number_integer_t number) override { return add(number); }
  bool number_unsigned(number_unsigned_t number) override { return add(number); }
  bool number_float(number_float_t number, const string_t&) override { return add(number); }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    return ++keys_ <= kMaxJsonKeys;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  std::size_t values() const { return values_; }
  Json take() { return std::move(root_); }

 private:
  bool add(Json value) { return put(std::move(value)) != nullptr; }
  bool open(Json empty) {
    Json* const made = put(std::move(empty));
    if (made) open_.push_back(made);
    return made && open_.size() <= kMaxJsonNesting;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  Json* put(Json value) {
    if (++values_ > kMaxJsonValues) return nullptr;
    if (open_.empty()) return &(root_ = std::move(value));
    Json& parent = *open_.back();
    if (parent.is_object()) return &(parent[key_] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  Json root_{Json::value_t::discarded};
  std::vector<Json*> open_;  ///< Enclosing objects and arrays, outermost first.
  std::string key_;
  std::size_t values_ = 0, keys_ = 0;
};

thread_local JsonCost cost_so_far;

}  // namespace

JsonCost json_cost() { return cost_so_far; }

Json read_json(std::string_view text) {
  JsonBuilder builder;
  std::size_t bytes = 0;
  const CountedChars begin{text.data(), &bytes}, end{text.data() + text.size(), &bytes};
  const bool whole = Json::sax_parse(begin, end, &builder);
  cost_so_far.bytes += bytes;
  cost_so_far.values += builder.values();
  Json json = builder.take();
  return whole && json.is_object() ? json : Json(Json::value_t::discarded);
}

std::string bad_value(std::string_view key, const Json& value, std::string_view wanted) {
  return fmt::format("{}: {} is not {}", key, shown(value), wanted);
}

void reject(std::string_view key, const Json& value, std::string_view wanted) {
  throw BadField(bad_value(key, value, wanted));
}

void check_keys(const Json& object, std::span<const std::string_view> known,
                std::string_view where) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::count(known, key) > 0) continue;
    throw BadField(
        fmt::format("{}{} is not one of {}", where, sumi::quoted(key), fmt::join(known, ", ")));
  }
}

bool is_json_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

int int_at(const Json& object, std::string_view key, int min, int max, int otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  const std::string wanted = fmt::format("a whole number in {}..{}", min, max);
  if (!found->is_number_integer()) reject(key, *found, wanted);
  // The parser reads integers beyond 64 bits as floats and those beyond 63 bits as unsigned.
  const bool fits =
      found->is_number_unsigned()
          ? found->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max(max, 0))
          : found->get<std::int64_t>() >= min && found->get<std::int64_t>() <= max;
  const auto value = fits ? found->get<std::int64_t>() : std::int64_t{min} - 1;
  if (value < min) reject(key, *found, wanted);
  return static_cast<int>(value);
}

bool bool_at(const Json& object, std::string_view key, bool otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (!found->is_boolean()) reject(key, *found, "true or false");
  return found->get<bool>();
}

double number_at(const Json& object, std::string_view key, double min, double max) {
  const Json& value = object.at(std::string(key));
  if (!value.is_number() || !(value.get<double>() >= min) || !(value.get<double>() <= max)) {
    reject(key, value, fmt::format("a number in {}..{}", min, max));
  }
  return value.get<double>();
}

std::string text_taken(Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  if (!found->is_string()) reject(key, *found, "a text");
  return std::move(found->get_ref<std::string&>());
}

std::string text_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  if (!found->is_string()) reject(key, *found, "a text");
  return found->get<std::string>();
}

int size_at(const Json& object) {
  const int size = int_at(object, "size", 4, 8, 8);
  if (!is_board_size(size)) reject("size", object.at("size"), "4, 6 or 8");
  return size;
}

Millis to_millis(double seconds) {
  return Millis(std::max<std::int64_t>(1, std::llround(seconds * 1000)));
}

SearchLimits limits_in(const Json& object) {
  if (!object.is_object()) reject("limits", object, "an object such as {\"level\": 20}");
  check_keys(object, kLimitKeys, "limits: ");
  if (object.size() != 1) {
    throw BadField(fmt::format("limits: {} of {}: name one", object.empty() ? "none" : "several",
                               fmt::join(kLimitKeys, ", ")));
  }
  const std::string key = object.begin().key();
  if (key == "level") return level_limits(int_at(object, key, 0, kMaxLevel, 0));
  if (key == "time") return time_limits(to_millis(number_at(object, key, 0, kMaxJsonSeconds)));
  SearchLimits limits;
  if (key == "depth") {
    limits.depth = int_at(object, key, 1, kMaxJsonDepth, 0);
  } else {
    limits.selectivity = kFastSelectivity;
    limits.nodes = static_cast<std::uint64_t>(number_at(object, key, 1, kMaxNodes));
  }
  return limits;
}

namespace {

constexpr std::size_t kMaxMoves = 60;

using GameText = std::pair<std::string_view, std::string GameRecord::*>;
constexpr GameText kGameTexts[] = {{"black", &GameRecord::black},
                                   {"white", &GameRecord::white},
                                   {"black_rating", &GameRecord::black_rating},
                                   {"white_rating", &GameRecord::white_rating},
                                   {"event", &GameRecord::event},
                                   {"round", &GameRecord::round},
                                   {"place", &GameRecord::place},
                                   {"date", &GameRecord::date},
                                   {"result", &GameRecord::result},
                                   {"comment", &GameRecord::comment}};

/// The value; throws the error, after `where`, as a BadField.
template <class T>
T good(Result<T> result, std::string_view where) {
  if (!result) throw BadField(fmt::format("{}: {}", where, result.error().message));
  return std::move(result).value();
}

Position start_in(const Json& object) {
  const int size = size_at(object);
  const std::string start = text_at(object, "start");
  return start.empty() ? start_position(size) : good(parse_position(start, size), "start");
}

std::optional<double> number_of_note(const Json& note, std::string_view key) {
  constexpr double kMax = 1e9;
  if (!note.contains(key)) return std::nullopt;
  return number_at(note, key, -kMax, kMax);
}

MoveNote note_of(const Json& json) {
  if (!json.is_object()) reject("notes", json, "an object such as {\"discs\": 2}");
  try {
    return {number_of_note(json, "discs"), number_of_note(json, "seconds"),
            text_at(json, "comment")};
  } catch (const BadField& e) {
    throw BadField(fmt::format("notes: {}", e.what()));
  }
}

/// Plays the moves and attaches the notes. Passes are in the record, but not in the object.
void add_moves(GameRecord& record, const Json& moves, const Json* notes) {
  Game game(record.start);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Json& name = moves[i];
    if (!name.is_string()) {
      throw BadField("moves: " + bad_value("moves", name, "a square such as \"f5\""));
    }
    const Square square = good(parse_square(name.get<std::string>(), record.start.size), "moves");
    if (square == Square::kPass) continue;
    good(game.play(square), "moves");
    if (!notes) continue;
    MoveNote note = note_of((*notes)[i]);
    record.notes.resize(game.moves().size() - 1);
    record.notes.push_back(std::move(note));
  }
  record.moves = record_of(game).moves;
}

GameRecord read_game(const Json& object) {
  GameRecord record;
  record.start = start_in(object);
  for (const auto& [key, field] : kGameTexts) record.*field = text_at(object, key);
  const auto moves = object.find("moves"), notes = object.find("notes");
  if (moves == object.end()) return record;
  if (!moves->is_array() || moves->size() > kMaxMoves) {
    reject("moves", *moves, "a list of 60 squares at most, such as [\"f5\", \"d6\"]");
  }
  if (notes != object.end() && (!notes->is_array() || notes->size() != moves->size())) {
    reject("notes", *notes, "a list as long as moves");
  }
  add_moves(record, *moves, notes != object.end() ? &*notes : nullptr);
  return record;
}

/// Avoids -0.
double rounded_to(double value, double parts) { return std::round(value * parts) / parts + 0.0; }

Json note_json(const MoveNote& note) {
  constexpr double kDiscParts = 100, kSecondParts = 1000;
  Json json = Json::object();
  if (note.discs) json["discs"] = rounded_to(*note.discs, kDiscParts);
  if (note.seconds) json["seconds"] = rounded_to(*note.seconds, kSecondParts);
  if (!note.comment.empty()) json["comment"] = note.comment;
  return json;
}

std::string scores_text(const ObfLine& line) {
  std::string text = line.comment;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const ObfMove& move : line.moves) {
    add(fmt::format("{} {:+}", to_text(move.square, line.position.size), move.score.discs));
  }
  if (line.moves.empty() && line.score) add(fmt::format("{:+}", line.score->discs));
  return text;
}

}  // namespace

Result<GameRecord> game_from_json(const Json& object) {
  try {
    return read_game(object);
  } catch (const BadField& e) {
    return Error{ErrorCode::kOutOfRange, e.what()};
  }
}

Json game_json(const FileEntry& entry) {
  const GameRecord record = game_of(entry);
  const int size = record.start.size;
  Json json{{"start", to_text(record.start)}, {"size", size}};
  Json moves = Json::array(), notes = Json::array();
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (record.moves[i] == Square::kPass) continue;
    moves.push_back(to_text(record.moves[i], size));
    if (!record.notes.empty()) notes.push_back(note_json(record.notes[i]));
  }
  json["moves"] = std::move(moves);
  if (!notes.empty()) json["notes"] = std::move(notes);
  for (const auto& [key, field] : kGameTexts) {
    if (!(record.*field).empty()) json[std::string(key)] = record.*field;
  }
  if (const auto* line = std::get_if<ObfLine>(&entry)) {
    if (const std::string text = scores_text(*line); !text.empty()) json["comment"] = text;
  }
  return json;
}

namespace {

constexpr std::string_view kDigits64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      three = three << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits64[three >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

Result<std::string> decode_base64(std::string_view text) {
  const Error bad = syntax_error("base64", text, "a text in base 64");
  if (text.size() % 4 != 0) return bad;
  const std::size_t digits = text.find_last_not_of('=') + 1;
  if (text.size() - digits > 2) return bad;
  std::string bytes;
  bytes.reserve(digits / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;  // of bits
  for (const char c : text.substr(0, digits)) {
    const std::size_t digit = kDigits64.find(c);
    if (digit == kDigits64.npos) return bad;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

}  // namespace sumi::protocol
