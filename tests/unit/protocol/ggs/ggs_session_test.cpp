// SPDX-License-Identifier: MIT
#include "tests/unit/protocol/ggs/ggs_talk.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;
using test::ggs_message;
using test::GgsServerGame;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

std::string ask(std::string_view type, std::string_view mode = "U") {
  return ggs_message(
      fmt::format("/os: +   .8 1720.0 alice    15:00//02:00 {:>8} {} 1720.0 sumi    ", type, mode));
}

}  // namespace

TEST_CASE("ggs: the session logs in and sends its settings", "[ggs]") {
  GgsTalk ggs;
  ggs.session().on_connect();
  CHECK(ggs.sent().empty());
  ggs.server("\r\nGeneric Game Server (GGS)\r\n");
  CHECK(ggs.sent().empty());
  ggs.server(test::kGgsLogin);
  CHECK(ggs.sent() == "sumi\n");
  ggs.server(test::kGgsPassword);
  CHECK(ggs.sent() == std::string(kSecret) + "\n");
  ggs.server("READY\r\n");
  CHECK(ggs.sent() ==
        "vt100 -\n"
        "bell -t -tc -tg -n -nc -ng -ni -nn\n"
        "verbose -news -faq -help -ack\n"
        "chann %\n"
        "mso\n"
        "ts trust +\n"
        "ts rated -\n"
        "ts request +\n"
        "ts client -\n"
        "ts open 1\n"
        "tell /os continue\n");
  ggs.server("READY\r\nREADY\r\n");
  CHECK(ggs.sent().empty());
  CHECK_FALSE(ggs.session().finished());
}

TEST_CASE("ggs: the settings rated and open are sent as configured", "[ggs]") {
  GgsTalk ggs([](GgsSettings& settings, EngineOptions&) {
    settings.rules.rated = true;
    settings.open = 2;
  });
  ggs.session().on_connect();
  ggs.server(test::kGgsLogin);
  ggs.server(test::kGgsPassword);
  ggs.sent();
  ggs.server("READY\r\n");
  const std::string sent = ggs.sent();
  CHECK(has(sent, "ts rated +\n"));
  CHECK(has(sent, "ts open 2\n"));
}

TEST_CASE("ggs: the password is sent, but appears nowhere else", "[ggs]") {
  GgsTalk ggs;
  ggs.session().on_connect();
  ggs.server(test::kGgsLogin);
  ggs.server(test::kGgsPassword);
  ggs.server("READY\r\n");
  CHECK(has(ggs.sent(), kSecret));
  ggs.server(": you said " + std::string(kSecret) + std::string(kSecret) + "\r\nREADY\r\n");
  ggs.server("/os: ERR " + std::string(kSecret) + "\r\nREADY\r\n");
  CHECK_FALSE(has(ggs.traced, kSecret));
  CHECK_FALSE(has(ggs.notes, kSecret));
  CHECK(has(ggs.traced, "> ********\n"));
  CHECK(has(ggs.traced, "< : you said ****************\n"));
}

TEST_CASE("ggs: the password is sent once, and only after the server's prompt", "[ggs]") {
  GgsTalk ggs;
  ggs.session().on_connect();
  ggs.server(test::kGgsPassword);  // before the login prompt
  CHECK(ggs.sent().empty());
  ggs.server(test::kGgsLogin);
  ggs.server("alice: \r\n|: Enter your password.\r\nalice: Enter your password.\r\n");
  CHECK(ggs.sent() == "sumi\n");
  ggs.server(test::kGgsPassword);
  CHECK(ggs.sent() == std::string(kSecret) + "\n");
  ggs.server("READY\r\n");
  ggs.sent();
  ggs.server(test::kGgsPassword);
  ggs.server(test::kGgsLogin);
  CHECK(ggs.sent().empty());
  CHECK_FALSE(ggs.session().finished());
}

TEST_CASE("ggs: a refused login ends the session without another attempt", "[ggs]") {
  GgsTalk ggs;
  ggs.session().on_connect();
  ggs.server(test::kGgsLogin);
  ggs.server(test::kGgsPassword);
  ggs.sent();
  ggs.server(test::kGgsLogin);
  CHECK(ggs.session().finished());
  REQUIRE(ggs.session().failure());
  CHECK(*ggs.session().failure() ==
        "the login 'sumi' or its password was refused: the server repeated its question");
  CHECK_FALSE(ggs.session().on_loss("closed"));
  CHECK(ggs.sent().empty());
}

