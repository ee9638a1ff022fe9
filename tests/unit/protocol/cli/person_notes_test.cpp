// SPDX-License-Identifier: MIT
/// What people are told who type where programs are expected.
#include "protocol/cli/person_notes.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

TEST_CASE("words of the shell and of people are answered", "[cli][person]") {
  for (const char* const line : {"hint", "hint f5d6c3", "play", "play --color white", "solve x.obf",
                                 "sumi analyze game.ggf", "board f5", "sumi version", " perft "}) {
    CAPTURE(line);
    CHECK_THAT(note_for_person(line, Language::kEnglish), Contains("is a command of the shell"));
  }
  for (const char* const line : {"help", "help solve", "?", "--help", "-h", "sumi help"}) {
    CAPTURE(line);
    CHECK_THAT(note_for_person(line, Language::kEnglish), Contains("list_commands"));
    CHECK_THAT(note_for_person(line, Language::kEnglish), Contains("analyze"));
  }
  CHECK_THAT(note_for_person("sumi", Language::kEnglish), Contains("quit"));
  CHECK(note_for_person("hint", Language::kJapanese) !=
        note_for_person("hint", Language::kEnglish));
}

TEST_CASE("what protocols say reaches them", "[cli][person]") {
  for (const char* const line :
       {"", " ", "play black f5", "play W d6", "hint 3", "version", "genmove black", "nboard 2",
        "level 0 5 0", "perft 5", "board", "quit", "list_commands", "1 name", "xboard", "plya"}) {
    CAPTURE(line);
    CHECK(note_for_person(line, Language::kEnglish).empty());
  }
}

TEST_CASE("the greeting says what is spoken", "[cli][person]") {
  CHECK_THAT(greeting_for_person(std::nullopt, Language::kEnglish),
             Contains("GTP") && Contains("sumi --help"));
  CHECK_THAT(greeting_for_person(ProtocolKind::kNBoard, Language::kEnglish), Contains("nboard"));
  CHECK(greeting_for_person(std::nullopt, Language::kJapanese) !=
        greeting_for_person(std::nullopt, Language::kEnglish));
}
