// SPDX-License-Identifier: MIT
/// Where the entries of a file begin and end, told from the bytes alone.
#include "engine/formats/entry_cutter.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace sumi;

namespace {

/// The entries, blanks at their ends and all, each behind its line.
std::vector<std::string> cut(FileFormat format, std::string_view text) {
  EntryCutter cutter(format);
  std::vector<std::string> entries;
  const auto keep = [&](const std::optional<TextEntry>& entry) {
    if (!entry) return;
    entries.push_back(std::to_string(entry->line) + " " + entry->text +
                      (entry->too_long ? " (too long)" : ""));
  };
  for (const char c : text) keep(cutter.feed(c));
  keep(cutter.finish());
  return entries;
}

using Entries = std::vector<std::string>;

}  // namespace

TEST_CASE("games in brackets", "[entry_cutter]") {
  const FileFormat ggf = FileFormat::kGgf, sgf = FileFormat::kSgf;
  CHECK(cut(ggf, "1 (;A[)];) x\n\n(;B[];)") == Entries{"1 (;A[)];)", "3 (;B[];)"});
  CHECK(cut(ggf, "( x (\n;A[a];)") == Entries{"1 (\n;A[a];)"});
  CHECK(cut(ggf, "(;A[\\];)(;B[b];)") == Entries{"1 (;A[\\];)", "1 (;B[b];)"});
  CHECK(cut(ggf, "(;A[") == Entries{"1 (;A["});
  CHECK(cut(ggf, "no game (at all)").empty());
  CHECK(cut(sgf, "(;A[\\])](;B[b])(;C[c]))\r\n(;D[])") ==
        Entries{"1 (;A[\\])](;B[b])(;C[c]))", "2 (;D[])"});
  // One that lost its end, and one that begins in the middle of it.
  CHECK(cut(ggf, "(;GM[a\n1 (;GM[b];)\n(;GM[c];)") ==
        Entries{"1 (;GM[a\n1 ", "2 (;GM[b];)", "3 (;GM[c];)"});
  CHECK(cut(sgf, "(;GM[2]A[\n(;GM[2])") == Entries{"1 (;GM[2]A[\n", "2 (;GM[2])"});
}

TEST_CASE("games with tags", "[entry_cutter]") {
  const FileFormat pgn = FileFormat::kPgn;
  CHECK(cut(pgn, "\n[A \"\"]\n[B \"\"]\n\n1. f5\n{[\n[C \"\"]} d6\n\n[D \"\"]\n1. e6") ==
        Entries{"2 [A \"\"]\n[B \"\"]\n\n1. f5\n{[\n[C \"\"]} d6\n\n", "9 [D \"\"]\n1. e6"});
  CHECK(cut(pgn, "[A \"{\"]\n\nf5 ; { \nd6\n% {\n[B \"\"]\ne6\n") ==
        Entries{"1 [A \"{\"]\n\nf5 ; { \nd6\n% {\n", "6 [B \"\"]\ne6\n"});
  CHECK(cut(pgn, "f5 {\n[Event \"b\"]\n[C \"\"]\nf5") ==
        Entries{"1 f5 {\n", "2 [Event \"b\"]\n[C \"\"]\nf5"});
  CHECK(cut(pgn, "[A \"]\"][B \"b\"] 1. f5\n[A \"c\"] [B \"d\"] 1. e6\n").size() == 2);
  CHECK(cut(pgn, " \n\n").empty());
}

TEST_CASE("games in JSON", "[entry_cutter]") {
  const FileFormat json = FileFormat::kQuest;
  CHECK(cut(json, "{\"a\":\"}\\\"\"}\n{\"b\":[{}]}") ==
        Entries{"1 {\"a\":\"}\\\"\"}", "2 {\"b\":[{}]}"});
  CHECK(cut(json, "[\"f5\"]") == Entries{"1 [\"f5\"]"});
  CHECK(cut(json, "[{\"m\":\"f5\"},{\"m\":\"d6\"}]") ==
        Entries{"1 [{\"m\":\"f5\"},{\"m\":\"d6\"}]"});
  CHECK(cut(json, "[\n{\"m\":[\"f5\"]},\n{\"m\":1}]{}") ==
        Entries{"2 {\"m\":[\"f5\"]}", "3 {\"m\":1}", "3 {}"});
  CHECK(cut(json, "[[\"f5\"],[\"d6\"]]") == Entries{"1 [\"f5\"]", "1 [\"d6\"]"});
  CHECK(cut(json, "[{\"kifu\":\"f5d6c3\"},{}]") == Entries{"1 {\"kifu\":\"f5d6c3\"}", "1 {}"});
  CHECK(cut(json, "{\"a\":[") == Entries{"1 {\"a\":["});
  CHECK(cut(json, "]}\"[\" , 1").empty());
}

TEST_CASE("entries that are lines, and one that is all", "[entry_cutter]") {
  CHECK(cut(FileFormat::kObf, "a\n\n b\r\nc\rd") == Entries{"1 a\n", "3  b\r", "4 c\r", "5 d"});
  CHECK(cut(FileFormat::kPos, "\na\n\nb") == Entries{"2 \na\n\nb"});
  CHECK(cut(FileFormat::kPos, " \n").empty());
}

TEST_CASE("an entry is kept up to a megabyte", "[entry_cutter]") {
  const std::string longest(kMaxEntryBytes - 1, 'a');
  CHECK(cut(FileFormat::kObf, longest + "\nb\n").front() == "1 " + longest + "\n");
  CHECK(cut(FileFormat::kObf, longest + "a\nb\n") == Entries{"1  (too long)", "2 b\n"});
}
