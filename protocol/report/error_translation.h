// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/report/language.h"

#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Translates an error message of Sumi: recognizes a sentence by its fixed words and inserts its
/// fields, which may be messages themselves. Leaves unknown text unchanged. Thread-safe.
std::string tr_error(Language language, std::string_view message);

struct ErrorSentence {
  std::string_view english;   ///< With fields {}.
  std::string_view japanese;  ///< With fields {0}, {1}...
};

std::span<const ErrorSentence> error_sentences();

}  // namespace sumi::protocol