TEST_CASE("ggs: the third login in a row that loses the connection ends the session", "[ggs]") {
  GgsTalk ggs;
  const auto up_to_the_password = [&] {
    ggs.session().on_connect();
    ggs.server(test::kGgsLogin);
    ggs.server(test::kGgsPassword);
  };
  for (int i = 0; i < 2; ++i) {
    up_to_the_password();
    CHECK(ggs.session().on_loss("closed"));
  }
  ggs.log_in();  // a successful login resets the count
  CHECK(ggs.session().on_loss("closed"));
  for (int i = 0; i < 2; ++i) {
    up_to_the_password();
    CHECK(ggs.session().on_loss("closed"));
    CHECK(ggs.session().on_loss("refused"));
  }
  up_to_the_password();
  CHECK_FALSE(ggs.session().on_loss("closed"));
  CHECK(ggs.session().finished());
  CHECK(ggs.session().failure());
}

TEST_CASE("ggs: requests are accepted or declined according to the rules", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  ggs.server(ask("8b"));
  CHECK(ggs.sent() == "tell /os accept .8\n");
  ggs.server(ask("s8r20"));
  CHECK(ggs.sent() == "tell /os accept .8\n");
  ggs.server(ask("8k"));
  CHECK(ggs.sent() == "tell /os decline .8\n");
  ggs.server(ask("8a"));
  CHECK(ggs.sent() == "tell /os decline .8\n");
  ggs.server(ask("8", "R"));
  CHECK(ggs.sent() == "tell /os decline .8\n");
  CHECK(has(ggs.notes, "request of alice for 8k: declined, type 8k\n"));
  CHECK(has(ggs.notes, "request of alice for 8b: accepted\n"));
}

TEST_CASE("ggs: requests to other players are ignored", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  for (const char* other : {"/os: +   .8 1720.0 alice    15:00//02:00       8b U 1720.0 bob",
                            "/os: +   .8 1720.0 sumi     15:00//02:00       8b U 1720.0 alice",
                            "/os: +   .8 1720.0 alice    15:00//02:00       8b U *      *       ",
                            "/os: -   .8 1720.0 alice    15:00//02:00       8b U 1720.0 sumi",
                            "/os: + alice stored", "/os: + .8 1720.0 alice"}) {
    CAPTURE(other);
    ggs.server(ggs_message(other));
    CHECK(ggs.sent().empty());
  }
}

TEST_CASE("ggs: matches are accepted only up to the number of open boards", "[ggs]") {
  GgsTalk ggs([](GgsSettings& settings, EngineOptions&) { settings.open = 2; });
  ggs.log_in();
  GgsServerGame first(".1", "8", "alice", "sumi"), second(".2", "8", "alice", "sumi");
  ggs.begin(".1", "8", {&first});
  ggs.server(ask("8"));
  CHECK(ggs.sent() == "tell /os accept .8\n");
  ggs.begin(".2", "8", {&second});
  CHECK(ggs.session().boards() == 2);
  ggs.server(ask("8"));
  CHECK(ggs.sent() == "tell /os decline .8\n");
  CHECK(has(ggs.notes, "declined, busy\n"));
  ggs.server(ggs_message("/os: - match .1 1720 alice 1720 sumi 8 U +2.00"));
  ggs.server(ask("8"));
  CHECK(ggs.sent() == "tell /os accept .8\n");
}

TEST_CASE("ggs: a line that resumes stored matches is sent every minute", "[ggs]") {
  GgsTalk ggs([](GgsSettings& settings, EngineOptions&) { settings.keep_alive = Millis(20); });
  ggs.log_in();
  ggs.peer().run_until([&] { return ggs.peer().text().size() >= 36; });
  CHECK(ggs.sent() == "tell /os continue\ntell /os continue\n");
  ggs.session().on_loss("reset");
  ggs.sent();
  ggs.peer().run_for(Millis(60));
  CHECK(ggs.sent().empty());
}

