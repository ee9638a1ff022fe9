// SPDX-License-Identifier: MIT
/// Error messages in the reader's language.
#pragma once

#include "protocol/report/language.h"

#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// An error message of ours in `language`. Messages are made in English where the error is found,
/// deep in the engine too; here the sentence is recognised by its fixed words, and what stood in
/// its fields (file names, moves, ranges) is put into the translated one. A field may be such a
/// message itself. What is not known stays as it is. Any thread.
std::string tr_error(Language language, std::string_view message);

/// A message that tr_error() knows.
struct ErrorSentence {
  std::string_view english;   ///< Its fields are {}.
  std::string_view japanese;  ///< Its fields are {0}, {1}...
};

std::span<const ErrorSentence> error_sentences();

}  // namespace sumi::protocol
