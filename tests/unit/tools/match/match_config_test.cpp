// SPDX-License-Identifier: MIT
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tools/match/match_config.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::match;

namespace {

const Setting& setting(std::string_view name) {
  for (const Setting& s : settings()) {
    if (s.name == name) return s;
  }
  FAIL("no setting " << name);
  return settings()[0];
}

std::string error_of(const Result<void>& result) {
  return result ? "none" : result.error().message;
}

std::string parse_error(std::string_view json) {
  const Result<MatchConfig> config = parse_config(json);
  return config ? "none" : config.error().message;
}

EngineSpec engine(std::string_view text) { return parse_engine_spec(text).value(); }

MatchConfig two_engines() {
  MatchConfig config;
  config.engines = {engine("level=1"), engine("level=2")};
  return config;
}

/// Every field differs from its default.
MatchConfig full() {
  MatchConfig config;
  config.engines = {
      engine("name=a cmd='x y' dir=/ protocol=gtp pass=ask option.Q=1.50 option.cmd=z level=3 "
             "setup='play on' setup=true time=none restart=true"),
      engine("name=\"隅 'b'\" evaluator=x"), engine("protocol=sumi")};
  config.format = Format::kGauntlet;
  config.games = 24;
  config.rounds = 7;
  config.size = 6;
  config.time = {TimeControl::Kind::kGame, Millis(60'000), Millis(1)};
  config.time_margin = Millis(33);
  config.hang_after = Millis(12'345);
  config.move_limit = Millis(1500);
  config.max_faults = 3;
  config.openings = "007";
  config.opening_plies = 9;
  config.shuffle = false;
  config.first_opening = 4;
  config.same_openings = true;
  config.seed = 18446744073709551615u;
  config.adjudicate_empties = 12;
  config.resign_rule = ResignRule{4, 12};
  config.sprt = SprtSetup{-1.25, 0.1, 0.01, 0.3};
  config.anchor = RatingAnchor{"a=b", -12.5};
  config.shard = {2, 3};
  return config;
}

}  // namespace

TEST_CASE("settings have their order and read what they write", "[match_config]") {
  std::string names;
  for (const Setting& s : settings()) {
    names += std::string(s.name) + " ";
    CHECK_FALSE(s.help.empty());
    CHECK_FALSE(s.value_name.empty());
    CHECK(s.help.size() < 80);
    for (const MatchConfig& from : {MatchConfig{}, full()}) {
      CAPTURE(s.name, s.get(from));
      MatchConfig to;
      CHECK(s.set(to, s.get(from)));
      CHECK(s.get(to) == s.get(from));
    }
    CHECK(s.get(full()) != s.get(MatchConfig{}));
  }
  CHECK(names ==
        "format games rounds size time time-margin-ms hang-after-ms move-limit max-faults "
        "openings opening-plies shuffle first-opening same-openings seed adjudicate-empties "
        "resign-rule sprt anchor shard ");
}

TEST_CASE("all settings together are the whole configuration", "[match_config]") {
  MatchConfig config;
  config.engines = full().engines;
  for (const Setting& s : settings()) REQUIRE(s.set(config, s.get(full())));
  CHECK(config == full());
  CHECK(setting("sprt").get(MatchConfig{}).empty());
  CHECK(setting("openings").get(MatchConfig{}) == "balanced");
  REQUIRE(setting("sprt").set(config, "none"));
  CHECK_FALSE(config.sprt);
  REQUIRE(setting("sprt").set(config, "0,5"));
  CHECK(config.sprt == SprtSetup{0, 5, 0.05, 0.05});
}

TEST_CASE("bad settings are refused and change nothing", "[match_config]") {
  struct Case {
    std::string_view name, text, part;
  };
  for (const Case& c : {
           Case{"format", "cup",
                "format: 'cup' is not match, round-robin, gauntlet, swiss or knockout"},
           Case{"games", "0", "games: '0' is not a whole number in 1..10000000"},
           Case{"games", "10.0", "games: '10.0' is not"},
           Case{"games", "", "games: '' is not"},
           Case{"rounds", "-1", "rounds: '-1' is not"},
           Case{"size", "5", "size: '5' is not 8, 6 or 4"},
           Case{"time", "1m", "time: '1m' is not of the form"},
           Case{"time-margin-ms", "-1", "time-margin-ms: '-1' is not"},
           Case{"hang-after-ms", "99", "hang-after-ms: '99' is not"},
           Case{"move-limit", "0", "move-limit: '0' is not 0.001..1000000 seconds"},
           Case{"move-limit", "1m", "move-limit: '1m' is not"},
           Case{"openings", "a\nb", "openings: 'a\\x0Ab' holds control"},
           Case{"openings", "\xFF", "openings: '\\xFF' is not UTF-8"},
           Case{"openings", "random:61", "openings: 'random:61' is not balanced, xot, random:N"},
           Case{"openings", "random:x", "openings: 'random:x' is not"},
           Case{"openings", "random", "openings: 'random' is not"},
           Case{"opening-plies", "61", "opening-plies: '61' is not"},
           Case{"first-opening", "0", "first-opening: '0' is not"},
           Case{"same-openings", "1", "same-openings: '1' is not true or false"},
           Case{"shuffle", "yes", "shuffle: 'yes' is not true or false"},
           Case{"seed", "-1", "seed: '-1' is not"},
           Case{"seed", "18446744073709551616", "seed: '18446744073709551616' is not"},
           Case{"adjudicate-empties", "31", "adjudicate-empties: '31' is not"},
           Case{"resign-rule", "3", "resign-rule: '3' is not MOVES,DISCS with MOVES in 1..60"},
           Case{"resign-rule", "0,20", "resign-rule: '0,20' is not"},
           Case{"resign-rule", "3,65", "resign-rule: '3,65' is not"},
           Case{"resign-rule", "3,20,1", "resign-rule: '3,20,1' is not"},
           Case{"anchor", "edax", "anchor: 'edax' is not NAME=ELO"},
           Case{"anchor", "=5", "anchor: '=5' is not"},
           Case{"anchor", "edax=1e9", "anchor: 'edax=1e9' is not"},
           Case{"anchor", "edax=nan", "anchor: 'edax=nan' is not"},
           Case{"sprt", "5", "sprt: '5' is not ELO0,ELO1"},
           Case{"sprt", "5,0", "sprt: '5,0' is not"},
           Case{"sprt", "0,nan", "sprt: '0,nan' is not"},
           Case{"sprt", "0,5,0.05", "sprt: '0,5,0.05' is not"},
           Case{"sprt", "0,5,0.05,0.5", "sprt: '0,5,0.05,0.5' is not"},
           Case{"sprt", "0,5,0.05,0.05,1", "is not"},
           Case{"sprt", "0,5,", "sprt: '0,5,' is not"},
           Case{"shard", "0/1", "shard: '0/1' is not I/N"},
           Case{"shard", "3/2", "shard: '3/2' is not I/N"},
           Case{"shard", "1", "shard: '1' is not I/N"},
           Case{"shard", "1/", "shard: '1/' is not I/N"},
       }) {
    CAPTURE(c.name, c.text);
    MatchConfig config = full();
    CHECK_THAT(
        error_of(setting(c.name).set(config, c.text)),
        Catch::StartsWith(std::string(c.name) + ": ") && Catch::Contains(std::string(c.part)));
    CHECK(config == full());
  }
}

TEST_CASE("a configuration survives JSON", "[match_config]") {
  for (const MatchConfig& config : {MatchConfig{}, two_engines(), full()}) {
    CAPTURE(to_json(config));
    const Result<MatchConfig> read = parse_config(to_json(config));
    REQUIRE(read);
    CHECK(*read == config);
  }
}

TEST_CASE("JSON may be written by hand", "[match_config]") {
  const Result<MatchConfig> read = parse_config(R"json(
// a tournament
{
  "engines": [
    {"name": "a", "cmd": "rhino -l 3", "setup": ["x y", "z"], "options": {"Q": 1, "R": "b"},
     "level": 3, "restart": true, "time": 5},
    "name=b cmd='edax -gtp'", /* and ours */ {"level": 5, "setup": []}
  ],
  "format": "round-robin", "games": "10", "shuffle": false, "time": "0.5/move", "seed": 3,
  "sprt": "", "openings": ""
})json");
  REQUIRE(read);
  REQUIRE(read->engines.size() == 3);
  CHECK(read->engines[0] == engine("name=a cmd='rhino -l 3' setup='x y' setup=z option.Q=1 "
                                   "option.R=b level=3 restart=true time=5"));
  CHECK(read->engines[1] == engine("cmd='edax -gtp' name=b"));
  CHECK(read->engines[2] == engine("level=5"));
  CHECK(read->format == Format::kRoundRobin);
  CHECK(read->games == 10);
  CHECK_FALSE(read->shuffle);
  CHECK(read->time == TimeControl{TimeControl::Kind::kMove, Millis(500), Millis(0)});
  CHECK(read->seed == 3);
  CHECK_FALSE(read->sprt);
  CHECK(parse_config("{}").value() == MatchConfig{});
}

TEST_CASE("JSON with mistakes gives readable errors", "[match_config]") {
  struct Case {
    std::string_view json, part;
  };
  for (const Case& c : {
           Case{"", "configuration: line 1, column 1: "},
           Case{"{\n  \"games\": 2,\n}", "configuration: line 3, column 1: "},
           Case{"{\"games\": 1e999}", "configuration: number overflow"},
           Case{"[]", "configuration: not an object"},
           Case{"{\"game\": 2}", "'game' is none of engines, format, games"},
           Case{"{\"games\": [2]}", "'games' is neither a text nor a number"},
           Case{"{\"games\": null}", "'games' is neither"},
           Case{"{\"games\": 3.5}", "games: '3.5' is not a whole number"},
           Case{"{\"engines\": {}}", "'engines' is not an array"},
           Case{"{\"engines\": [{\"level\": 1}, 5]}", "engine 2: configuration: an engine is"},
           Case{"{\"engines\": [{\"cmmd\": \"x\"}]}", "engine 1: engine: 'cmmd' is none of"},
           Case{"{\"engines\": [{\"level\": {}}]}", "'level' is neither"},
           Case{"{\"engines\": [{\"setup\": [[]]}]}", "'setup' is neither"},
           Case{"{\"engines\": [{\"options\": 5}]}", "'options' is none of the keys"},
           Case{"{\"engines\": [{\"cmd\": \"a\\nb\"}]}", "control characters"},
           Case{"{\"engines\": [\"cmd=\"]}", "engine 1: engine: 'cmd' has no value"},
           Case{"{\"time\": \"\xFF\"}", "line 1, column"},
       }) {
    CAPTURE(c.json);
    CHECK_THAT(parse_error(c.json), Catch::Contains(std::string(c.part)));
  }
}

TEST_CASE("no text breaks the reader of configurations", "[match_config]") {
  test::check_bad_input(
      [](std::string_view text) { return parse_config(text); },
      {to_json(two_engines()), R"({"engines":["cmd=x",{"setup":["a"],"options":{"b":1}}]})",
       R"({"sprt":"0,5,.1,.2","shard":"1/2"})"},
      "{}[]\",:eE+-.0/*nul ");
}

TEST_CASE("a tournament is checked as a whole", "[match_config]") {
  const auto refused = [](auto change) {
    MatchConfig config = two_engines();
    change(config);
    return error_of(check(config));
  };
  using Catch::Contains;
  const EngineSpec third = engine("level=3");

  CHECK(check(two_engines()));
  CHECK_THAT(refused([](auto& c) { c.engines.pop_back(); }), Contains("needs 2 engines, not 1"));
  CHECK_THAT(refused([&](auto& c) { c.engines.push_back(third); }),
             Contains("needs 2 engines, not 3"));
  CHECK_THAT(refused([&](auto& c) {
               c.engines = {third};
               c.format = Format::kSwiss;
             }),
             Contains("needs 2..1000 engines, not 1"));
  CHECK_THAT(refused([](auto& c) { c.engines[1] = c.engines[0]; }),
             Contains("two engines have the name 'sumi-level1'"));
  CHECK_THAT(refused([](auto& c) { c.games = 7; }), Contains("games: 7 is neither even"));
  CHECK_THAT(refused([](auto& c) { c.games = 0; }), Contains("games: 0"));
  CHECK_THAT(refused([&](auto& c) {
               c.engines.push_back(third);
               c.format = Format::kRoundRobin;
               c.games = 4'000'000;
             }),
             Contains("3 meetings of 4000000 games"));
  CHECK_THAT(refused([](auto& c) {
               c.format = Format::kSwiss;
               c.shard = {1, 2};
             }),
             Contains("shard: "));
  CHECK_THAT(refused([](auto& c) {
               c.format = Format::kGauntlet;
               c.sprt = SprtSetup{};
             }),
             Contains("sprt: it tests"));
  CHECK_THAT(refused([](auto& c) {
               c.shard = {1, 2};
               c.sprt = SprtSetup{};
             }),
             Contains("sprt: a part"));
  CHECK_THAT(refused([](auto& c) {
               c.size = 4;
               c.openings = "random:9";
             }),
             Contains("openings: random:9 has more than 8 plies, for a board of size 4"));
  CHECK_THAT(refused([](auto& c) {
               c.size = 6;
               c.openings = "xot";
             }),
             Contains("openings: xot has boards of size 8, not 6"));
  CHECK_THAT(refused([](auto& c) { c.opening_plies = 4; }),
             Contains("opening-plies: it shortens the openings of a file, not balanced"));

  const auto accepted = [&](auto change) { return refused(change) == "none"; };
  CHECK(accepted([&](auto& c) {
    c.engines.push_back(third);
    c.format = Format::kSwiss;
  }));
  CHECK(accepted([](auto& c) { c.sprt = SprtSetup{}; }));
  CHECK(accepted([](auto& c) { c.shard = {2, 2}; }));
  CHECK(accepted([](auto& c) {
    c.size = 4;
    c.opening_plies = 60;
    c.openings = "file";
  }));
  CHECK(accepted([](auto& c) { c.openings = "xot"; }));
}

TEST_CASE("configurations of earlier versions keep their openings", "[match_config]") {
  const auto read = [](std::string_view json) {
    return parse_config(json, former_defaults()).value();
  };
  const auto openings = [&](std::string_view json) { return read(json).openings; };
  CHECK(openings(R"({"openings": "", "random-plies": 6})") == "random:6");
  CHECK(openings(R"({"openings": "xot.txt", "random-plies": 6})") == "xot.txt");
  CHECK(openings(R"({"openings": ""})") == "random:8");
  CHECK(openings("{}") == "random:8");
  CHECK(read("{}").same_openings);
  CHECK(read("{}").move_limit == Millis(600'000));
  CHECK(openings(to_json(MatchConfig{})) == "balanced");
  CHECK_FALSE(read(to_json(MatchConfig{})).same_openings);

  // Rounds had an effect only in a Swiss tournament.
  const auto rounds = [](std::string_view json) { return parse_stored_config(json)->rounds; };
  CHECK(rounds(R"({"format": "round-robin", "rounds": 5})") == 0);
  CHECK(rounds(R"({"format": "swiss", "rounds": 5})") == 5);
  CHECK(rounds(R"({"version": 2, "format": "round-robin", "rounds": 5})") == 5);

  CHECK(parse_config(R"({"random-plies": 4})").value().openings == "random:4");
  CHECK_THAT(parse_error(R"({"random-plies": 4, "openings": "xot"})"),
             Catch::Contains("'openings' and 'random-plies' exclude each other"));
  CHECK_THAT(parse_error(R"({"random-plies": 61})"), Catch::Contains("'random:61' is not"));
}
