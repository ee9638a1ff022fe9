// SPDX-License-Identifier: MIT
/// Texts for people in their language. JSON keys and protocol lines stay English; error messages
/// are translated by error_words.h.
#pragma once

#include "engine/base/error.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {

enum class Language { kEnglish, kJapanese };

/// "en" or "ja", any case.
Result<Language> parse_language(std::string_view name);
std::string_view to_text(Language language);  ///< "en": also for HTML's lang attribute.

/// The language of the first of LC_ALL, LC_MESSAGES and LANG that is set: "ja..." is Japanese, all
/// else English.
Language language_of_locale();

/// The language preferred last, else the locale's.
Language default_language();
/// Sets the default_language(), for all texts that nobody asked for in another language. To be
/// called before there are threads.
void prefer_language(Language language);

/// The text in `language`; it may hold fmt's fields. `english` is the key: a text without a
/// translation is English. All keys are in language.cpp; tools/lint/check_translations.py holds
/// each literal to be there, with the same fields. Any thread.
std::string_view tr(Language language, std::string_view english);

/// tr() with its fields filled in.
template <class... Args>
std::string tr_format(Language language, std::string_view english, Args&&... args) {
  return fmt::format(fmt::runtime(tr(language, english)), std::forward<Args>(args)...);
}

}  // namespace sumi::protocol
