// SPDX-License-Identifier: MIT
#include "protocol/service/study_deck.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

using namespace sumi::protocol;

TEST_CASE("the default deck is in the user's data folder", "[study][deck]") {
  const auto set = [](const char* name, const char* value) {
    if (value) {
      setenv(name, value, 1);
    } else {
      unsetenv(name);
    }
  };
  const char* const home = std::getenv("HOME");
  const char* const data = std::getenv("XDG_DATA_HOME");
  const std::string home_before = home ? home : "", data_before = data ? data : "";
  set("XDG_DATA_HOME", "/data");
  CHECK(StudyDeck::default_path() == "/data/sumi/study.jsonl");
  set("XDG_DATA_HOME", "relative");
  set("HOME", "/home/me");
  CHECK(StudyDeck::default_path() == "/home/me/.local/share/sumi/study.jsonl");
  set("HOME", nullptr);
  CHECK_FALSE(StudyDeck::default_path());
  set("HOME", home ? home_before.c_str() : nullptr);
  set("XDG_DATA_HOME", data ? data_before.c_str() : nullptr);
}
