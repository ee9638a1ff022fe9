// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/text/json_fields.h"
#include "protocol/text/json_game.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <variant>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMostMoves = 60;

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

Result<Position> start_in(const Json& object) {
  const auto size = size_at(object);
  if (!size) return size.error();
  const auto start = text_at(object, "start");
  if (!start) return start.error();
  if (start->empty()) return start_position(*size);
  const auto position = parse_position(*start, *size);
  if (!position) return Error{position.error().code, "start: " + position.error().message};
  return *position;
}

Result<std::optional<double>> number_of_note(const Json& note, std::string_view key) {
  constexpr double kMost = 1e9;
  if (!note.contains(key)) return std::optional<double>();
  const auto found = number_at(note, key, -kMost, kMost);
  if (!found) return Error{found.error().code, "notes: " + found.error().message};
  return std::optional<double>(*found);
}

Result<MoveNote> note_of(const Json& json) {
  if (!json.is_object()) return bad_value("notes", json, "an object such as {\"discs\": 2}");
  const auto discs = number_of_note(json, "discs");
  if (!discs) return discs.error();
  const auto seconds = number_of_note(json, "seconds");
  if (!seconds) return seconds.error();
  const auto comment = text_at(json, "comment");
  if (!comment) return Error{comment.error().code, "notes: " + comment.error().message};
  return MoveNote{*discs, *seconds, *comment};
}

/// Plays the moves and puts each note beside its move: the record has passes, the object has none.
Result<void> add_moves(GameRecord& record, const Json& moves, const Json* notes) {
  Game game(record.start);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Json& name = moves[i];
    const auto square = name.is_string()
                            ? parse_square(name.get<std::string>(), record.start.size)
                            : Result<Square>(bad_value("moves", name, "a square such as \"f5\""));
    if (!square) return Error{square.error().code, "moves: " + square.error().message};
    if (*square == Square::kPass) continue;
    if (const auto legal = game.play(*square); !legal) {
      return Error{legal.error().code, "moves: " + legal.error().message};
    }
    if (!notes) continue;
    const auto note = note_of((*notes)[i]);
    if (!note) return note.error();
    record.notes.resize(game.moves().size() - 1);
    record.notes.push_back(*note);
  }
  record.moves = record_of(game).moves;
  return {};
}

/// Discs to the hundredth, seconds to the thousandth: more digits say nothing.
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
  GameRecord record;
  const auto start = start_in(object);
  if (!start) return start.error();
  record.start = *start;
  for (const auto& [key, field] : kGameTexts) {
    const auto text = text_at(object, key);
    if (!text) return text.error();
    record.*field = *text;
  }
  const auto moves = object.find("moves"), notes = object.find("notes");
  if (moves == object.end()) return record;
  if (!moves->is_array() || moves->size() > kMostMoves) {
    return bad_value("moves", *moves, "a list of 60 squares at most, such as [\"f5\", \"d6\"]");
  }
  if (notes != object.end() && (!notes->is_array() || notes->size() != moves->size())) {
    return bad_value("notes", *notes, "a list as long as moves");
  }
  if (const auto added = add_moves(record, *moves, notes != object.end() ? &*notes : nullptr);
      !added) {
    return added.error();
  }
  return record;
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

}  // namespace sumi::protocol
