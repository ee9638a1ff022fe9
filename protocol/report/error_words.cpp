// SPDX-License-Identifier: MIT
#include "protocol/report/error_sentences.h"
#include "protocol/report/error_words.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace sumi::protocol {
namespace {

/// What stands in the fields of `sentence`; nothing if `text` is another sentence.
std::optional<std::vector<std::string_view>> match(std::string_view sentence,
                                                   std::string_view text) {
  constexpr std::string_view kField = "{}";
  std::vector<std::string_view> fields;
  std::size_t field = sentence.find(kField);
  if (text.substr(0, field) != sentence.substr(0, field)) return std::nullopt;
  while (field != sentence.npos) {
    text.remove_prefix(std::min(field, text.size()));
    sentence.remove_prefix(field + kField.size());
    field = sentence.find(kField);
    const std::string_view fixed = sentence.substr(0, field);
    std::size_t end = text.size();
    if (field != sentence.npos) {
      end = text.find(fixed);
    } else if (text.size() >= fixed.size() && text.ends_with(fixed)) {
      end = text.size() - fixed.size();
    } else {
      end = text.npos;
    }
    // Only a quoted field may be empty.
    if (end == text.npos || (end == 0 && !fixed.starts_with('\''))) return std::nullopt;
    fields.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return fields;
}

}  // namespace

std::string tr_error(Language language, std::string_view message) {
  if (language == Language::kEnglish) return std::string(message);
  for (const ErrorSentence& sentence : kErrorSentences) {
    const auto fields = match(sentence.english, message);
    if (!fields) continue;
    fmt::dynamic_format_arg_store<fmt::format_context> values;
    for (const std::string_view field : *fields) values.push_back(tr_error(language, field));
    return fmt::vformat(sentence.japanese, values);
  }
  return std::string(message);
}

}  // namespace sumi::protocol
