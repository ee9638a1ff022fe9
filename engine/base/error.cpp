// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/static_vector.h"
#include "engine/base/text.h"

#include <fmt/format.h>

namespace sumi {

Error syntax_error(std::string_view what, std::string_view text, std::string_view accepted) {
  return {ErrorCode::kBadSyntax, fmt::format("{}: {} is not {}", what, quoted(text), accepted)};
}

void fail_for_capacity(std::size_t capacity) {
  throw FatalError(fmt::format("a list that has room for {} was given more", capacity));
}

}  // namespace sumi
