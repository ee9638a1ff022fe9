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

/// Drops control characters, replaces TAB by a blank and removes `#` comments. Nothing for a line
/// without a command. Fails on an id that is not an int.
Result<std::optional<GtpRequest>> parse_gtp_line(std::string_view line);

/// If true, a truncated line still has its whole command.
bool has_gtp_comment(std::string_view line);

/// GoGui's request to end the running command: exactly `# interrupt`.
bool is_gtp_interrupt(std::string_view line);

/// The lines of a response with the final empty one. Adds a blank to empty lines in the text,
/// except the first, as they would end the response.
std::vector<std::string> gtp_response(std::string_view id, const Result<std::string>& reply);

/// "syntax error: ..." (kBadSyntax).
Error gtp_syntax_error(std::string_view detail);

// Parsers of arguments. Errors quote the text and name the accepted form.

Result<int> parse_gtp_int(std::string_view text);       ///< 0..2^31-1, digits only.
Result<double> parse_gtp_float(std::string_view text);  ///< Finite, sign allowed.
Result<Color> parse_gtp_color(std::string_view text);
Result<Square> parse_gtp_vertex(std::string_view text, int size = 8);  ///< In the notation of board
                                                                       ///< size `size`.

}  // namespace sumi::protocol
