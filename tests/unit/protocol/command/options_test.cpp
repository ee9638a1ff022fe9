// SPDX-License-Identifier: MIT
#include "protocol/command/command.h"
#include "protocol/command/options.h"
#include "protocol/session/option_remarks.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr Command kTest{"test", "", "", "", "", nullptr};

/// With only some topics, the command has its own --depth.
EngineOptions read(const Args& args, OptionTopics topics = kAllTopics) {
  EngineOptions options;
  Options rows = engine_rows(options, topics);
  std::string depth;
  if (topics != kAllTopics) rows += {{"depth", text(depth, "N"), ""}};
  Output nowhere(-1);
  parse(kTest, rows, args, nowhere);
  return options;
}

}  // namespace

TEST_CASE("every row of the engine's table is an option", "[options]") {
  CHECK((read({}) == EngineOptions{}));
  const EngineOptions options = read({"--hash-mib", "64", "--evaluator=mobility"});
  CHECK(options.hash_mib == 64);
  CHECK(options.evaluator == "mobility");
  for (const OptionSpec& spec : engine_options()) {
    CAPTURE(spec.name);
    const std::string value = get_option(EngineOptions{}, spec);
    CHECK_NOTHROW(read({"--" + std::string(spec.name), value}));
    CHECK_FALSE(describe(spec).empty());
  }
}

TEST_CASE("values are checked by the table", "[options]") {
  CHECK_THROWS_AS(read({"--hash-mib", "0"}), UsageError);
  CHECK_THROWS_AS(read({"--hash-mib", "x"}), UsageError);
  CHECK_THROWS_AS(read({"--evaluator", "guess"}), UsageError);
}

TEST_CASE("a command may offer some rows only", "[options]") {
  CHECK_NOTHROW(read({"--isa", "auto"}, kIsaTopic));
  CHECK_THROWS_AS(read({"--hash-mib", "64"}, kIsaTopic), UsageError);
  CHECK(read({"--depth", "soon"}, kIsaTopic).depth == 0);
}
