// SPDX-License-Identifier: MIT
#include "protocol/command/option_adapter.h"
#include "protocol/session/option_remarks.h"

#include <boost/program_options/parsers.hpp>
#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;
namespace po = boost::program_options;

namespace {

constexpr std::string_view kIsa[] = {"isa"};

/// With rows named the command has an option of its own, --depth.
Result<EngineOptions> read(const std::vector<std::string>& args, OptionNames names = {}) {
  po::options_description description;
  add_engine_options(description, names);
  if (!names.empty()) description.add_options()("depth", po::value<std::string>());
  po::variables_map values;
  po::store(po::command_line_parser(args).options(description).run(), values);
  return read_engine_options(values, names);
}

}  // namespace

TEST_CASE("every row of the engine's table is an option", "[options]") {
  CHECK((*read({}) == EngineOptions{}));
  const auto options = read({"--hash-mib", "64", "--evaluator=mobility"});
  REQUIRE(options.has_value());
  CHECK(options->hash_mib == 64);
  CHECK(options->evaluator == "mobility");
  for (const OptionSpec& spec : engine_options()) {
    CAPTURE(spec.name);
    const std::string value = get_option(EngineOptions{}, spec);
    CHECK(read({"--" + std::string(spec.name), value}).has_value());
    CHECK_FALSE(describe(spec).empty());
  }
}

TEST_CASE("values are checked by the table", "[options]") {
  CHECK_FALSE(read({"--hash-mib", "0"}).has_value());
  CHECK_FALSE(read({"--hash-mib", "x"}).has_value());
  CHECK_FALSE(read({"--evaluator", "guess"}).has_value());
}

TEST_CASE("a command may offer some rows only", "[options]") {
  CHECK(read({"--isa", "auto"}, kIsa).has_value());
  CHECK_THROWS_AS(read({"--hash-mib", "64"}, kIsa), po::error);
  const auto own_depth = read({"--depth", "soon"}, kIsa);
  REQUIRE(own_depth.has_value());
  CHECK(own_depth->depth == 0);
}
