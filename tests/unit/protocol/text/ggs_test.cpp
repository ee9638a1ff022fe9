// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/text/ggs.h"
#include "protocol/text/line_splitter.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tests/unit/protocol/ggs/ggs_server.h"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    // Elsewhere the parser never sees lines longer than kMaxLineBytes.
    const std::string clean = line.size() <= kMaxLineBytes ? clean_ggs_line(line) : line;
    if (!clean.empty() && clean != "READY") lines.push_back(clean);
  }
  return lines;
}

Result<GgsMessage> parse(const std::string& text) { return parse_ggs(lines_of(text)); }

template <class T>
T read(const std::string& text) {
  CAPTURE(text);
  const auto message = parse(text);
  REQUIRE(message);
  REQUIRE(std::holds_alternative<T>(*message));
  return std::get<T>(*message);
}

Millis s(int seconds) { return std::chrono::seconds(seconds); }

}  // namespace

TEST_CASE("ggs: match types are parsed", "[ggs]") {
  for (const char* text :
       {"8", "8b", "8w", "s8", "s8r18", "8k", "8a", "s8ar20", "88", "8kr12", "s8r"}) {
    const auto type = parse_ggs_type(text);
    REQUIRE(type);
    CHECK(to_text(*type) == text);
  }
  const GgsType type = parse_ggs_type("s8r18").value();
  CHECK(type.synchro);
  CHECK(type.size == 8);
  CHECK(type.random_discs == 18);
  CHECK_FALSE(type.color);
  CHECK(parse_ggs_type("8w")->color == Color::kWhite);
  CHECK(parse_ggs_type("8k")->komi);
  CHECK(parse_ggs_type("8a")->anti);
  for (const char* bad : {"", "s", "x8", "8x", "8bw", "8r99999999999", "r8", "8 "}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_ggs_type(bad));
  }
  CHECK(parse_ggs_type("8x").error().message ==
        "ggs type: '8x' is not [s]size[b|w][k][a][r[discs]], such as 8 or s8r18");
}

