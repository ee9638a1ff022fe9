// SPDX-License-Identifier: MIT
/// Every engine option has the same effect in every protocol.
#include "engine/isa_dispatch.h"
#include "protocol/cli/auto_session.h"
#include "tests/support/results.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <variant>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// Different from the small engine's.
std::string value_of(const OptionSpec& spec) {
  static const std::map<std::string_view, std::string> kTexts{
      {"book", "other.book"},
      {"isa", std::string(runnable_isas().back())},
      {"name", "Sumi L10"},
      {"player", "random"}};
  const EngineOptions small = test::small_engine();
  const std::string now = get_option(small, spec);
  if (!spec.choices.empty()) {
    return std::string(now == spec.choices.front() ? spec.choices.back() : spec.choices.front());
  }
  if (const auto field = std::get_if<int EngineOptions::*>(&spec.field)) {
    const int more = small.**field + spec.step;
    return std::to_string(more <= spec.max ? more : spec.min);
  }
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) {
    return now == "true" ? "false" : "true";
  }
  return kTexts.at(spec.name);
}

/// The line that sets an option in a protocol; empty if there is none.
std::string setting(ProtocolKind kind, const OptionSpec& spec, const std::string& value) {
  const bool full_board_only = spec.name == "size";
  switch (kind) {
    case ProtocolKind::kGtp:
      return fmt::format("sumi-set {} {}", spec.name, value);
    case ProtocolKind::kNBoard:  // its depth is our level
      return spec.name == "depth" ? "" : fmt::format("set {} {}", spec.name, value);
    case ProtocolKind::kUgi:
    case ProtocolKind::kUci:
      return fmt::format("setoption name {} value {}", spec.title, value);
    case ProtocolKind::kUsi:
      return fmt::format("setoption name USI_{} value {}", spec.title, value);
    case ProtocolKind::kCassio:
      if (full_board_only) return "";
      return fmt::format("ENGINE-PROTOCOL set-option {} {}", spec.name, value);
    case ProtocolKind::kXBoard:
      if (full_board_only) return "";
      if (spec.name == "hash-mib") return "memory " + value;
      if (spec.name == "threads") return "cores " + value;
      if (spec.name == "ponder") return "hard";
      return fmt::format("option {}={}", spec.name, value);
    case ProtocolKind::kJson:  // each query has its own limits
      return "";
  }
  return "";
}

}  // namespace

TEST_CASE("each option has the same effect in each protocol", "[options]") {
  for (std::size_t i = 0; i < std::size(kProtocolNames); ++i) {
    const auto kind = static_cast<ProtocolKind>(i);
    for (const OptionSpec& spec : engine_options()) {
      if (spec.name == "weights") continue;  // tested below
      const std::string value = value_of(spec);
      const std::string line = setting(kind, spec, value);
      if (line.empty()) continue;
      CAPTURE(kProtocolNames[i], line);
      Engine engine(test::small_engine());
      test::ScriptedPeer peer;
      AutoSession session(engine, peer, kind);
      EngineOptions wanted = test::small_engine();
      REQUIRE(set_option(wanted, spec.name, value));
      REQUIRE(engine.options() != wanted);
      session.on_line({line, false});
      CHECK(engine.options() == wanted);  // nothing else has changed
    }
  }
}

TEST_CASE("impossible options are refused in each protocol", "[options]") {
  const OptionSpec& weights = *find_option("weights");
  for (std::size_t i = 0; i < std::size(kProtocolNames); ++i) {
    const auto kind = static_cast<ProtocolKind>(i);
    const std::string line = setting(kind, weights, "/nonexistent");
    if (line.empty()) continue;
    CAPTURE(kProtocolNames[i]);
    EngineOptions pattern = test::small_engine();
    pattern.evaluator = "pattern";
    Engine engine(pattern);
    test::ScriptedPeer peer;
    AutoSession session(engine, peer, kind);
    session.on_line({line, false});
    CHECK(engine.options() == pattern);
    CHECK_THAT(peer.text(), Catch::Contains("/nonexistent"));
  }
}
