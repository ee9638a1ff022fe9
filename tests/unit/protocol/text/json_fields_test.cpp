// SPDX-License-Identifier: MIT
/// A message is refused as soon as it is bigger than any message of ours.
#include "protocol/text/json_fields.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

using namespace sumi::protocol;

namespace {

constexpr std::size_t kMessageBytes = std::size_t{16} << 20;

/// `piece` as often as it fits a message.
std::string flood(std::string_view start, std::string_view piece) {
  std::string text(start);
  while (text.size() + piece.size() <= kMessageBytes) text += piece;
  return text;
}

JsonCost cost_of(std::string_view text, bool fits = false) {
  const JsonCost before = json_cost();
  CHECK(read_json(text).is_discarded() != fits);
  return {json_cost().bytes - before.bytes, json_cost().values - before.values};
}

std::string nested(std::size_t depth) {
  return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
}

}  // namespace

TEST_CASE("a flood of values, keys or brackets is refused early") {
  for (const auto& text :
       {flood("[", R"("",)"), flood(R"({"a":[)", R"("",)"), flood(R"({"a":[)", "[],"),
        flood(R"({"a":[)", "{},"), flood(R"({"a":[)", "0,"), flood("{", R"("a":0,)"),
        flood(R"({"a":[)", "null,"), flood(R"({"a":[)", "[[0]],"), flood("[", "["),
        flood(R"({"a":)", R"({"a":)"), flood(R"({"a":[)", R"({"a":0},)")}) {
    INFO(text.substr(0, 20));
    const JsonCost cost = cost_of(text);
    CHECK(cost.bytes <= 6 * kMostJsonValues);
    CHECK(cost.values <= kMostJsonValues + 1);
  }
  CHECK(cost_of(flood("[", "[")).bytes <= kDeepestJson + 2);
  CHECK(cost_of(flood("", "x")).bytes <= 2);
}

TEST_CASE("messages within the limits are read whole") {
  std::string values = R"({"id":1,"a":[0)", keys = R"({"k0":0)";
  for (std::size_t i = 3; i < kMostJsonValues - 1; ++i) values += ",0";
  for (std::size_t i = 1; i < kMostJsonKeys; ++i) keys += fmt::format(R"(,"k{}":0)", i);
  CHECK(read_json(values + "]}")["a"].size() == kMostJsonValues - 3);
  CHECK(read_json(values + ",0,0]}").is_discarded());
  CHECK(read_json(keys + "}").size() == kMostJsonKeys);
  CHECK(read_json(keys + R"(,"k":0})").is_discarded());
  CHECK(read_json(nested(kDeepestJson)).is_object());
  CHECK(read_json(nested(kDeepestJson + 1)).is_discarded());
  const std::string text = R"({"text":")" + std::string(1 << 20, 'x') + R"("})";
  CHECK(read_json(text)["text"].get<std::string>().size() == 1 << 20);
  const JsonCost cost = cost_of(text, true);
  CHECK(cost.bytes == text.size());
  CHECK(cost.values == 2);
}

TEST_CASE("what is read is what the library's own parser reads") {
  for (const std::string_view text :
       {R"({})", R"({"id":"x","moves":["f5","d6"],"notes":[{},{"discs":-1.5}],"t":true,"n":null})",
        R"({"a":1,"b":[[],{"c":{}}],"a":18446744073709551615})",
        R"( {"a" : "\u00e9\ud83d\ude00"} )", R"({"a":-9223372036854775808,"b":1e400})",
        R"({"a":1e3})"}) {
    INFO(text);
    const Json known = Json::parse(text, nullptr, false), read = read_json(text);
    CHECK(read.is_discarded() == known.is_discarded());
    if (!known.is_discarded()) CHECK(read.dump() == known.dump());
  }
  for (const std::string_view text :
       {"", " ", "[]", "1", "\"x\"", "null", "{", "{}}", "{} {}", R"({"a"})", R"({"a":1,})",
        R"({"a":01})", R"({"a":"\ud800"})", "{\"a\":\"\xff\"}", "{\"a\":\"\n\"}", R"({"a":NaN})"}) {
    INFO(text);
    CHECK(read_json(text).is_discarded());
  }
}