TEST_CASE("ggs: clock settings and running clocks are parsed", "[ggs]") {
  const auto read_clock = [](const char* text) { return parse_ggs_clock(text).value(); };
  CHECK(read_clock("15:00/00:00/02:00").main.time == s(900));
  CHECK(read_clock("15:00/00:00/02:00").extension.time == s(120));
  CHECK(read_clock("15:00//02:00").increment == GgsTime{{}, 1});
  CHECK_FALSE(read_clock("15:00//02:00").moves_made);
  CHECK(read_clock("1:02:03").main.time == s(3723));
  CHECK(read_clock("2.00:00:01").main.time == s(2 * 86'400 + 1));
  CHECK(read_clock("59").main.time == s(59));
  CHECK(read_clock("-00:05,31:0//02:00,31:0").main.time == s(0));

  const GgsTimes set = read_clock("2:00:00,N40/00:10,N2/30:00,N20");
  CHECK(set.main == GgsTime{s(7200), 40, true});
  CHECK(set.increment == GgsTime{s(10), 2, true});
  CHECK(set.extension == GgsTime{s(1800), 20, true});

  const GgsTimes runs = read_clock("00:56,1:0/00:05,1:1/02:00,1:0");
  CHECK(runs.main == GgsTime{s(56), 0, false});
  CHECK(runs.moves_made == 1);
  CHECK(runs.increment == GgsTime{s(5), 1, false});
  CHECK(runs.extension.time == s(120));
  CHECK(read_clock("00:56,N3:40//02:00,N3:20").main == GgsTime{s(56), 40, true});

  for (const char* bad : {"", "x", "1:2:3:4", "15:00////", "15:00,x", ":", "1:", "15:00,1:x", "-",
                          "99999999999", "1:-2", "15:00/ /"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_ggs_clock(bad));
  }
}

TEST_CASE("ggs: prompts, services and irrelevant lines are recognised", "[ggs]") {
  read<GgsLoginPrompt>(": Enter login (yours, or one you'd like to use).\r\n");
  read<GgsPasswordPrompt>(": Enter your password.\r\n");
  CHECK(std::holds_alternative<GgsReady>(parse_ggs(std::vector<std::string>{"READY"}).value()));
  CHECK(read<GgsService>(": + /os 1").here);
  CHECK(read<GgsService>(": + /os 1").name == "/os");
  CHECK_FALSE(read<GgsService>(": - /os 1").here);
  for (const char* other :
       {"", "alice: Enter your password.", ": help faq", ": + alice", "/os: who 8",
        "/os: + bob stored", "/os: + bob", "/os:", "/td: + match", ".chat alice: hello",
        "/os: rating_update .21", "/os: .5", "/os: .5 A", "/os: abort"}) {
    read<GgsOther>(other);
  }
}

TEST_CASE("ggs: match requests are parsed", "[ggs]") {
  const auto request =
      read<GgsRequest>("/os: +   .8 1720.0 alice    01:00//02:00       8b U 1720.0 bob");
  CHECK(request.added);
  CHECK(request.id == ".8");
  CHECK(request.from == "alice");
  CHECK(request.to == "bob");
  CHECK(request.type == parse_ggs_type("8b").value());
  CHECK(request.mode == 'U');
  CHECK(request.clock.main.time == s(60));

  CHECK_FALSE(read<GgsRequest>("/os: -  .8 1720.0 alice 01:00//02:00 8b U 1720.0 bob").added);
  const auto stored = read<GgsRequest>(
      "/os: +  .9 2544.0 lynx     15:00//02:00    s8r20 S 2505.0 kitty    10:00//02:00 .83353");
  CHECK(stored.mode == 'S');
  CHECK(stored.clock.main.time == s(600));
  CHECK(read<GgsRequest>("/os: + .9 2544.0 lynx 15:00//02:00 8 S 2505.0 kitty .83353").to ==
        "kitty");
  CHECK(read<GgsRequest>("/os: + .1 1720.0 alice    15:00//02:00        8 R *      *       ").to ==
        "*");
  for (const char* bad : {"/os: + .8", "/os: + .8 1720.0 alice 01:00//02:00 8b U 1720.0",
                          "/os: + .8 1720.0 alice soon 8b U 1720.0 bob",
                          "/os: + .8 1720.0 alice 01:00 go U 1720.0 bob",
                          "/os: + .8 1720.0 alice 01:00 8b Unrated 1720.0 bob",
                          "/os: + .8 1720.0 alice 01:00 8b U 1720.0 bob later"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse(bad));
  }
}

TEST_CASE("ggs: the start and the end of a match are parsed", "[ggs]") {
  const auto match = read<GgsMatch>("/os: + match .9 2544 lynx 2505 kitty s8r20 R ");
  CHECK(match.begins);
  CHECK(match.id == ".9");
  CHECK(match.players == std::array<std::string, 2>{"lynx", "kitty"});
  CHECK(to_text(match.type) == "s8r20");
  CHECK(match.mode == 'R');
  CHECK(match.result.empty());

  const auto result = [](const char* text) { return read<GgsMatch>(text).result; };
  CHECK_FALSE(read<GgsMatch>("/os: - match .5 1720 a 1720 b 8b U -64.00").begins);
  CHECK(result("/os: - match .5 1720 a 1720 b 8b U -64.00") == "-64.00");
  CHECK(result("/os: - match .5 1720 a 1720 b 8b U aborted") == "aborted");
  CHECK(result("/os: - match .2 1833 nasai 2342 booklet 8 R nasai left .83353") ==
        "nasai left .83353");
  CHECK_FALSE(parse("/os: + match .9 2544 lynx"));
  CHECK_FALSE(parse("/os: + match 9 2544 lynx 2505 kitty s8r20 R"));

  const auto end = read<GgsGameEnd>("/os: end .9.1 ( lynx vs. kitty ) +2.00");
  CHECK(end.id == ".9.1");
  CHECK(end.result == "+2.00");
  CHECK(read<GgsGameEnd>("/os: end .9.1 ( a vs. b ) player a left").result == "player a left");
  CHECK(read<GgsGameEnd>("/os: end .9.1 0.00").result == "0.00");
  CHECK(read<GgsGameEnd>("/os: end .9.0").result.empty());
  CHECK_FALSE(parse("/os: end"));
}

TEST_CASE("ggs: errors, comments, timeouts and offers are parsed", "[ggs]") {
  CHECK(read<GgsError>("/os: error .25 corrupt move").id == ".25");
  CHECK(read<GgsError>("/os: error .25.0 not your turn").text == "not your turn");
  CHECK(read<GgsError>("/os: error no such thing").id.empty());
  CHECK(read<GgsError>("/os: ERR you are not registered.").text == "ERR you are not registered.");
  CHECK(read<GgsError>("/os: decline ERR not found: .8").text == "decline ERR not found: .8");
  CHECK(read<GgsError>("/os: watch + ERR not found: .3").id.empty());

  const auto comment = read<GgsComment>("/os: .5 A    0 bob: good game, ERR");
  CHECK(comment.id == ".5");
  CHECK(comment.from == "bob");
  CHECK(comment.text == "good game, ERR");

  CHECK(read<GgsTimeout>("/os: timeout .5 bob (*)").name == "bob");
  CHECK(read<GgsTimeout>("/os: fatal-timeout .5.1 bob (O)").id == ".5.1");
  CHECK_FALSE(parse("/os: timeout .5"));

  const auto offer = read<GgsOffer>("/os: abort .5.0 bob is asking");
  CHECK(offer.what == "abort");
  CHECK(offer.id == ".5.0");
  CHECK(offer.name == "bob");
  CHECK(read<GgsOffer>("/os: undo .5 bob is asking").what == "undo");
  CHECK(read<GgsOffer>("/os: score .5 bob is offering").what == "score");
}

TEST_CASE("ggs: a player may have the name ERR", "[ggs]") {
  CHECK(read<GgsMatch>("/os: + match .5 1720 ERR 1720 b 8b U").players[0] == "ERR");
}

TEST_CASE("ggs: boards are parsed", "[ggs]") {
  test::GgsServerGame game(".5", "8b", "alice", "bob");
  game.clock = "00:59";
  const auto start = read<GgsBoard>(game.join());
  CHECK(start.joined);
  CHECK(start.id == ".5");
  CHECK(to_text(start.type) == "8b");
  CHECK(start.moves == 0);
  CHECK(start.players[0].name == "alice");
  CHECK(start.players[1].name == "bob");
  CHECK(start.players[0].clock.main.time == s(59));
  CHECK(start.players[0].clock.moves_made == 0);
  CHECK(start.position == Position{});

  REQUIRE(game.play("f5//3.47"));
  game.clock = "00:56";
  const auto update = read<GgsBoard>(game.update());
  CHECK_FALSE(update.joined);
  CHECK(update.moves == 1);
  CHECK(update.position == game.position());
  CHECK(update.position.to_move == Color::kWhite);
  CHECK(update.players[0].clock.moves_made == 1);
  CHECK(update.players[1].clock.moves_made == 0);

  REQUIRE(game.play("f6"));
  const auto joined = read<GgsBoard>(game.join());
  CHECK(joined.moves == 2);
  CHECK(joined.position == game.position());  // not the start, which was also sent
  CHECK(joined.players[0].clock.main.time == s(56));
}

TEST_CASE("ggs: incomplete boards are errors", "[ggs]") {
  test::GgsServerGame game(".5", "8b", "alice", "bob");
  const std::vector<std::string> lines = lines_of(game.join());
  REQUIRE(parse_ggs(lines));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    const bool matters = i == 0 || line.size() > 12 || line.ends_with("to move");
    auto without = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    CAPTURE(line);
    const auto message = parse_ggs(without);
    const bool board = message && std::holds_alternative<GgsBoard>(*message);
    CHECK(board != matters);
  }
  std::string komi = game.join();
  komi.replace(komi.find("*)"), 1, "?");  // no colours yet
  CHECK_FALSE(parse(komi));
}

TEST_CASE("ggs: bells, colours and telnet commands are removed", "[ggs]") {
  CHECK(clean_ggs_line("READY\r") == "READY");
  CHECK(clean_ggs_line("\a/os:\tend\x1B[1;31m .5\x1B[0m") == "/os: end .5");
  CHECK(clean_ggs_line("\xFF\xFB\x01READY\xFF\xF1") == "READY");
  CHECK(clean_ggs_line("\x1B[") == "");
  CHECK(clean_ggs_line("\xFF") == "");
  CHECK(clean_ggs_line("\xC3\xA9t\xC3\xA9") == "\xC3\xA9t\xC3\xA9");
  // C1 controls as bytes, in UTF-8 and in overlong UTF-8: 0x9B equals ESC [.
  for (const char* upper : {"\x9B", "\x80", "\xC2\x9B", "\xC2\x80", "\xC2\x9F", "\xE0\x82\x9B"}) {
    CAPTURE(upper);
    const std::string clean = clean_ggs_line(std::string("a") + upper + "2Jb");
    CHECK(clean.starts_with("a "));
    CHECK(clean.ends_with(" 2Jb"));
    CHECK(trim(clean.substr(1, clean.size() - 4)).empty());
  }
}

TEST_CASE("ggs: invalid login names are refused", "[ggs]") {
  for (const char* good : {"sumi", "ab", "pvs+", "a.b_c", "12345678"}) CHECK(parse_ggs_login(good));
  for (const char* bad :
       {"", "a", "123456789", ".ab", "_ab", "/os", "a,b", "a\\b", "a b", "a\nb"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_ggs_login(bad));
  }
}

TEST_CASE("ggs: moves are written with value and time", "[ggs]") {
  const Square d3 = parse_square("d3").value();
  CHECK(ggs_play(".5", d3, Value{160}, Millis(532)) == "tell /os play .5 d3/1.25/0.53");
  CHECK(ggs_play(".5.1", d3, to_value({-64}), Millis(0)) == "tell /os play .5.1 d3/-64.00/0.01");
  CHECK(ggs_play(".5", Square::kPass, Value{160}, Millis(532)) == "tell /os play .5 pa");
}

TEST_CASE("ggs: no input crashes the parser", "[ggs][fuzz]") {
  test::GgsServerGame game(".5", "8b", "alice", "bob");
  game.play("f5//3.47");
  game.play("f6");
  const auto parse_text = [](std::string_view text) -> Result<GgsMessage> {
    return parse(std::string(text));
  };
  test::check_bad_input(parse_text,
                        {"/os: + .9 2544.0 lynx 15:00//02:00 s8r20 S 2505.0 kitty 10:00/1/2 .83",
                         "/os: - match .5 1720 a 1720 b 8b U -64.00",
                         "/os: end .9.1 ( lynx vs. kitty ) +2.00", game.join()},
                        "/os:|+- .ABCDEFGH*O18,NK?()\n");
}