TEST_CASE("ggs: the delay grows with each lost connection until one of them lasts", "[ggs]") {
  GgsTalk ggs([](GgsSettings& settings, EngineOptions&) {
    settings.first_retry = Millis(100);
    settings.longest_retry = Millis(350);
    settings.keep_alive = Millis(10);
  });
  CHECK(ggs.session().on_loss("refused") == Millis(100));
  CHECK(ggs.session().on_loss("refused") == Millis(200));
  ggs.log_in();  // a login alone does not reset the delay
  CHECK(ggs.session().on_loss("closed") == Millis(350));
  CHECK(ggs.session().on_loss("refused") == Millis(350));
  ggs.log_in();
  ggs.peer().run_until_written("tell /os continue\n");
  CHECK(ggs.session().on_loss("closed") == Millis(100));
  CHECK(has(ggs.notes, "no connection: closed; again in 0.1 s\n"));
}

TEST_CASE("ggs: a new connection begins with a login, whatever came before", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  ggs.server("/os: join .5 8 K?\r\n|half of a message\r\n");
  ggs.session().on_loss("reset");
  ggs.session().on_connect();
  ggs.server(test::kGgsLogin);
  CHECK(ggs.sent() == "sumi\n");
}

TEST_CASE("ggs: after a restart of the service, our settings are sent again", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "alice", "sumi");
  ggs.begin(".5", "8", {&game});
  ggs.server(ggs_message(": - /os 1"));
  CHECK(ggs.session().boards() == 0);
  ggs.server(ggs_message(": + /td 1"));
  CHECK(ggs.sent().empty());
  ggs.server(ggs_message(": + /os 1"));
  CHECK(has(ggs.sent(), "ts open 1\n"));
}

TEST_CASE("ggs: closing says goodbye and ends", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  ggs.session().close();
  CHECK(ggs.sent() == "quit\n");
  CHECK(ggs.session().finished());
  CHECK_FALSE(ggs.session().failure());
  ggs.server(ask("8b"));
  CHECK(ggs.sent().empty());

  GgsTalk asked;  // text sent now would be a login or a password
  asked.session().on_connect();
  if (GENERATE(false, true)) asked.server(test::kGgsLogin);
  asked.sent();
  asked.session().close();
  CHECK(asked.sent().empty());
  CHECK(asked.session().finished());

  GgsTalk never;
  never.session().close();
  CHECK(never.sent().empty());
  CHECK(never.session().finished());
}

TEST_CASE("ggs: an error is reported and changes nothing", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  ggs.server(ggs_message("/os: ERR you are not registered."));
  ggs.server(ggs_message("/os: error .99 corrupt move"));
  CHECK(ggs.sent().empty());
  CHECK(has(ggs.notes, "ERR you are not registered.\n"));
}

TEST_CASE("ggs: escape sequences are removed from the text of other users", "[ggs]") {
  const std::string bare = GENERATE("\x9B", "\xC2\x9B", "\x1B[", "\xE0\x82\x9B", "\x7F", "\x90");
  GgsTalk ggs;
  ggs.log_in();
  ggs.server(ggs_message("/os: .5 A 1720 bob: hello" + bare + "2J there"));
  ggs.server(ggs_message("/os: ERR no" + bare + "31m user"));
  ggs.server(ggs_message("/os: + match .5 1720 b" + bare + " 1720 sumi 8 U"));
  CHECK(has(ggs.notes, "bob on .5: hello"));
  CHECK(has(ggs.notes, "there"));
  for (const std::string* text : {&ggs.notes, &ggs.traced}) {
    CHECK_FALSE(text->empty());
    CHECK_FALSE(has(*text, bare));
    CHECK_FALSE(has(*text, "\x1B"));
    CHECK_FALSE(has(*text, "\x9B"));
  }
}

TEST_CASE("ggs: the number of unfinished matches in memory is limited", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  const int most = static_cast<int>(GgsSession::kMaxMatches);
  for (int id = 0; id < 3 * most; ++id) {
    ggs.server(ggs_message(fmt::format("/os: + match .{} 1720 alice 1720 sumi 8 U", id)));
  }
  CHECK(ggs.session().matches() == GgsSession::kMaxMatches);
  CHECK(has(ggs.notes, "match .299 is not kept in mind: 100 others have no end\n"));
  ggs.server(ggs_message("/os: - match .7 1720 alice 1720 sumi 8 U +2.00"));
  CHECK(ggs.session().matches() == GgsSession::kMaxMatches - 1);
  ggs.server(ggs_message("/os: + match .300 1720 alice 1720 sumi 8 U"));
  CHECK(ggs.session().matches() == GgsSession::kMaxMatches);
}
