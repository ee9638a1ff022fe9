// SPDX-License-Identifier: MIT
#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// Sets these locale variables and unsets the others; restores all.
class LocaleVariables {
 public:
  explicit LocaleVariables(const std::map<std::string, std::string>& values) {
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
      const char* const value = std::getenv(name);
      before_[name] = value ? std::optional<std::string>(value) : std::nullopt;
      const auto wanted = values.find(name);
      set(name, wanted == values.end() ? std::nullopt : std::optional(wanted->second));
    }
  }
  ~LocaleVariables() {
    for (const auto& [name, value] : before_) set(name, value);
  }
  LocaleVariables(const LocaleVariables&) = delete;
  LocaleVariables& operator=(const LocaleVariables&) = delete;

 private:
  static void set(const std::string& name, const std::optional<std::string>& value) {
    if (value) {
      setenv(name.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name.c_str());
    }
  }

  std::map<std::string, std::optional<std::string>> before_;
};

Language language_with(const std::map<std::string, std::string>& values) {
  const LocaleVariables variables(values);
  return language_of_locale();
}

}  // namespace

TEST_CASE("languages have the names en and ja", "[language]") {
  CHECK(parse_language("en").value() == Language::kEnglish);
  CHECK(parse_language("JA").value() == Language::kJapanese);
  for (const char* const name : {"", "jp", "ja ", "english"}) {
    CAPTURE(name);
    const Result<Language> language = parse_language(name);
    REQUIRE(language.has_error());
    CHECK_THAT(language.error().message, Catch::Contains("en or ja"));
  }
  CHECK(to_text(Language::kEnglish) == "en");
  CHECK(to_text(Language::kJapanese) == "ja");
}

TEST_CASE("the locale selects the language", "[language][posix]") {
  CHECK(language_with({}) == Language::kEnglish);
  CHECK(language_with({{"LANG", "ja_JP.UTF-8"}}) == Language::kJapanese);
  CHECK(language_with({{"LANG", "ja"}}) == Language::kJapanese);
  CHECK(language_with({{"LANG", "jam_JM.UTF-8"}}) == Language::kEnglish);
  CHECK(language_with({{"LANG", "ja_JP"}, {"LC_ALL", "C"}}) == Language::kEnglish);
  CHECK(language_with({{"LANG", "ja_JP"}, {"LC_MESSAGES", "de_DE"}}) == Language::kEnglish);
  CHECK(language_with({{"LANG", "en_US"}, {"LC_MESSAGES", "ja_JP"}, {"LC_ALL", ""}}) ==
        Language::kJapanese);
}

TEST_CASE("known texts are translated, and other texts are unchanged", "[language]") {
  CHECK(tr(Language::kEnglish, "Black") == "Black");
  CHECK(tr(Language::kJapanese, "Black") == "黒");
  CHECK(tr(Language::kJapanese, "no key of ours") == "no key of ours");
  for (int i = 0; i < kStages; ++i) {  // not literals where they are translated
    const std::string_view name = stage_name(static_cast<Stage>(i));
    CHECK(tr(Language::kJapanese, name) != name);
  }
}
