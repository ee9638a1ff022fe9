// SPDX-License-Identifier: MIT
/// Names of openings for people and programs.
#pragma once

#include "book/opening_names.h"
#include "protocol/report/json_lines.h"
#include "protocol/report/language.h"

#include <string>

namespace sumi::protocol {

/// Its name in that language; empty for null.
std::string opening_text(const book::OpeningName* opening, Language language);

/// {"english", "japanese", "moves"}; null for null.
Json opening_json(const book::OpeningName* opening);

}  // namespace sumi::protocol
