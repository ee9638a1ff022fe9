// SPDX-License-Identifier: MIT
#include "engine/catalog.h"
#include "engine/options.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace sumi;

TEST_CASE("options survive writing and reading as text", "[options]") {
  EngineOptions options;
  REQUIRE(set_option(options, "hash-mib", "64"));
  REQUIRE(set_option(options, "evaluator", "mobility"));
  CHECK(options.hash_mib == 64);
  CHECK(options.evaluator == "mobility");
  for (const OptionSpec& spec : engine_options()) {
    EngineOptions copy = options;
    CAPTURE(spec.name);
    CHECK(set_option(copy, spec.name, get_option(options, spec)));
    CHECK(copy == options);
  }
}

TEST_CASE("errors in options quote the value, and nothing changes", "[options]") {
  EngineOptions options;
  const auto refusal = [&](std::string_view name, std::string_view text) {
    const Result<void> result = set_option(options, name, text);
    CHECK(options == EngineOptions());
    return result ? "" : result.error().message;
  };
  CHECK(refusal("hash-mib", "0") == "hash-mib: '0' is not in 1..1048576");
  CHECK(refusal("hash-mib", "64k") == "hash-mib: '64k' is not in 1..1048576");
  CHECK(refusal("hash-mib", "") == "hash-mib: '' is not in 1..1048576");
  CHECK(refusal("hash-mib", "99999999999999999999") ==
        "hash-mib: '99999999999999999999' is not in 1..1048576");
  CHECK(refusal("evaluator", "oracle") == fmt::format("evaluator: 'oracle' is not one of auto, {}",
                                                      fmt::join(evaluator_names(), ", ")));
  CHECK(refusal("colour", "red") == "no option named 'colour'");
}

TEST_CASE("a name is one short line without control characters", "[options]") {
  EngineOptions options;
  for (const std::string& name :
       {std::string("S"), std::string("Sumi L10"), std::string(60, 'x')}) {
    CAPTURE(name);
    CHECK(set_option(options, "name", name));
    CHECK(options.name == name);
  }
  const EngineOptions before = options;
  for (const std::string& name :
       {std::string(), std::string(" "), std::string("Sumi "), std::string("Su\nmi"),
        std::string("Su\x7Fmi"), std::string(61, 'x')}) {
    CAPTURE(name);
    CHECK_FALSE(set_option(options, "name", name));
    CHECK(options == before);
  }
  CHECK(set_option(options, "name", "Su\tmi").error().message ==
        "name: 'Su\\x09mi' is not one line of 1..60 bytes without control characters and without "
        "blanks at its ends");
}

TEST_CASE("options are found by name and title, ignoring case", "[options]") {
  for (const OptionSpec& spec : engine_options()) {
    CAPTURE(spec.name);
    CHECK_FALSE(spec.title.empty());
    CHECK(find_option(spec.name) == &spec);  // so names are unique
    CHECK(find_option(spec.title) == &spec);
  }
  REQUIRE(find_option("hASH") != nullptr);
  CHECK(find_option("hASH")->name == "hash-mib");
  CHECK(find_option("MOVE overhead") == find_option("move-overhead-ms"));
  CHECK(find_option("EvalFile") == find_option("weights"));
  CHECK(find_option("Hash ") == nullptr);
  CHECK(find_option("") == nullptr);
  EngineOptions options;
  CHECK_FALSE(set_option(options, "Hash", "1"));  // names only, not titles
}
