// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "protocol/report/live_text.h"

#include <catch2/catch.hpp>

#include <array>

using namespace sumi;
using namespace sumi::protocol;

namespace {

std::string written(bool terminal, void (*show)(LiveText&)) {
  Pipe ends = make_pipe(PipeMode::kBlocking).value();
  {
    Output out(ends.write.get());
    LiveText live(out, terminal);
    show(live);
    out.flush();
  }
  std::array<char, 4096> buffer;
  return {buffer.data(), read_some(ends.read.get(), buffer).count};
}

}  // namespace

TEST_CASE("lines are clipped by columns, not bytes", "[report]") {
  CHECK(clipped("abcdef", 4) == "abcd");
  CHECK(clipped("abc", 4) == "abc");
  CHECK(clipped("", 4).empty());
  CHECK(clipped("\u25CF\u25CF\u25CF", 2) == "\u25CF\u25CF");
  CHECK(clipped("a\x1b[48;5;28mbc\x1b[0md", 2) == "a\x1b[48;5;28mb\x1b[0m");
  CHECK(clipped("ab\x1b", 1) == "a\x1b");
  CHECK(clipped("\u9ED2\u767Dab", 3) == "\u9ED2");  // two columns per character
  CHECK(clipped("abc\n\ndef\n", 2) == "ab\n\nde\n");
}

TEST_CASE("on a terminal new lines replace earlier ones", "[report]") {
  const std::string text = written(true, [](LiveText& live) {
    live.show("one\ntwo\n");
    live.show("three\n");
    live.finish("four\n");
    live.erase();
  });
  CHECK(text == "one\ntwo\n\x1b[2A\r\x1b[Jthree\n\x1b[1A\r\x1b[Jfour\n");
}

TEST_CASE("without a terminal only the last lines are written", "[report]") {
  const std::string text = written(false, [](LiveText& live) {
    live.show("one\ntwo\n");
    live.erase();
    live.finish(std::string(200, 'x') + "\n");
  });
  CHECK(text == std::string(200, 'x') + "\n");
}
