// SPDX-License-Identifier: MIT
/// Translations of text for users. JSON keys and protocol lines stay English.
#pragma once

#include "engine/base/error.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {

enum class Language { kEnglish, kJapanese };

/// "en" or "ja", any case.
Result<Language> parse_language(std::string_view name);
std::string_view to_text(Language language);  ///< "en"; valid for HTML's lang attribute.

/// From the first of LC_ALL, LC_MESSAGES and LANG that is set: Japanese for "ja...", otherwise
/// English.
Language language_of_locale();

/// As set by prefer_language(), or by the locale.
Language default_language();
/// Call before starting threads.
void prefer_language(Language language);

/// The translation of `english`, or `english` if missing; may contain fmt fields. All keys are in
/// language.cpp, checked by tools/lint/check_translations.py. Thread-safe.
std::string_view tr(Language language, std::string_view english);

template <class... Args>
std::string tr_format(Language language, std::string_view english, Args&&... args) {
  return fmt::format(fmt::runtime(tr(language, english)), std::forward<Args>(args)...);
}

/// Translates an error message of Sumi: recognizes a sentence by its fixed words and inserts its
/// fields, which may be messages themselves. Leaves unknown text unchanged. Thread-safe.
std::string tr_error(Language language, std::string_view message);

/// The sentences of tr_error(), in error_translation.cpp.
struct ErrorSentence {
  std::string_view english;   ///< With fields {}.
  std::string_view japanese;  ///< With fields {0}, {1}...
};
std::span<const ErrorSentence> error_sentences();

}  // namespace sumi::protocol
