// SPDX-License-Identifier: MIT
/// The lines of the JSON protocol (protocol/json/README.md): one object a line, both ways.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "engine/game/board.h"
#include "engine/limits.h"
#include "engine/search_update.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sumi::protocol {

/// A position to be searched.
struct JsonQuery {
  Position position;
  SearchLimits limits;                 ///< With `consults_book` as wanted.
  int priority = 0;                    ///< The higher, the sooner.
  std::optional<Millis> report_every;  ///< Partial answers, no faster than this.
  std::string evaluator;               ///< One of those that may be named; empty: the engine's.
  std::vector<std::string> notes;      ///< What was assumed of the position.
};

enum class JsonAction {
  kTerminate,  ///< Ends one query, or all.
  kClear,      ///< Forgets what searches have found.
  kVersion,
};

struct JsonCommand {
  JsonAction action{};
  std::optional<Json> target;  ///< Of kTerminate: the id of queries; nothing: all of them.
};

using JsonWanted = std::variant<JsonQuery, JsonCommand>;

/// A line with its id, which is null if there is none that could be read. A query has one.
struct JsonRequest {
  Json id;
  Result<JsonWanted> wanted;
};

/// `evaluators`: the names that a query may give; without any it may give none.
JsonRequest parse_json_request(std::string_view line, std::span<const std::string> evaluators = {});

/// {"id", "final", "position", "candidates": [...]}, the last two as candidates_json();
/// "terminated": true if the query was ended before its limits; and "notes" if there are any.
Json json_answer(const Json& id, const JsonQuery& query, const SearchUpdate& found, bool final,
                 bool terminated);

/// {"id", "error"}
Json json_fault(const Json& id, std::string_view message);

}  // namespace sumi::protocol
