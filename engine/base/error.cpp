// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/text.h"

#include <fmt/format.h>

namespace sumi {

Error syntax_error(std::string_view what, std::string_view text, std::string_view accepted) {
  return {ErrorCode::kBadSyntax, fmt::format("{}: {} is not {}", what, quoted(text), accepted)};
}

}  // namespace sumi
