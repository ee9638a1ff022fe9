// SPDX-License-Identifier: MIT
/// Text codec of GTP 2 (https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html).
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// `name` is empty if the line has only an id.
struct GtpRequest {
  std::string id;  ///< As written; empty if none.
  std::string name;
  std::vector<std::string> args;
};

/// Removes control characters and `#` comments; TAB becomes a blank. std::nullopt for a line
/// without a command. Fails if the id is not an int.
Result<std::optional<GtpRequest>> parse_gtp_line(std::string_view line);

/// The command of a truncated line is complete if a comment follows it.
bool has_gtp_comment(std::string_view line);

/// GoGui's request to end the running command: exactly `# interrupt`.
bool is_gtp_interrupt(std::string_view line);

/// The lines of a response, including the final empty one. Empty lines in the text become a blank;
/// they would end the response.
std::vector<std::string> gtp_response(std::string_view id, const Result<std::string>& reply);

/// "syntax error: ..." (kBadSyntax).
Error gtp_syntax_error(std::string_view detail);

// Parsers of arguments. Errors quote the text and name the accepted form.

Result<int> parse_gtp_int(std::string_view text);       ///< 0..2^31-1, digits only.
Result<double> parse_gtp_float(std::string_view text);  ///< Finite, sign allowed.
Result<Color> parse_gtp_color(std::string_view text);
Result<Square> parse_gtp_vertex(std::string_view text, int size = 8);  ///< On a board of `size`.

}  // namespace sumi::protocol
