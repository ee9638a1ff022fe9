// SPDX-License-Identifier: MIT
/// Messages of the JSON protocol (protocol/json/README.md): one object per line.
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

struct JsonQuery {
  Position position;
  SearchLimits limits;
  int priority = 0;                    ///< Higher is sooner.
  std::optional<Millis> report_every;  ///< Minimum interval of partial answers.
  std::string evaluator;               ///< A name from the setup; empty: the engine's.
  std::vector<std::string> notes;      ///< Assumptions about the position.
};

enum class JsonAction {
  kTerminate,
  kClear,
  kVersion,
};

struct JsonCommand {
  JsonAction action{};
  std::optional<Json> target;  ///< Of kTerminate: a query id; std::nullopt: all.
};

using JsonWanted = std::variant<JsonQuery, JsonCommand>;

/// A parsed line. The id is null if missing or unreadable; a query always has one.
struct JsonRequest {
  Json id;
  Result<JsonWanted> wanted;
};

/// `evaluators`: the names that queries may use.
JsonRequest parse_json_request(std::string_view line, std::span<const std::string> evaluators = {});

/// {"id", "final"} and the fields of candidates_json(); "terminated": true if stopped before its
/// limits; "notes" if any.
Json json_answer(const Json& id, const JsonQuery& query, const SearchUpdate& found, bool final,
                 bool terminated);

/// {"id", "error"}
Json json_fault(const Json& id, std::string_view message);

}  // namespace sumi::protocol
