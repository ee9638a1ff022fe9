// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/levels.h"
#include "protocol/command/entry_source.h"
#include "protocol/report/candidates.h"
#include "protocol/text/json_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr double kMaxSeconds = 1'000'000, kMinReport = 0.01;
constexpr int kMaxJsonDepth = 60, kMaxPriority = 1'000'000;
constexpr double kMaxNodes = 1e15;

constexpr std::array<std::string_view, 10> kQueryKeys{"id",       "position",    "moves", "size",
                                                      "limits",   "candidates",  "exact", "book",
                                                      "priority", "report_every"};
constexpr std::array<std::string_view, 3> kCommandKeys{"id", "action", "target"};
constexpr std::array<std::string_view, 4> kLimitKeys{"level", "depth", "time", "nodes"};
constexpr std::pair<std::string_view, JsonAction> kActions[] = {
    {"terminate", JsonAction::kTerminate},
    {"clear", JsonAction::kClear},
    {"version", JsonAction::kVersion}};

/// A value as an error shows it: not more than fits a line.
std::string shown(const Json& value) {
  constexpr std::size_t kMost = 60;
  if (value.is_object() || value.is_array()) return value.is_object() ? "{...}" : "[...]";
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

Error bad_value(std::string_view key, const Json& value, std::string_view wanted) {
  return {ErrorCode::kOutOfRange, fmt::format("{}: {} is not {}", key, shown(value), wanted)};
}

Result<void> check_keys(const Json& object, std::span<const std::string_view> known,
                        std::string_view where) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::count(known, key) > 0) continue;
    return Error{ErrorCode::kNotFound, fmt::format("{}{} is not one of {}", where,
                                                   sumi::quoted(key), fmt::join(known, ", "))};
  }
  return {};
}

bool is_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

/// A whole number under `key`; `otherwise` if there is none.
Result<int> whole(const Json& object, std::string_view key, int min, int max, int otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  const std::string wanted = fmt::format("a whole number in {}..{}", min, max);
  if (!found->is_number_integer()) return bad_value(key, *found, wanted);
  // A number beyond 64 bits is no integer for the parser; one beyond 63 is unsigned.
  const bool fits =
      found->is_number_unsigned()
          ? found->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max(max, 0))
          : found->get<std::int64_t>() >= min && found->get<std::int64_t>() <= max;
  const auto value = fits ? found->get<std::int64_t>() : std::int64_t{min} - 1;
  if (value < min) return bad_value(key, *found, wanted);
  return static_cast<int>(value);
}

Result<bool> truth(const Json& object, std::string_view key, bool otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (!found->is_boolean()) return bad_value(key, *found, "true or false");
  return found->get<bool>();
}

/// A number under `key`, which is there.
Result<double> number(const Json& object, std::string_view key, double min, double max) {
  const Json& value = object.at(std::string(key));
  if (!value.is_number() || !(value.get<double>() >= min) || !(value.get<double>() <= max)) {
    return bad_value(key, value, fmt::format("a number in {}..{}", min, max));
  }
  return value.get<double>();
}

Millis to_millis(double seconds) {
  return Millis(std::max<std::int64_t>(1, std::llround(seconds * 1000)));
}

/// The position of "position" or "moves", one of which is there.
Result<Position> position_of(const Json& object) {
  const bool has_position = object.contains("position"), has_moves = object.contains("moves");
  if (has_position == has_moves) {
    return Error{ErrorCode::kBadSyntax, has_position ? "both position and moves: name one"
                                                     : "neither position nor moves: name one"};
  }
  const std::string_view key = has_position ? "position" : "moves";
  const auto size = whole(object, "size", 4, 8, 8);
  if (!size) return size.error();
  if (!is_board_size(*size)) return bad_value("size", object.at("size"), "4, 6 or 8");
  const Json& value = object.at(std::string(key));
  std::string text;
  if (value.is_string()) {
    text = value.get<std::string>();
  } else if (has_moves && value.is_array() &&
             std::ranges::all_of(value, [](const Json& move) { return move.is_string(); })) {
    for (const Json& move : value) text += move.get<std::string>() + ' ';
  } else {
    return bad_value(key, value, has_moves ? "a text or a list of moves" : "a text");
  }
  if (has_moves && trim(text).empty()) return start_position(*size);
  const auto entry = parse_entry_words(text, *size);
  if (!entry && entry.error().code == ErrorCode::kNotFound) {
    return bad_value(key, value,
                     "64 squares of X, O and - and the side to move, a FEN, moves (f5d6c3), or a "
                     "game");
  }
  if (!entry) return Error{entry.error().code, fmt::format("{}: {}", key, entry.error().message)};
  return sumi::position_of(*entry);
}

