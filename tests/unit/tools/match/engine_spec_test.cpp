// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tools/match/engine_spec.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <utility>

using namespace sumi;
using namespace sumi::match;
using Kind = TimeControl::Kind;

TEST_CASE("time controls are read", "[time_control]") {
  struct Case {
    std::string_view text;
    TimeControl want;
  };
  for (const Case& c : {
           Case{"none", {}},
           Case{"NONE", {}},
           Case{"60", {Kind::kGame, Millis(60'000), Millis(0)}},
           Case{"60+0.5", {Kind::kGame, Millis(60'000), Millis(500)}},
           Case{"0.25+0.001", {Kind::kGame, Millis(250), Millis(1)}},
           Case{"5+0", {Kind::kGame, Millis(5'000), Millis(0)}},
           Case{"0.1/move", {Kind::kMove, Millis(100), Millis(0)}},
           Case{"1000000/move", {Kind::kMove, Millis(1'000'000'000), Millis(0)}},
       }) {
    CAPTURE(c.text);
    const Result<TimeControl> time = parse_time_control(c.text);
    REQUIRE(time);
    CHECK(*time == c.want);
  }
}

TEST_CASE("time controls survive writing and reading", "[time_control]") {
  for (const std::string_view text : {"none", "60", "100", "60+0.5", "0.25+0.001", "0.1/move",
                                      "0.05/move", "1.005/move", "1000000"}) {
    CHECK(to_text(parse_time_control(text).value()) == text);
  }
  CHECK(to_text(parse_time_control("060.500+0.0").value()) == "60.5");
}

TEST_CASE("invalid time controls are refused", "[time_control]") {
  for (const std::string_view text :
       {"",       "0",        "0/move", "0+1",    "-1",  "+1",      "60+",
        "+0.5",   "60+0.5+1", "60 + 1", "1/Move", "1/",  "/move",   "60+1/move",
        "0.0001", "1.",       ".5",     "1e3",    "1,5", "1000001", "99999999999999999999",
        "nan",    "inf",      "1m",     "no"}) {
    CAPTURE(text);
    const Result<TimeControl> time = parse_time_control(text);
    REQUIRE_FALSE(time);
    CHECK(time.error().message.starts_with("time: " + sumi::quoted(text) + " is not"));
  }
}

TEST_CASE("no text breaks the reader of time controls", "[time_control]") {
  test::check_bad_input([](std::string_view text) { return parse_time_control(text); },
                        {"60+0.5", "0.1/move", "none"}, "0123456789.+-/move ");
}

namespace {

EngineSpec spec(std::string_view text) {
  CAPTURE(text);
  const Result<EngineSpec> parsed = parse_engine_spec(text);
  REQUIRE(parsed);
  return *parsed;
}

std::string error(std::string_view text) {
  const Result<EngineSpec> parsed = parse_engine_spec(text);
  return parsed ? "none" : parsed.error().message;
}

}  // namespace

TEST_CASE("a specification sets every field", "[engine_spec]") {
  const EngineSpec full = spec(
      "name=\"A B\" cmd='gtp-rhino -l \"3\"' dir=/tmp protocol=gtp pass=ask time=60+0.5 "
      "setup='a b' restart=true setup=c option.hash-mib=64 level=3 depth=4 nodes=5 evaluator=disc "
      "player=random");
  EngineSpec want;
  want.name = "A B";
  want.command = "gtp-rhino -l \"3\"";
  want.directory = "/tmp";
  want.protocol = Protocol::kGtp;
  want.pass = PassStyle::kAsk;
  want.time = TimeControl{TimeControl::Kind::kGame, Millis(60'000), Millis(500)};
  want.setup = {"a b", "c"};
  want.restart = true;
  want.options = {{"hash-mib", "64"}, {"level", "3"},        {"depth", "4"},
                  {"nodes", "5"},     {"evaluator", "disc"}, {"player", "random"}};
  CHECK(full == want);
}

TEST_CASE("a specification needs only one key", "[engine_spec]") {
  const EngineSpec sumi = spec("protocol=sumi");
  CHECK(sumi.name == "sumi");
  CHECK(sumi.protocol == Protocol::kSumi);
  CHECK(spec("level=3") == spec("option.level=3 name=sumi-level3"));
  CHECK(spec("cmd=edax") == spec(" \t\n cmd=edax\r\n name=edax protocol=auto pass=AUTO"));
  CHECK_FALSE(spec("cmd=edax").time);
  CHECK(spec("cmd=edax time=none").time == TimeControl{});
  CHECK_FALSE(spec("cmd=edax").move_limit);
  CHECK(spec("cmd=edax move-limit=0.5").move_limit == Millis(500));
}

TEST_CASE("each protocol has a word", "[engine_spec]") {
  const std::pair<std::string, Protocol> words[] = {
      {"auto", Protocol::kAuto}, {"gtp", Protocol::kGtp}, {"nboard", Protocol::kNBoard},
      {"ugi", Protocol::kUgi},   {"uci", Protocol::kUci}, {"usi", Protocol::kUsi}};
  for (const auto& [word, protocol] : words) {
    const EngineSpec with = spec("cmd=x protocol=" + word);
    CHECK(with.protocol == protocol);
    CHECK(spec(to_text(with)) == with);
    CHECK(to_text(protocol) == word);
  }
  CHECK(spec("cmd=x protocol=NBoard").protocol == Protocol::kNBoard);
}

TEST_CASE("missing names are derived from command and options", "[engine_spec][posix]") {
  struct Case {
    std::string_view text, name;
  };
  for (const Case& c : {
           Case{"cmd=edax", "edax"},
           Case{"cmd='/usr/games/gtp-rhino -l 3'", "gtp-rhino"},
           Case{"cmd='\"/my engines/rhino 2\" -l 3'", "rhino 2"},
           Case{"cmd=\"'/my engines/it'\\''s'\"", "it's"},
           Case{"cmd='./my\\ engine x'", "my engine"},
           Case{"cmd='bin/dir/ x'", "dir"},
           Case{"cmd=/opt/隅/墨", "墨"},
           Case{"evaluator=mobility depth=4", "sumi-mobility-depth4"},
           Case{"player=nhand:2", "sumi-nhand:2"},
           Case{"cmd=sumi player=random", "sumi-random"},
           Case{"option.hash-mib=16", "sumi-hash-mib16"},
       }) {
    CHECK(spec(c.text).name == c.name);
  }
  // Twenty characters of 3 bytes fit into 60 bytes.
  std::string long_name = "cmd=a";
  for (int i = 0; i < 30; ++i) long_name += "墨";
  CHECK(spec(long_name).name.size() == 58);
}

TEST_CASE("specifications survive writing and reading", "[engine_spec]") {
  for (const std::string_view text : {
           "name=sumi protocol=sumi",
           "name=sumi-depth4 depth=4",
           "name=a cmd=\"x y\" dir=/tmp protocol=gtp pass=omit option.Foo=1 level=2 "
           "setup=\"play on\" setup=b time=0.1/move restart=true "
           "move-limit=2.5",
           "name=a cmd='say \"x\"'",
           "name=a cmd=\"it's\"",
           "name=a cmd=\"it's \"'\"x\"'\"\"",
           "name=a option.x=\"\"",
       }) {
    const EngineSpec once = spec(text);
    CHECK(spec(to_text(once)) == once);
    CHECK(make_engine_spec(to_keys(once)).value() == once);
  }
  CHECK(to_text(spec("pass=auto restart=false protocol=auto cmd='a b' level=3")) ==
        "name=a-level3 cmd=\"a b\" level=3");
  CHECK(to_text(spec("name=a cmd='say \"x\"'")) == "name=a cmd='say \"x\"'");
}

TEST_CASE("specifications with mistakes give readable errors", "[engine_spec]") {
  struct Case {
    std::string_view text, part;
  };
  const std::string long_name = "cmd=x name=" + std::string(61, 'n');
  for (const Case& c : {
           Case{"", "'' says nothing"},
           Case{"rhino", "'rhino' is not KEY=VALUE"},
           Case{"cmd =x", "'cmd =x' is not KEY=VALUE"},
           Case{"=x", "'=x' is not KEY=VALUE"},
           Case{"command=x", "'command' is none of the keys name, cmd"},
           Case{"cmd=x Name=y", "'Name' is none of the keys"},
           Case{"cmd=x cmd=y", "'cmd' is given twice"},
           Case{"level=1 option.level=2", "'option.level' is given twice"},
           Case{"player=random option.player=dp", "'option.player' is given twice"},
           Case{"cmd=\"x", "'\"x' has no closing quote"},
           Case{"cmd=", "'cmd' has no value"},
           Case{"cmd=x name=''", "'name' has no value"},
           Case{"cmd=x name=' '", "needs a name="},
           Case{"cmd=/", "cmd '/': needs a name="},
           Case{"cmd=' '", "cmd is blank"},
           Case{"cmd=x pass=never", "pass: 'never' is none of auto, tell, ask, omit"},
           Case{"cmd=x protocol=winboard",
                "protocol: 'winboard' is none of auto, gtp, nboard, ugi,"},
           Case{"cmd=x restart=1", "restart: '1' is none of true, false"},
           Case{"cmd=x time=1m", "time: '1m'"},
           Case{"cmd=x move-limit=0", "move-limit: '0' is not 0.001..1000000 seconds"},
           Case{"move-limit=5", "move-limit is for an engine with cmd=..."},
           Case{"cmd=x protocol=sumi", "runs in this process and has no cmd"},
           Case{"protocol=gtp", "needs cmd=..."},
           Case{"protocol=ugi name=a", "'a': needs cmd=..."},
           Case{"name=a setup=b", "'a': needs cmd=..."},
           Case{"cmd=x option.=1", "'' is not a name of an option"},
           Case{"cmd=x option.a,b=1", "'a,b' is not a name of an option"},
           Case{"cmd=x name='a\nb'", "'a\\x0Ab' holds control characters"},
           Case{"cmd=x name=a\x7F", "holds control characters"},
           Case{"cmd=x name=a\xC2\x9B", "holds control characters"},
           Case{"cmd=x name=a\xFF", "'a\\xFF' is not UTF-8"},
           Case{long_name, "longer than 60 bytes"},
           Case{"name=a,player=random", "separate keys by blanks, name=A player=X"},
       }) {
    CAPTURE(c.text);
    CHECK_THAT(error(c.text), Catch::Contains(std::string(c.part)));
  }
}

TEST_CASE("no text breaks the reader of specifications", "[engine_spec]") {
  test::check_bad_input([](std::string_view text) { return parse_engine_spec(text); },
                        {"name=rhino cmd=\"gtp-rhino -l 3\" time=60+0.5 option.NAME=VALUE",
                         "level=3 depth=4 pass=tell setup='a' restart=false dir=/ "},
                        "namecdl=\"' .\\/0");
}
