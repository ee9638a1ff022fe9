// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "protocol/text/entry_words.h"
#include "protocol/text/json_fields.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/json_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr double kMinReport = 0.01;
constexpr int kMaxPriority = 1'000'000;

constexpr std::array<std::string_view, 12> kQueryKeys{
    "id",    "position", "moves",    "size",         "limits",       "candidates",
    "exact", "book",     "priority", "report_every", "search_moves", "evaluator"};
constexpr std::array<std::string_view, 3> kCommandKeys{"id", "action", "target"};
constexpr std::pair<std::string_view, JsonAction> kActions[] = {
    {"terminate", JsonAction::kTerminate},
    {"clear", JsonAction::kClear},
    {"version", JsonAction::kVersion}};

/// The position from "position" or "moves". Adds assumptions to `notes`.
Position position_of(const Json& object, std::vector<std::string>& notes) {
  const bool has_position = object.contains("position"), has_moves = object.contains("moves");
  if (has_position == has_moves) {
    throw BadField(has_position ? "both position and moves: name one"
                                : "neither position nor moves: name one");
  }
  const std::string_view key = has_position ? "position" : "moves";
  const int size = size_at(object);
  const Json& value = object.at(std::string(key));
  std::string text;
  if (value.is_string()) {
    text = value.get<std::string>();
  } else if (has_moves && value.is_array() &&
             std::ranges::all_of(value, [](const Json& move) { return move.is_string(); })) {
    for (const Json& move : value) text += move.get<std::string>() + ' ';
  } else {
    reject(key, value, has_moves ? "a text or a list of moves" : "a text");
  }
  if (has_moves && trim(text).empty()) return start_position(size);
  const auto entry = parse_entry_words(text, {size}, &notes);
  if (!entry && entry.error().code == ErrorCode::kNotFound) {
    reject(key, value,
           "64 squares of X, O and - and the side to move, a FEN, moves (f5d6c3), or a game");
  }
  if (!entry) throw BadField(fmt::format("{}: {}", key, entry.error().message));
  return sumi::position_of(*entry);
}

/// The moves that "search_moves" names; all without it.
Bitboard search_moves_in(const Json& object, const Position& position) {
  const auto list = object.find("search_moves");
  if (list == object.end()) return ~Bitboard{0};
  if (!list->is_array() || list->empty()) reject("search_moves", *list, "a list of legal moves");
  const Bitboard legal = rules::legal_moves(position.board, position.size);
  Bitboard moves = 0;
  for (const Json& move : *list) {
    const auto square = find_square(move.is_string() ? move.get<std::string>() : "", position.size);
    if (!square || *square == Square::kPass || (legal & bit(*square)) == 0) {
      reject("search_moves", move, "a legal move");
    }
    moves |= bit(*square);
  }
  return moves;
}

JsonQuery query_of(const Json& object, std::span<const std::string> evaluators) {
  std::span<const std::string_view> keys = kQueryKeys;
  if (evaluators.empty()) keys = keys.first(keys.size() - 1);
  check_keys(object, keys, "");
  JsonQuery query;
  query.position = position_of(object, query.notes);
  const bool exact = bool_at(object, "exact", false);
  if (object.contains("limits")) {
    query.limits = limits_in(object.at("limits"));
  } else if (!exact) {
    query.limits = time_limits(kHintTime);
  }
  if (exact) query.limits.exact_at_empties = query.position.size * query.position.size;
  query.limits.candidates = int_at(object, "candidates", 1, kMaxLegalMoves, 4);
  query.limits.moves = search_moves_in(object, query.position);
  query.limits.consults_book = bool_at(object, "book", true);
  query.priority = int_at(object, "priority", -kMaxPriority, kMaxPriority, 0);
  if (object.contains("report_every")) {
    query.report_every = to_millis(number_at(object, "report_every", kMinReport, kMaxJsonSeconds));
  }
  query.evaluator = text_at(object, "evaluator");
  if (!query.evaluator.empty() && std::ranges::count(evaluators, query.evaluator) == 0) {
    reject("evaluator", query.evaluator, fmt::format("one of {}", fmt::join(evaluators, ", ")));
  }
  return query;
}

JsonCommand command_of(const Json& object) {
  check_keys(object, kCommandKeys, "");
  const Json& name = object.at("action");
  const auto action = std::ranges::find_if(
      kActions, [&](const auto& row) { return name.is_string() && name == row.first; });
  if (action == std::end(kActions)) reject("action", name, "terminate, clear or version");
  JsonCommand command{action->second, std::nullopt};
  if (!object.contains("target")) return command;
  const Json& target = object.at("target");
  if (command.action != JsonAction::kTerminate) {
    throw BadField(fmt::format("target: plays no part in {}", name.get<std::string>()));
  }
  if (!is_json_id(target)) reject("target", target, "an id: a text or a whole number");
  command.target = target;
  return command;
}

}  // namespace

JsonRequest parse_json_request(std::string_view line, std::span<const std::string> evaluators) {
  JsonRequest request{nullptr, Error{ErrorCode::kBadSyntax, "the line is not a JSON object"}};
  const Json object = read_json(line);
  if (!object.is_object()) return request;
  try {
    if (const auto id = object.find("id"); id != object.end()) {
      if (!is_json_id(*id)) reject("id", *id, "a text or a whole number");
      request.id = *id;
    }
    if (object.contains("action")) {
      request.wanted = JsonWanted(command_of(object));
    } else if (request.id.is_null()) {
      throw BadField("no id: a query has one, a text or a whole number");
    } else {
      request.wanted = JsonWanted(query_of(object, evaluators));
    }
  } catch (const BadField& e) {
    request.wanted = Error{ErrorCode::kBadSyntax, e.what()};
  }
  return request;
}

Json json_answer(const Json& id, const JsonQuery& query, const SearchUpdate& found, bool final,
                 bool terminated) {
  Json answer{{"id", id}, {"final", final}};
  if (terminated) answer["terminated"] = true;
  answer.update(candidates_json(query.position, found));
  if (!query.notes.empty()) answer["notes"] = query.notes;
  return answer;
}

Json json_fault(const Json& id, std::string_view message) {
  return {{"id", id}, {"error", message}};
}

}  // namespace sumi::protocol
