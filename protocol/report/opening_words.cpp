// SPDX-License-Identifier: MIT
#include "protocol/report/opening_words.h"

#include <nlohmann/json.hpp>

namespace sumi::protocol {

std::string opening_text(const book::OpeningName* opening, Language language) {
  if (!opening) return "";
  return std::string(language == Language::kJapanese ? opening->japanese : opening->english);
}

Json opening_json(const book::OpeningName* opening) {
  if (!opening) return nullptr;
  return {
      {"english", opening->english}, {"japanese", opening->japanese}, {"moves", opening->moves}};
}

}  // namespace sumi::protocol
