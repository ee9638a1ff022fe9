// SPDX-License-Identifier: MIT
#include "protocol/text/ggs.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>
#include <vector>

using namespace sumi::protocol;

namespace {

using Messages = std::vector<std::vector<std::string>>;

Messages frame(std::initializer_list<const char*> lines) {
  GgsFramer framer;
  Messages messages;
  for (const char* line : lines) {
    framer.feed(line,
                [&](std::span<const std::string> m) { messages.emplace_back(m.begin(), m.end()); });
  }
  return messages;
}

}  // namespace

TEST_CASE("ggs framer: READY ends a message", "[ggs]") {
  CHECK(frame({"", "/os: join .5 8 K?\r", "|a\r", "|b\r", "READY\r"}) ==
        Messages{{"/os: join .5 8 K?", "|a", "|b"}, {"READY"}});
  CHECK(frame({"/os: join .5 8 K?", "|a"}).empty());
}

TEST_CASE("ggs framer: ALERT or the next message also ends a message", "[ggs]") {
  CHECK(frame({"/os: a", "|1", "ALERT"}) == Messages{{"/os: a", "|1"}});
  CHECK(frame({"/os: a", "|1", "/os: b", "", "/os: c"}) == Messages{{"/os: a", "|1"}, {"/os: b"}});
}

TEST_CASE("ggs framer: a prompt is complete at once", "[ggs]") {
  CHECK(frame({": Enter login (yours, or one you'd like to use)."}).size() == 1);
  CHECK(frame({": Enter your password."}).size() == 1);
}

TEST_CASE("ggs framer: lines outside a message are dropped, and long messages are truncated",
          "[ggs]") {
  CHECK(frame({"|a", "|b", "READY"}) == Messages{{"READY"}});
  GgsFramer framer;
  std::size_t lines = 0;
  const auto emit = [&](std::span<const std::string> m) { lines = m.size(); };
  framer.feed("/os: help", emit);
  for (int i = 0; i < 100'000; ++i) framer.feed("|x", emit);
  framer.feed("", emit);
  CHECK(lines == GgsFramer::kMaxLines);
  framer.feed("/os: half", emit);
  framer.clear();
  lines = 0;
  framer.feed("", emit);
  CHECK(lines == 0);
}
