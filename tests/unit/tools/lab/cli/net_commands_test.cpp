// SPDX-License-Identifier: MIT
/// `sumi-lab td` and `sumi-lab returns`, tiny.
#include "engine/weights/network_file.h"
#include "tests/support/command_fixture.h"
#include "tools/lab/cli/commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

protocol::Args tiny(const std::string& folder, const protocol::Args& more = {}) {
  protocol::Args args{"--out",           folder, "--steps",         "6",
                      "--measure-every", "3",    "--measure-games", "4"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

}  // namespace

TEST_CASE("td command: a network, the same for any threads", "[td]") {
  const test::CommandFixture lab(kTdCommand);
  const auto learn = [&](const std::string& folder, protocol::Args more) {
    more.insert(more.end(), {"--hidden", "12", "--size", "4"});
    return lab.run(tiny(lab.file(folder), more));
  };
  const std::string text = learn("one", {"--faults", "paper"});
  CHECK_THAT(text, Contains("wins_black_percent") && Contains("error"));
  constexpr const char* kAll = "part-of-units,changed-first,all-positive,last-thrice,drawn-after";
  learn("two", {"--faults", kAll, "-j", "3"});
  const std::string network = read_file(lab.file("one/result")).value();
  CHECK(network == read_file(lab.file("two/result")).value());
  const auto parsed = parse_network(network);
  REQUIRE(parsed);
  CHECK(parsed->layers[0].outputs == 12);
  learn("three", {});
  CHECK(network != read_file(lab.file("three/result")).value());
}

TEST_CASE("returns command: a network", "[returns]") {
  const test::CommandFixture lab(kReturnsCommand);
  lab.run(tiny(lab.file("one"), {"--hidden", "12,5", "--size", "4", "--squared-error"}));
  const auto network = read_network(lab.file("one/result"));
  REQUIRE(network);
  CHECK(network->layers.size() == 3);
  CHECK(network->layers[1].outputs == 5);
}

TEST_CASE("td and returns commands: what cannot be done is said", "[td][returns]") {
  const test::CommandFixture td(kTdCommand), returns(kReturnsCommand);
  const auto fault = [&](const test::CommandFixture& lab, const protocol::Args& more) {
    return lab.fault(tiny(lab.file("none"), more));
  };
  CHECK(fault(td, {"--faults", "part-of-units,late"}) ==
        "--faults: 'late' is not one of part-of-units, changed-first, all-positive, last-thrice, "
        "drawn-after; or say none or paper");
  CHECK(fault(td, {"--hidden", "40,20"}) == "--hidden: '40,20' is not in 1..1024");
  CHECK(fault(td, {"--size", "5"}) == "--size: '5' is not 4, 6 or 8");
  CHECK_THAT(fault(td, {"--epsilon", "1.5"}), Contains("--epsilon: '1.5' is not"));
  CHECK(fault(returns, {"--hidden", "64,"}) ==
        "--hidden: '64,' is not 1 to 7 numbers in 1..1024 with commas between");
  CHECK_THAT(fault(returns, {"--gamma", "2"}), Contains("--gamma: '2' is not"));
}
