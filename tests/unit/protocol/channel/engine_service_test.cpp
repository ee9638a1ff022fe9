// SPDX-License-Identifier: MIT
/// Sessions that start before their engine exists. tests/serve tests whole servers.
#include "engine/base/error.h"
#include "protocol/channel/engine_service.h"
#include "protocol/cli/auto_session.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

using namespace sumi;
using namespace sumi::protocol;

namespace {

struct Fixture {
  explicit Fixture(const EngineOptions& options = test::small_engine())
      : service(options, Millis(60'000),
                [](Engine& engine, Peer& client) {
                  return std::make_unique<AutoSession>(engine, client);
                }),
        session(service.serve(peer)) {}
  ~Fixture() {
    session.reset();
    service.finish();
  }

  test::ScriptedPeer peer;
  EngineService service;
  std::unique_ptr<Session> session;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "lines wait until the engine exists", "[serve]") {
  CHECK_FALSE(session->working());
  session->on_line({"name", false});
  session->on_line({"known_command name", false});
  session->on_end();
  CHECK(session->working());
  CHECK(session->backlog() > 0);
  CHECK_FALSE(session->finished());
  CHECK(peer.text().empty());
  peer.run_until([this] { return session->finished(); });
  CHECK(peer.text() == "= Sumi\n\n= true\n\n");
}

TEST_CASE_METHOD(Fixture, "no engine is constructed for a silent client", "[serve]") {
  session->on_end();
  CHECK_FALSE(session->working());
  CHECK(session->finished());
}

TEST_CASE_METHOD(Fixture, "a client may disconnect while its engine is constructed", "[serve]") {
  session->on_line({"name", false});
  session->close();
  CHECK(session->finished());
  session->on_line({"name", false});
  CHECK(session->finished());
}

TEST_CASE_METHOD(Fixture, "a client that speaks HTTP is disconnected", "[serve]") {
  session->on_line({"GET / HTTP/1.1\r", false});
  CHECK(session->finished());
  CHECK_THAT(peer.text(),
             Catch::StartsWith("HTTP/1.1 400 ") && Catch::Contains("not a web server"));
}

TEST_CASE("when a client leaves, the others' searches get its share of the threads",
          "[serve][posix]") {
  EngineOptions options = test::small_engine();
  options.threads = 4;
  options.own_book = false;
  Fixture fixture(options);
  test::ScriptedPeer other_peer;
  std::unique_ptr<Session> other = fixture.service.serve(other_peer);
  other->on_line({"name", false});
  other_peer.run_until_written("= Sumi");
  const auto threads_of_search = [&] {
    fixture.session->on_line({"sumi-analyze", false});
    fixture.peer.run_until_written("info");
    const auto count = std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
    fixture.session->on_line({"name", false});
    fixture.peer.run_until_written("= Sumi");
    fixture.peer.take();
    return count;
  };
  const auto shared = threads_of_search();
  other.reset();
  // Two more; /proc lists ended threads a little longer.
  CHECK(threads_of_search() > shared);
}

TEST_CASE("a client gets a message if its engine cannot be constructed", "[serve]") {
  EngineOptions options = test::small_engine();
  options.evaluator = "none";
  Fixture fixture(options);
  fixture.session->on_line({"name", false});
  CHECK_THROWS_AS(fixture.peer.run_until([] { return false; }), FatalError);
}

TEST_CASE("http: a request is recognised by its first line", "[http]") {
  for (const char* request :
       {"GET / HTTP/1.1\r", "POST /a?b=c HTTP/1.0", "PRI * HTTP/2.0\r", "OPTIONS * HTTP/1.1\r"}) {
    CAPTURE(request);
    CHECK(is_http({request, false}));
  }
  CHECK(is_http({"POST /" + std::string(65'000, 'a'), true}));
}

TEST_CASE("http: no other protocol's first line looks like a request", "[http]") {
  for (const char* line :
       {"", "\r", "name", "genmove black", "GENMOVE BLACK", "play HTTP/1.1 x", "1 play b HTTP/1.1",
        "ENGINE-PROTOCOL init", "ENGINE-PROTOCOL midgame-search HTTP/1.1", "xboard", "UGI",
        "Get / HTTP/1.1", "GET /"}) {
    CAPTURE(line);
    CHECK_FALSE(is_http({line, false}));
  }
  CHECK_FALSE(is_http({std::string(65'536, 'X'), true}));
}