/// What `sumi hint` takes for options of the same names; "nodes" as a move of a game.
Result<SearchLimits> limits_in(const Json& object) {
  if (!object.is_object()) return bad_value("limits", object, "an object such as {\"level\": 20}");
  if (const auto known = check_keys(object, kLimitKeys, "limits: "); !known) return known.error();
  if (object.size() != 1) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("limits: {} of {}: name one", object.empty() ? "none" : "several",
                             fmt::join(kLimitKeys, ", "))};
  }
  const std::string key = object.begin().key();
  SearchLimits limits;
  if (key == "level") {
    const auto level = whole(object, key, 0, kMaxLevel, 0);
    if (!level) return level.error();
    return level_limits(*level);
  }
  if (key == "depth") {
    const auto depth = whole(object, key, 1, kMaxJsonDepth, 0);
    if (!depth) return depth.error();
    limits.depth = *depth;
    return limits;
  }
  if (key == "time") {
    const auto seconds = number(object, key, 0, kMaxSeconds);
    if (!seconds) return seconds.error();
    return time_limits(to_millis(*seconds));
  }
  const auto nodes = number(object, key, 1, kMaxNodes);
  if (!nodes) return nodes.error();
  limits.selectivity = kFastSelectivity;
  limits.nodes = static_cast<std::uint64_t>(*nodes);
  return limits;
}

Result<JsonWanted> query_of(const Json& object) {
  if (const auto known = check_keys(object, kQueryKeys, ""); !known) return known.error();
  JsonQuery query;
  const auto position = position_of(object);
  if (!position) return position.error();
  query.position = *position;
  const auto exact = truth(object, "exact", false);
  if (!exact) return exact.error();
  if (object.contains("limits")) {
    const auto limits = limits_in(object.at("limits"));
    if (!limits) return limits.error();
    query.limits = *limits;
  } else if (!*exact) {
    query.limits = time_limits(kHintTime);
  }
  if (*exact) query.limits.exact_at_empties = query.position.size * query.position.size;
  const auto candidates = whole(object, "candidates", 1, kMaxLegalMoves, 4);
  if (!candidates) return candidates.error();
  query.limits.candidates = *candidates;
  const auto book = truth(object, "book", true);
  if (!book) return book.error();
  query.limits.consults_book = *book;
  const auto priority = whole(object, "priority", -kMaxPriority, kMaxPriority, 0);
  if (!priority) return priority.error();
  query.priority = *priority;
  if (object.contains("report_every")) {
    const auto seconds = number(object, "report_every", kMinReport, kMaxSeconds);
    if (!seconds) return seconds.error();
    query.report_every = to_millis(*seconds);
  }
  return JsonWanted(query);
}

Result<JsonWanted> command_of(const Json& object) {
  if (const auto known = check_keys(object, kCommandKeys, ""); !known) return known.error();
  const Json& name = object.at("action");
  const auto action = std::ranges::find_if(
      kActions, [&](const auto& row) { return name.is_string() && name == row.first; });
  if (action == std::end(kActions)) return bad_value("action", name, "terminate, clear or version");
  JsonCommand command{action->second, std::nullopt};
  if (!object.contains("target")) return JsonWanted(command);
  const Json& target = object.at("target");
  if (command.action != JsonAction::kTerminate) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("target: plays no part in {}", name.get<std::string>())};
  }
  if (!is_id(target)) return bad_value("target", target, "an id: a text or a whole number");
  command.target = target;
  return JsonWanted(command);
}

}  // namespace

JsonRequest parse_json_request(std::string_view line) {
  JsonRequest request{nullptr, Error{ErrorCode::kBadSyntax, "the line is no JSON object"}};
  const Json object = Json::parse(line.begin(), line.end(), nullptr, false);
  if (!object.is_object()) return request;
  if (const auto id = object.find("id"); id != object.end()) {
    if (!is_id(*id)) {
      request.wanted = bad_value("id", *id, "a text or a whole number");
      return request;
    }
    request.id = *id;
  }
  if (object.contains("action")) {
    request.wanted = command_of(object);
  } else if (request.id.is_null()) {
    request.wanted =
        Error{ErrorCode::kBadSyntax, "no id: a query has one, a text or a whole number"};
  } else {
    request.wanted = query_of(object);
  }
  return request;
}

Json json_answer(const Json& id, const Position& position, const SearchUpdate& found, bool final,
                 bool terminated) {
  Json answer{{"id", id}, {"final", final}};
  if (terminated) answer["terminated"] = true;
  answer.update(candidates_json(position, found));
  return answer;
}

Json json_fault(const Json& id, std::string_view message) {
  return {{"id", id}, {"error", message}};
}

}  // namespace sumi::protocol
