// SPDX-License-Identifier: MIT
#include "protocol/session/line_queue.h"
#include "tests/support/scripted_peer.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const auto kAlways = [](const TextLine&) { return true; };

}  // namespace

TEST_CASE("lines are served in order while the condition is true", "[queue]") {
  test::ScriptedPeer peer;
  LineQueue queue(peer, [] {});
  for (const char* text : {"a", "b", "stop", "c"}) queue.push({text, false});
  std::string served;
  const auto serve = [&](const TextLine& line) { served += line.text; };
  queue.take_turn([](const TextLine& line) { return line.text != "stop"; }, serve);
  CHECK(served == "ab");
  CHECK(queue.size() == 2);
  queue.erase_if([](const TextLine& line) { return line.text == "stop"; });
  CHECK(queue.bytes() == TextLine{"c", false}.cost());
  queue.take_turn(kAlways, serve);
  CHECK(served == "abc");
  CHECK(queue.empty());
  CHECK(queue.bytes() == 0);
}

TEST_CASE("a turn within a turn serves nothing", "[queue]") {
  test::ScriptedPeer peer;
  LineQueue queue(peer, [] {});
  for (const char* text : {"a", "b"}) queue.push({text, false});
  std::string served;
  queue.take_turn(kAlways, [&](const TextLine& line) {
    queue.take_turn(kAlways, [&](const TextLine&) { served += "!"; });
    served += line.text;
  });
  CHECK(served == "ab");
}

TEST_CASE("a long turn is interrupted and continues after other work", "[queue]") {
  test::ScriptedPeer peer;
  std::string served;
  int resumed = 0;
  std::unique_ptr<LineQueue> queue;
  const auto turn = [&] {
    queue->take_turn(kAlways, [&](const TextLine& line) {
      served += line.text;
      std::this_thread::sleep_for(Millis(3));
    });
  };
  queue = std::make_unique<LineQueue>(peer, [&] {
    ++resumed;
    turn();
  });
  for (const char* text : {"a", "b", "c"}) queue->push({text, false});
  turn();
  CHECK(served == "a");
  turn();  // new arrivals are served first
  CHECK(served == "ab");
  SECTION("it continues by itself") {
    peer.run_until([&] { return queue->empty(); });
    CHECK(served == "abc");
    CHECK(resumed == 1);
  }
  SECTION("it does not continue after the queue is destroyed") {
    queue.reset();
    peer.run_for(Millis(10));
    CHECK(resumed == 0);
  }
}
