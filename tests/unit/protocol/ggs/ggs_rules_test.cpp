// SPDX-License-Identifier: MIT
#include "protocol/ggs/ggs_session.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;

namespace {

GgsRequest request(const char* type, char mode = 'U', const char* clock = "15:00//02:00") {
  GgsRequest asked;
  asked.id = ".8";
  asked.from = "alice";
  asked.to = "sumi";
  asked.type = parse_ggs_type(type).value();
  asked.mode = mode;
  asked.clock = parse_ggs_clock(clock).value();
  return asked;
}

GgsRules rules(std::string_view types = kGgsTypes) {
  GgsRules standard;
  standard.types = parse_ggs_types(types).value();
  return standard;
}

std::string verdict(const GgsRules& by, const GgsRequest& asked) {
  return refusal(by, asked).value_or("accepted");
}

}  // namespace

TEST_CASE("ggs rules: games with komi, anti-games and other boards are never played", "[ggs]") {
  for (const char* type : {"8", "8b", "8w", "s8", "s8r4", "s8r20"}) {
    CAPTURE(type);
    CHECK(verdict(rules(), request(type)) == "accepted");
  }
  for (const char* type : {"8k", "8a", "s8ar20", "8kr12", "10", "s10r20", "6", "88"}) {
    CAPTURE(type);
    CHECK(verdict(rules(), request(type)) == "type " + std::string(type));
    CHECK_FALSE(parse_ggs_types(type));
  }
  GgsRules careless = rules();
  careless.types.push_back(parse_ggs_type("8k").value());
  CHECK(verdict(careless, request("8k")) == "type 8k");
}

TEST_CASE("ggs rules: only the given types are played", "[ggs]") {
  CHECK(verdict(rules("8"), request("8")) == "accepted");
  CHECK(verdict(rules("8"), request("8b")) == "type 8b");
  CHECK(verdict(rules("8"), request("s8")) == "type s8");
  CHECK(verdict(rules("s8r20, 8b"), request("8b")) == "accepted");
  CHECK(verdict(rules("s8r20"), request("s8r20")) == "accepted");
  CHECK(verdict(rules("s8r20"), request("s8r18")) == "type s8r18");
  CHECK(verdict(rules("s8r"), request("s8r18")) == "accepted");
  CHECK(verdict(rules("s8r"), request("s8")) == "type s8");
  for (const char* bad : {"", "8,", "8,,8b", "x", "8 8b"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_ggs_types(bad));
  }
  CHECK(parse_ggs_types("8k").error().message ==
        "ggs type: '8k' is not one that Sumi plays (8,8b,8w,s8,s8r, r with or without a number)");
}

TEST_CASE("ggs rules: limits on rated games, opponents and time are respected", "[ggs]") {
  GgsRules by = rules();
  CHECK(verdict(by, request("8", 'R')) == "rated");
  by.rated = true;
  CHECK(verdict(by, request("8", 'R')) == "accepted");
  CHECK(verdict(by, request("8", 'U')) == "not rated");
  CHECK(verdict(by, request("8", '?')) == "not rated");

  by = rules();
  by.opponents = {"bob", "alice"};
  CHECK(verdict(by, request("8")) == "accepted");
  by.opponents = {"bob"};
  CHECK(verdict(by, request("8")) == "opponent alice");

  by = rules();
  by.least_time = std::chrono::minutes(5);
  by.most_time = std::chrono::minutes(10);
  CHECK(verdict(by, request("8", 'U', "05:00")) == "accepted");
  CHECK(verdict(by, request("8", 'U', "10:00")) == "accepted");
  CHECK(verdict(by, request("8", 'U', "04:59")) == "299 s on our clock");
  CHECK(verdict(by, request("8", 'U', "10:01")) == "601 s on our clock");
  GgsRequest uneven = request("8");
  uneven.clock = parse_ggs_clock("05:00").value();
  CHECK(verdict(by, uneven) == "accepted");
}

TEST_CASE("ggs rules: a stored match is resumed, whatever its time and mode", "[ggs]") {
  GgsRules by = rules();
  by.rated = true;
  by.most_time = std::chrono::minutes(1);
  CHECK(verdict(by, request("8", 'S')) == "accepted");
  CHECK(verdict(by, request("8k", 'S')) == "type 8k");
  by.opponents = {"bob"};
  CHECK(verdict(by, request("8", 'S')) == "opponent alice");
}
