// SPDX-License-Identifier: MIT
#include "engine/formats/codec_text.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace sumi;

namespace {

using Finder = EntrySpan (*)(std::string_view text, bool complete);
using Entries = std::vector<std::string>;

/// Requires the same entries when the text arrives byte by byte.
Entries find_all(Finder find, std::string_view text) {
  Entries entries;
  while (!text.empty()) {
    const EntrySpan span = find(text, true);
    if (!span.whole) break;
    REQUIRE(span.begin <= span.end);
    REQUIRE(span.end > 0);
    entries.emplace_back(text.substr(span.begin, span.end - span.begin));
    for (std::size_t seen = 0; seen <= text.size(); ++seen) {
      const EntrySpan early = find(text.substr(0, seen), false);
      if (!early.whole) {
        CHECK(early.begin <= seen);
        continue;
      }
      CHECK(early.begin == span.begin);
      CHECK(early.end == span.end);
    }
    text.remove_prefix(span.end);
  }
  return entries;
}

}  // namespace

TEST_CASE("games in brackets are found in other text", "[text_entry]") {
  CHECK(find_all(find_ggf, "1 (;A[)];) x\n\n(;B[];)") == Entries{"(;A[)];)", "(;B[];)"});
  CHECK(find_all(find_ggf, "( x (\n;A[a];)") == Entries{"(\n;A[a];)"});
  CHECK(find_all(find_ggf, "(;A[\\];)(;B[b];)") == Entries{"(;A[\\];)", "(;B[b];)"});
  CHECK(find_all(find_ggf, "(;A[") == Entries{"(;A["});
  CHECK(find_all(find_ggf, "no game (at all)").empty());
  CHECK(find_all(find_sgf, "(;A[\\])](;B[b])(;C[c]))\r\n(;D[])") ==
        Entries{"(;A[\\])](;B[b])(;C[c]))", "(;D[])"});
  CHECK(find_all(find_sgf, "(FF[4]GM[2];B[f5])") == Entries{"(FF[4]GM[2];B[f5])"});
}

TEST_CASE("a game that lacks its end ends where the next game begins", "[text_entry]") {
  CHECK(find_all(find_ggf, "(;GM[a\n1 (;GM[b];)\n(;GM[c];)") ==
        Entries{"(;GM[a\n1 ", "(;GM[b];)", "(;GM[c];)"});
  CHECK(find_all(find_sgf, "(;GM[2]A[\n(;GM[2])") == Entries{"(;GM[2]A[\n", "(;GM[2])"});
  CHECK(find_all(find_pgn, "f5 {\n[Event \"b\"]\n[C \"\"]\nf5") ==
        Entries{"f5 {\n", "[Event \"b\"]\n[C \"\"]\nf5"});
}

TEST_CASE("games with tags in square brackets are found", "[text_entry]") {
  CHECK(find_all(find_pgn, "\n[A \"\"]\n[B \"\"]\n\n1. f5\n{[\n[C \"\"]} d6\n\n[D \"\"]\n1. e6") ==
        Entries{"[A \"\"]\n[B \"\"]\n\n1. f5\n{[\n[C \"\"]} d6\n\n", "[D \"\"]\n1. e6"});
  CHECK(find_all(find_pgn, "[A \"{\"]\n\nf5 ; { \nd6\n% {\n[B \"\"]\ne6\n") ==
        Entries{"[A \"{\"]\n\nf5 ; { \nd6\n% {\n", "[B \"\"]\ne6\n"});
  CHECK(find_all(find_pgn, "[A \"]\"][B \"b\"] 1. f5\n[A \"c\"] [B \"d\"] 1. e6\n").size() == 2);
  CHECK(find_all(find_pgn, " \n\n").empty());
}

TEST_CASE("games in JSON objects and arrays are found", "[text_entry]") {
  CHECK(find_all(find_json, "{\"a\":\"}\\\"\"}\n{\"b\":[{}]}") ==
        Entries{"{\"a\":\"}\\\"\"}", "{\"b\":[{}]}"});
  CHECK(find_all(find_json, "[\"f5\"]") == Entries{"[\"f5\"]"});
  CHECK(find_all(find_json, "[{\"m\":\"f5\"},{\"m\":\"d6\"}]") ==
        Entries{"[{\"m\":\"f5\"},{\"m\":\"d6\"}]"});
  CHECK(find_all(find_json, "[\n{\"m\":[\"f5\"]},\n{\"m\":1}]{}") ==
        Entries{"{\"m\":[\"f5\"]}", "{\"m\":1}", "{}"});
  CHECK(find_all(find_json, "[[\"f5\"],[\"d6\"]]") == Entries{"[\"f5\"]", "[\"d6\"]"});
  CHECK(find_all(find_json, "[{\"kifu\":\"f5d6c3\"},{}]") ==
        Entries{"{\"kifu\":\"f5d6c3\"}", "{}"});
  CHECK(find_all(find_json, "{\"a\":[") == Entries{"{\"a\":["});
  CHECK(find_all(find_json, "]}\"[\" , 1").empty());
}

TEST_CASE("find_line() finds an entry per line, find_whole() one per text", "[text_entry]") {
  CHECK(find_all(find_line, "a\n\n b\r\nc\rd") == Entries{"a\n", "b\r", "c\r", "d"});
  CHECK(find_all(find_whole, "\na\n\nb") == Entries{"a\n\nb"});
  CHECK(find_all(find_whole, " \n").empty());
}
